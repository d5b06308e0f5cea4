import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import type { Charge } from '../items/charge.ts'
import { type Books, requireUnlocked } from './hold-books.ts'
import { postInvoice } from './journal.ts'
import { type Numbered, numberInvoice } from './number-invoice.ts'
import { draft } from './statuses.ts'

/** An item sold, at its price. The quantity charged is the quantity sent times the number of animals. */
export type NewRow = Omit<Charge, 'type_code'> & {
  readonly item: Id<'item'>
  readonly sent_quantity: Decimal
  readonly multiplier?: number
  readonly patient?: Id<'patient'> | null
  readonly consultation_item?: Id<'consultationitem'>
  readonly countersale_item?: Id<'countersaleitem'>
}

export type NewInvoice = {
  /** Null for a walk-in customer. */
  readonly client: Id<'client'> | null
  readonly consultation?: Id<'consultation'> | null
  readonly countersale?: Id<'countersale'> | null
  readonly alternative_payer?: Id<'alternative_payer'> | null
  readonly alternative_payer_share?: Decimal | null
  readonly remarks?: string
  /** The client pays it themself, even if they have an invoicing client. */
  readonly isOwn?: boolean
  /** Instead of the date that follows from the payment terms. */
  readonly due_date?: string | null
  /** Instead of the department's prefix. */
  readonly prefix?: string
  readonly rows: readonly NewRow[]
}

/** The largest total, in digits before the point. */
const maxDigits = 12

type Sums = { readonly total: Decimal; readonly total_vat: Decimal; readonly total_with_vat: Decimal }

/** SQL of the rows sold, as a table `sold_row` in their order. */
const soldRows = (rows: readonly NewRow[]) => sql`sold_row as (
    select sold.*, coalesce(sold.multiplier, 1) as animals, sold.sent_quantity * coalesce(sold.multiplier, 1) as quantity
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (item bigint, code text, name text, unit text,
      list_price numeric, alternativepricing bigint, package_price numeric, dosage_units numeric, price numeric, vat_group bigint,
      vat_percentage numeric, percentage_change numeric, sent_quantity numeric, multiplier bigint, patient bigint,
      consultation_item bigint, countersale_item bigint)) with ordinality
    sold (item, code, name, unit, list_price, alternativepricing, package_price, dosage_units, price, vat_group, vat_percentage,
      percentage_change, sent_quantity, multiplier, patient, consultation_item, countersale_item, place)),
  charged_row as (
    select *, row_sum(quantity, price, percentage_change) as sum,
      row_total(quantity, price, percentage_change, vat_percentage) as sum_total
    from sold_row)`

/** The totals of an invoice are the sums of its rows. */
const addUp = async (tx: Tx, rows: readonly NewRow[]): Promise<Sums> => {
  const { rows: found } = await sql<Sums & { readonly fits: boolean }>`
    with ${soldRows(rows)},
    invoice_total as (
      select coalesce(sum(sum), 0) as total, coalesce(sum(sum_total), 0) as total_with_vat from charged_row)
    select total, total_with_vat - total as total_vat, total_with_vat,
      total_with_vat < ${10 ** maxDigits}::numeric as fits
    from invoice_total`.execute(tx)
  const { fits, ...sums } = found[0]!
  if (!fits) throw invalid(nonField, `The total has more than ${maxDigits} digits. Check the quantities.`, 'too_much')
  return sums
}

/** Copies the payer as they are now: later changes of the client leave the invoice alone. */
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
  const { rows } = await sql<{ id: Id<'invoice'> }>`
    with sums as (
      select ${total}::numeric as total, ${total_vat}::numeric as total_vat, ${total_with_vat}::numeric as with_vat,
        share_of(${total_with_vat}::numeric, ${share}) as other_payer_sum),
    paid_by as (
      select case when not ${isOwn} then invoicing_client end as other_client, id as client
      from client where id = ${client})
    insert into invoice (client, department, consultation, countersale_record, alternative_payer, alternative_payer_share,
      remarks, currency, invoice_date, invoice_due_date, total, total_vat, total_with_vat, due_sum, alternative_payer_sum,
      client_due_sum, status, invoice_number, invoice_prefix, reference_number, additional_reference, finalized, date_paid,
      payer, payer_name, payer_organization_name, payer_vat_number, payer_register_number, payer_country_code,
      payer_street_address, payer_street_address_2, payer_zip_code, payer_city, payer_state)
    select ${client}, ${department}, ${consultation ?? null}, ${countersale ?? null}, ${alternative_payer ?? null}, ${share},
      ${remarks ?? ''}, organisation.currency, ${today}::date,
      coalesce(${due_date ?? null}::date, ${today}::date + coalesce(payer.due_date_delay, ${payment_terms_days}::int)),
      sums.total, sums.total_vat, sums.with_vat, sums.with_vat, sums.other_payer_sum,
      client_due(sums.with_vat, sums.other_payer_sum, 0),
      ${numbered?.status ?? draft}, ${numbered?.invoice_number ?? null}::bigint, ${numbered?.invoice_prefix ?? ''},
      ${numbered?.reference_number ?? null}, ${numbered?.additional_reference ?? null}, ${numbered?.finalized ?? null}::timestamptz,
      case when ${numbered !== undefined} and sums.with_vat = 0 then ${today}::date end,
      paid_by.other_client, trim(coalesce(payer.firstname || ' ' || payer.lastname, '')),
      coalesce(payer.organization_name, ''), coalesce(payer.vat_number, ''), coalesce(payer.register_number, ''),
      coalesce(payer.country, ''), coalesce(payer.street_address, ''), coalesce(payer.street_address_2, ''),
      coalesce(payer.zip_code, ''), coalesce(payer.city, ''), coalesce(payer.state, '')
    from organisation cross join sums
    left join paid_by on true
    left join client payer on payer.id = coalesce(paid_by.other_client, paid_by.client)
    returning id`.execute(tx)
  return rows[0]!.id
}

/** The most patients that a row for several names; the others are counted. */
const maxNamed = sql.lit(5)

/** Copies accounts, VAT, dimensions and names as they are now. The visit's own dimensions win over the item's. */
const insertRows = async (tx: Tx, invoice: Id<'invoice'>, rows: readonly NewRow[]) => {
  await sql`
    with ${soldRows(rows)},
    row_patient as (
      select place, patient from sold_row where patient is not null
      union all
      select sold_row.place, several.patient from sold_row
      join consultationitem_patient several on several.consultationitem = sold_row.consultation_item
      where sold_row.patient is null),
    row_patient_names as (
      select row_patient.place,
        concat(array_to_string((array_agg(coalesce(nullif(trim(patient.name), ''), 'Patient ' || patient.id)
          order by patient.id))[:${maxNamed}], ', '),
          case when count(*) > ${maxNamed} then ' and ' || count(*) - ${maxNamed} || ' more' end) as names
      from row_patient join patient on patient.id = row_patient.patient group by row_patient.place)
    insert into invoicerow (invoice, consultation_item, countersale_item, item, code, name, unit, patient, patient_names, list_price,
      alternativepricing, package_price, dosage_units, price, sent_quantity, multiplier, quantity, percentage_change, vat_group,
      vat_title, vat_percentage, vat_account_number, sum, sum_vat, sum_total, account_number, reporting_dimension_1,
      reporting_dimension_2, reporting_dimension_3, internal_account_number, internal_reporting_dimension_1,
      internal_reporting_dimension_2)
    select invoice.id, charged.consultation_item, charged.countersale_item, charged.item, charged.code, charged.name, charged.unit,
      charged.patient, coalesce(row_patient_names.names, ''), charged.list_price, charged.alternativepricing, charged.package_price,
      charged.dosage_units, charged.price, charged.sent_quantity, charged.animals, charged.quantity, charged.percentage_change,
      charged.vat_group, vatgroup.title, charged.vat_percentage, coalesce(vat_account.number, ''), charged.sum,
      charged.sum_total - charged.sum, charged.sum_total, coalesce(revenue_account.number, ''),
      coalesce(nullif(visit.reporting_dimension_1, ''), nullif(item.reporting_dimension_1, '')),
      coalesce(nullif(visit.reporting_dimension_2, ''), nullif(item.reporting_dimension_2, '')),
      case when organisation.reporting_dimension_3_enabled then nullif(item.reporting_dimension_3, '') end,
      nullif(item.internal_account_number, ''), nullif(item.internal_reporting_dimension_1, ''),
      nullif(item.internal_reporting_dimension_2, '')
    from charged_row charged
    cross join organisation
    join invoice on invoice.id = ${invoice}
    left join consultation visit on visit.id = invoice.consultation
    left join row_patient_names on row_patient_names.place = charged.place
    join item on item.id = charged.item
    left join accountnumber revenue_account on revenue_account.id = item.account_number
    join vatgroup on vatgroup.id = charged.vat_group
    left join accountnumber vat_account on vat_account.id = vatgroup.account_number
    order by charged.place`.execute(tx)
}

const writeInvoice = async (tx: Tx, invoice: NewInvoice, books: Books, numbered?: Numbered) => {
  const sums = await addUp(tx, invoice.rows)
  const id = await insertInvoice(tx, invoice, sums, books, numbered)
  if (invoice.rows.length > 0) await insertRows(tx, id, invoice.rows)
  return id
}

/** Makes a draft of what was sold, dated today where the department is. Whoever calls holds the visit or the sale. */
export const makeInvoice = async (tx: Tx, _actor: Actor, books: Books, invoice: NewInvoice): Promise<Id<'invoice'>> =>
  writeInvoice(tx, invoice, books)

/** Makes an invoice of what was sold that is finalized at once, so that it is written only once. */
export const issueInvoice = async (tx: Tx, actor: Actor, books: Books, invoice: NewInvoice): Promise<Id<'invoice'>> => {
  requireUnlocked(books, books.today, nonField)
  const { prefix: invoice_prefix = books.invoice_prefix } = invoice
  const numbered = await numberInvoice(tx, actor, { ...books, invoice_prefix })
  const id = await writeInvoice(tx, invoice, books, numbered)
  await postInvoice(tx, actor, id)
  return id
}
