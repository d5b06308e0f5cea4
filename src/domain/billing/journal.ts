import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { prepayment, rounding } from './statuses.ts'

/** Posts an invoice or a credit note: the receivable against revenue and VAT. */
export const postInvoice = async (tx: Tx, actor: Actor, id: Id<'invoice'>) => {
  const descriptionOf = (number: string) => sql`coalesce((select account.description from accountnumber account
    where account.number = invoice_row.${sql.ref(number)}
      and (account.department is null or account.department = posted_invoice.department)
    order by account.department is null, account.id limit 1), '')`
  await sql`
    with posted_invoice as (select * from invoice where id = ${id}),
    invoice_row as (select * from invoicerow where invoice = ${id}),
    line (side, account_number, account_description, vat_title, vat_percentage, amount) as (
      select 'receivable', '', '', '', null::numeric, total_with_vat from posted_invoice
      union all
      select 'revenue', account_number, ${descriptionOf('account_number')}, vat_title, vat_percentage, -sum(sum)
      from invoice_row cross join posted_invoice group by account_number, vat_title, vat_percentage, posted_invoice.department
      union all
      select 'vat', vat_account_number, ${descriptionOf('vat_account_number')}, vat_title, vat_percentage, -sum(sum_vat)
      from invoice_row cross join posted_invoice group by vat_account_number, vat_title, vat_percentage, posted_invoice.department)
    insert into journal_line (entry, posted, department, dated, invoice, side, account_number, account_description,
      vat_title, vat_percentage, amount)
    select ${randomUUID()}::uuid, ${actor.now}, department, invoice_date, id, line.*
    from posted_invoice cross join line
    where amount <> 0`.execute(tx)
}

type Posting = {
  readonly department: Id<'department'>
  readonly dated: string
  readonly payment_type: number
  readonly paid: Decimal
  readonly invoice?: Id<'invoice'>
  readonly invoicepayment?: Id<'invoicepayment'>
  readonly unallocatedpayment?: Id<'unallocatedpayment'> | null
}

const sideOf = (paymentType: number) => {
  if (paymentType === rounding) return 'rounding'
  return paymentType === prepayment ? 'prepayment' : 'money'
}

/**
 * Posts a payment as two lines: what was paid, and what it settles, an invoice or a prepayment. A reversal or a payout is
 * negative.
 */
export const postPayment = async (
  tx: Tx,
  actor: Actor,
  settles: 'receivable' | 'prepayment',
  { payment_type, paid, ...posting }: Posting,
) => {
  const entry = { ...posting, entry: randomUUID(), posted: actor.now }
  await tx
    .insertInto('journal_line')
    .values([
      { ...entry, side: sideOf(payment_type), payment_type, amount: paid },
      { ...entry, side: settles, payment_type: null, amount: sql<Decimal>`-${paid}::numeric` },
    ])
    .execute()
}
