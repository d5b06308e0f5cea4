import { queryOptions } from '@tanstack/react-query'
import type { Breed, CustomField, CustomFieldSetting, PageOf } from '../../api/records.ts'
import { get } from '../../api/request.ts'

const aDay = 24 * 60 * 60_000

export type Kind = 'client' | 'patient' | 'consultation'

export const breedsQuery = (species: number) =>
  queryOptions({
    queryKey: ['codelist', 'breeds', species],
    queryFn: ({ signal }) =>
      get<PageOf<Breed>>(
        '/codelist/breeds/',
        { species__is: species, archived__is: 'false', ordering: 'name', page_size: 1000 },
        signal,
      ),
    staleTime: aDay,
  })

export const customFieldsQuery = (kind: Kind) =>
  queryOptions({
    queryKey: ['custom fields', kind],
    queryFn: ({ signal }) =>
      get<PageOf<CustomField>>(
        '/custom_fields/',
        { content_type__is: kind, archived__is: 'false', ordering: 'name', page_size: 500 },
        signal,
      ),
    staleTime: 10 * 60_000,
    meta: { resources: ['custom_field'] },
  })

/** What can be chosen in fields that are chosen from. */
export const fieldSettingsQuery = (kind: Kind) =>
  queryOptions({
    queryKey: ['custom field settings', kind],
    queryFn: ({ signal }) =>
      get<PageOf<CustomFieldSetting>>(
        '/custom_field_setting/',
        { content_type__is: kind, field_type__in: '6,7', page_size: 500 },
        signal,
      ),
    staleTime: 10 * 60_000,
    meta: { resources: ['custom_field'] },
  })
