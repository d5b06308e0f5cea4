import type pg from 'pg'
import { grantsQuery, servants } from '../src/db/grants.ts'

export { relations, servants } from '../src/db/grants.ts'

/** The privileges of each role on each table, view and sequence, a line each, so that a diff shows every change of them. */
export const grantLines = async (client: pg.Client) => {
  const { rows } = await client.query<{ line: string }>(grantsQuery, [servants])
  return rows.map(({ line }) => line)
}
