import { sql } from 'kysely'
import { inOrganisation, type Database } from '../../db/tx.ts'

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

/** Takes in a new clinic. Only the owner of the tables may: the application can never make itself a tenant. */
export const foundOrganisation = async (owner: Database, organisation: NewOrganisation): Promise<number> => {
  const {
    rows: [next],
  } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('organisation', 'id'))::int as id`.execute(owner)
  await inOrganisation(owner, next!.id, (tx) =>
    tx
      .insertInto('organisation')
      .values({ id: next!.id, ...organisation })
      .execute(),
  )
  return next!.id
}
