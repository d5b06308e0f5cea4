import type { Followed } from './followed.ts'

/** Addresses of records: `/client/5/`, or as a record names them. */
type Addresses = string | null | undefined | readonly (string | null | undefined)[]
/** Which changes of a resource a query shows: all (true), or those of these records and of records that link to one of them. */
type Rule<T> = true | Addresses | ((data: T) => Addresses)
type Rules<T> = Readonly<Partial<Record<Followed, Rule<T>>>>

type Meta = { readonly shows?: Rules<never> }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta & Record<string, unknown>
  }
}

/**
 * The `meta` of a query: what it shows, so that a change is read again where it is seen and nowhere else. A function finds
 * the addresses in what was loaded.
 */
export const shows = <T = unknown>(rules: Rules<T>): Meta => ({ shows: rules })

/** The same for several resources of which any change matters. */
export const showsAll = (...resources: readonly Followed[]): Meta => ({
  shows: Object.fromEntries(resources.map((resource) => [resource, true])),
})

export const isLive = ({ shows: rules }: Meta = {}): boolean => rules !== undefined

/** A record that changed, and the records that it links to. */
type Change = { readonly resource: string; readonly url: string | null; readonly links: readonly string[] }

/** Below the API of the organisation: `/client/5/`, whatever host a record names. */
const addressOf = (url: string) => /\/api\/0\.1(\/.*)$/.exec(url)?.[1] ?? url

/** Whether a query with this `meta` and these data, if it has any yet, shows something of a change. */
export const isShown = ({ shows: rules = {} }: Meta = {}, data: unknown, { resource, url, links }: Change): boolean => {
  const rule = (rules as Rules<unknown>)[resource as Followed]
  if (rule === undefined || rule === true) return rule === true
  // Before anything was loaded nothing is shown of what only the data name.
  const named = typeof rule === 'function' ? (data === undefined ? [] : rule(data)) : rule
  const changed = new Set([...(url === null ? [] : [url]), ...links].map(addressOf))
  return [named].flat().some((address) => typeof address === 'string' && changed.has(addressOf(address)))
}
