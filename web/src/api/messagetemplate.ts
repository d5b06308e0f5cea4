import { type BodyOf, type Language, list, type MessageChannel, type MessageKind } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import type { MessageTemplate } from './records.ts'
import { showsAll } from './shows.ts'

export const messageTemplateKey = ['message_template'] as const

/** The clinic's own wordings. */
export const messageTemplatesQuery = queryOptions({
  queryKey: messageTemplateKey,
  queryFn: ({ signal }) => Array.fromAsync(list(api, '/message_template/', { query: longPages, signal })),
  meta: showsAll('message_template'),
})

/** What a wording is for. There is one for each. */
export type Place = { readonly kind: MessageKind; readonly channel: MessageChannel; readonly language: Language }
export type Wording = { readonly subject: string; readonly text: string }

/** The wording in use, with its placeholders. */
export const wordingQuery = (place: Place) =>
  queryOptions({
    queryKey: [...messageTemplateKey, 'wording', place],
    queryFn: ({ signal }) => api.post('/message_template/preview/', { body: place, dryRun: true, signal }),
    meta: showsAll('message_template'),
  })

/** A message as the service would compose it of what has been typed. */
export const previewQuery = (place: Place, wording: Wording) =>
  queryOptions({
    queryKey: [...messageTemplateKey, 'preview', place, wording],
    queryFn: ({ signal }) =>
      api.post('/message_template/preview/', { body: { ...place, ...wording }, dryRun: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const addMessageTemplate = (body: BodyOf<'POST', '/message_template/'>, key?: string) =>
  api.post('/message_template/', { body, key })
export const changeMessageTemplate = (
  { id, modified }: MessageTemplate,
  body: BodyOf<'PATCH', '/message_template/{id}/'>,
) => api.patch('/message_template/{id}/', { path: { id }, body, ifMatch: modified })
export const readMessageTemplate = ({ id }: MessageTemplate) => api.get('/message_template/{id}/', { path: { id } })
export const removeMessageTemplate = ({ id, modified }: MessageTemplate, key: string) =>
  api.delete('/message_template/{id}/', { path: { id }, ifMatch: modified, key })
