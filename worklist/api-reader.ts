/** Where the API is, and the application to read it as. */
export type ApiAccess = { readonly base: string; readonly clientId: string; readonly clientSecret: string }
/** Reads a path of the API. */
export type ReadApi = <T>(path: string) => Promise<T>

/** The API or its authorization server refused a request. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const timeoutMs = 15_000

/** What an error says of itself, in either of its forms. */
const reasonIn = (text: string): string | undefined => {
  try {
    const { detail, error_description } = JSON.parse(text) as { detail?: string; error_description?: string }
    return detail ?? error_description
  } catch {
    return undefined
  }
}

const send = async (url: URL, init: RequestInit): Promise<unknown> => {
  const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const text = await answer.text()
  if (!answer.ok) throw new Refused(answer.status, reasonIn(text) ?? `${url.pathname} answered ${answer.status}.`)
  return JSON.parse(text)
}

/** Reads the API as an application, whose access token is renewed when it has expired. */
export const apiReader = ({ base, clientId, clientSecret }: ApiAccess): ReadApi => {
  const credentials = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
  let token: Promise<string> | undefined
  const requestToken = async () => {
    const answer = (await send(new URL('../../oauth2/token/', base), {
      method: 'POST',
      headers: { authorization: `Basic ${credentials.toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })) as { access_token: string }
    return answer.access_token
  }
  const currentToken = () => {
    token ??= requestToken().catch((problem: unknown) => {
      token = undefined
      throw problem
    })
    return token
  }
  const read = async (path: string) =>
    send(new URL(path, base), {
      headers: { authorization: `Bearer ${await currentToken()}`, accept: 'application/json' },
    })
  return async <T>(path: string) => {
    try {
      return (await read(path)) as T
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.status !== 401 || token === undefined) throw problem
      token = undefined
      return (await read(path)) as T
    }
  }
}
