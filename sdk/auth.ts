import { noAnswer, type ApiError } from './errors.ts'

export type AuthHeaders = Readonly<Record<string, string>>

/** How requests show who sends them. */
export type Auth = {
  /** The headers of a request that is sent now, or sent again after those that it had were refused. */
  readonly headers: (request: {
    readonly method: string
    /** Where the API begins. */
    readonly base: string
    readonly refused?: AuthHeaders | undefined
  }) => Promise<AuthHeaders>
  /** Whether a request that was refused with this is worth sending again, with other headers. */
  readonly isRenewable: (problem: ApiError) => boolean
  readonly credentials: 'same-origin' | 'omit'
}

/**
 * By an access token: the token itself, or a function that gives it. The function is called for every request, and once
 * more with the token that was refused.
 */
export const bearer = (token: string | ((refused: string | undefined) => string | Promise<string>)): Auth => ({
  headers: async ({ refused }) => ({
    authorization: `Bearer ${typeof token === 'string' ? token : await token(refused?.authorization?.slice(7))}`,
  }),
  isRenewable: ({ status }) => status === 401 && typeof token === 'function',
  credentials: 'omit',
})

type SessionOptions = {
  /** Reads the token that changes carry, if GET /me/ is not to be asked for it. */
  readonly readToken?: (base: string) => Promise<string>
}

const tokenFromMe = async (base: string) => {
  const asked = { headers: { accept: 'application/json' }, credentials: 'same-origin' } as const
  const response = await fetch(`${base}/me/`, asked).catch((error: unknown) => {
    throw noAnswer(error)
  })
  const { csrf_token: token } = response.ok ? ((await response.json()) as { csrf_token?: string | null }) : {}
  // Without one the change itself is refused, and its answer says why.
  return token ?? ''
}

/** By the session cookie of the app, whose pages are served by the API itself. Changes carry its CSRF token, which is read once, and again when it is refused. */
export const session = ({
  readToken = tokenFromMe,
}: SessionOptions = {}): Auth & {
  /** Takes over the token of an answer of GET /me/, or forgets it. */
  readonly remember: (csrfToken: string | undefined) => void
} => {
  let csrfToken: string | undefined
  return {
    remember: (token) => {
      csrfToken = token
    },
    headers: async ({ method, base, refused }) => {
      if (method === 'GET') return {}
      if (csrfToken === refused?.['x-csrf-token']) csrfToken = undefined
      csrfToken ??= await readToken(base)
      return { 'x-csrf-token': csrfToken }
    },
    isRenewable: ({ code }) => code === 'csrf',
    credentials: 'same-origin',
  }
}
