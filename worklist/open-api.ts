import { createClient, type Client } from '@fetlock/sdk'
import { clientCredentials } from '@fetlock/sdk/server'

/** Where the API is, with a slash at its end, and the application to read it as. */
export type ApiAccess = { readonly base: string; readonly clientId: string; readonly clientSecret: string }

/** A device waits for the answer to its query, so a failing API is asked once more and no longer. */
export const openApi = ({ base, clientId, clientSecret }: ApiAccess): Client => {
  const tokenUrl = new URL('../../oauth2/token/', base).href
  return createClient({
    base,
    auth: clientCredentials({ clientId, clientSecret, tokenUrl }),
    retries: 1,
    timeoutMs: 15_000,
    maxPauseMs: 5_000,
  })
}
