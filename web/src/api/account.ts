import { ApiError, type SecurityEventKind } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { readMe } from './api.ts'
import { home } from './home.ts'

/** One's own account, as the sign-in pages answer it to the app: no token of an application reads or changes it. */
export type Account = {
  /** The token that its forms carry. */
  readonly form: string
  readonly email: string
  /** The address that waits to be confirmed. */
  readonly new_email: string | null
  readonly factors: readonly {
    readonly id: number
    readonly kind: 'totp' | 'passkey'
    readonly name: string
    readonly created: string
    readonly last_used: string | null
  }[]
  /** How many recovery codes are left. */
  readonly recovery_codes: number
  readonly sessions: readonly {
    readonly session: string
    readonly is_own: boolean
    readonly browser: string
    readonly is_phone: boolean
    readonly address: string
    readonly created: string
    readonly last_used: string
    readonly locked: boolean
  }[]
  readonly applications: readonly {
    readonly id: number
    readonly name: string
    /** What it may do, in sentences. */
    readonly may: readonly string[]
    readonly since: string
  }[]
  readonly events: readonly {
    readonly id: number
    readonly occurred: string
    readonly kind: SecurityEventKind
    readonly browser: string
    readonly address: string
  }[]
}

export const accountKey = ['account'] as const

const unanswered = (cause: unknown) =>
  new ApiError({ status: 0, code: 'no_answer', detail: 'The service did not answer. Check the connection.' }, { cause })

/** What was refused, in the form that every other refusal has here. */
const problemOf = async (response: Response) => {
  const { detail, ...others } = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>
  // What is said of a field is a list; what describes the refusal as a whole is not.
  const errors = Object.fromEntries(
    Object.entries(others).flatMap(([name, said]) =>
      Array.isArray(said)
        ? [[name, said.map((message) => ({ code: 'invalid' as const, message: String(message) }))] as const]
        : [],
    ),
  )
  const [first] = Object.values(errors).flat()
  return new ApiError({
    status: response.status,
    code: response.status === 429 ? 'throttled' : 'invalid',
    detail: typeof detail === 'string' ? detail : (first?.message ?? 'That did not work. Reload the page.'),
    errors,
  })
}

const ask = async (path: string, body?: URLSearchParams) => {
  const response = await fetch(`${home}/account/${path}`, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw unanswered(error)
  })
  if (response.ok) return response
  if (response.type !== 'opaqueredirect') throw await problemOf(response)
  // Nobody is signed in any more, or the session is locked: this leads there, or covers the page.
  await readMe()
  throw unanswered(undefined)
}

export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: async () => (await (await ask('')).json()) as Account,
  // What happens to an account is told by no stream.
  staleTime: 0,
})

export type AccountFields = Readonly<Record<string, string>>

/** Sends one of the forms of the account page. */
export const sendAccountForm = async (path: string, fields: AccountFields) => {
  await ask(path, new URLSearchParams(fields))
}
