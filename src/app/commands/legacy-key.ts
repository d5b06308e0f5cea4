import type { Tx } from '../../db/tx.ts'
import { createLegacyKey, revokeLegacyKey } from '../../domain/identity/applications.ts'
import { defineCommand, Failure, table } from './command.ts'
import { readId } from './option-values.ts'
import { organisationOption, pick, withinOrganisation } from './within.ts'

const text = { type: 'string' } as const

/** The application with this id, or else with this name. */
const findApplication = async (tx: Tx, wanted: string) => {
  const all = await tx.selectFrom('application').select(['id', 'name']).orderBy('name').execute()
  return all.find(({ id }) => String(id) === wanted) ?? pick('application', all, wanted)
}

export const legacyKeyCreate = defineCommand({
  words: 'legacy-key create',
  summary: 'Make an API key for an integration that cannot do OAuth',
  about: 'The key may do what its application may. It is shown this once and kept only as a hash.',
  options: {
    ...organisationOption,
    application: { ...text, value: 'ID|NAME', required: true, description: 'the application it acts for' },
  },
  example: 'fetlock legacy-key create --organisation 1 --application "Laboratory link"',
  prints: 'the key, and its id to revoke it by.',
  run: ({ organisation, application }) =>
    withinOrganisation(organisation, async (tx, clinic) => {
      const owner = await findApplication(tx, application)
      const { id, key } = await createLegacyKey(tx, owner.id)
      return {
        json: { organisation: clinic.id, application: owner.id, legacy_key: id, key },
        text: `${table([
          ['Application', `${owner.id} (${owner.name})`],
          ['Organisation', `${clinic.id} (${clinic.name})`],
          ['Key id', id],
          ['Key', key],
          ['Header', 'Authorization: Token KEY'],
        ])}
Keep the key now: it is not shown again.`,
      }
    }),
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

const noSuchKey = (id: number, keys: Awaited<ReturnType<typeof keysOf>>) => {
  const valid = keys.filter(({ revoked }) => revoked === null)
  const day = (created: Date) => created.toISOString().slice(0, 10)
  const list = valid.map((key) => `${key.id} of ${key.name}, made ${day(key.created)}`).join('; ')
  return new Failure(
    `There is no key ${id} in this organisation. ${list ? `Valid are ${list}.` : 'It has no valid key.'}`,
  )
}

export const legacyKeyRevoke = defineCommand({
  words: 'legacy-key revoke',
  summary: 'End an API key',
  about: 'The key is refused from the next second on. Revoking it again changes nothing. An unknown id lists the keys.',
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
      if (found === undefined) throw noSuchKey(id, keys)
      await revokeLegacyKey(tx, id)
      return {
        json: { organisation: clinic.id, legacy_key: id, revoked: true },
        text: `Key ${id} of ${found.name} is revoked.`,
      }
    })
  },
})
