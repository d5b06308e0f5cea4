import { type AnswerOf, type BodyOf, ItemType, UsageType, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { visitAddress, visitKey } from './consultation.ts'
import { longPages } from './lists.ts'
import { type ConsultationItem, idOf } from './records.ts'
import { shows } from './shows.ts'

export const readRows = (visit: number, signal?: AbortSignal) =>
  Array.fromAsync(
    walk(api, '/consultationitem/', { query: { consultation__is: String(visit), expose_item: true }, signal }),
  )

/** What is charged in a visit, in the order in which it was added. */
export const rowsQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'rows'],
    queryFn: ({ signal }) => readRows(visit, signal),
    meta: shows({ consultationitem: visitAddress(visit) }),
  })

/** The routes at which the rows of each type are written. Laboratory work has none. */
const routes = {
  [ItemType.Procedure]: ['/consultation/{id}/procedures/', '/consultation/{id}/procedures/{child_id}/'],
  [ItemType.Medicine]: ['/consultation/{id}/medicines/', '/consultation/{id}/medicines/{child_id}/'],
  [ItemType.Supply]: ['/consultation/{id}/supplies/', '/consultation/{id}/supplies/{child_id}/'],
  [ItemType.Food]: ['/consultation/{id}/foods/', '/consultation/{id}/foods/{child_id}/'],
} as const
type Chargeable = keyof typeof routes
/** The types of items that can be charged in a visit. */
export const chargeable = [ItemType.Procedure, ItemType.Medicine, ItemType.Supply, ItemType.Food] as const

type Medicines = '/consultation/{id}/medicines/'
/** Of these fields, each type takes those that it has. */
export type NewRow = Pick<
  BodyOf<'POST', Medicines>,
  | 'item'
  | 'quantity'
  | 'patients'
  | 'usage_type'
  | 'usage_size'
  | 'batch_number'
  | 'instructions'
  | 'no_multiplier'
  | 'percentage_change'
  | 'warning_reason'
>
type Row = AnswerOf<'POST', Medicines>

const routeOf = (type: ItemType) => {
  const [list, row] = routes[type as Chargeable]
  return { list: list as Medicines, row: row as '/consultation/{id}/medicines/{child_id}/' }
}
const pathOf = ({ consultation, id }: ConsultationItem) => ({ id: idOf(consultation), child_id: id })

export const addRow = (visit: number, type: ItemType, row: NewRow, key: string): Promise<Row> =>
  api.post(routeOf(type).list, { path: { id: visit }, body: row, key })
/** What the service would say of a row, without adding it. */
export const tryRow = (visit: number, type: ItemType, row: NewRow): Promise<Row> =>
  api.post(routeOf(type).list, { path: { id: visit }, body: row, dryRun: true })
export const readRow = (row: ConsultationItem): Promise<Row> =>
  api.get(routeOf(row.type_code).row, { path: pathOf(row) })
export const patchRow = (row: ConsultationItem, body: Partial<NewRow>, key?: string): Promise<Row> =>
  api.patch(routeOf(row.type_code).row, { path: pathOf(row), body, ifMatch: row.modified, key })
export const removeRow = (row: ConsultationItem, key?: string) =>
  api.delete(routeOf(row.type_code).row, { path: pathOf(row), key })

/** Whether it is a vaccine that was given here, and not only prescribed or sold. */
export const isVaccination = ({ item_data, usage_type }: Pick<ConsultationItem, 'item_data' | 'usage_type'>) =>
  item_data?.is_vaccine === true && usage_type === UsageType.Administered

/** The vaccines that an animal was given here, in one visit or ever, with the visits. */
export const readVaccinations = async (patient: string, visit: number | undefined) => {
  const query = {
    patients__is: patient,
    type_code__is: ItemType.Medicine,
    expose_item: true,
    expose_consultation: true,
    ...(visit === undefined ? {} : { consultation__is: String(visit) }),
    ...longPages,
  } as const
  const rows = await Array.fromAsync(walk(api, '/consultationitem/', { query }))
  return rows.filter(
    ({ item_data, usage_type }) => item_data?.is_vaccine === true && usage_type === UsageType.Administered,
  )
}
