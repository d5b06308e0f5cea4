import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { invalid } from '../../kernel/errors.ts'

/** Groups that let their members manage users. */
const granting = sql`select id from permissiongroup where not archived and 'Settings: Users and permissions' = any("write")`

const isManaged = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ managed: boolean }>`
    select exists (select from "user" person
      join user_permissiongroup membership on membership.organisation = person.organisation and membership."user" = person.id
      where person.organisation = organisation() and person.is_active and not person.is_virtual
        and person.password_hash is not null
        and membership.permissiongroup in (${granting})) as managed`.execute(tx)
  return rows[0]!.managed
}

/**
 * Makes a change, and refuses it if it takes the permission to manage users from the last person who has it: nobody could give
 * it back. Of two such changes one waits here for the other.
 */
export const keepingAManager = async <T>(tx: Tx, field: string, change: () => Promise<T>): Promise<T> => {
  const was = await isManaged(tx)
  const changed = await change()
  if (!was) return changed
  await sql`select from permissiongroup where id in (${granting}) order by id for no key update`.execute(tx)
  if (await isManaged(tx)) return changed
  throw invalid(
    field,
    'Nobody could manage users any more. Give somebody else a group with the permission Settings: Users and permissions first; whoever was invited counts once they have chosen a password.',
    'last_manager',
  )
}
