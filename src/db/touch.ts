import { sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Tx } from './tx.ts'

type Touchable = { [T in keyof Tables]: 'modified' extends keyof Tables[T] ? T : never }[keyof Tables]

/** Advances `modified` of the records with these ids in a column: what they show changed, although no column of theirs did. */
export const touch = async <T extends Touchable>(
  tx: Tx,
  table: T,
  column: keyof Tables[T] & string,
  ids: readonly number[],
) => {
  const [first, ...others] = new Set(ids)
  // `= any` is planned anew for every list.
  const wanted = others.length === 0 ? sql`${first ?? null}::bigint` : sql`any(${[first, ...others]}::bigint[])`
  await sql`update ${sql.table(table)} set modified = modified where ${sql.ref(column)} = ${wanted}`.execute(tx)
}
