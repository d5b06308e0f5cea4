import { type BodyOf, type CatalogPreviewKind, CatalogUploadStatus, type ItemType } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { nextPage } from './lists.ts'
import { idOf, type Wholesaler } from './records.ts'
import { shows } from './shows.ts'

/** Everything that is read of catalogs is read again by this. */
export const catalogsKey = ['catalog'] as const

/** Which part of a catalog is looked at and imported, and what is added to the price of new items. */
export type Terms = {
  readonly types: readonly ItemType[]
  readonly typed: string
  readonly markup: string
}

const termsOf = ({ types, typed, markup }: Terms) => ({
  ...(types.length > 0 && { item_types: types.join(',') }),
  ...(typed !== '' && { search_term: typed }),
  ...(markup !== '' && { markup_percentage: markup }),
})

/** What an import changes, and by what a catalog is replaced. */
const showsCatalog = (upload: number, wholesaler: string) =>
  shows({ catalog_upload: `/catalog_upload/${upload}/`, wholesaler, catalog_import: wholesaler, item: true })

/** How many changes of each kind an import would make. */
export const catalogCountsQuery = (upload: number, wholesaler: string, terms: Terms) =>
  queryOptions({
    queryKey: [...catalogsKey, 'counts', upload, terms],
    queryFn: ({ signal }) =>
      api.get('/catalog_upload/{id}/preview/', { path: { id: upload }, query: termsOf(terms), signal }),
    placeholderData: keepPreviousData,
    meta: showsCatalog(upload, wholesaler),
  })

/** The changes of a kind, page by page. */
export const catalogChangesQuery = (upload: number, wholesaler: string, terms: Terms, kind: CatalogPreviewKind) =>
  infiniteQueryOptions({
    queryKey: [...catalogsKey, 'changes', upload, kind, terms],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/catalog_upload/{id}/preview/changes/', {
        path: { id: upload },
        query: { ...termsOf(terms), kind__is: kind, page },
        signal,
      }),
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: showsCatalog(upload, wholesaler),
  })

/** A file that was received, with what was wrong with it. */
export const catalogUploadQuery = (upload: number) =>
  queryOptions({
    queryKey: [...catalogsKey, 'upload', upload],
    queryFn: ({ signal }) => api.get('/catalog_upload/{id}/', { path: { id: upload }, signal }),
    meta: shows({ catalog_upload: `/catalog_upload/${upload}/` }),
  })

/** The newest file of a wholesaler that was read, whether or not it became the catalog. */
export const newestUploadQuery = (wholesaler: number) =>
  queryOptions({
    queryKey: [...catalogsKey, 'newest', wholesaler],
    queryFn: async ({ signal }) => {
      const query = {
        wholesaler__is: String(wholesaler),
        status__in: [CatalogUploadStatus.Accepted, CatalogUploadStatus.PartiallyAccepted, CatalogUploadStatus.Rejected],
        ordering: '-id',
        page_size: 1,
      } as const
      return (await api.get('/catalog_upload/', { query, signal })).results[0] ?? null
    },
    meta: shows({ catalog_upload: `/wholesaler/${wholesaler}/` }),
  })

/** The newest import of a wholesaler's catalog. */
export const newestImportQuery = (wholesaler: number) =>
  queryOptions({
    queryKey: [...catalogsKey, 'import', wholesaler],
    queryFn: async ({ signal }) => {
      const query = { wholesaler__is: String(wholesaler), ordering: '-id', page_size: 1 } as const
      return (await api.get('/catalog_import/', { query, signal })).results[0] ?? null
    },
    meta: shows({ catalog_import: `/wholesaler/${wholesaler}/` }),
  })

export type NewImport = BodyOf<'POST', '/catalog_import/'>
export const startImport = (body: NewImport, key: string) => api.post('/catalog_import/', { body, key })

/** Swaps the catalog of a wholesaler with the one before it. */
export const returnToPrevious = ({ url }: Wholesaler, key: string) =>
  api.post('/wholesaler/{id}/return_to_previous_catalog/', { path: { id: idOf(url) }, body: {}, key })
