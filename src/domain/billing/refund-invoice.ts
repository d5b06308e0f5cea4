import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { type Books, type HeldInvoice, holdInvoice, requireUnlocked } from './hold-books.ts'
import { postInvoice } from './journal.ts'
import { type Numbered, numberInvoice } from './number-invoice.ts'
import { recordUnsettled } from './record-payment.ts'
import { settleInvoice } from './settle-invoice.ts'
import { creditInvoice, insuranceClaim, isNumbered, rounding } from './statuses.ts'

type Refund = { use_original_invoice_date?: boolean }
type PartialRefund = Refund & { invoice_rows: readonly Readonly<Record<string, unknown>>[] }

const requireRefundable = ({ status, credit_note }: HeldInvoice) => {
  if (credit_note)
    throw invalid(
      nonField,
      'This is a credit note, which is not credited itself. Use the original invoice.',
      'credit_note',
    )
  if (!isNumbered(status))
    throw invalid(nonField, 'Only an invoice that has its number is credited. Void a draft instead.', 'not_finalized')
}

type Row = { readonly id: number; readonly credited: boolean; readonly isNothing: boolean }

const rowsOf = async (tx: Tx, invoice: number): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select r.id, exists (select from invoicerow c where c.credited_invoicerow = r.id) as credited, r.sum_total = 0 as "isNothing"
    from invoicerow r where r.invoice = ${invoice} order by r.id`.execute(tx)
  return rows
}

/**
 * A credit note makes the shares of both payers smaller. It first takes away what each still owes of what theirs gets smaller
 * by, and only the rest is owed back. Of it, another payer gets what they have paid beyond their share of what is not
 * credited, and the client gets the others.
 */
type Credited = {
  readonly total: Decimal
  readonly total_vat: Decimal
  readonly set_off: Decimal
  readonly back: Decimal
  readonly isSetOff: boolean
  /** What the other payer gets back by this credit note, negative. */
  readonly theirs: Decimal
  /** What is theirs of the original from now on. What they get back by credit notes they have to have paid. */
  readonly theirsOfOriginal: Decimal
}

const addUp = async (tx: Tx, original: number, rows: readonly number[]): Promise<Credited> => {
  const { rows: found } = await sql<Credited>`
    select -r.sum as total, -r.vat as total_vat, x.amount as set_off, -x.amount as back, x.amount > 0 as "isSetOff",
      -y.back as theirs, s.share + n.back + y.back as "theirsOfOriginal"
    from invoice o
    cross join (select sum(sum) as sum, sum(sum_vat) as vat from invoicerow where id = any(${rows}::bigint[])) r
    cross join lateral (select o.total_with_vat - coalesce(sum(paid), 0) from invoicepayment where invoice = o.id) d (due)
    cross join lateral (select coalesce(-sum(total_with_vat), 0), coalesce(-sum(alternative_payer_sum), 0)
      from invoice where credit_note_original_invoice = o.id) n (credited, back)
    cross join lateral (select share_of(o.total_with_vat - n.credited, o.alternative_payer_share),
      share_of(o.total_with_vat - n.credited - r.sum - r.vat, o.alternative_payer_share)) s (before, share)
    cross join lateral (select coalesce(sum(paid), 0) from invoicepayment
      where invoice = o.id and payment_type = ${insuranceClaim} and o.alternative_payer is not null) c (claimed)
    cross join lateral (select least(d.due, greatest(0, s.before + n.back - c.claimed))) t (owe)
    cross join lateral (select least(t.owe, s.before - s.share)
      + least(d.due - t.owe, r.sum + r.vat - (s.before - s.share))) x (amount)
    cross join lateral (select least(r.sum + r.vat - x.amount, greatest(0, c.claimed - n.back - s.share))) y (back)
    where o.id = ${original}`.execute(tx)
  return found[0]!
}

/** Who pays is as the original says it; whose it is, as it is now. */
const insertCreditNote = async (
  tx: Tx,
  { id: original }: HeldInvoice,
  day: string,
  { total, total_vat, set_off, theirs }: Credited,
  numbered: Numbered,
  { today }: Books,
) => {
  const { rows } = await sql<{ id: Id<'invoice'> }>`
    insert into invoice (credit_note, credit_note_original_invoice, invoice_date, invoice_due_date, status, invoice_number,
      invoice_prefix, reference_number, additional_reference, finalized, total, total_vat, total_with_vat, due_sum,
      alternative_payer_sum, client_due_sum, date_paid, client, department, consultation, countersale_record, currency, payer,
      payer_name, payer_organization_name, payer_vat_number, payer_register_number, payer_country_code, payer_street_address,
      payer_street_address_2, payer_zip_code, payer_city, payer_state, alternative_payer, alternative_payer_name,
      alternative_payer_share)
    select true, i.id, ${day}::date, ${day}::date, ${numbered.status}, ${numbered.invoice_number}::bigint,
      ${numbered.invoice_prefix}, ${numbered.reference_number}, ${numbered.additional_reference}, ${numbered.finalized}::timestamptz,
      s.total, s.vat, s.total + s.vat, s.due, s.theirs, client_due(s.due, s.theirs, 0),
      case when s.due = 0 then ${today}::date end, i.client, i.department, i.consultation, i.countersale_record, i.currency,
      i.payer, i.payer_name, i.payer_organization_name, i.payer_vat_number, i.payer_register_number, i.payer_country_code,
      i.payer_street_address, i.payer_street_address_2, i.payer_zip_code, i.payer_city, i.payer_state, i.alternative_payer,
      i.alternative_payer_name, i.alternative_payer_share
    from invoice i
    cross join (select ${total}::numeric, ${total_vat}::numeric, ${total}::numeric + ${total_vat}::numeric + ${set_off}::numeric,
      ${theirs}::numeric) s (total, vat, due, theirs)
    where i.id = ${original} returning id`.execute(tx)
  return rows[0]!.id
}

/** Each row is the original's, the other way round. */
const insertCreditRows = async (tx: Tx, creditNote: number, rows: readonly number[]) => {
  await sql`
    insert into invoicerow (invoice, credited_invoicerow, sent_quantity, quantity, sum, sum_vat, sum_total, multiplier,
      consultation_item, countersale_item, item, code, name, unit, patient, patient_names, list_price, alternativepricing, package_price,
      dosage_units, price, percentage_change, vat_group, vat_title, vat_percentage, vat_account_number, account_number,
      reporting_dimension_1, reporting_dimension_2, reporting_dimension_3, internal_account_number,
      internal_reporting_dimension_1, internal_reporting_dimension_2)
    select ${creditNote}, id, -sent_quantity, -quantity, -sum, -sum_vat, -sum_total, multiplier, consultation_item,
      countersale_item, item, code, name, unit, patient, patient_names, list_price, alternativepricing, package_price, dosage_units, price,
      percentage_change, vat_group, vat_title, vat_percentage, vat_account_number, account_number, reporting_dimension_1,
      reporting_dimension_2, reporting_dimension_3, internal_account_number, internal_reporting_dimension_1,
      internal_reporting_dimension_2
    from invoicerow where id = any(${rows}::bigint[]) order by id`.execute(tx)
}

const setOff = async (
  tx: Tx,
  actor: Actor,
  books: Books,
  { set_off, back }: Credited,
  invoice: number,
  note: number,
) => {
  const payment = { payment_type: creditInvoice, set_off: true } as const
  await recordUnsettled(tx, actor, books, { ...payment, invoice, paid: set_off })
  await recordUnsettled(tx, actor, books, { ...payment, invoice: note, paid: back })
}

type Rounding = { readonly id: Id<'invoicepayment'>; readonly back: Decimal }

/**
 * The roundings of an invoice that nothing was paid by, or that still owes, unless what was paid needs them: nobody pays the
 * rest of an invoice of which nothing is left.
 */
const idleRoundings = async (tx: Tx, invoice: number): Promise<readonly Rounding[]> => {
  const { rows } = await sql<Rounding>`
    select r.id, -r.paid as back from invoice i
    cross join lateral (
      select coalesce(sum(paid), 0) as paid, coalesce(sum(paid) filter (where payment_type = ${rounding}), 0) as rounded,
        coalesce(sum(paid) filter (where payment_type <> ${rounding} and not set_off), 0) as money
      from invoicepayment where invoice = i.id) p
    join invoicepayment r on r.invoice = i.id and r.payment_type = ${rounding} and r.cancels is null
      and not exists (select from invoicepayment c where c.cancels = r.id)
    where i.id = ${invoice} and p.paid - p.rounded <= i.total_with_vat and (p.money = 0 or p.paid < i.total_with_vat)
    order by r.id`.execute(tx)
  return rows
}

/** Takes back the roundings that would be owed, by the clinic or to it, when all else is credited. Answers if there were any. */
const dropRoundings = async (tx: Tx, actor: Actor, books: Books, invoice: Id<'invoice'>) => {
  const idle = await idleRoundings(tx, invoice)
  for (const { id: cancels, back: paid } of idle) {
    const payment = { invoice, payment_type: rounding, paid, cancels, info: 'All is credited.' }
    await recordUnsettled(tx, actor, books, payment)
  }
  return idle.length > 0
}

type Held = { readonly books: Books; readonly invoice: HeldInvoice }

const credit = async (
  tx: Tx,
  actor: Actor,
  { books, invoice }: Held,
  { rows, isLast }: { readonly rows: readonly number[]; readonly isLast: boolean },
  isOriginalDate: boolean,
) => {
  const day = isOriginalDate ? invoice.invoice_date : books.today
  requireUnlocked(books, day, isOriginalDate ? 'use_original_invoice_date' : nonField)
  const isOpenAgain = isLast && (await dropRoundings(tx, actor, books, invoice.id))
  const credited = await addUp(tx, invoice.id, rows)
  const numbered = await numberInvoice(tx, actor, books)
  const id = await insertCreditNote(tx, invoice, day, credited, numbered, books)
  await insertCreditRows(tx, id, rows)
  await postInvoice(tx, actor, id)
  if (credited.isSetOff) await setOff(tx, actor, books, credited, invoice.id, id)
  await tx
    .updateTable('invoice')
    .set({ alternative_payer_sum: credited.theirsOfOriginal })
    .where('id', '=', invoice.id)
    .where('alternative_payer', 'is not', null)
    .execute()
  // The original shows its credit notes, so it has changed even where nothing was set off.
  await settleInvoice(tx, actor, invoice.id, books.today, isOpenAgain)
  return id
}

/** Credits whatever of an invoice has not been credited yet. */
export const refundInvoice = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { use_original_invoice_date = false }: Refund,
): Promise<Id<'invoice'>> => {
  const held = await holdInvoice(tx, actor, id)
  requireRefundable(held.invoice)
  const rows = (await rowsOf(tx, id)).filter(({ credited }) => !credited)
  if (rows.length === 0)
    throw invalid(nonField, 'Everything on this invoice is credited already. Nothing more is to be done.', 'credited')
  return credit(tx, actor, held, { rows: rows.map((row) => row.id), isLast: true }, use_original_invoice_date)
}

/** Credits some rows of an invoice, each once. */
export const refundRows = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { invoice_rows, use_original_invoice_date = false }: PartialRefund,
): Promise<Id<'invoice'>> => {
  const held = await holdInvoice(tx, actor, id)
  requireRefundable(held.invoice)
  const own = new Map((await rowsOf(tx, id)).map((row) => [row.id, row]))
  const wanted = new Set(invoice_rows.map(({ invoice_row }) => invoice_row as number | undefined))
  if (wanted.size === 0) throw invalid('invoice_rows', 'Name at least one row.', 'required')
  for (const row of wanted) {
    const found = own.get(row!)
    if (found === undefined)
      throw invalid(
        'invoice_rows',
        'Each entry is an object whose invoice_row is the url of a row of this invoice.',
        'does_not_exist',
      )
    if (found.credited) throw invalid('invoice_rows', `Row ${row} is credited already. Leave it out.`, 'credited')
  }
  const rows = [...own.keys()].filter((row) => wanted.has(row))
  const isLast = [...own.values()].every(({ id: row, credited, isNothing }) => credited || isNothing || wanted.has(row))
  return credit(tx, actor, held, { rows, isLast }, use_original_invoice_date)
}
