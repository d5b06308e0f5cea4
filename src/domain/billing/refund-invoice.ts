import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { returnGoods, type ReturnedRow } from '../stock/return-goods.ts'
import { type Books, type HeldInvoice, holdInvoice, requireUnlocked } from './hold-books.ts'
import { postInvoice } from './journal.ts'
import { type Numbered, numberInvoice } from './number-invoice.ts'
import { recordPayment } from './record-payment.ts'
import { settleInvoice } from './settle-invoice.ts'
import { creditInvoice, insuranceClaim, isNumbered, rounding } from './statuses.ts'

type Refund = { use_original_invoice_date?: boolean }
type FullRefund = Refund & { return_to_stock?: boolean }
type PartialRefund = Refund & {
  invoice_rows: readonly { readonly invoice_row?: Id<'invoicerow'>; readonly return_to_stock?: boolean }[]
}

const requireRefundable = ({ status, credit_note }: HeldInvoice) => {
  if (credit_note) throw invalid(nonField, 'A credit note cannot be credited. Use the original invoice.', 'credit_note')
  if (!isNumbered(status))
    throw invalid(nonField, 'Only a finalized invoice can be credited. Void a draft instead.', 'not_finalized')
}

type Row = { readonly id: number; readonly credited: boolean; readonly isZero: boolean }

const rowsOf = async (tx: Tx, invoice: number): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select id, exists (select from invoicerow credit where credit.credited_invoicerow = invoicerow.id) as credited,
      sum_total = 0 as "isZero"
    from invoicerow where invoice = ${invoice} order by id`.execute(tx)
  return rows
}

/** The rows to credit, those of them whose goods go back into stock, and whether nothing is left to credit. */
type Credited = { readonly rows: readonly number[]; readonly returned: readonly number[]; readonly isLast: boolean }

type Credit = {
  readonly total: Decimal
  readonly total_vat: Decimal
  readonly set_off: Decimal
  readonly isSetOff: boolean
  /** What the other payer gets back by this credit note, negative. */
  readonly payer_refund: Decimal
  /** The other payer's part of the original from now on: what they get back by credit notes they must have paid. */
  readonly otherPayerSum: Decimal
}

/**
 * What crediting some rows comes to (decision 0030). A credit note reduces the share of both payers. It is first set off
 * against what each of them still owes of that reduction; the rest is paid back: to the other payer what they have paid
 * beyond their share of what is not credited, and to the client what remains.
 *
 * Of 100.00, an insurer pays 80 %. The client has paid their 20.00, and 50.00 is credited:
 *   shares            80.00 before, 40.00 after
 *   other_payer_due   80.00, and the client owes nothing
 *   set_off           40.00 (the insurer's reduction) + 0.00 (the client owes nothing)
 *   payer_refund       0.00 (the insurer has paid nothing), so the 10.00 left of the 50.00 go back to the client
 */
const computeCredit = async (tx: Tx, original: number, rows: readonly number[]): Promise<Credit> => {
  const { rows: found } = await sql<Credit>`
    with credited_rows as (
      select sum(sum) as net, sum(sum_vat) as vat, sum(sum_total) as total
      from invoicerow where id = any(${rows}::bigint[])),
    original_due as (
      select total_with_vat as total, alternative_payer_share as share, total_with_vat - payments.paid as due,
        case when alternative_payer is null then 0 else payments.claimed end as claimed
      from invoice cross join (
        select coalesce(sum(paid), 0) as paid,
          coalesce(sum(paid) filter (where payment_type = ${insuranceClaim}), 0) as claimed
        from invoicepayment where invoice = ${original}) payments
      where id = ${original}),
    earlier_notes as (
      select coalesce(-sum(total_with_vat), 0) as credited, coalesce(-sum(alternative_payer_sum), 0) as payer_refund
      from invoice where credit_note_original_invoice = ${original}),
    shares as (
      select share_of(original_due.total - earlier_notes.credited, share) as before,
        share_of(original_due.total - earlier_notes.credited - credited_rows.total, share) as after
      from original_due, earlier_notes, credited_rows),
    other_payer_due as (
      select least(due, greatest(0, shares.before + earlier_notes.payer_refund - claimed)) as amount
      from original_due, earlier_notes, shares),
    set_off as (
      select least(other_payer_due.amount, before - after)
        + least(due - other_payer_due.amount, credited_rows.total - (before - after)) as amount
      from original_due, credited_rows, shares, other_payer_due),
    payer_refund as (
      select least(credited_rows.total - set_off.amount, greatest(0, claimed - earlier_notes.payer_refund - after)) as amount
      from original_due, credited_rows, earlier_notes, shares, set_off)
    select -net as total, -vat as total_vat, set_off.amount as set_off, set_off.amount > 0 as "isSetOff",
      -payer_refund.amount as payer_refund, after + earlier_notes.payer_refund + payer_refund.amount as "otherPayerSum"
    from credited_rows, earlier_notes, shares, set_off, payer_refund`.execute(tx)
  return found[0]!
}

/** The payer is copied from the original; the client is the one it has now. */
const insertCreditNote = async (
  tx: Tx,
  { id: original }: HeldInvoice,
  day: string,
  { total, total_vat, set_off, payer_refund }: Credit,
  numbered: Numbered,
  { today }: Books,
) => {
  const { rows } = await sql<{ id: Id<'invoice'> }>`
    with credit as (
      select ${total}::numeric as total, ${total_vat}::numeric as vat, ${payer_refund}::numeric as payer_refund,
        ${total}::numeric + ${total_vat}::numeric + ${set_off}::numeric as due)
    insert into invoice (credit_note, credit_note_original_invoice, invoice_date, invoice_due_date, status, invoice_number,
      invoice_prefix, reference_number, additional_reference, finalized, total, total_vat, total_with_vat, due_sum,
      alternative_payer_sum, client_due_sum, date_paid, client, department, consultation, countersale_record, currency, payer,
      payer_name, payer_organization_name, payer_vat_number, payer_register_number, payer_country_code, payer_street_address,
      payer_street_address_2, payer_zip_code, payer_city, payer_state, alternative_payer, alternative_payer_name,
      alternative_payer_share)
    select true, original.id, ${day}::date, ${day}::date, ${numbered.status}, ${numbered.invoice_number}::bigint,
      ${numbered.invoice_prefix}, ${numbered.reference_number}, ${numbered.additional_reference}, ${numbered.finalized}::timestamptz,
      credit.total, credit.vat, credit.total + credit.vat, credit.due, credit.payer_refund,
      client_due(credit.due, credit.payer_refund, 0), case when credit.due = 0 then ${today}::date end,
      client, department, consultation, countersale_record, currency, payer, payer_name, payer_organization_name,
      payer_vat_number, payer_register_number, payer_country_code, payer_street_address, payer_street_address_2,
      payer_zip_code, payer_city, payer_state, alternative_payer, alternative_payer_name, alternative_payer_share
    from invoice original cross join credit
    where original.id = ${original} returning id`.execute(tx)
  return rows[0]!.id
}

/** Copies rows of the original with the opposite sign. Answers those whose goods go back into stock. */
const insertCreditRows = async (tx: Tx, creditNote: number, { rows, returned }: Credited) => {
  const { rows: made } = await sql<ReturnedRow & { readonly return_to_stock: boolean }>`
    insert into invoicerow (invoice, credited_invoicerow, sent_quantity, quantity, sum, sum_vat, sum_total, multiplier,
      consultation_item, countersale_item, item, code, name, unit, patient, patient_names, list_price, alternativepricing, package_price,
      dosage_units, price, percentage_change, vat_group, vat_title, vat_percentage, vat_account_number, account_number,
      reporting_dimension_1, reporting_dimension_2, reporting_dimension_3, internal_account_number,
      internal_reporting_dimension_1, internal_reporting_dimension_2, return_to_stock)
    select ${creditNote}, id, -sent_quantity, -quantity, -sum, -sum_vat, -sum_total, multiplier, consultation_item,
      countersale_item, item, code, name, unit, patient, patient_names, list_price, alternativepricing, package_price, dosage_units, price,
      percentage_change, vat_group, vat_title, vat_percentage, vat_account_number, account_number, reporting_dimension_1,
      reporting_dimension_2, reporting_dimension_3, internal_account_number, internal_reporting_dimension_1,
      internal_reporting_dimension_2, id = any(${returned}::bigint[])
    from invoicerow where id = any(${rows}::bigint[]) order by id
    returning id, item, consultation_item, countersale_item, return_to_stock`.execute(tx)
  return made.filter(({ return_to_stock }) => return_to_stock)
}

const setOff = async (tx: Tx, actor: Actor, books: Books, { set_off }: Credit, invoice: number, note: number) => {
  const payment = { payment_type: creditInvoice, set_off: true } as const
  await recordPayment(tx, actor, books, { ...payment, invoice, paid: set_off })
  await recordPayment(tx, actor, books, { ...payment, invoice: note, paid: `-${set_off}` })
}

type Rounding = { readonly id: Id<'invoicepayment'>; readonly reversal: Decimal }

/**
 * The roundings to cancel when the last row is credited: those of an invoice that no money was paid on or that still owes,
 * unless the payments would exceed the total without them. Nobody pays the last cent of an invoice that is credited whole.
 */
const findStrandedRoundings = async (tx: Tx, invoice: number): Promise<readonly Rounding[]> => {
  const { rows } = await sql<Rounding>`
    with payments as (
      select coalesce(sum(paid), 0) as paid, coalesce(sum(paid) filter (where payment_type = ${rounding}), 0) as rounded,
        coalesce(sum(paid) filter (where payment_type <> ${rounding} and not set_off), 0) as money
      from invoicepayment where invoice = ${invoice}),
    stranding_invoice as (
      select invoice.id from invoice cross join payments
      where invoice.id = ${invoice} and payments.paid - rounded <= total_with_vat
        and (money = 0 or payments.paid < total_with_vat))
    select payment.id, -payment.paid as reversal
    from stranding_invoice join invoicepayment payment on payment.invoice = stranding_invoice.id
    where payment.payment_type = ${rounding} and payment.cancels is null
      and not exists (select from invoicepayment cancellation where cancellation.cancels = payment.id)
    order by payment.id`.execute(tx)
  return rows
}

/** Cancels the roundings that would stay owed, by the clinic or to it. Returns whether there were any. */
const cancelStrandedRoundings = async (tx: Tx, actor: Actor, books: Books, invoice: Id<'invoice'>) => {
  const stranded = await findStrandedRoundings(tx, invoice)
  for (const { id: cancels, reversal: paid } of stranded) {
    const payment = { invoice, payment_type: rounding, paid, cancels, info: 'The invoice is credited in full.' }
    await recordPayment(tx, actor, books, payment)
  }
  return stranded.length > 0
}

type Held = { readonly books: Books; readonly invoice: HeldInvoice }

const makeCreditNote = async (
  tx: Tx,
  actor: Actor,
  { books, invoice }: Held,
  credited: Credited,
  isOriginalDate: boolean,
) => {
  const day = isOriginalDate ? invoice.invoice_date : books.today
  requireUnlocked(books, day, isOriginalDate ? 'use_original_invoice_date' : nonField)
  const isOpenAgain = credited.isLast && (await cancelStrandedRoundings(tx, actor, books, invoice.id))
  const computed = await computeCredit(tx, invoice.id, credited.rows)
  const numbered = await numberInvoice(tx, actor, books)
  const id = await insertCreditNote(tx, invoice, day, computed, numbered, books)
  const returned = await insertCreditRows(tx, id, credited)
  await postInvoice(tx, actor, id)
  // Before the invoice is settled, which takes the organisation's lock.
  await returnGoods(tx, actor, returned)
  if (computed.isSetOff) await setOff(tx, actor, books, computed, invoice.id, id)
  await tx
    .updateTable('invoice')
    .set({ alternative_payer_sum: computed.otherPayerSum })
    .where('id', '=', invoice.id)
    .where('alternative_payer', 'is not', null)
    .execute()
  // Settled even where nothing was set off: the original shows its credit notes, so it is touched.
  await settleInvoice(tx, actor, invoice.id, books.today, isOpenAgain)
  return id
}

/** Credits every row of an invoice that has not been credited yet. */
export const refundInvoice = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { use_original_invoice_date = false, return_to_stock = false }: FullRefund,
): Promise<Id<'invoice'>> => {
  const held = await holdInvoice(tx, actor, id)
  requireRefundable(held.invoice)
  const rows = (await rowsOf(tx, id)).filter(({ credited }) => !credited).map((row) => row.id)
  if (rows.length === 0)
    throw invalid(nonField, 'This invoice is already credited in full. There is nothing left to do.', 'credited')
  const returned = return_to_stock ? rows : []
  return makeCreditNote(tx, actor, held, { rows, returned, isLast: true }, use_original_invoice_date)
}

/** Credits some rows of an invoice. A row is credited once. */
export const refundRows = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { invoice_rows, use_original_invoice_date = false }: PartialRefund,
): Promise<Id<'invoice'>> => {
  const held = await holdInvoice(tx, actor, id)
  requireRefundable(held.invoice)
  const own = new Map((await rowsOf(tx, id)).map((row) => [row.id, row]))
  const wanted = new Set(invoice_rows.map(({ invoice_row }) => invoice_row))
  if (wanted.size === 0) throw invalid('invoice_rows', 'Name at least one row.', 'required')
  for (const row of wanted) {
    const found = row === undefined ? undefined : own.get(row)
    if (found === undefined)
      throw invalid(
        'invoice_rows',
        'Each entry must be an object whose invoice_row is the URL of a row of this invoice.',
        'does_not_exist',
      )
    if (found.credited) throw invalid('invoice_rows', `Row ${row} is already credited. Leave it out.`, 'credited')
  }
  const rows = [...own.keys()].filter((row) => wanted.has(row))
  const isLast = [...own.values()].every(({ id: row, credited, isZero }) => credited || isZero || wanted.has(row))
  const returned = invoice_rows.flatMap(({ invoice_row, return_to_stock }) =>
    return_to_stock && invoice_row !== undefined ? [invoice_row] : [],
  )
  return makeCreditNote(tx, actor, held, { rows, returned, isLast }, use_original_invoice_date)
}
