import { queryOptions } from '@tanstack/react-query'
import {
  type ChargeHint,
  type Consultation,
  type ConsultationItem,
  idOf,
  type Item,
  type PageOf,
  type StockLevel,
} from '../../api/records.ts'
import { get, post, remove, request } from '../../api/request.ts'
import { visitKey, whole } from './queries.ts'

export const rowsQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'rows'],
    queryFn: ({ signal }) =>
      get<PageOf<ConsultationItem>>(
        '/consultationitem/',
        { consultation__is: id, expose_item: true, page_size: whole },
        signal,
      ),
    meta: { resources: ['consultationitem'] },
  })

export const hintsQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'hints'],
    queryFn: ({ signal }) =>
      get<{ readonly results: readonly ChargeHint[] }>(`/consultation/${id}/charge_hints/`, undefined, signal),
    meta: { resources: ['consultation', 'consultationitem', 'diagnosticimaging_worklist', 'prescription'] },
  })

export const itemQuery = (url: string) =>
  queryOptions({
    queryKey: ['item', url],
    queryFn: ({ signal }) => get<Item>(`/item/${idOf(url)}/`, undefined, signal),
    staleTime: 5 * 60_000,
    meta: { resources: ['item'] },
  })

export const stockQuery = (department: string, items: readonly number[]) =>
  queryOptions({
    queryKey: ['stock_level', department, ...items],
    queryFn: ({ signal }) =>
      get<PageOf<StockLevel>>(
        '/stock_level/',
        { department__is: idOf(department), item__in: items.join(','), ordering: 'expiry_date', page_size: whole },
        signal,
      ),
    meta: { resources: ['stock_level', 'stock_movement', 'consultationitem'] },
  })

/** What finalizing would make, without making it. */
export const previewQuery = (id: number, modified: string) =>
  queryOptions({
    queryKey: [...visitKey(id), 'preview', modified],
    queryFn: ({ signal }) =>
      post<Consultation>(`/consultation/${id}/update_status/`, { status: 10 }, { dryRun: true, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The routes at which the rows of each type are written. */
const routes: Readonly<Record<number, string>> = { 1: 'procedures', 2: 'medicines', 3: 'supplies', 4: 'foods' }

export type NewRow = {
  readonly item: string
  readonly quantity: string
  readonly patients?: readonly string[] | undefined
  readonly usage_type?: number | undefined
  readonly usage_size?: number | undefined
  readonly batch_number?: string | undefined
  readonly instructions?: string | undefined
  readonly no_multiplier?: boolean | undefined
  readonly percentage_change?: string | undefined
  readonly warning_reason?: string | undefined
}

export const addRow = (visit: number, type: number, row: NewRow, idempotencyKey: string) =>
  post<ConsultationItem>(`/consultation/${visit}/${routes[type]}/`, row, { idempotencyKey })
/** What the service would say of a row, without adding it. */
export const tryRow = (visit: number, type: number, row: NewRow) =>
  post<ConsultationItem>(`/consultation/${visit}/${routes[type]}/`, row, { dryRun: true })
const addressOfRow = ({ consultation, type_code, id }: ConsultationItem) =>
  `/consultation/${idOf(consultation)}/${routes[type_code]}/${id}/`
export const readRow = (row: ConsultationItem) => get<ConsultationItem>(addressOfRow(row))
export const patchRow = (row: ConsultationItem, changes: Partial<NewRow>) =>
  request<ConsultationItem>('PATCH', addressOfRow(row), { body: changes, ifModified: row.modified })
export const removeRow = (row: ConsultationItem) => remove(addressOfRow(row))

export const declineHint = (visit: number, hint: number, reason: string) =>
  post(`/consultation/${visit}/charge_hints/${hint}/decline/`, { reason })
