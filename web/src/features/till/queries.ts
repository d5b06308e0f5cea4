import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { departmentSettingsQuery } from '../../api/departmentsettings.ts'
import type { Department } from '../../api/records.ts'
import { showsAll } from '../../api/shows.ts'

const maxSuggested = 8

const sellable = { archived__is: false } as const

export const itemsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['item', 'named', typed],
    queryFn: ({ signal }) =>
      api.get('/item/', {
        query: { ...sellable, name__icontains: typed, ordering: 'name', page_size: maxSuggested },
        signal,
      }),
    staleTime: 60_000,
    meta: showsAll('item'),
  })

/** The item that the department charges for a prescription, if it has one. */
export const feeItemQuery = (department: Department) =>
  queryOptions({
    queryKey: ['item', 'prescription fee', department.id],
    queryFn: async ({ signal, client }) => {
      const { prescription_fee_item: id } = await client.fetchQuery(departmentSettingsQuery(department.url))
      return id === null ? null : api.get('/item/{id}/', { path: { id }, signal })
    },
    staleTime: 10 * 60_000,
    meta: showsAll('department_settings', 'item'),
  })
