import type { Provider } from 'oidc-provider'
import { buildProvider, type OAuthParts } from './provider.ts'

const cacheSize = 200

export type Providers = { readonly of: (organisation: number) => Provider; readonly size: () => number }

/** An LRU cache of providers. Building one takes a millisecond or two. */
export const providersOf = (parts: OAuthParts, limit = cacheSize): Providers => {
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
