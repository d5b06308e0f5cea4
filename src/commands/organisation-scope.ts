import { inOrganisation, type Tx } from '../db/tx.ts'
import { config } from '../app/config.ts'
import { Failure } from './command.ts'
import { connectAsSet } from './database.ts'
import { readId } from './option-values.ts'

export const organisationOption = {
  organisation: { type: 'string', value: 'ID', required: true, description: 'the id of the organisation' },
} as const

export const groupOption = {
  group: { type: 'string', value: 'NAME', multiple: true, description: 'a permission group to belong to' },
} as const

/** Runs a transaction in the organisation of --organisation, with the database role of the API. */
export const withinOrganisation = async <T>(
  given: string,
  work: (tx: Tx, organisation: { readonly id: number; readonly name: string }) => Promise<T>,
): Promise<T> => {
  const id = readId('--organisation', given)
  const { db, close } = connectAsSet(config.database(), { max: 1, name: 'fetlock command' })
  try {
    return await inOrganisation(db, id, async (tx) => {
      const found = await tx.selectFrom('organisation').select(['id', 'name']).executeTakeFirst()
      if (found === undefined)
        throw new Failure(
          `There is no organisation ${id}. "fetlock organisation create" creates one and prints its id.`,
        )
      return work(tx, found)
    })
  } finally {
    await close()
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Finds by name, ignoring case; if there is none, the error lists the names. */
export const findByName = <T extends { readonly name: string }>(kind: string, all: readonly T[], wanted: string): T => {
  const found = all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const known = all.length === 0 ? 'none yet' : quoted(all.map(({ name }) => name))
  throw new Failure(`There is no ${kind} "${wanted}" in this organisation; it has ${known}.`)
}

/** The permission groups with these names. */
export const findGroups = async (tx: Tx, names: readonly string[]) => {
  if (names.length === 0) return []
  const all = await tx
    .selectFrom('permissiongroup')
    .select(['id', 'name'])
    .where('archived', '=', false)
    .orderBy('name')
    .execute()
  return [...new Set(names.map((name) => findByName('permission group', all, name)))]
}

export const namesOf = (groups: readonly { readonly name: string }[]) => groups.map(({ name }) => name).join(', ')
