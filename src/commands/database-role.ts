import { sql } from 'kysely'
import { connect } from '../db/pool.ts'
import { Failure } from './command.ts'

/** The roles that processes connect as. */
export type FetlockRole = 'fetlock_app' | 'fetlock_worker'

type Role = { readonly name: string; readonly bypasses: boolean; readonly ownsTables: boolean }

/** The role that a database URL connects as. */
export const roleOf = async (url: string): Promise<Role> => {
  const { db, close } = connect(url, { max: 1, name: 'fetlock start' })
  try {
    const { rows } = await sql<Role>`
      select role.rolname as name, role.rolsuper or role.rolbypassrls as bypasses,
        exists (select from pg_class where relnamespace = 'public'::regnamespace and relowner = role.oid) as "ownsTables"
      from pg_roles role where role.rolname = current_user`.execute(db)
    return rows[0]!
  } finally {
    await close()
  }
}

/**
 * Refuses a database URL of another role than the one meant for it. A superuser sees the rows of every organisation in every
 * transaction, and the owner can change the tables: what isolates the clinics would be off, and nothing would look wrong.
 */
export const requireRole = async (setting: string, url: string, wanted: FetlockRole) => {
  const { name, bypasses, ownsTables } = await roleOf(url)
  const remedy = `Set it to the URL of the role ${wanted}. docs/operating/configuration.md says which role is for what.`
  if (bypasses) throw new Failure(`${setting} connects as ${name}, for whom row security is off. ${remedy}`)
  if (ownsTables) throw new Failure(`${setting} connects as ${name}, which owns the tables. ${remedy}`)
  if (name !== wanted) throw new Failure(`${setting} connects as ${name}. ${remedy}`)
}
