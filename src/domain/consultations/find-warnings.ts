import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { readSubstances } from '../items/codelists/read.ts'
import { stockedTypes } from '../items/statuses.ts'
import {
  type Contents,
  isWithin,
  type Substance,
  substancesIn,
  whatMeets,
  wordsOf,
} from './contraindication-matching.ts'

/** A contraindication as it was when something met it. Stored with what met it, and read with links. */
export type Warning = {
  readonly contraindication: Id<'contraindication'>
  readonly patient: Id<'patient'>
  readonly substance: string
  readonly atc_prefix: string
  readonly reaction: string
  readonly contains: string
}

type ItemRow = { readonly id: number; readonly name: string; readonly substances: readonly string[] }

/** Substances that clinics avoid in some animals. Antibiotics are a codelist of the contract, and have a table. */
const besidesAntibiotics: readonly Substance[] = readSubstances()

/** What items contain, by their ids: the substances that are named in them, besides the antibiotic that they are said to be. */
export const contentsOf = async (tx: Tx, items: readonly number[]): Promise<ReadonlyMap<number, Contents>> => {
  const { rows } = await sql<ItemRow & { readonly antibiotic: Substance | null }>`
    select item.id, item.name, item.substances,
      case when antibiotic.id is not null then json_build_object('name', antibiotic.name,
        'classes', json_build_array(antibiotic.substance_class), 'atc_code', antibiotic.atc_code) end as antibiotic
    from item left join antibiotic on antibiotic.id = item.antibiotic where item.id = any(${items}::bigint[])`.execute(
    tx,
  )
  const known = await readKnown(tx)
  return new Map(
    rows.map(({ id, name, substances, antibiotic }) => {
      const named = substancesIn([name, ...substances], known).filter((one) => one.name !== antibiotic?.name)
      return [id, { name, substances, known: antibiotic === null ? named : [antibiotic, ...named] }]
    }),
  )
}

const readKnown = async (tx: Tx): Promise<readonly Substance[]> => {
  const antibiotics = await tx
    .selectFrom('antibiotic')
    .select(['name', 'substance_class', 'atc_code'])
    .orderBy('id')
    .execute()
  return [
    ...antibiotics.map(({ substance_class, ...one }) => ({ ...one, classes: [substance_class] })),
    ...besidesAntibiotics,
  ]
}

/** The goods of the clinic whose names are in each of these names, or have it in them. Procedures contain no medicine. */
const goodsNamedLike = async (tx: Tx, names: readonly string[]) => {
  const { rows } = await sql<{ readonly id: number; readonly name: string }>`
    select id, name from item where type_code = any(${[...stockedTypes]}::int[]) order by id`.execute(tx)
  const inWords = rows.map(({ id, name }) => ({ id, words: wordsOf(name) }))
  return names.map((name) => {
    const wanted = wordsOf(name)
    return inWords.filter(({ words }) => isWithin(words, wanted) || isWithin(wanted, words)).map(({ id }) => id)
  })
}

/**
 * What medicines may contain that are known by name only, in the order of their names: what is in the name itself, and what
 * every item of a like name contains. It reads the names of all goods, so it is for patients of whom something is recorded.
 */
export const contentsNamed = async (tx: Tx, names: readonly string[]): Promise<readonly (readonly Contents[])[]> => {
  const like = await goodsNamedLike(tx, names)
  const contents = await contentsOf(tx, [...new Set(like.flat())])
  const known = await readKnown(tx)
  return names.map((name, at) => [
    { name, substances: [], known: substancesIn([name], known) },
    ...like[at]!.map((id) => contents.get(id)!),
  ])
}

/** What animals must not get, as of now. */
export const readContraindications = (tx: Tx, patients: readonly number[]) =>
  tx
    .selectFrom('contraindication')
    .select(['id', 'patient', 'substance', 'atc_prefix', 'reaction'])
    .where(sql<boolean>`patient = any(${patients}::bigint[])`)
    .where('archived', '=', false)
    .orderBy('id')
    .execute()
type Recorded = Awaited<ReturnType<typeof readContraindications>>

/** The same, with the patients locked, so that no other contraindication is recorded before the commit. */
export const holdContraindications = async (tx: Tx, patients: readonly number[]) => {
  await sql`select from patient where id = any(${patients}::bigint[]) order by id for share`.execute(tx)
  return readContraindications(tx, patients)
}

/** What something meets of what its patients must not get: each contraindication once, however often it is met. */
export const warningsOf = (
  contents: readonly Contents[],
  recorded: Recorded,
  patients: readonly number[],
): readonly Warning[] =>
  recorded
    .filter(({ patient }) => patients.includes(patient))
    .flatMap(({ id, ...contraindicated }) => {
      const contains = contents.map((one) => whatMeets(contraindicated, one)).find((met) => met !== undefined)
      return contains === undefined ? [] : [{ contraindication: id, ...contraindicated, contains }]
    })

/** A reason is for the warnings that it was given for: one more asks again, and so does one that became another. */
const isExplainedBy = (before: readonly Warning[], after: readonly Warning[]) =>
  after.every((warning) =>
    before.some(
      (known) =>
        known.contraindication === warning.contraindication &&
        known.substance === warning.substance &&
        known.atc_prefix === warning.atc_prefix,
    ),
  )

type Warned = { readonly warnings: readonly Warning[]; readonly warning_reason: string }

/**
 * The columns of something that was compared again, or undefined where it meets what it met before. A reason stays unless
 * there is one warning more than it was given for; one that came with the change is for all of them.
 */
export const comparedAgain = (before: Warned, after: readonly Warning[], { isReasonNew = false } = {}) => {
  if (isDeepStrictEqual(after, before.warnings)) return undefined
  const stays = isReasonNew || isExplainedBy(before.warnings, after)
  return { warnings: JSON.stringify(after), warning_reason: stays ? before.warning_reason : '' }
}
