import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { prepayment, rounding } from './statuses.ts'

/** Posts an invoice or a credit note: what is owed for it, against what was earned and the VAT on it. */
export const postInvoice = async (tx: Tx, actor: Actor, id: Id<'invoice'>) => {
  const described = (number: string) => sql`coalesce((select a.description from accountnumber a
    where a.number = r.${sql.ref(number)} and (a.department is null or a.department = i.department)
    order by a.department is null, a.id limit 1), '')`
  await sql`
    insert into journal_line (entry, posted, department, dated, invoice, side, account_number, account_description,
      vat_title, vat_percentage, amount)
    select ${randomUUID()}::uuid, ${actor.now}, i.department, i.invoice_date, i.id, l.*
    from invoice i cross join lateral (
      select 'receivable', '', '', '', null::numeric, i.total_with_vat
      union all
      select 'revenue', r.account_number, ${described('account_number')}, r.vat_title, r.vat_percentage, -sum(r.sum)
      from invoicerow r where r.invoice = i.id group by r.account_number, r.vat_title, r.vat_percentage
      union all
      select 'vat', r.vat_account_number, ${described('vat_account_number')}, r.vat_title, r.vat_percentage, -sum(r.sum_vat)
      from invoicerow r where r.invoice = i.id group by r.vat_account_number, r.vat_title, r.vat_percentage
    ) l (side, account_number, account_description, vat_title, vat_percentage, amount)
    where i.id = ${id} and l.amount <> 0`.execute(tx)
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

/** Two lines: what was paid, and what it settles. */
const postPaid = async (
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

/** Posts a payment of an invoice. One that is taken back, or paid out, is negative. */
export const postPayment = (tx: Tx, actor: Actor, payment: Posting) => postPaid(tx, actor, 'receivable', payment)

/** Posts money that came before there was an invoice, or went back. */
export const postPrepayment = (tx: Tx, actor: Actor, payment: Posting) => postPaid(tx, actor, 'prepayment', payment)
