import type { BodyOf, MessageChannel, Schemas } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export type MessageSettings = Schemas['MessageSettings']
export type TestResult = Schemas['MessageSettingsTestResult']

/** Through which servers the clinic writes to its clients. There is exactly one record. */
export const messageSettingsQuery = queryOptions({
  queryKey: ['message settings'],
  queryFn: ({ signal }) => api.get('/settings/messaging/', { signal }),
})

export type MessageSettingsChange = NonNullable<BodyOf<'PATCH', '/settings/messaging/'>>

export const changeMessageSettings = ({ modified }: MessageSettings, body: MessageSettingsChange, key?: string) =>
  api.patch('/settings/messaging/', { body, key, ifMatch: modified })

export type TestAsked = { readonly channel: MessageChannel; readonly phone_number?: string }

/** Sends a test message to whoever asks for it, and answers what the server said. It is tried once. */
export const sendTest = (body: TestAsked, key: string): Promise<TestResult> =>
  api.post('/settings/messaging/test/', { body, key })
