import { type BodyOf, list, TextTemplateKind } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { TextTemplate } from './records.ts'
import { showsAll } from './shows.ts'

/** The texts that the clinic has stored for notes and discharge instructions. */
export const templatesQuery = queryOptions({
  queryKey: ['text_template'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      list(api, '/text_template/', {
        query: {
          archived__is: false,
          kind__in: [TextTemplateKind.Note, TextTemplateKind.Discharge],
          ordering: 'name',
          ...longPages,
        },
        signal,
      }),
    ),
  staleTime: 10 * 60_000,
  meta: showsAll('text_template'),
})

export const templateKey = ['text_template'] as const

/** All of them, archived ones too, for whoever writes them. */
export const allTemplatesQuery = queryOptions({
  queryKey: [...templateKey, 'all'],
  queryFn: ({ signal }) =>
    Array.fromAsync(list(api, '/text_template/', { query: { ordering: 'name', ...longPages }, signal })),
  meta: showsAll('text_template'),
})

export const addTemplate = (body: BodyOf<'POST', '/text_template/'>, key: string) =>
  api.post('/text_template/', { body, key })
export const changeTemplate = (
  { id, modified }: TextTemplate,
  body: BodyOf<'PATCH', '/text_template/{id}/'>,
  key?: string,
) => api.patch('/text_template/{id}/', { path: { id }, body, ifMatch: modified, key })
export const readTemplate = ({ id }: TextTemplate) => api.get('/text_template/{id}/', { path: { id } })
