export { bearer, session, type Auth } from './auth.ts'
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
export type { Operations, Schemas } from './contract.ts'
export * from './enums.ts'
export { ApiError, isOutcomeUnknown, isRefusal, type FieldProblems, type ProblemCode } from './errors.ts'
export { etagOf, type Version } from './etag.ts'
export { newKey, type Method, type RequestOptions, type TransportOptions } from './transport.ts'
