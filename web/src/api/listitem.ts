import { type BodyOf, CodelistName, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { ListItem } from './records.ts'
import { showsAll } from './shows.ts'

/** What the clinic sorts its items into. */
export const itemGroupsQuery = queryOptions({
  queryKey: ['listitem', 'items'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      list(api, '/listitem/', {
        query: { list__is: CodelistName.Items, archived__is: false, ordering: 'name' },
        signal,
      }),
    ),
  staleTime: 10 * 60_000,
  meta: showsAll('listitem'),
})

export const listItemKey = ['listitem'] as const

/** The entries of every list, archived ones too, for whoever keeps them. */
export const allListItemsQuery = queryOptions({
  queryKey: [...listItemKey, 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/listitem/', { query: { ordering: 'name', ...longPages }, signal })),
  meta: showsAll('listitem'),
})

export const addListItem = (body: BodyOf<'POST', '/listitem/'>, key: string) => api.post('/listitem/', { body, key })
export const changeListItem = ({ id, modified }: ListItem, body: BodyOf<'PATCH', '/listitem/{id}/'>, key?: string) =>
  api.patch('/listitem/{id}/', { path: { id }, body, ifMatch: modified, key })
export const readListItem = ({ id }: ListItem) => api.get('/listitem/{id}/', { path: { id } })
