import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { stockedTypes } from '../items/statuses.ts'
import { consultationUse, countersaleUse } from './causes.ts'
import { firstToExpire, holdStock, levelsOf } from './levels.ts'
import { type NewMovement, type Origin, postMovements } from './movements.ts'

type Source =
  | {
      readonly cause: typeof consultationUse
      readonly consultation: Id<'consultation'>
      readonly consultation_item: Id<'consultationitem'>
    }
  | {
      readonly cause: typeof countersaleUse
      readonly countersale: Id<'countersale'>
      readonly countersale_item: Id<'countersaleitem'>
    }

/** A row of a visit or a sale, and what it asks of the stock now. */
export type StockRow = Source & {
  readonly client: Id<'client'> | null
  readonly department: Id<'department'>
  readonly item: Id<'item'>
  readonly type_code: number
  /** 0 for what is only prescribed, and for a row that is to be removed. */
  readonly quantity: Decimal
  /** 2 counts dosage units; anything else packages. */
  readonly usage_size: number | null
  readonly batch_number: string
}

type Holder = { readonly column: 'consultation_item' | 'countersale_item'; readonly id: number }
const holderOf = (row: Source): Holder =>
  row.cause === consultationUse
    ? { column: 'consultation_item', id: row.consultation_item }
    : { column: 'countersale_item', id: row.countersale_item }

const originOf = (row: StockRow): Origin =>
  row.cause === consultationUse
    ? {
        cause: row.cause,
        client: row.client,
        consultation: row.consultation,
        consultation_item: row.consultation_item,
      }
    : { cause: row.cause, client: row.client, countersale: row.countersale, countersale_item: row.countersale_item }

type Comparison = {
  readonly given_back: readonly NewMovement[]
  readonly missing: Decimal
  readonly isMissing: boolean
}

/**
 * Compares what a row has taken with what it asks now. What it took in another department, or from another batch than it
 * names, is given back; so is what it took too much, the batch that expires last first.
 */
const compare = async (tx: Tx, row: StockRow): Promise<Comparison> => {
  const { column, id } = holderOf(row)
  const batch = row.batch_number.trim()
  const { rows } = await sql<Comparison>`
    with asked as (
      select round(${row.quantity}::numeric * case when ${row.usage_size}::int = 2 then 1 else dosage_units end, 3) as units
      from item where id = ${row.item}),
    taken as (
      select stock_level, batch_assumed, batch_number, expiry_date, -sum(quantity) as units,
        department = ${row.department} and case when ${batch} = '' then batch_assumed or batch_number = ''
          else not batch_assumed and batch_number = ${batch} end as fits
      from stock_movement where ${sql.ref(column)} = ${id} and cause = ${row.cause}
      group by stock_level, batch_assumed, batch_number, expiry_date, department having sum(quantity) <> 0),
    fitting as (
      select *, sum(units) over (order by ${firstToExpire}, stock_level) - units as before from taken where fits),
    given_back as (
      select stock_level, batch_assumed, units from taken where not fits
      union all
      select stock_level, batch_assumed, fitting.units - greatest(0, least(fitting.units, asked.units - before))
      from fitting cross join asked)
    select greatest(0, asked.units - kept.units) as missing, asked.units > kept.units as "isMissing",
      (select coalesce(json_agg(json_build_object('stock_level', stock_level, 'batch_assumed', batch_assumed,
        'quantity', units::text)), '[]') from given_back where units > 0) as given_back
    from asked cross join (select coalesce(sum(units), 0) as units from fitting) kept`.execute(tx)
  return rows[0]!
}

type Found = { readonly taken: readonly NewMovement[]; readonly shortfall: Decimal; readonly isShort: boolean }

/** Finds stock for a row: of the batch it names, otherwise of those that expire first. */
const findStock = async (tx: Tx, { item, department }: StockRow, batch: string, missing: Decimal): Promise<Found> => {
  const { rows } = await sql<Found>`
    with batch as (
      select id, batch_number, greatest(on_hand, 0) as available,
        sum(greatest(on_hand, 0)) over (order by ${firstToExpire}, id) - greatest(on_hand, 0) as before
      from stock_level
      where item = ${item} and department = ${department} and (${batch} = '' or batch_number = ${batch})),
    taken as (
      select id as stock_level, ${batch} = '' and batch_number <> '' as batch_assumed,
        least(available, ${missing}::numeric - before) as units
      from batch where available > 0 and before < ${missing}::numeric)
    select coalesce(json_agg(json_build_object('stock_level', stock_level, 'batch_assumed', batch_assumed,
        'quantity', (-units)::text)), '[]') as taken,
      ${missing}::numeric - coalesce(sum(units), 0) as shortfall, coalesce(sum(units), 0) < ${missing}::numeric as "isShort"
    from taken`.execute(tx)
  return rows[0]!
}

/** Takes what a row is missing. What there is not makes the stock of its batch negative: the animal is treated first. */
const takeMissing = async (tx: Tx, actor: Actor, row: StockRow, missing: Decimal) => {
  const batch_number = row.batch_number.trim()
  const { taken, shortfall, isShort } = await findStock(tx, row, batch_number, missing)
  const { item, department } = row
  const known = isShort ? await levelsOf(tx, { item, department, batch_number }) : []
  const short: NewMovement[] = isShort
    ? [
        {
          stock_level: known[0]?.id ?? { item, department, batch_number, expiry_date: null },
          quantity: `-${shortfall}`,
        },
      ]
    : []
  await postMovements(tx, actor, originOf(row), [...taken, ...short])
}

/**
 * Brings the stock of rows from what they have taken so far to what they ask now. A new row has taken nothing, and so has one
 * that is older than the ledger; one that is removed asks nothing. Whoever calls holds the visit or the sale.
 */
export const useStock = async (tx: Tx, actor: Actor, rows: readonly StockRow[]) => {
  const stocked = rows.filter(({ type_code }) => stockedTypes.has(type_code)).toSorted((a, b) => a.item - b.item)
  if (stocked.length === 0) return
  await holdStock(
    tx,
    stocked.map(({ item }) => item),
  )
  for (const row of stocked) {
    const { given_back, missing, isMissing } = await compare(tx, row)
    await postMovements(tx, actor, originOf(row), given_back)
    if (isMissing) await takeMissing(tx, actor, row, missing)
  }
}

/** Gives back what a row has taken and unlinks its movements, so that the row can be deleted. They keep their visit. */
export const releaseStock = async (tx: Tx, actor: Actor, row: StockRow) => {
  const { column, id } = holderOf(row)
  await holdStock(tx, [row.item])
  const { given_back } = await compare(tx, { ...row, quantity: '0' })
  await postMovements(tx, actor, { ...originOf(row), [column]: null }, given_back)
  await sql`update stock_movement set ${sql.ref(column)} = null where ${sql.ref(column)} = ${id}`.execute(tx)
}

/** Unlinks the movements of a visit that is withdrawn: its rows were removed before, so they come to nothing. */
export const unlinkVisit = async (tx: Tx, consultation: Id<'consultation'>) => {
  await tx.updateTable('stock_movement').set({ consultation: null }).where('consultation', '=', consultation).execute()
}

/** Movements show the patients of their row. */
export const touchMovementsOf = (tx: Tx, column: Holder['column'], row: number) =>
  touch(tx, 'stock_movement', column, [row])
