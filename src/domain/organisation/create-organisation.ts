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
 * Creates an organisation, and in the same transaction what it starts with. Only the owner of the tables may: the
 * application can never create a tenant.
 */
export const createOrganisation = async (
  owner: Database,
  organisation: NewOrganisation,
  setUp: (tx: Tx) => Promise<void> = async () => {},
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
    await tx.insertInto('integration_settings').defaultValues().execute()
    await tx.insertInto('message_settings').defaultValues().execute()
    await tx.insertInto('security_settings').defaultValues().execute()
    await setUp(tx)
  })
  return id
}
