import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { nameOfClient, nameOfUser } from '../../api/records.ts'
import { numberOf } from '../invoice-number.ts'

type Read = (id: number, signal: AbortSignal) => Promise<string>

/** The fields whose numbers are those of other records, and how the name of one is read. */
const readers: Readonly<Record<string, Read>> = {
  patients: async (id, signal) => (await api.get('/patient/{id}/', { path: { id }, signal })).name,
  client: async (id, signal) => nameOfClient(await api.get('/client/{id}/', { path: { id }, signal })),
  patient: async (id, signal) => (await api.get('/patient/{id}/', { path: { id }, signal })).name,
  item: async (id, signal) => (await api.get('/item/{id}/', { path: { id }, signal })).name,
  invoice: async (id, signal) => numberOf(await api.get('/invoice/{id}/', { path: { id }, signal })),
  user: async (id, signal) => nameOfUser(await api.get('/user/{id}/', { path: { id }, signal })),
  reason: async (id, signal) => (await api.get('/reason/{id}/', { path: { id }, signal })).name,
  department: async (id, signal) => (await api.get('/department/{id}/', { path: { id }, signal })).name,
}

export const isLinked = (field: string, value: unknown) => field in readers && Number.isInteger(value)

/** What a number names; the number itself while that is unknown, or for whoever may not read it. */
export const LinkedName = ({ field, id }: { readonly field: string; readonly id: number }) => {
  const { data } = useQuery({
    queryKey: ['name', field, id],
    queryFn: ({ signal }) => readers[field]!(id, signal),
    staleTime: 10 * 60_000,
    retry: false,
  })
  return data || String(id)
}
