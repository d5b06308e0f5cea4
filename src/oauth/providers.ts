import type { Provider } from 'oidc-provider'
import { buildProvider, type OAuthParts } from './provider.ts'

const most = 200

export type Providers = { readonly of: (organisation: number) => Provider; readonly size: () => number }

/** Keeps the providers used last. One is built in a millisecond or two, so who comes back later just gets a new one. */
export const providersOf = (parts: OAuthParts, limit = most): Providers => {
  const kept = new Map<number, Provider>()
  return {
    of: (organisation) => {
      const provider = kept.get(organisation) ?? buildProvider(parts, organisation)
      kept.delete(organisation)
      kept.set(organisation, provider)
      const [oldest] = kept.keys()
      if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
      return provider
    },
    size: () => kept.size,
  }
}
