import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Id } from '../../kernel/fields.ts'
import { type Contents, isNamedIn, whatMeets } from './contraindication-matching.ts'

/** A contraindication as it was when something met it. Stored with what met it, and read with links. */
export type Warning = {
  readonly contraindication: Id<'contraindication'>
  readonly patient: Id<'patient'>
  readonly substance: string
  readonly atc_prefix: string
  readonly reaction: string
  readonly contains: string
}

/** What items contain, by their ids. */
export const contentsOf = async (tx: Tx, items: readonly number[]): Promise<ReadonlyMap<number, Contents>> => {
  const { rows } = await sql<Contents & { readonly id: number }>`
    select item.id, item.name, item.substances,
      case when antibiotic.id is not null then json_build_object('name', antibiotic.name,
        'substance_class', antibiotic.substance_class, 'atc_code', antibiotic.atc_code) end as antibiotic
    from item left join antibiotic on antibiotic.id = item.antibiotic where item.id = any(${items}::bigint[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, ...contents }) => [id, contents]))
}

/**
 * What medicines contain that are known by name only, in the order of their names: what the item of exactly that name does,
 * or else the antibiotic that the name has in it.
 */
export const contentsNamed = async (tx: Tx, names: readonly string[]): Promise<readonly Contents[]> => {
  const items = await tx
    .selectFrom('item')
    .select('id')
    .where(sql<boolean>`name = any(${names}::text[])`)
    .orderBy('archived', 'desc')
    .orderBy('id')
    .execute()
  const known = await contentsOf(
    tx,
    items.map(({ id }) => id),
  )
  const byName = new Map(items.map(({ id }) => [known.get(id)!.name, known.get(id)!]))
  const antibiotics = await tx.selectFrom('antibiotic').select(['name', 'substance_class', 'atc_code']).execute()
  const longestFirst = antibiotics.toSorted((one, other) => other.name.length - one.name.length)
  return names.map(
    (name) =>
      byName.get(name) ?? {
        name,
        substances: [],
        antibiotic: longestFirst.find((antibiotic) => isNamedIn(antibiotic.name, name)) ?? null,
      },
  )
}

/** What animals must not get, now. The patients are locked, so that no other contraindication is recorded before the commit. */
export const holdContraindications = async (tx: Tx, patients: readonly number[]) => {
  await sql`select from patient where id = any(${patients}::bigint[]) order by id for share`.execute(tx)
  return tx
    .selectFrom('contraindication')
    .select(['id', 'patient', 'substance', 'atc_prefix', 'reaction'])
    .where(sql<boolean>`patient = any(${patients}::bigint[])`)
    .where('archived', '=', false)
    .orderBy('id')
    .execute()
}
type Held = Awaited<ReturnType<typeof holdContraindications>>

/** What something meets of what its patients must not get. */
export const warningsOf = (contents: Contents, held: Held, patients: readonly number[]): readonly Warning[] =>
  held
    .filter(({ patient }) => patients.includes(patient))
    .flatMap(({ id, ...contraindicated }) => {
      const contains = whatMeets(contraindicated, contents)
      return contains === undefined ? [] : [{ contraindication: id, ...contraindicated, contains }]
    })

/** A reason is for the warnings that it was given for: one more asks again. */
export const isExplainedBy = (before: readonly Warning[], after: readonly Warning[]) =>
  after.every(({ contraindication }) => before.some((known) => known.contraindication === contraindication))
