import type { Tx } from '../db/tx.ts'
import { createLegacyKey, keyDays, revokeLegacyKey } from '../domain/identity/legacy-keys.ts'
import { defineCommand, Failure, table } from './command.ts'
import { readId } from './option-values.ts'
import { organisationOption, findByName, withinOrganisation } from './organisation-scope.ts'

const text = { type: 'string' } as const

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

const maxDays = 3_650

/** For how many days the key is to be valid; null is for ever. */
const readDays = (days: string | undefined): number | null => {
  if (days === undefined) return keyDays
  if (days === 'never') return null
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > maxDays)
    throw new Failure(`--days must be a whole number from 1 to ${maxDays}, or "never", not "${days}".`)
  return Number(days)
}

/** The application with this id, or else with this name. */
const findApplication = async (tx: Tx, wanted: string) => {
  const all = await tx.selectFrom('application').select(['id', 'name']).orderBy('name').execute()
  return all.find(({ id }) => String(id) === wanted) ?? findByName('application', all, wanted)
}

export const legacyKeyCreate = defineCommand({
  words: 'legacy-key create',
  summary: 'Create an API key for an integration that does not support OAuth',
  about: 'The key has the permissions of its application. It is shown only once and stored as a hash.',
  options: {
    ...organisationOption,
    application: { ...text, value: 'ID|NAME', required: true, description: 'the application it acts for' },
    days: {
      ...text,
      value: 'NUMBER|never',
      description: `after how many days it expires; ${keyDays} without this option`,
    },
  },
  example: 'fetlock legacy-key create --organisation 1 --application "Laboratory link"',
  prints: 'the key, and the id to revoke it with.',
  run: async ({ organisation, application, days }) => {
    const valid = readDays(days)
    return withinOrganisation(organisation, async (tx, clinic) => {
      const owner = await findApplication(tx, application)
      const { id, key, expires } = await createLegacyKey(tx, owner.id, valid)
      return {
        json: { organisation: clinic.id, application: owner.id, legacy_key: id, key, expires },
        text: `${table([
          ['Application', `${owner.id} (${owner.name})`],
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Key id', id],
          ['Key', key],
          ['Expires', expires === null ? 'never' : dayOf(expires)],
          ['Header', 'Authorization: Token KEY'],
        ])}
Store the key now: it is not shown again.`,
      }
    })
  },
})

const keysOf = (tx: Tx) =>
  tx
    .selectFrom('legacy_key')
    .innerJoin('application', (join) =>
      join
        .onRef('application.organisation', '=', 'legacy_key.organisation')
        .onRef('application.id', '=', 'legacy_key.application'),
    )
    .select(['legacy_key.id', 'application.name', 'legacy_key.created', 'legacy_key.revoked'])
    .orderBy('legacy_key.id')
    .execute()

const keyNotFound = (id: number, keys: Awaited<ReturnType<typeof keysOf>>) => {
  const valid = keys.filter(({ revoked }) => revoked === null)
  const list = valid.map((key) => `${key.id} of ${key.name}, created ${dayOf(key.created)}`).join('; ')
  return new Failure(
    `There is no key ${id} in this organisation. ${list ? `Its valid keys: ${list}.` : 'It has no valid keys.'}`,
  )
}

export const legacyKeyRevoke = defineCommand({
  words: 'legacy-key revoke',
  summary: 'Revoke an API key',
  about:
    'The key stops working within a second. Revoking it again changes nothing. An unknown id lists the valid keys.',
  options: {
    ...organisationOption,
    key: { ...text, value: 'ID', required: true, description: 'the id of the key, as "legacy-key create" printed it' },
  },
  example: 'fetlock legacy-key revoke --organisation 1 --key 1',
  prints: 'which key was revoked.',
  run: async ({ organisation, key }) => {
    const id = readId('--key', key)
    return withinOrganisation(organisation, async (tx, clinic) => {
      const keys = await keysOf(tx)
      const found = keys.find((each) => each.id === id)
      if (found === undefined) throw keyNotFound(id, keys)
      await revokeLegacyKey(tx, id)
      return {
        json: { organisation: clinic.id, legacy_key: id, revoked: true },
        text: `Key ${id} of ${found.name} is revoked.`,
      }
    })
  },
})
