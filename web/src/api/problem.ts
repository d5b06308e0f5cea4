import { ApiError, type FieldProblems, isRefusal as isDefinite } from '@fetlock/sdk'

/** A sentence of the service about one field: the first, where there are several. */
const firstOfFields = ({ errors }: ApiError): string | undefined =>
  [errors ?? {}].flat().flatMap((fields) => Object.values(fields).flat())[0]?.message

/** What the app itself does not do, and why, in a sentence for people. */
export class NotDone extends Error {}

/** The first sentence that says what to do: of a field if there is one. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) return firstOfFields(error) ?? error.detail
  return error instanceof NotDone ? error.message : 'Something went wrong in the app. Reload the page.'
}

/** What is wrong with each field, by its name. The app sends no bulk requests, whose answers are lists of these. */
export const fieldProblemsOf = (error: unknown): FieldProblems =>
  (error instanceof ApiError ? [error.errors ?? {}].flat()[0] : undefined) ?? {}

/** Not looked at: too many requests, or the screen is locked. The same request is sent again by itself. */
const isPutOff = ({ status, code }: ApiError) => status === 429 || code === 'session_locked'

/**
 * Whether the service said no, so that nothing happened. After anything else only the same key may ask again. `isRepeated`: it
 * was sent before under this key, and nobody knows what became of it.
 */
export const isRefusal = (error: unknown, isRepeated = false): error is ApiError =>
  isDefinite(error, isRepeated) && !isPutOff(error)

/** Whether another request got through with its key before. */
export const isKeyReused = (error: unknown) => error instanceof ApiError && error.code === 'idempotency_key_reused'

/** Whether the person has to confirm that it is them before the same request is carried out. */
export const isStepUp = (error: unknown) => error instanceof ApiError && error.code === 'step_up_required'

/** Whether somebody else changed the record since it was read. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412

export const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0
