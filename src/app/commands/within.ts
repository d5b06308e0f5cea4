import { connect } from '../../db/pool.ts'
import { inOrganisation, type Tx } from '../../db/tx.ts'
import { config } from '../config.ts'
import { Failure } from './command.ts'
import { readId } from './option-values.ts'

export const organisationOption = {
  organisation: { type: 'string', value: 'ID', required: true, description: 'the id of the organisation' },
} as const

export const groupOption = {
  group: { type: 'string', value: 'NAME', multiple: true, description: 'a permission group to belong to' },
} as const

/** Works inside one organisation, with no more rights than the API has. */
export const withinOrganisation = async <T>(
  given: string,
  work: (tx: Tx, organisation: { readonly id: number; readonly name: string }) => Promise<T>,
): Promise<T> => {
  const id = readId('--organisation', given)
  const { db, close } = connect(config.database(), { max: 1, name: 'fetlock command' })
  try {
    return await inOrganisation(db, id, async (tx) => {
      const found = await tx.selectFrom('organisation').select(['id', 'name']).executeTakeFirst()
      if (found === undefined)
        throw new Failure(`There is no organisation ${id}. "fetlock organisation create" makes one and prints its id.`)
      return work(tx, found)
    })
  } finally {
    await close()
  }
}

const inQuotes = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** Finds what is named among what there is, whatever the case of the letters, and refuses with the whole list. */
export const pick = <T extends { readonly name: string }>(kind: string, all: readonly T[], wanted: string): T => {
  const found = all.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found !== undefined) return found
  const known = all.length === 0 ? 'none yet' : inQuotes(all.map(({ name }) => name))
  throw new Failure(`There is no ${kind} "${wanted}" in this organisation; it has ${known}.`)
}

/** The permission groups named, with their ids. */
export const findGroups = async (tx: Tx, names: readonly string[]) => {
  if (names.length === 0) return []
  const all = await tx
    .selectFrom('permissiongroup')
    .select(['id', 'name'])
    .where('archived', '=', false)
    .orderBy('name')
    .execute()
  return [...new Set(names.map((name) => pick('permission group', all, name)))]
}

export const namesOf = (groups: readonly { readonly name: string }[]) => groups.map(({ name }) => name).join(', ')
