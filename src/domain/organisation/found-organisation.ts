import { sql } from 'kysely'
import { inOrganisation, type Database, type Tx } from '../../db/tx.ts'
import { requireKnownZone } from './time-zone.ts'

export type NewOrganisation = {
  name: string
  country: string
  currency: string
  time_zone: string
  email?: string
  phone?: string
  vat_number?: string
  register_number?: string
}

/**
 * Takes in a new clinic, with whatever it is furnished with in the same transaction. Only the owner of the tables may:
 * the application can never make itself a tenant.
 */
export const createOrganisation = async (
  owner: Database,
  organisation: NewOrganisation,
  furnish: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('organisation', 'id'))::int as id`.execute(owner)
  const { id } = rows[0]!
  await inOrganisation(owner, id, async (tx) => {
    await requireKnownZone(tx, organisation.time_zone)
    await tx
      .insertInto('organisation')
      .values({ id, ...organisation })
      .execute()
    await furnish(tx)
  })
  return id
}
