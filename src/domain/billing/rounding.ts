import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Decimal } from '../../kernel/fields.ts'
import type { HeldInvoice } from './hold-books.ts'
import { cashStepOf, rounding } from './statuses.ts'

const roundedSoFar = (invoice: number) => sql`
  select coalesce(sum(paid), 0) as paid from invoicepayment where invoice = ${invoice} and payment_type = ${rounding}`

/** Whether the roundings of an invoice would add up to more than half of the smallest coin with this one. */
export const exceedsRoundingLimit = async (
  tx: Tx,
  { id, currency }: Pick<HeldInvoice, 'id' | 'currency'>,
  amount: Decimal,
): Promise<boolean> => {
  const { rows } = await sql<{ exceeds: boolean }>`
    with rounded as (${roundedSoFar(id)})
    select abs(paid + ${amount}::numeric(14, 2)) * 2 > ${cashStepOf(currency)}::numeric as exceeds from rounded`.execute(
    tx,
  )
  return rows[0]!.exceeds
}

/** The rounding that would make a cash payment exactly what is due; null where that is beyond the limit. */
export const roundingToFit = async (
  tx: Tx,
  { id, currency, due_sum }: HeldInvoice,
  paid: Decimal,
): Promise<Decimal | null> => {
  const { rows } = await sql<{ rounding: Decimal }>`
    with rounded as (${roundedSoFar(id)}),
    needed as (select ${due_sum}::numeric - ${paid}::numeric(14, 2) as rounding)
    select needed.rounding from needed cross join rounded
    where abs(rounded.paid + needed.rounding) * 2 <= ${cashStepOf(currency)}::numeric`.execute(tx)
  return rows[0]?.rounding ?? null
}

/** What to do before a rounding can be cancelled: cancel another one, or else record one. */
export type Remedy = { readonly rest: Decimal; readonly cancelFirst: Decimal | null; readonly recordFirst: Decimal }

/** Finds what keeps the other roundings of an invoice within half of the smallest coin once this one is cancelled. */
export const findRemedy = async (tx: Tx, { id, currency }: HeldInvoice, paid: Decimal): Promise<Remedy> => {
  const { rows } = await sql<Remedy>`
    with effective as (
      select paid from invoicepayment payment
      where invoice = ${id} and payment_type = ${rounding} and cancels is null
        and not exists (select from invoicepayment cancellation where cancellation.cancels = payment.id)),
    limits as (select trunc(${cashStepOf(currency)}::numeric / 2, 2) as most, ${paid}::numeric as cancelled),
    remaining as (select sum(effective.paid) - ${paid}::numeric as rest from effective)
    select rest, -sign(rest) * (abs(rest) - most) as "recordFirst", (
      select effective.paid from effective
      where abs(rest - effective.paid) <= most and abs(rest + cancelled - effective.paid) <= most
      order by abs(rest - effective.paid), effective.paid limit 1) as "cancelFirst"
    from limits cross join remaining`.execute(tx)
  return rows[0]!
}
