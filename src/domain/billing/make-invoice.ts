import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { Charge } from '../catalogue/charge.ts'
import { type Books, requireUnlocked } from './hold-books.ts'
import { postInvoice } from './journal.ts'
import { type Numbered, numberInvoice } from './number-invoice.ts'
import { draft } from './statuses.ts'
import { followInvoice } from './visits.ts'

/** Something that was sold, as it was priced. The quantity charged is what was sent, times the animals it was for. */
export type NewRow = Omit<Charge, 'type_code'> & {
  readonly item: Id<'item'>
  readonly sent_quantity: Decimal
  readonly multiplier?: number
  readonly patient?: Id<'patient'> | null
  readonly consultation_item?: Id<'consultationitem'>
  readonly countersale_item?: Id<'countersaleitem'>
}

export type NewInvoice = {
  /** Null for somebody who walked in. */
  readonly client: Id<'client'> | null
  readonly consultation?: Id<'consultation'> | null
  readonly countersale?: Id<'countersale'> | null
  readonly alternative_payer?: Id<'alternative_payer'> | null
  readonly alternative_payer_share?: Decimal | null
  readonly remarks?: string
  /** Whoever pays for the client now does not pay this. */
  readonly isOwn?: boolean
  /** In place of the payer's terms. */
  readonly due_date?: string | null
  /** In place of the department's. */
  readonly prefix?: string
  readonly rows: readonly NewRow[]
}

/** What an invoice may come to, in whole digits. */
const mostDigits = 12

type Sums = { readonly total: Decimal; readonly total_vat: Decimal; readonly total_with_vat: Decimal }

/** The rows as they were priced, in SQL. */
const sold = (
  rows: readonly NewRow[],
) => sql`rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (item bigint,
  code text, name text, unit text, list_price numeric, alternativepricing bigint, package_price numeric, dosage_units numeric,
  price numeric, vat_group bigint, vat_percentage numeric, percentage_change numeric, sent_quantity numeric,
  multiplier bigint, patient bigint, consultation_item bigint, countersale_item bigint)) with ordinality
  n (item, code, name, unit, list_price, alternativepricing, package_price, dosage_units, price, vat_group, vat_percentage,
    percentage_change, sent_quantity, multiplier, patient, consultation_item, countersale_item, place)`

/** An invoice comes to what its rows do. */
const addUp = async (tx: Tx, rows: readonly NewRow[]): Promise<Sums> => {
  const { rows: found } = await sql<Sums & { readonly fits: boolean }>`
    select s.total, s.total_with_vat - s.total as total_vat, s.total_with_vat,
      s.total_with_vat < ${10 ** mostDigits}::numeric as fits
    from (
      select coalesce(sum(row_sum(sent_quantity * coalesce(multiplier, 1), price, percentage_change)), 0) as total, coalesce(sum(
        row_total(sent_quantity * coalesce(multiplier, 1), price, percentage_change, vat_percentage)), 0) as total_with_vat
      from ${sold(rows)}) s`.execute(tx)
  const { fits, ...sums } = found[0]!
  if (!fits)
    throw invalid(nonField, `This comes to more than ${mostDigits} digits. Look at the quantities.`, 'too_much')
  return sums
}

/** Whoever pays for the client as they are now: what is changed later leaves the invoice alone. */
const insertInvoice = async (
  tx: Tx,
  {
    client,
    consultation,
    countersale,
    alternative_payer,
    alternative_payer_share,
    remarks,
    isOwn = false,
    due_date,
  }: NewInvoice,
  { total, total_vat, total_with_vat }: Sums,
  { department, today, payment_terms_days }: Books,
  numbered: Numbered | undefined,
) => {
  const share = sql`${alternative_payer_share ?? null}::numeric`
  const { rows } = await sql<{ id: Id<'invoice'>; paid: boolean }>`
    insert into invoice (client, department, consultation, countersale_record, alternative_payer, alternative_payer_share,
      remarks, currency, invoice_date, invoice_due_date, total, total_vat, total_with_vat, due_sum, alternative_payer_sum, client_due_sum,
      status, invoice_number, invoice_prefix, reference_number, additional_reference, finalized, date_paid,
      payer, payer_name, payer_organization_name, payer_vat_number, payer_register_number, payer_country_code,
      payer_street_address, payer_street_address_2, payer_zip_code, payer_city, payer_state)
    select ${client}, ${department}, ${consultation ?? null}, ${countersale ?? null}, ${alternative_payer ?? null}, ${share},
      ${remarks ?? ''}, o.currency, ${today}::date,
      coalesce(${due_date ?? null}::date, ${today}::date + coalesce(p.due_date_delay, ${payment_terms_days}::int)),
      s.total, ${total_vat}::numeric, s.with_vat, s.with_vat, share_of(s.with_vat, ${share}),
      client_due(s.with_vat, share_of(s.with_vat, ${share}), 0),
      ${numbered?.status ?? draft}, ${numbered?.invoice_number ?? null}::bigint, ${numbered?.invoice_prefix ?? ''},
      ${numbered?.reference_number ?? null}, ${numbered?.additional_reference ?? null}, ${numbered?.finalized ?? null}::timestamptz,
      case when ${numbered !== undefined} and s.with_vat = 0 then ${today}::date end,
      w.pays, trim(coalesce(p.firstname || ' ' || p.lastname, '')), coalesce(p.organization_name, ''), coalesce(p.vat_number, ''),
      coalesce(p.register_number, ''), coalesce(p.country, ''), coalesce(p.street_address, ''),
      coalesce(p.street_address_2, ''), coalesce(p.zip_code, ''), coalesce(p.city, ''), coalesce(p.state, '')
    from organisation o
    cross join (select ${total}::numeric, ${total_with_vat}::numeric) s (total, with_vat)
    left join client c on c.id = ${client}
    cross join lateral (select case when not ${isOwn} then c.invoicing_client end) w (pays)
    left join client p on p.id = coalesce(w.pays, c.id)
    returning id, due_sum = 0 as paid`.execute(tx)
  return rows[0]!
}

/** So many animals of a row that is for several are named, and the others counted. */
const mostNamed = sql.lit(5)

/** Accounts, VAT, dimensions and names are those of now. The visit's own dimensions win over the item's. */
const insertRows = async (tx: Tx, invoice: Id<'invoice'>, rows: readonly NewRow[]) => {
  await sql`
    insert into invoicerow (invoice, consultation_item, countersale_item, item, code, name, unit, patient, patient_names, list_price,
      alternativepricing, package_price, dosage_units, price, sent_quantity, multiplier, quantity, percentage_change, vat_group,
      vat_title, vat_percentage, vat_account_number, sum, sum_vat, sum_total, account_number, reporting_dimension_1,
      reporting_dimension_2, internal_account_number, internal_reporting_dimension_1, internal_reporting_dimension_2)
    select v.id, n.consultation_item, n.countersale_item, n.item, n.code, n.name, n.unit, n.patient, w.names, n.list_price,
      n.alternativepricing, n.package_price, n.dosage_units, n.price, n.sent_quantity, q.multiplier, q.quantity,
      n.percentage_change, n.vat_group, g.title, n.vat_percentage, coalesce(ga.number, ''), s.sum, s.total - s.sum, s.total,
      coalesce(a.number, ''), coalesce(nullif(c.reporting_dimension_1, ''), nullif(i.reporting_dimension_1, '')),
      coalesce(nullif(c.reporting_dimension_2, ''), nullif(i.reporting_dimension_2, '')), nullif(i.internal_account_number, ''),
      nullif(i.internal_reporting_dimension_1, ''), nullif(i.internal_reporting_dimension_2, '')
    from ${sold(rows)}
    cross join lateral (select coalesce(n.multiplier, 1) as multiplier, n.sent_quantity * coalesce(n.multiplier, 1) as quantity) q
    cross join lateral (select row_sum(q.quantity, n.price, n.percentage_change) as sum,
      row_total(q.quantity, n.price, n.percentage_change, n.vat_percentage) as total) s
    join invoice v on v.id = ${invoice}
    left join consultation c on c.id = v.consultation
    cross join lateral (
      select concat(array_to_string((array_agg(p.name order by p.id))[:${mostNamed}], ', '),
        case when count(*) > ${mostNamed} then ' and ' || count(*) - ${mostNamed} || ' more' end) as names
      from (select n.patient as id union all select a.patient from consultationitem_patient a
        where n.patient is null and a.consultationitem = n.consultation_item) x
      join patient p on p.id = x.id) w
    join item i on i.id = n.item
    left join accountnumber a on a.id = i.account_number
    join vatgroup g on g.id = n.vat_group
    left join accountnumber ga on ga.id = g.account_number
    order by n.place`.execute(tx)
}

const writeInvoice = async (tx: Tx, invoice: NewInvoice, books: Books, numbered?: Numbered) => {
  const sums = await addUp(tx, invoice.rows)
  const written = await insertInvoice(tx, invoice, sums, books, numbered)
  if (invoice.rows.length > 0) await insertRows(tx, written.id, invoice.rows)
  return written
}

/** Makes a draft of what was sold, dated today where the department is. Whoever calls holds the visit or the sale. */
export const makeInvoice = async (tx: Tx, _actor: Actor, books: Books, invoice: NewInvoice): Promise<Id<'invoice'>> =>
  (await writeInvoice(tx, invoice, books)).id

/** Makes an invoice of what was sold, finalized at once: it is written, and told, once. */
export const issueInvoice = async (tx: Tx, actor: Actor, books: Books, invoice: NewInvoice): Promise<Id<'invoice'>> => {
  requireUnlocked(books, books.today, nonField)
  const { prefix: invoice_prefix = books.invoice_prefix } = invoice
  const numbered = await numberInvoice(tx, actor, { ...books, invoice_prefix })
  const { id, paid } = await writeInvoice(tx, invoice, books, numbered)
  await postInvoice(tx, actor, id)
  if (paid)
    await followInvoice(tx, actor, {
      ...numbered,
      credit_note: false,
      consultation: invoice.consultation ?? null,
      paid,
    })
  return id
}
