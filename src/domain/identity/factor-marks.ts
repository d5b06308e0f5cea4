import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { fingerprint, newSecret } from './secrets.ts'

/**
 * A browser in which somebody has given a second factor is not asked for one again for a while. Its cookie carries a secret for
 * each of the people at a desk; it signs nobody in. A new password, a removed factor and signing out everywhere end the marks of
 * a person.
 */
const daysMarked = 30
export const markedSeconds = daysMarked * 86_400
/** People at one shared desk. */
const maxPeople = 8

const entriesIn = (cookie: string | undefined) =>
  (cookie ?? '')
    .split('~')
    .map((entry) => entry.split('.'))
    .flatMap(([user = '', secret = '']) =>
      /^\d{1,15}$/.test(user) && secret !== '' ? [{ user: Number(user), secret }] : [],
    )

const secretIn = (cookie: string | undefined, user: number) =>
  entriesIn(cookie).find((entry) => entry.user === user)?.secret

/** Whether the person has given a second factor in the browser with this cookie, and need not give another yet. */
export const isFactorMarked = async (tx: Tx, cookie: string | undefined, user: number): Promise<boolean> => {
  const secret = secretIn(cookie, user)
  if (secret === undefined) return false
  const found = await tx
    .selectFrom('factor_mark')
    .select('id')
    .where('id', '=', fingerprint(secret))
    .where('user', '=', user)
    .where('expires', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks the browser in which somebody has just given a second factor, and returns its new cookie. */
export const markFactor = async (tx: Tx, cookie: string | undefined, user: number): Promise<string> => {
  const before = secretIn(cookie, user)
  if (before !== undefined) await tx.deleteFrom('factor_mark').where('id', '=', fingerprint(before)).execute()
  const secret = newSecret()
  await tx
    .insertInto('factor_mark')
    .values({ id: fingerprint(secret), user, expires: sql<Date>`now() + make_interval(days => ${daysMarked})` })
    .execute()
  const others = entriesIn(cookie).filter((entry) => entry.user !== user)
  return [{ user, secret }, ...others]
    .slice(0, maxPeople)
    .map((entry) => `${entry.user}.${entry.secret}`)
    .join('~')
}

/** From now on every browser asks the person for a second factor. */
export const endFactorMarks = (tx: Tx, user: number) => tx.deleteFrom('factor_mark').where('user', '=', user).execute()
