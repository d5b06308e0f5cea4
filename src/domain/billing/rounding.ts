import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { HeldInvoice } from './hold-books.ts'
import { cashStepOf, cashSteps, euroCountriesThatRound, insuranceClaim, rounding } from './statuses.ts'

/** SQL for the coin to which cash in a currency is rounded in a country; null where it is paid to the cent. */
const coinOf = (currency: string, country: string) => {
  const steps = Object.entries(cashSteps).map(([code, step]) => `when '${code}' then ${step}`)
  const euroCountries = euroCountriesThatRound.map((code) => `'${code}'`).join(', ')
  return `case when ${currency} <> 'EUR' or ${country} in (${euroCountries}) then case ${currency} ${steps.join(' ')} end end`
}

/**
 * SQL for what is paid in cash to settle an amount: half a coin is rounded away from zero. All cash of an invoice together is
 * rounded, so what was rounded before counts: of 20.04 paid in two halves, 10.00 are paid first and 10.05 then. A half that
 * only the earlier roundings make goes to the side nearer to the amount, so that nothing is paid where nothing is owed. The
 * quotient has few digits, because the coins divide a hundred.
 */
export const cashFor = (amount: string, roundedBefore: string, currency: string, country: string) =>
  `coalesce((select round((${amount} + before) / coin - 0.001 * sign(before)) * coin
    from (select ${coinOf(currency, country)}, (${roundedBefore})::numeric) c (coin, before) where coin is not null), ${amount})::numeric(20, 2)`

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

/** What is paid in coins, and the rounding that makes it what is to be settled. Either may be zero. */
type RoundedCash = { readonly taken: Decimal; readonly difference: Decimal }

/** Rounds an amount that is to be settled in cash, as the country of the organisation does. */
export const roundCash = async (tx: Tx, { id, currency }: HeldInvoice, amount: Decimal): Promise<RoundedCash> => {
  const { rows } = await sql<RoundedCash>`
    with rounded as (${roundedSoFar(id)}),
    payment as (select ${amount}::numeric(14, 2) as amount, ${currency}::text as currency, country
      from organisation where organisation = organisation()),
    cash as (
      select amount, ${sql.raw(cashFor('amount', 'rounded.paid', 'currency', 'country'))} as taken from payment, rounded)
    select taken, amount - taken as difference from cash`.execute(tx)
  return rows[0]!
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

type LeftRounding = { readonly id: Id<'invoicepayment'>; readonly reversal: Decimal }

/**
 * The roundings of an invoice whose cash is cancelled, while this payment is cancelled too: all of them, if the others stay
 * within half of the smallest coin, and the invoice is not overpaid, without them.
 */
export const findLeftRoundings = async (
  tx: Tx,
  { id, currency, credit_note }: HeldInvoice,
  cancelling: number,
): Promise<readonly LeftRounding[]> => {
  const { rows } = await sql<LeftRounding>`
    with standing as (
      select id, payment_type, paid, rounding from invoicepayment payment
      where invoice = ${id} and cancels is null and id <> ${cancelling}
        and not exists (select from invoicepayment cancellation where cancellation.cancels = payment.id)),
    left_over as (
      select id, paid from standing
      where payment_type = ${rounding}
        and exists (select from invoicepayment cash where cash.rounding = standing.id)
        and not exists (select from standing cash where cash.rounding = standing.id)),
    kept as (
      select coalesce(sum(paid), 0) as paid, coalesce(sum(paid) filter (where payment_type = ${rounding}), 0) as rounded,
        coalesce(sum(paid) filter (where payment_type <> ${insuranceClaim}), 0) as by_client
      from standing where id not in (select id from left_over))
    select left_over.id, -left_over.paid as reversal
    from left_over cross join kept join invoice on invoice.id = ${id}
    where abs(kept.rounded) * 2 <= ${cashStepOf(currency)}::numeric
      and case when ${credit_note} then total_with_vat - alternative_payer_sum <= kept.by_client else total_with_vat >= kept.paid end
    order by left_over.id`.execute(tx)
  return rows
}
