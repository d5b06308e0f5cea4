import { bearer, type Auth } from './auth.ts'
import { noAnswer, problemIn, requireAddress, ApiError } from './errors.ts'

export type ClientCredentials = {
  readonly clientId: string
  readonly clientSecret: string
  /** `https://<host>/<organisation_id>/oauth2/token/`. */
  readonly tokenUrl: string
  readonly scope?: string | undefined
}

type Token = { readonly value: string; readonly expires: number }

/** A token is renewed a minute before it ends, so that it does not end on the way. */
const reserveMs = 60_000

const isBrowser = () => 'document' in globalThis || 'WorkerGlobalScope' in globalThis

type Refusal = { readonly error?: string; readonly error_description?: string; readonly detail?: string }

/** A refusal as OAuth words it, or as the rest of the service does where the address is no token endpoint. */
const refusal = async (response: Response) => {
  const text = await response.clone().text()
  const { error, error_description: description, detail = text } = JSON.parse(text) as Refusal
  const { status } = response
  if (error === undefined) return new ApiError({ status, code: status === 404 ? 'not_found' : 'unreadable', detail })
  const hint =
    error === 'invalid_client' ? ' Check clientId and clientSecret: a secret that was replaced is refused.' : ''
  return new ApiError({ status, code: 'not_authenticated', detail: `${description ?? error}${hint}` })
}

/**
 * As an application, by its client id and secret (client credentials). The access token is asked for when the first
 * request needs it, and renewed by itself. Not for pages: whoever opens one could read the secret.
 */
export const clientCredentials = ({ clientId, clientSecret, tokenUrl, scope }: ClientCredentials): Auth => {
  if (isBrowser())
    throw new Error('A page cannot keep a client secret: sign people in by an authorization code, and use bearer().')
  requireAddress('tokenUrl', tokenUrl)
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  const ask = async (): Promise<Token> => {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw noAnswer(error, `The token endpoint ${tokenUrl}`)
    })
    if (!response.ok) throw await refusal(response).catch(() => problemIn(response))
    const { access_token: value, expires_in } = (await response.json()) as { access_token: string; expires_in: number }
    return { value, expires: Date.now() + expires_in * 1000 }
  }
  let current: Promise<Token> | undefined
  const isUsable = ({ value, expires }: Token, refused: string | undefined) =>
    value !== refused && expires - reserveMs > Date.now()
  return bearer(async (refused) => {
    const asked = current
    const known = await asked?.catch(() => undefined)
    // Whoever comes first asks; the others wait for the same answer.
    if (current === asked && (known === undefined || !isUsable(known, refused))) current = ask()
    return (await current!).value
  })
}
