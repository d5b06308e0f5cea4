import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import { organisationCountry } from './clients.ts'

export type NewPayer = {
  client: Id<'client'>
  patient?: Id<'patient'> | null
  name?: string
  organization_name?: string
  vat_number?: string
  register_number?: string
  country?: string
  street_address?: string
  street_address_2?: string
  zip_code?: string
  city?: string
  state?: string
  archived?: boolean
}

const requireName = ({ name = '', organization_name = '' }: Pick<NewPayer, 'name' | 'organization_name'>) => {
  if (`${name}${organization_name}`.trim() === '')
    throw invalid(nonField, 'Send at least one of name and organization_name.', 'required')
}

const requireOwnPatient = async (tx: Tx, { client, patient }: Pick<NewPayer, 'client' | 'patient'>) => {
  if (patient == null) return
  const owner = await tx.selectFrom('patient').select('client').where('id', '=', patient).executeTakeFirstOrThrow()
  if (owner.client !== client)
    throw invalid(
      'patient',
      'This patient belongs to another client. Choose one of the client’s patients.',
      'wrong_client',
    )
}

/** Adds an alternative payer. The country defaults to the organisation's. */
export const addPayer = async (
  tx: Tx,
  _actor: Actor | undefined,
  payer: NewPayer,
): Promise<Id<'alternative_payer'>> => {
  requireName(payer)
  await requireOwnPatient(tx, payer)
  const { id } = await tx
    .insertInto('alternative_payer')
    .values({ ...payer, country: payer.country || (await organisationCountry(tx)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes an alternative payer. */
export const changePayer = async (tx: Tx, _actor: Actor, id: number, changes: Partial<NewPayer>) => {
  if (Object.keys(changes).length === 0) return
  const before = await tx
    .selectFrom('alternative_payer')
    .select(['client', 'patient', 'name', 'organization_name'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const after = { ...before, ...changes }
  requireName(after)
  if (after.client !== before.client || after.patient !== before.patient) await requireOwnPatient(tx, after)
  await tx
    .updateTable('alternative_payer')
    .set({ ...changes, ...(changes.country === '' && { country: await organisationCountry(tx) }) })
    .where('id', '=', id)
    .execute()
}
