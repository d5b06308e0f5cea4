import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Decimal } from '../../kernel/fields.ts'
import { paymentCodeOf, type PaymentCode } from './payment-code.ts'
import type { PaymentType } from './statuses.ts'

type Place = {
  readonly street_address: string
  readonly zip_code: string
  readonly city: string
  readonly country: string
}

export type Letterhead = Place & {
  readonly name: string
  readonly department: string
  readonly vat_number: string
  readonly register_number: string
  readonly phone: string
  readonly email: string
  readonly iban: string
  readonly bic: string
  readonly remarks: string
}

export type Payer = Place & {
  readonly name: string
  readonly organization_name: string
  readonly street_address_2: string
  readonly state: string
  readonly vat_number: string
  readonly register_number: string
}

export type PrintedRow = {
  readonly name: string
  readonly patient: number | null
  readonly patient_names: string
  readonly unit: string
  readonly sent_quantity: Decimal
  readonly multiplier: number
  readonly quantity: Decimal
  readonly price: Decimal
  /** To the cent. */
  readonly price_with_vat: Decimal
  readonly percentage_change: Decimal
  readonly vat_percentage: Decimal
  readonly sum: Decimal
  readonly sum_total: Decimal
}

type PrintedVat = {
  readonly percentage: Decimal
  readonly title: string
  readonly sum: Decimal
  readonly sum_vat: Decimal
  readonly sum_total: Decimal
}

type Named = { readonly number: string; readonly date: string }

/** What is printed on an invoice. PostgreSQL computes every amount. */
export type PrintedInvoice = {
  readonly status: number
  readonly credit_note: boolean
  /** Which logo the clinic has now; null for none. */
  readonly logo: number | null
  /** Null on a draft. */
  readonly number: string | null
  readonly date: string
  readonly due_date: string
  readonly date_paid: string | null
  /** The first and the last day of the visit. */
  readonly supplied: readonly [from: string, to: string] | null
  readonly original: Named | null
  readonly currency: string
  readonly reference_number: string | null
  readonly additional_reference: string | null
  readonly remarks: string
  readonly letterhead: Letterhead
  readonly payer: Payer
  /** Whether the payer is a private person, for whom prices include VAT. */
  readonly consumer: boolean
  /** Null where nothing is to be transferred. */
  readonly payment_code: PaymentCode | null
  readonly other_payer: { readonly name: string; readonly share: Decimal; readonly due: Decimal } | null
  readonly rows: readonly PrintedRow[]
  readonly vat: readonly PrintedVat[]
  /** The amount of each payment, negated: it reduces the total. */
  readonly payments: readonly { readonly date: string; readonly type: PaymentType; readonly less: Decimal }[]
  readonly total: Decimal
  readonly total_vat: Decimal
  readonly total_with_vat: Decimal
  readonly due: Decimal
  readonly client_due: Decimal
}

const objectOf = (values: Readonly<Record<string, string>>) =>
  `json_build_object(${Object.entries(values)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`
const columnsOf = (at: string, ...names: readonly string[]) => names.map((name) => [name, `${at}.${name}`] as const)
const textsOf = (at: string, ...names: readonly string[]) => names.map((name) => [name, `${at}.${name}::text`] as const)
const listOf = (object: string, from: string) =>
  `(select coalesce(json_agg(${object}), '[]'::json) from (select ${from}) x)`

const payer = objectOf({
  ...Object.fromEntries(
    ['name', 'organization_name', 'vat_number', 'register_number', 'street_address', 'street_address_2', 'zip_code']
      .concat('city', 'state')
      .map((name) => [name, `i.payer_${name}`]),
  ),
  country: 'i.payer_country_code',
})

const otherPayer = objectOf({
  name: 'coalesce(i.alternative_payer_name, name_of_payer(i.alternative_payer))',
  share: 'i.alternative_payer_share::text',
  due: '(i.due_sum - i.client_due_sum)::text',
})

/** Rows are grouped by patient, after the rows without one. */
const rows = listOf(
  objectOf(
    Object.fromEntries([
      ...columnsOf('x', 'name', 'patient', 'patient_names', 'unit', 'multiplier'),
      ...textsOf('x', 'sent_quantity', 'quantity', 'price', 'percentage_change', 'vat_percentage', 'sum'),
      ...textsOf('x', 'sum_total', 'price_with_vat'),
    ]),
  ),
  `r.*, round(r.price * (100 + r.vat_percentage) / 100, 2) as price_with_vat from invoicerow r where r.organisation = t.o and r.invoice = i.id
   order by r.patient_names <> '', min(r.id) over (partition by r.patient, r.patient_names), r.id`,
)

const vat = listOf(
  objectOf(
    Object.fromEntries([...columnsOf('x', 'title'), ...textsOf('x', 'percentage', 'sum', 'sum_vat', 'sum_total')]),
  ),
  `r.vat_percentage as percentage, string_agg(distinct r.vat_title, ', ') as title, sum(r.sum) as sum, sum(r.sum_vat) as sum_vat,
     sum(r.sum_total) as sum_total
   from invoicerow r where r.organisation = t.o and r.invoice = i.id group by r.vat_percentage order by r.vat_percentage desc`,
)

/** A cancelled payment and its cancellation are left out. */
const payments = listOf(
  objectOf({ date: 'x.date', type: 'x.payment_type', less: '(-x.paid)::text' }),
  `(p.date_added at time zone (l.letterhead ->> 'time_zone'))::date as date, p.payment_type, p.paid
   from invoicepayment p where p.organisation = t.o and p.invoice = i.id and p.cancels is null
     and not exists (select from invoicepayment c where c.organisation = t.o and c.cancels = p.id)
   order by p.date_added, p.id`,
)

/** A prefix may end in a digit, so a hyphen separates it from the number. */
const numberOf = (at: string) => `case when ${at}.invoice_number is not null
  then concat_ws('-', nullif(${at}.invoice_prefix, ''), ${at}.invoice_number) end`

const printed = objectOf({
  ...Object.fromEntries(
    columnsOf('i', 'status', 'credit_note', 'currency', 'reference_number', 'additional_reference'),
  ),
  ...Object.fromEntries(textsOf('i', 'total', 'total_vat', 'total_with_vat')),
  number: numberOf('i'),
  date: 'i.invoice_date',
  due_date: 'i.invoice_due_date',
  date_paid: 'i.date_paid',
  supplied: `(select json_build_array((c.started at time zone (l.letterhead ->> 'time_zone'))::date,
    (coalesce(c.finished, c.started) at time zone (l.letterhead ->> 'time_zone'))::date)
    from consultation c where c.organisation = t.o and c.id = i.consultation and not i.credit_note)`,
  original: `(select json_build_object('number', ${numberOf('o')}, 'date', o.invoice_date)
    from invoice o where o.organisation = t.o and o.id = i.credit_note_original_invoice)`,
  logo: '(select o.logo from organisation o where o.organisation = t.o)',
  remarks: 'i.remarks',
  letterhead: 'l.letterhead',
  payer,
  consumer: `i.payer_organization_name = '' and i.payer_vat_number = '' and i.payer_register_number = ''`,
  other_payer: `case when i.alternative_payer is not null then ${otherPayer} end`,
  rows,
  vat,
  payments,
  due: 'i.due_sum::text',
  client_due: 'i.client_due_sum::text',
})

/** Invoices that were finalized before there were remarks of departments have none. */
const noRemarks = `'{"remarks": ""}'::jsonb`

/** Reads what is printed on an invoice. On a finalized one only payments change it. */
export const readPrintedInvoice = async (
  read: Reader,
  organisation: number,
  id: number,
): Promise<PrintedInvoice | undefined> => {
  const [found] = await readInOrganisation<{ printed: string }>(
    read,
    organisation,
    `select ${printed}::text as printed from invoice i
    cross join lateral (select ${noRemarks} || coalesce(i.letterhead, letterhead_of(i.department)) as letterhead) l
    where i.organisation = t.o and i.id = $2::bigint`,
    [id],
  )
  // The font has composed letters, so combining accents are composed (NFC).
  if (found === undefined) return undefined
  const invoice = JSON.parse(found.printed.normalize()) as Omit<PrintedInvoice, 'payment_code'>
  return { ...invoice, payment_code: paymentCodeOf(invoice) }
}

/** What the file of an invoice is called. */
export const fileNameOf = (number: string | null, id: number) =>
  `invoice-${number?.replaceAll(/[^\w.-]/g, '-') ?? `draft-${id}`}.pdf`
