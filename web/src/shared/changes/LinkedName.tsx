import { useQuery } from '@tanstack/react-query'
import { type Client, nameOfClient } from '../../api/records.ts'
import { get } from '../../api/request.ts'

/** The fields whose numbers are those of other records, by the resource of these. */
const resources: Readonly<Record<string, string>> = {
  patients: 'patient',
  client: 'client',
  reason: 'reason',
  department: 'department',
}

type Named = Partial<Client> & { readonly name?: string }
const nameOf = (record: Named) => record.name ?? nameOfClient(record as Client)

export const isLinked = (field: string, value: unknown) => field in resources && Number.isInteger(value)

/** What a number names; the number itself while that is unknown, or for whoever may not read it. */
export const LinkedName = ({ field, id }: { readonly field: string; readonly id: number }) => {
  const resource = resources[field]!
  const { data } = useQuery({
    queryKey: [resource, id, 'named'],
    queryFn: ({ signal }) => get<Named>(`/${resource}/${id}/`, undefined, signal),
    staleTime: 10 * 60_000,
    retry: false,
  })
  return (data === undefined ? '' : nameOf(data)) || String(id)
}
