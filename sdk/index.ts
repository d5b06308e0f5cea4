export { bearer, session, type Auth, type AuthHeaders } from './auth.ts'
export {
  createClient,
  idOf,
  type Answer,
  type AnswerOf,
  type BodyOf,
  type Client,
  type Options,
  type Path,
  type QueryOf,
} from './client.ts'
export { composite, entry, ref, type Entry, type EntryAnswer, type Referable, type Reference } from './composite.ts'
export type { Operations, Schemas } from './contract.ts'
export { delta, type DeltaOptions, type DeltaPage, type DeltaPath, type DeltaPosition } from './delta.ts'
export * from './enums.ts'
export { ApiError, isOutcomeUnknown, isRefusal, type FieldProblems, type ProblemCode } from './errors.ts'
export { etagOf, type Version } from './etag.ts'
export { events, type ChangeEvent, type EventOptions, type StreamMessage } from './events.ts'
export { download, upload } from './files.ts'
export { list, pages, walk, type ListOptions, type ListPath, type RecordOf, type WalkOptions } from './lists.ts'
export { newKey, type Method, type RequestOptions, type TransportOptions } from './transport.ts'
export { verifyWebhook, WebhookError, type Delivery, type WebhookEvent } from './webhooks.ts'
