import { type Adapter, type ClientMetadata, errors, Provider } from 'oidc-provider'
import { type Database, inOrganisation } from '../db/tx.ts'
import { countAttempt } from '../domain/identity/limits.ts'
import { kindOfRedirect } from '../domain/identity/redirects.ts'
import type { RateWindows } from '../rates/rate-windows.ts'
import { addressOf } from './addresses.ts'

type Application = {
  name: string
  client_id: string
  secret_hash: string | null
  public: boolean
  redirect_uris: string[]
  allowed_origins: string[]
  scopes: string[]
  pkce_required: boolean
}

/** Metadata of ours: the origins from which pages of the client may send requests, and whether it must use PKCE. */
export const originsMetadata = 'allowed_origins'
export const pkceMetadata = 'pkce_required'

const grantsOf = ({ public: isPublic, redirect_uris }: Application) => [
  ...(isPublic ? [] : ['client_credentials']),
  ...(redirect_uris.length > 0 ? ['authorization_code', 'refresh_token'] : []),
]

/** The client metadata of an application. `client_secret` is the hash; compareClientSecret hashes the secret that was sent. */
const metadataOf = (application: Application): ClientMetadata => ({
  client_id: application.client_id,
  client_name: application.name,
  ...(application.secret_hash === null ? {} : { client_secret: application.secret_hash }),
  token_endpoint_auth_method: application.public ? 'none' : 'client_secret_basic',
  // For a native client oidc-provider always asks for consent, and accepts any port of a loopback redirect URI.
  application_type:
    application.public && application.redirect_uris.some((uri) => kindOfRedirect(uri) !== 'https') ? 'native' : 'web',
  redirect_uris: application.redirect_uris,
  [originsMetadata]: application.allowed_origins,
  [pkceMetadata]: application.public || application.pkce_required,
  grant_types: grantsOf(application),
  response_types: application.redirect_uris.length > 0 ? ['code'] : [],
  scope: application.scopes.join(' '),
})

const slowDown = async (rates: RateWindows, organisation: number, clientId: string) => {
  const { ctx } = Provider
  if (ctx?.oidc?.route !== 'token') return
  const verdict = await countAttempt(
    rates,
    'tokenRequestsOfClientAtAddress',
    organisation,
    clientId,
    addressOf(ctx.req),
  )
  if (verdict.allowed) return
  ctx.set('retry-after', String(verdict.retryAfter ?? 60))
  const error = new errors.CustomOIDCProviderError(
    'too_many_requests',
    `Too many token requests. Keep a token until it expires, and try again in ${verdict.retryAfter ?? 60} seconds.`,
  )
  throw Object.assign(error, { status: 429, statusCode: 429 })
}

const readOnly = () => Promise.reject(new Error('Applications are registered through the API or the command line.'))

/** Reads applications from the database for every request, so that an archived one is refused at once. */
export const clientsOf = (db: Database, rates: RateWindows, organisation: number): Adapter => ({
  find: async (clientId) => {
    await slowDown(rates, organisation, clientId)
    const application = await inOrganisation(db, organisation, (tx) =>
      tx
        .selectFrom('application')
        .select(['name', 'client_id', 'secret_hash', 'public', 'redirect_uris', 'allowed_origins', 'scopes'])
        .select('pkce_required')
        .where('client_id', '=', clientId)
        .where('archived', '=', false)
        .executeTakeFirst(),
    )
    return application === undefined ? undefined : { ...metadataOf(application) }
  },
  upsert: readOnly,
  destroy: readOnly,
  consume: readOnly,
  revokeByGrantId: readOnly,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
})
