import { sql } from 'kysely'
import { hasCode, inOrganisation, type Database, type Tx } from '../db/tx.ts'
import type { ObjectStore } from '../gateways/object-store.ts'

const lacksPrivilege = '42501'

/** Why an organisation is not deleted. */
export class NotDeletable extends Error {}

/** Every table with rows of organisations, the organisations themselves among them. */
const tablesOf = async (tx: Tx): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organisation' and not a.attisdropped
    order by 1`.execute(tx)
  return rows.map(({ name }) => name)
}

/**
 * Triggers and foreign keys are not looked at meanwhile: the audit trail is deleted too, so nothing is added to it, and no row of
 * another organisation can refer to these. Row security still holds.
 */
const ignoreTriggers = async (tx: Tx) => {
  try {
    await sql`set local session_replication_role = replica`.execute(tx)
  } catch (problem) {
    if (!hasCode(problem, lacksPrivilege)) throw problem
    throw new NotDeletable(
      'The role in FETLOCK_OWNER_DATABASE_URL may not delete an organisation. Run deploy/roles.sql again as a superuser.',
    )
  }
}

const deleteRows = async (tx: Tx, organisation: number) => {
  const { rows } = await sql<{ sandbox: boolean; template: boolean }>`
    select sandbox, exists (select from sandbox_template t where t.organisation = organisation.id) as template
    from organisation`.execute(tx)
  const [found] = rows
  if (found === undefined) return 0
  if (!found.sandbox)
    throw new NotDeletable(`Organisation ${organisation} is a clinic and no sandbox. Nothing was deleted.`)
  if (found.template)
    throw new NotDeletable(
      `Organisation ${organisation} is the template that sandboxes are copied from. Nothing was deleted.`,
    )
  await ignoreTriggers(tx)
  let records = 0
  for (const name of await tablesOf(tx)) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(name)} where organisation = ${organisation}`.execute(tx)
    records += Number(numAffectedRows)
  }
  return records
}

/** Deletes a sandbox with everything in it, and then its files. Run again, it deletes the files that were left. */
export const deleteSandbox = async (
  owner: Database,
  store: Pick<ObjectStore, 'keysUnder' | 'remove'>,
  organisation: number,
) => {
  const records = await inOrganisation(owner, organisation, (tx) => deleteRows(tx, organisation))
  let files = 0
  for await (const key of store.keysUnder(`${organisation}/`)) {
    await store.remove(key)
    files++
  }
  if (records + files === 0) throw new NotDeletable(`There is no organisation ${organisation}.`)
  return { records, files }
}
