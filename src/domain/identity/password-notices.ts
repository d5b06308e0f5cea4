import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

type UserChange = {
  readonly sequence: number
  readonly changes: Readonly<Record<string, unknown>>
}

/** Notifies users by e-mail that their password was changed, unless the change is more than a day old. */
export const notifyPasswordChanges = async (tx: Tx, changes: readonly UserChange[]) => {
  const set = changes.filter((change) => 'password_hash' in change.changes).map(({ sequence }) => sequence)
  if (set.length === 0) return
  // A user who was created with a password needs no notice.
  await sql`insert into message ("user", kind)
    select u.id, 'password set' from auditevent e
      join "user" u on u.organisation = e.organisation and u.id = e.record and u.is_active
    where e.organisation = organisation() and e.sequence = any(${set}::bigint[])
      and e.occurred > now() - interval '1 day'
      and not exists (select from auditevent c where c.organisation = e.organisation and c.resource = e.resource
        and c.record = e.record and c.action = 'create' and c.occurred = e.occurred)
    order by e.sequence`.execute(tx)
}
