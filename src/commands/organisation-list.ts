import { sql } from 'kysely'
import { inOrganisation, type Tx } from '../db/tx.ts'
import { config } from '../app/config.ts'
import { lastOrganisation } from '../secrets/reseal.ts'
import { columns } from './columns.ts'
import { defineCommand } from './command.ts'
import { connectAsSet } from './database.ts'

export type ListedOrganisation = {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly sandbox: boolean
  readonly users: number
  readonly second_factor_required: boolean
}

const readOrganisation = async (tx: Tx): Promise<ListedOrganisation | undefined> => {
  const { rows } = await sql<ListedOrganisation>`
    select organisation.id, name, country, sandbox, second_factor_required,
      (select count(*)::int from "user" where is_active and not is_virtual) as users
    from organisation join security_settings on security_settings.organisation = organisation.id`.execute(tx)
  return rows[0]
}

/** Every organisation of the deployment. Row security applies to the owner too, so each is read by itself. */
export const readOrganisations = async (ownerUrl: string): Promise<readonly ListedOrganisation[]> => {
  const owner = connectAsSet(ownerUrl, { max: 1, name: 'fetlock command' })
  try {
    const found: ListedOrganisation[] = []
    const last = await lastOrganisation(owner.read)
    for (let id = 1; id <= last; id++) {
      const one = await inOrganisation(owner.db, id, readOrganisation)
      if (one !== undefined) found.push(one)
    }
    return found
  } finally {
    await owner.close()
  }
}

export const organisationList = defineCommand({
  words: 'organisation list',
  summary: 'List the organisations of this deployment',
  about:
    'Shows clinics and sandboxes with the ids that every address of theirs begins with. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: {},
  example: 'fetlock organisation list',
  prints: 'a line for each organisation.',
  run: async () => {
    const organisations = await readOrganisations(config.ownerDatabase())
    const rows = organisations.map((one) => [
      one.id,
      one.name,
      one.country,
      one.sandbox ? 'sandbox' : 'clinic',
      one.users,
      one.second_factor_required ? 'required' : 'optional',
    ])
    return {
      json: { organisations },
      text:
        rows.length === 0
          ? 'There is no organisation yet. "fetlock organisation create" creates one.'
          : columns(['Id', 'Name', 'Country', 'Kind', 'Users', 'Second factor'], rows),
    }
  },
})
