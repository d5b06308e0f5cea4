import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { bookkeepingYears } from './bookkeeping-term.ts'
import { erasedPayer } from './erased-client.ts'

/** What bookkeeping keeps of a client, and the last day on which it must. */
export type Kept = { readonly kind: 'invoices' | 'payments'; readonly count: number; readonly until: string }

export const yearsOf = async (tx: Tx) => {
  const { country } = await tx.selectFrom('organisation').select('country').executeTakeFirstOrThrow()
  return bookkeepingYears(country)
}

/** The last day of the financial year, which is taken to be that of the calendar, plus the term. */
export const lastDay = (date: ReturnType<typeof sql>, years: number) =>
  sql<string>`make_date(extract(year from ${date})::int + ${years}::int, 12, 31)`

/** Invoices with a number whose payer was copied from the client and is still there, and payments. */
export const findKept = async (tx: Tx, client: number): Promise<readonly Kept[]> => {
  const years = await yearsOf(tx)
  const { rows } = await sql<Kept>`
    with kept as (
      select 'invoices' as kind, ${lastDay(sql`invoice_date`, years)} as until from invoice
        where invoice_number is not null and coalesce(payer, client) = ${client} and payer_name <> 'Erased client'
      union all
      select 'payments', ${lastDay(sql`payment.date_added`, years)} from invoicepayment payment
        join invoice on invoice.id = payment.invoice where coalesce(invoice.payer, invoice.client) = ${client}
      union all
      select 'payments', ${lastDay(sql`added`, years)} from unallocatedpayment where client = ${client})
    select kind, count(*)::int as count, to_char(until, 'YYYY-MM-DD') as until from kept group by kind, kept.until
    order by kind, kept.until`.execute(tx)
  return rows
}

/** The first day on which something may be erased that had to be kept until then. */
export const firstEnd = (kept: readonly Kept[]): string | null =>
  kept
    .filter(({ kind }) => kind === 'invoices')
    .map(({ until }) => until)
    .toSorted()[0] ?? null

/** Answers stored since the erasure that show one of these invoices: staff may have paid, credited or changed it. */
const eraseAnswers = async (tx: Tx, invoices: readonly number[]) => {
  // As in an erasure: an answer with the payer was stored before, or is read when the payer is gone.
  await sql`select stamp_of_transaction()`.execute(tx)
  const links = invoices.map((id) => `%/invoice/${id}/%`)
  await sql`update idempotency_key set body = null where body like any(${links}::text[])`.execute(tx)
}

/** Erases the payers of invoices whose term is over, of clients who were erased before, and says what is still kept. */
export const eraseKeptPayers = async (tx: Tx, { today }: { readonly today: string }): Promise<number> => {
  const years = await yearsOf(tx)
  const due = await tx
    .selectFrom('erasure')
    .select(['id', 'record'])
    .where('resource', '=', 'client')
    .where(sql<boolean>`kept_until < ${today}::date`)
    .orderBy('id')
    .limit(100)
    .forNoKeyUpdate()
    .execute()
  let erased = 0
  for (const { id, record } of due) {
    const { rows } = await sql<{ readonly id: number }>`update invoice set ${erasedPayer}
      where invoice_number is not null and coalesce(payer, client) = ${record} and payer_name <> 'Erased client'
        and ${lastDay(sql`invoice_date`, years)} < ${today}::date returning id`.execute(tx)
    if (rows.length > 0)
      await eraseAnswers(
        tx,
        rows.map((invoice) => invoice.id),
      )
    erased += rows.length
    const next = firstEnd(await findKept(tx, record))
    // Last, because it also has the values in the audit trail erased.
    await sql`update erasure set kept_until = ${next}::date where id = ${id}`.execute(tx)
  }
  return erased
}
