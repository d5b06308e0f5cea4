import { queryOptions } from '@tanstack/react-query'
import { idOf, type Client, type Countersale, type CountersaleItem, type Department } from '../../api/records.ts'
import type { DepartmentSettings, Item, PageOf } from '../../api/records.ts'
import { get, post, remove, request } from '../../api/request.ts'
import { searchQuery } from '../../api/search.ts'
import { isZero } from '../../format.ts'
import { makeSendOnce } from '../../shared/send-once.ts'
import { waitBeforeRetry } from '../../shared/use-confirmed-write.ts'

const mostSuggested = 8

export const saleQuery = (id: number) =>
  queryOptions({
    queryKey: ['sale', id],
    queryFn: ({ signal }) =>
      get<Countersale>(
        `/countersale/${id}/`,
        { expose_countersale_items: true, expose_client: true, expose_invoice: true },
        signal,
      ),
    meta: { resources: ['countersale', 'countersaleitem', 'invoice', 'invoicepayment'] },
  })

/** The invoice that finalizing would make: the browser adds nothing up. */
export const previewQuery = ({ id, modified }: Countersale) =>
  queryOptions({
    queryKey: ['sale', id, 'preview', modified],
    queryFn: ({ signal }) => post<Countersale>(`/countersale/${id}/finalize/`, {}, { dryRun: true, signal }),
    staleTime: Infinity,
  })

export const openSalesQuery = (department: Department) =>
  queryOptions({
    queryKey: ['open sales', department.url],
    queryFn: ({ signal }) =>
      get<PageOf<Countersale>>(
        '/countersale/',
        {
          finalized__is: 'false',
          department__is: idOf(department.url),
          expose_client: true,
          ordering: '-modified',
          page_size: 50,
        },
        signal,
      ),
    // A sale without items is one that nobody has begun.
    select: ({ results }) => results.filter(({ countersale_items }) => countersale_items.length > 0),
    meta: { resources: ['countersale', 'countersaleitem'] },
  })

const sellable = { archived__is: 'false' } as const

export const itemsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['item', 'named', typed],
    queryFn: ({ signal }) =>
      get<PageOf<Item>>(
        '/item/',
        { ...sellable, name__icontains: typed, ordering: 'name', page_size: mostSuggested },
        signal,
      ),
    staleTime: 60_000,
    meta: { resources: ['item'] },
  })

/** The items with a barcode, or else with a product number. */
export const findByCode = async (code: string): Promise<readonly Item[]> => {
  const { results } = await get<PageOf<Item>>('/item/', { ...sellable, barcode__is: code, page_size: mostSuggested })
  if (results.length > 0) return results
  return (await get<PageOf<Item>>('/item/', { ...sellable, code__is: code, page_size: mostSuggested })).results
}

/** The item that the department charges for a prescription, if it has one. */
export const feeItemQuery = (department: Department) =>
  queryOptions({
    queryKey: ['prescription fee', department.url],
    queryFn: async ({ signal }) => {
      const settings = await get<DepartmentSettings>(`/settings/department/${idOf(department.url)}/`, {}, signal)
      return settings.prescription_fee_item === null
        ? null
        : get<Item>(`/item/${settings.prescription_fee_item}/`, {}, signal)
    },
    staleTime: 10 * 60_000,
    meta: { resources: ['department_settings', 'item'] },
  })

export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id, 'buyer'],
    queryFn: ({ signal }) => get<Client>(`/client/${id}/`, {}, signal),
    meta: { resources: ['client'] },
  })

export const buyersQuery = searchQuery

const once = makeSendOnce({
  send: (path, body, idempotencyKey) => post(path, body, { idempotencyKey }),
  wait: waitBeforeRetry,
  mintKey: () => crypto.randomUUID(),
})

export const openSale = (department: string, client: string | null) =>
  once.send<Countersale>('/countersale/', { department, client })

const addPath = (sale: number) => `/countersale/${sale}/add_item/`

type Sold = Pick<CountersaleItem, 'item' | 'quantity'> &
  Partial<Pick<CountersaleItem, 'usage_size' | 'batch_number' | 'percentage_change'>>

export const addItem = (sale: number, { item, quantity, usage_size, batch_number, percentage_change = '0' }: Sold) =>
  once.send<Countersale>(addPath(sale), {
    item,
    quantity,
    ...(usage_size == null ? {} : { usage_size }),
    ...(batch_number ? { batch_number } : {}),
    ...(isZero(percentage_change) ? {} : { percentage_change }),
  })

type RowChange = Partial<Pick<CountersaleItem, 'quantity' | 'percentage_change' | 'batch_number'>>

export const changeRow = ({ id, modified }: CountersaleItem, body: RowChange) =>
  request<CountersaleItem>('PATCH', `/countersaleitem/${id}/`, { body, ifModified: modified })

/** The item of a row, for what the row does not say of it. */
export const itemQuery = (url: string) =>
  queryOptions({
    queryKey: ['item', 'of row', url],
    queryFn: ({ signal }) => get<Item>(url, {}, signal),
    staleTime: 10 * 60_000,
    meta: { resources: ['item'] },
  })

export const removeRow = async ({ id, countersale, item }: CountersaleItem) => {
  await remove(`/countersaleitem/${id}/`)
  // Whoever takes a row out and scans its item again sells it anew, although the answer to the first scan was lost.
  once.forget(addPath(idOf(countersale)), (body) => (body as Sold).item === item)
}
