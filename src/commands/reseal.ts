import { inOrganisation } from '../db/tx.ts'
import { config } from '../app/config.ts'
import { readSettings } from '../app/read-settings.ts'
import { countByKey, lastOrganisation, resealOrganisation } from '../secrets/reseal.ts'
import { nameOf, sealer, type Sealer } from '../secrets/seal.ts'
import { defineCommand, table, type Outcome } from './command.ts'
import { connectAsSet } from './database.ts'

type Totals = { resealed: number; unreadable: number; readonly keys: Map<string, number> }

const plural = (count: number) => (count === 1 ? '1 value' : `${count} values`)

const outcomeOf = ({ keyIds }: Sealer, { resealed, unreadable, keys }: Totals, isCheck: boolean): Outcome => {
  const ids = [...new Set([...keyIds, ...keys.keys()])]
  const countOf = (id: string) => keys.get(id) ?? 0
  const isKnown = (id: string) => keyIds.includes(id)
  const note = (id: string) => (id === keyIds[0] ? ', current' : isKnown(id) ? '' : ', not in FETLOCK_SECRET_KEY')
  const unused = keyIds.slice(1).filter((id) => countOf(id) === 0)
  const outdated = ids.slice(1).reduce((sum, id) => sum + countOf(id), 0)
  const advice = [
    ...(unreadable > 0
      ? [`${plural(unreadable)} cannot be read: put the missing key into FETLOCK_SECRET_KEY and run this again.`]
      : []),
    ...(isCheck && outdated > 0 ? ['Leave out --check to re-seal them under the current key.'] : []),
    ...unused.map((id) => `Nothing is sealed under the key ${nameOf(id)} any more.`),
  ]
  const listed = ids.map((id) => ({ id, current: id === keyIds[0], known: isKnown(id), values: countOf(id) }))
  return {
    json: { resealed, unreadable, keys: listed },
    text: [
      table([
        ...(isCheck ? [] : [['Re-sealed', plural(resealed)] as const]),
        ...listed.map(({ id, values }) => [`Key ${nameOf(id)}`, `${plural(values)}${note(id)}`] as const),
      ]),
      ...advice,
    ].join('\n'),
    exitCode: unreadable > 0 ? 1 : 0,
  }
}

export const resealCommand = defineCommand({
  words: 'reseal',
  summary: 'Seal every encrypted secret under the current key',
  about:
    'Encrypts every sealed secret of every organisation again, under the first key of FETLOCK_SECRET_KEY, a few at a time and ' +
    'while everything runs. It can be interrupted and run again safely. It is a step of a rotation of keys, which ' +
    'docs/operating/key-rotation.md describes. Connects with FETLOCK_OWNER_DATABASE_URL.',
  options: {
    check: { type: 'boolean', description: 'only count how many values are sealed under each key' },
  },
  example: 'fetlock reseal',
  prints: 'how many values were sealed again, and how many are sealed under each key.',
  run: async ({ check }, progress) => {
    const { secretKey, ownerDatabase } = readSettings({
      secretKey: config.secretKey,
      ownerDatabase: config.ownerDatabase,
    })
    const keys = sealer(secretKey)
    const owner = connectAsSet(ownerDatabase, { max: 1, name: 'fetlock reseal' })
    const totals: Totals = { resealed: 0, unreadable: 0, keys: new Map() }
    try {
      const last = await lastOrganisation(owner.read)
      for (let organisation = 1; organisation <= last; organisation++) {
        const show = (resealed: number) =>
          progress.count(`organisation ${organisation} of ${last}, ${totals.resealed + resealed} re-sealed`)
        if (!check) {
          const done = await resealOrganisation(owner.db, organisation, keys, show)
          totals.resealed += done.resealed
          totals.unreadable += done.unreadable
        }
        for (const [id, count] of await inOrganisation(owner.db, organisation, countByKey))
          totals.keys.set(id, (totals.keys.get(id) ?? 0) + count)
        show(0)
      }
    } finally {
      await owner.close()
    }
    return outcomeOf(keys, totals, check)
  },
})
