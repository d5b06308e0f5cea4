import { Refused, type ReadApi } from './api-reader.ts'

type Person = { readonly first_name: string; readonly last_name: string }

/** An imaging order as the API shows it, with what is behind its links. */
export type Order = {
  readonly id: number
  readonly url: string
  readonly status: number
  readonly modality: string
  readonly accession_number: string
  readonly target_areas: readonly string[]
  readonly patient_data: {
    readonly id: number
    readonly name: string
    readonly species: string | null
    readonly breed: string | null
    readonly gender: string
    readonly weight: string | null
    readonly date_of_birth: string | null
    readonly critical_notes: string
  }
  readonly client_data: { readonly firstname: string; readonly lastname: string; readonly organization_name: string }
  readonly requesting_user_data: Person
  readonly supervising_veterinarian_data: Person
  readonly department_data: { readonly name: string }
  readonly referral_data: { readonly remarks: string; readonly appointment_id: number | null }
}

/** An order that is still to be made, and when; null where no appointment says so. */
export type OpenOrder = Order & { readonly start: Date | null }

/** What the API can narrow the orders by. */
export type OrderFilter = {
  readonly modalities?: readonly string[] | undefined
  readonly patient?: string | undefined
  readonly accession?: string | undefined
}

type Page<T> = { readonly results: readonly T[] }

const pageSize = 50
const exposed = ['patient', 'client', 'requesting_user', 'supervising_veterinarian', 'department', 'referral']

const readAll = async <T extends { readonly id: number }>(
  read: ReadApi,
  path: string,
  query: URLSearchParams,
): Promise<T[]> => {
  const found: T[] = []
  for (;;) {
    const { results } = await read<Page<T>>(`${path}?${query.toString()}`)
    found.push(...results)
    if (results.length < pageSize) return found
    query.set('id__gt', String(results.at(-1)!.id))
  }
}

/** When appointments begin that are not cancelled. An application that may not read appointments knows of none. */
const readStarts = async (read: ReadApi, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> => {
  if (ids.length === 0) return new Map()
  const query = new URLSearchParams({ id__in: ids.join(','), active__is: 'true', page_size: String(pageSize) })
  try {
    const found = await readAll<{ readonly id: number; readonly start: string }>(read, 'appointment/', query)
    return new Map(found.map(({ id, start }) => [id, new Date(start)]))
  } catch (problem) {
    if (problem instanceof Refused && problem.status === 403) return new Map()
    throw problem
  }
}

/** The orders that are neither completed nor cancelled. */
export const readOpenOrders = async (
  read: ReadApi,
  { modalities, patient, accession }: OrderFilter,
): Promise<OpenOrder[]> => {
  const query = new URLSearchParams({ status__in: '0,1,2', page_size: String(pageSize) })
  for (const name of exposed) query.set(`expose_${name}`, '')
  if (modalities !== undefined) query.set('modality__in', modalities.join(','))
  if (patient !== undefined) query.set('patient__is', patient)
  if (accession !== undefined) query.set('accession_number__is', accession)
  const orders = await readAll<Order>(read, 'diagnosticimaging_worklist/', query)
  const appointments = orders.flatMap(({ referral_data: { appointment_id } }) => appointment_id ?? [])
  const starts = await readStarts(read, [...new Set(appointments)])
  return orders.map((order) => ({ ...order, start: starts.get(order.referral_data.appointment_id ?? 0) ?? null }))
}

/** The time zone that dates and times of the worklist are in. */
export const readTimeZone = async (read: ReadApi): Promise<string> => {
  const { results } = await read<Page<{ readonly time_zone: string }>>('organisation/')
  return results[0]!.time_zone
}
