import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A browser in which somebody has signed in before has tries of its own, so that nobody can lock them out of it by guessing
 * elsewhere. It carries a cookie with an entry for each person, signed together with the hash of the person's password:
 * a new password ends it. The entry signs nobody in.
 */
export type BrowserKeys = readonly Buffer[]

type Person = { readonly id: number; readonly password_hash: string | null }

const daysKnown = 180
export const knownSeconds = daysKnown * 86_400
/** People at one shared desk. */
const maxPeople = 8

const markOf = (key: Buffer, organisation: number, person: Person, since: number, name: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([organisation, person.id, since, name, person.password_hash]))
    .digest('base64url')

const isSame = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const entriesIn = (cookie: string | undefined) => (cookie ?? '').split('~').filter((entry) => entry !== '')

const ownerOf = (entry: string) => entry.split('.', 1)[0]

const seconds = (now: Date) => Math.floor(now.getTime() / 1_000)

/** The name of this browser among those that the person has used, if the cookie proves that it is one. */
export const knownBrowser = (
  keys: BrowserKeys,
  cookie: string | undefined,
  organisation: number,
  person: Person,
  now: Date,
): string | undefined => {
  const entry = entriesIn(cookie).find((each) => ownerOf(each) === String(person.id))
  const [, since = '', name = '', mark = ''] = entry?.split('.') ?? []
  const isCurrent = /^\d{1,12}$/.test(since) && seconds(now) - Number(since) < knownSeconds
  if (!isCurrent) return undefined
  return keys.some((key) => isSame(mark, markOf(key, organisation, person, Number(since), name))) ? name : undefined
}

/** The cookie after a person has signed in. A browser that was known keeps its name. */
export const rememberBrowser = (
  keys: BrowserKeys,
  cookie: string | undefined,
  organisation: number,
  person: Person,
  now: Date,
): string => {
  const name = knownBrowser(keys, cookie, organisation, person, now) ?? randomBytes(16).toString('base64url')
  const since = seconds(now)
  const entry = [person.id, since, name, markOf(keys[0]!, organisation, person, since, name)].join('.')
  const others = entriesIn(cookie).filter((each) => ownerOf(each) !== String(person.id))
  return [entry, ...others].slice(0, maxPeople).join('~')
}
