import type { Schemas } from './contract.ts'
import type { ErrorCode } from './enums.ts'

/** `no_answer`: the connection broke, or nothing came in time. `unreadable`: what came was not of this API. */
export type ProblemCode = ErrorCode | 'no_answer' | 'unreadable'

export type FieldProblems = Schemas['FieldProblems']

type Details = {
  /** The status of the answer; 0 if there was none. */
  readonly status: number
  readonly code: ProblemCode
  /** What went wrong and what to do, for people. */
  readonly detail: string
  /** What is wrong with each field. Of a bulk request, one of these for each entry. */
  readonly errors?: Schemas['ProblemErrors'] | undefined
  /** The entry of a composite that was refused. */
  readonly entry?: string | undefined
  readonly requestId?: string | undefined
  /** Seconds to wait before the request is sent again, where the service said so. */
  readonly retryAfter?: number | undefined
}

/** A request that was refused, or whose outcome is not known. */
export class ApiError extends Error implements Details {
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: Details['errors']
  readonly entry: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  /** Whether the request may have taken effect. Then only the same request under the same key may follow. */
  readonly isOutcomeUnknown: boolean

  constructor(details: Details, options?: ErrorOptions & { readonly isOutcomeUnknown?: boolean }) {
    super(details.detail, options)
    this.name = 'ApiError'
    this.status = details.status
    this.code = details.code
    this.detail = details.detail
    this.errors = details.errors
    this.entry = details.entry
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.isOutcomeUnknown = options?.isOutcomeUnknown ?? leavesOutcomeUnknown(details)
  }
}

/**
 * Answers that do not say what became of a request: none at all, 408, 409 (a request with the same key is still running),
 * 5xx, and what is not of this API. After every other refusal nothing has happened.
 */
const leavesOutcomeUnknown = ({ status, code }: Pick<Details, 'status' | 'code'>) =>
  status === 0 || status === 408 || status === 409 || status >= 500 || code === 'unreadable'

/** Refusals that come before the key of a request is looked at: they say nothing about an earlier attempt. */
const comesBeforeKey = ({ status }: ApiError) => status === 401 || status === 403 || status === 429

/** A refusal as it is to be understood after an earlier attempt under the same key whose outcome is not known. */
export const afterUnknown = (problem: ApiError): ApiError =>
  comesBeforeKey(problem) ? new ApiError(problem, { cause: problem, isOutcomeUnknown: true }) : problem

/**
 * Whether the service refused the request, so that nothing has happened. `isRepeated` says that the same was sent before under
 * the same key, by an earlier call whose outcome is not known: a refusal that comes before the key is looked at is none then.
 */
export const isRefusal = (error: unknown, isRepeated = false): error is ApiError =>
  error instanceof ApiError && !error.isOutcomeUnknown && !(isRepeated && comesBeforeKey(error))

/** Whether an error leaves open what became of the request. Every error but a refusal does. */
export const isOutcomeUnknown = (error: unknown, isRepeated = false): boolean => !isRefusal(error, isRepeated)

export const noAnswer = (cause: unknown, who = 'The service'): ApiError =>
  new ApiError({ status: 0, code: 'no_answer', detail: `${who} did not answer. Check the connection.` }, { cause })

/** Tells whoever forgot a setting, before anything is sent to nowhere. */
export const requireAddress = (name: string, address: string): void => {
  if (/^(https?:\/)?\/./.test(address)) return
  throw new TypeError(`${name} is no address: "${address}". Is the setting that it comes from there?`)
}

/** Seconds, or the date until which to wait. */
const secondsIn = (text: string | null) => {
  if (text === null) return undefined
  const seconds = Number(text)
  return Number.isFinite(seconds) ? seconds : Math.max(0, (Date.parse(text) - Date.now()) / 1000) || undefined
}

export const unreadable = (response: Response, cause?: unknown): ApiError =>
  new ApiError(
    {
      status: response.status,
      code: 'unreadable',
      detail: 'What answered is not the API. Check the address, and what is between here and there.',
      retryAfter: secondsIn(response.headers.get('retry-after')),
    },
    { cause },
  )

/** The error that a response is. */
export const problemIn = async (response: Response): Promise<ApiError> => {
  const { status, headers } = response
  const retryAfter = secondsIn(headers.get('retry-after'))
  const requestId = headers.get('x-request-id') ?? undefined
  try {
    const { code, detail, errors, entry } = (await response.json()) as Schemas['Problem']
    if (typeof code !== 'string') return unreadable(response)
    return new ApiError({ status, code, detail, errors, entry, requestId, retryAfter })
  } catch (cause) {
    return unreadable(response, cause)
  }
}
