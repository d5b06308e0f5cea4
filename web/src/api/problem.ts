type FieldProblem = { readonly message: string; readonly code: string }
type FieldProblems = Readonly<Record<string, readonly FieldProblem[]>>

/** What the API answers if something is refused, as problem details. */
type Details = {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors?: FieldProblems | undefined
  readonly requestId?: string | undefined
}

/** A request that was refused, or that got no answer: then the status is 0. */
export class ApiProblem extends Error implements Details {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: FieldProblems | undefined
  readonly requestId: string | undefined

  constructor({ status, code, detail, errors, requestId }: Details) {
    super(detail)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
    this.requestId = requestId
  }
}

/** The first sentence that says what to do: of a field if there is one. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiProblem)) return 'Something went wrong in the app. Reload the page.'
  const first = Object.values(error.errors ?? {}).flat()[0]
  return first?.message ?? error.detail
}

/** Answers that say nothing about what became of a request: it was not looked at, or another one with its key is running. */
const undecidedStatuses = new Set([408, 409, 429])

/** Whether the service said no, so that nothing happened. After anything else nobody knows, and only the same key may ask again. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiProblem &&
  error.status >= 400 &&
  error.status < 500 &&
  !undecidedStatuses.has(error.status) &&
  error.code !== 'session_locked'

/** Whether another request got through with its key before. */
export const isKeyReused = (error: unknown) => error instanceof ApiProblem && error.code === 'idempotency_key_reused'

export const isUnanswered = (error: unknown) => error instanceof ApiProblem && error.status === 0
