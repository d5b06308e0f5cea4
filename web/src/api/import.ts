import { type ImportKind, list } from '@fetlock/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages, nextPage } from './lists.ts'
import type { Import } from './records.ts'
import { shows, showsAll } from './shows.ts'

export const importKey = ['import'] as const
/** Files that the app imports; opening balances are imported by whoever operates the service. */
export type ImportedKind = Exclude<ImportKind, 'opening_balances'>

export const isUnderWay = ({ state }: Pick<Import, 'state'>) => state === 'checking' || state === 'running'

const addressOf = (id: number) => `/import/${id}/`

/** The latest imports, the newest first. */
export const importsQuery = queryOptions({
  queryKey: [...importKey, 'list'],
  queryFn: ({ signal }) => api.get('/import/', { query: { ordering: '-id', page_size: 10 }, signal }),
  refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? 2_000 : false),
  meta: showsAll('import'),
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...importKey, id],
    queryFn: ({ signal }) => api.get('/import/{id}/', { path: { id }, signal }),
    // The worker takes a hundred rows at a time, and tells of them within seconds: too late for whoever watches.
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? 1_000 : false),
    meta: shows({ import: addressOf(id) }),
  })

const refused = { outcome__is: 'refused' } as const

/** The rows that were refused, page by page. They are read anew for each check or run. */
export const refusedRowsQuery = (id: number, started: string | null) =>
  infiniteQueryOptions({
    queryKey: [...importKey, id, 'refused', started],
    queryFn: ({ pageParam, signal }) =>
      api.get('/import/{id}/rows/', { path: { id }, query: { ...refused, page: pageParam, page_size: 50 }, signal }),
    ...nextPage,
  })

export const readRefusedRows = (id: number) =>
  Array.fromAsync(list(api, '/import/{id}/rows/', { path: { id }, query: { ...refused, ...longPages } }))

export const createImport = (name: string, key: string) => api.post('/import/', { body: { name }, key })

const filePaths = {
  clients: '/import/{id}/clients/',
  phone_numbers: '/import/{id}/phone_numbers/',
  patients: '/import/{id}/patients/',
  weights: '/import/{id}/weights/',
  items: '/import/{id}/items/',
} as const satisfies Readonly<Record<ImportedKind, string>>

export type SentFile = { readonly id: number; readonly kind: ImportedKind; readonly csv: string }

export const putImportFile = ({ id, kind, csv }: SentFile, key: string) =>
  api.put(filePaths[kind], { path: { id }, body: new Blob([csv], { type: 'text/csv' }), key })

export const checkImport = (id: number, key: string) => api.post('/import/{id}/check/', { path: { id }, key })
export const runImport = (id: number, key: string) => api.post('/import/{id}/run/', { path: { id }, key })
