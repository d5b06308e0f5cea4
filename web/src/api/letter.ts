import { type BodyOf, list, TextTemplateKind } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages } from './lists.ts'
import { showsAll } from './shows.ts'
import { templateKey } from './texttemplate.ts'

type Letter = BodyOf<'POST', '/message/preview/'>

/** A message to a client as the service fills it in, and whether it would be held. Nothing is sent. */
export const letterQuery = (letter: Letter) =>
  queryOptions({
    queryKey: ['message', 'letter', letter],
    queryFn: ({ signal }) => api.post('/message/preview/', { body: letter, dryRun: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: showsAll('client', 'phonenumber'),
  })

export const sendLetter = (body: BodyOf<'POST', '/message/'>, key: string) => api.post('/message/', { body, key })

/** The texts that the clinic has stored for messages. */
export const letterTextsQuery = queryOptions({
  queryKey: [...templateKey, 'messages'],
  queryFn: ({ signal }) =>
    Array.fromAsync(
      list(api, '/text_template/', {
        query: { archived__is: false, kind__is: TextTemplateKind.Message, ordering: 'name', ...longPages },
        signal,
      }),
    ),
  meta: showsAll('text_template'),
})
