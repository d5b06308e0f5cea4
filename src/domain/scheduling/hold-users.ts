import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'

/**
 * Locks the calendars of people, in the order of their ids: bookings in them, and changes of the shifts that bookings depend on,
 * happen one after the other.
 */
export const holdUsers = (tx: Tx, users: readonly Id<'user'>[]) =>
  sql`select from "user" where id = any(${[...new Set(users)]}::bigint[]) order by id for no key update`.execute(tx)
