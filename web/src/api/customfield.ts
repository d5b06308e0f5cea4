import { type BodyOf, type CustomFieldOwner, CustomFieldType, list } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { CustomFieldSetting } from './records.ts'
import { showsAll } from './shows.ts'

const { Select, MultiSelect } = CustomFieldType

/** The fields that the clinic, or an integration, has added to a kind of record. */
export const customFieldsQuery = (owner: CustomFieldOwner) =>
  queryOptions({
    queryKey: ['custom fields', owner],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/custom_fields/', {
          query: { content_type__is: owner, archived__is: false, ordering: 'name' },
          signal,
        }),
      ),
    staleTime: 10 * 60_000,
    meta: showsAll('custom_fields'),
  })

/** What can be chosen in fields that are chosen from. */
export const fieldSettingsQuery = (owner: CustomFieldOwner) =>
  queryOptions({
    queryKey: ['custom field settings', owner],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        list(api, '/custom_field_setting/', {
          query: { content_type__is: owner, field_type__in: [Select, MultiSelect] },
          signal,
        }),
      ),
    staleTime: 10 * 60_000,
    meta: showsAll('custom_fields'),
  })

/** Every field of every kind of record, archived ones too, for whoever sets them up. */
export const allFieldsQuery = queryOptions({
  queryKey: ['custom field settings', 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/custom_field_setting/', { query: { ordering: 'name' }, signal })),
  meta: showsAll('custom_fields'),
})

/** The queries that show what is set up. */
export const fieldKeys = [['custom field settings'], ['custom fields']] as const

export type NewField = BodyOf<'POST', '/custom_field_setting/'>
export const addField = (body: NewField, key: string) => api.post('/custom_field_setting/', { body, key })
export const changeField = (
  { id, modified }: CustomFieldSetting,
  body: BodyOf<'PATCH', '/custom_field_setting/{id}/'>,
  key?: string,
) => api.patch('/custom_field_setting/{id}/', { path: { id }, body, ifMatch: modified, key })
export const readField = ({ id }: CustomFieldSetting) => api.get('/custom_field_setting/{id}/', { path: { id } })
