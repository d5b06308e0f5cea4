import { type BodyOf, composite, entry, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { PermissionGroup } from './records.ts'

/** The groups that give people their permissions, in the order of their names. The event stream does not tell of them. */
export const groupsQuery = queryOptions({
  queryKey: ['permissiongroup'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      list(api, '/permissiongroup/', { query: { archived__is: false, ordering: 'name', ...longPages }, signal }),
    ),
})

type GroupLists = Pick<BodyOf<'PATCH', '/permissiongroup/{id}/'>, 'read' | 'write'>

export const createGroup = (name: string, key: string) => api.post('/permissiongroup/', { body: { name }, key })

/** Changes what several groups may do, all of them or none, and answers them. */
export const changeGroups = async (
  changed: readonly { readonly group: PermissionGroup; readonly lists: GroupLists }[],
  key: string,
): Promise<readonly PermissionGroup[]> => {
  const answers = await composite(
    api,
    changed.map(({ group, lists }) =>
      entry(`group${group.id}`, 'PATCH', '/permissiongroup/{id}/', {
        path: { id: group.id },
        body: lists,
        ifMatch: group,
      }),
    ),
    { key },
  )
  return Object.values(answers).flatMap(({ body }) => body ?? [])
}
