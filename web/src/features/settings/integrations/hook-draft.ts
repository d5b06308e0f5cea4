import { WebhookContentType, WebhookTrigger } from '@fetlock/sdk'
import { addWebhook, changeWebhook, type MadeWebhook, readWebhook } from '../../../api/webhook.ts'

export type HookDraft = {
  readonly name: string
  readonly trigger: WebhookTrigger
  readonly url: string
  readonly department: string
  readonly content_type: WebhookContentType
  readonly active: boolean
}

const draftOf = (hook: MadeWebhook | undefined): HookDraft => ({
  name: hook?.name ?? '',
  trigger: hook?.trigger ?? WebhookTrigger.InvoiceFinalized,
  url: hook?.url ?? '',
  department: hook?.department ?? '',
  content_type: hook?.content_type ?? WebhookContentType.Json,
  active: hook?.active ?? true,
})

/** How a webhook is made, changed and read again. */
export const hookStore = {
  draftOf,
  add: ({ department, ...draft }: HookDraft, key: string) =>
    addWebhook({ ...draft, department: department || null }, key),
  send: (version: MadeWebhook, { department, ...changes }: Partial<HookDraft>): Promise<MadeWebhook> =>
    changeWebhook(version, { ...changes, ...(department !== undefined && { department: department || null }) }),
  readNow: (before: MadeWebhook): Promise<MadeWebhook> => readWebhook(before),
}
