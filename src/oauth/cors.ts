import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ApplicationsAt } from '../domain/identity/origins.ts'
import { originsMetadata } from './clients.ts'

/** Endpoints that only pages of registered origins may call. The metadata of the server is for everyone. */
const restricted = new Set(['/token/', '/revoke_token/', '/userinfo/'])

type Client = { readonly clientAuthMethod?: string | undefined; readonly [name: string]: unknown }

/**
 * Whether a page may use this client. One that has a secret is used from a server: a page would show its secret to everybody.
 * Browsers send an Origin also with requests to the origin of the page itself, which are our own pages.
 */
export const mayCallFrom = (publicUrl: string, origin: string, client: Client) => {
  if (origin === new URL(publicUrl).origin) return true
  const origins = client[originsMetadata]
  return client.clientAuthMethod === 'none' && Array.isArray(origins) && origins.includes(origin)
}

const unregistered =
  'Pages of this origin may not use this endpoint (CORS). Call it from your server, or add the origin to the allowed_origins of your public application.'

/**
 * oidc-provider answers preflights of any origin, allows any origin until it knows the client, and `*` to requests without an
 * origin. Here the origin must be registered by the client, or by some application of the organisation while the client is unknown.
 */
export const restrictOrigins =
  (
    { publicUrl, applicationsAt }: { readonly publicUrl: string; readonly applicationsAt: ApplicationsAt },
    organisation: number,
  ) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>) => {
    if (!restricted.has(ctx.path)) return next()
    const origin = ctx.get('origin')
    const isRegistered = origin !== '' && (await applicationsAt(organisation, origin)).length > 0
    if (ctx.method === 'OPTIONS' && !isRegistered) {
      ctx.status = 403
      ctx.body = { error: 'access_denied', error_description: unregistered }
      return
    }
    await next()
    const client = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.client
    const isAllowed = isRegistered && (client === undefined || mayCallFrom(publicUrl, origin, client))
    if (!isAllowed)
      for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) ctx.remove(name)
  }
