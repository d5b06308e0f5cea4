import type pg from 'pg'
import type { Reply } from '../sending.ts'
import type { Scenario } from './scenarios.ts'

const answerFields = [
  'status',
  'credit_note',
  'due_sum',
  'client_due_sum',
  'total_with_vat',
  'paid',
  'unused_amount',
  'remarks',
  'city',
  'quantity',
  'closing_receivables',
  'totals_by_payment_type',
]

/** What an answer says, without the ids, which no two runs have in common. */
export const saidBy = ({ status, text }: Reply): string => {
  if (status === 404) return 'gone'
  if (status >= 300) return `${status} ${text.replace(/(?<![\d.])\d+(?![\d.]*\d)/g, '#')}`
  const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  return `${status} ${JSON.stringify(Object.fromEntries(answerFields.map((name) => [name, body[name]])))}`
}

const sorted = (columns: string, from: string) =>
  `(select jsonb_agg(j order by j) from (select jsonb_build_array(${columns}) as j from ${from}) x)`

const factsQuery = `select jsonb_build_object(
  'invoices', ${sorted(
    'i.status, i.credit_note, i.due_sum, i.client_due_sum, i.total_with_vat, i.date_paid is not null, i.invoice_number is not null, i.remarks, i.payer_city',
    'invoice i where i.organisation = $1 and i.department = $2',
  )},
  'rows', ${sorted(
    'r.sum_total, r.credited_invoicerow is not null',
    'invoicerow r join invoice i on i.organisation = r.organisation and i.id = r.invoice where i.organisation = $1 and i.department = $2',
  )},
  'payments', ${sorted(
    'i.credit_note, p.payment_type, p.paid, p.cancels is not null, p.set_off, p.unallocatedpayment is not null',
    'invoicepayment p join invoice i on i.organisation = p.organisation and i.id = p.invoice where i.organisation = $1 and i.department = $2',
  )},
  'prepayments', ${sorted(
    'p.payment_type, p.paid, p.unused_amount, p.external_id',
    'unallocatedpayment p where p.organisation = $1 and p.department = $2',
  )},
  'visits', ${sorted('c.status', 'consultation c where c.organisation = $1 and c.department = $2')},
  'visit items', ${sorted(
    'w.quantity, w.price',
    'consultationitem w join consultation c on c.organisation = w.organisation and c.id = w.consultation where c.organisation = $1 and c.department = $2',
  )},
  'sales', ${sorted('s.finalized, s.remarks', 'countersale s where s.organisation = $1 and s.department = $2')},
  'sale items', ${sorted(
    'w.quantity, w.price',
    'countersaleitem w join countersale s on s.organisation = w.organisation and s.id = w.countersale where s.organisation = $1 and s.department = $2',
  )},
  'journal', ${sorted(
    'l.side, l.payment_type, l.reported, l.amount',
    `(select side, payment_type, accountingreport is not null as reported, sum(amount) as amount from journal_line
      where organisation = $1 and department = $2 group by 1, 2, 3) l`,
  )},
  'reports', ${sorted(
    'a.report_number, a.totals_by_account, a.totals_by_payment_type, a.closing_receivables',
    'accountingreport a where a.organisation = $1 and a.department = $2',
  )},
  'settings', ${sorted(
    's.financial_period_lock_date is not null',
    'department_settings s where s.organisation = $1 and s.id = $2',
  )},
  'client', ${sorted('c.city', 'client c where c.organisation = $1 and c.id = $3')})::text as facts`

/** Everything there is of a scenario, without ids and moments. */
export const factsOf = async (client: pg.Client, { organisation, department, client: payer }: Scenario) => {
  const { rows } = await client.query<{ facts: string }>({
    name: 'facts',
    text: factsQuery,
    values: [organisation, department, payer],
  })
  return rows[0]!.facts
}

const paidOn = (invoice: string) =>
  `(select coalesce(sum(p.paid), 0) from invoicepayment p where p.organisation = ${invoice}.organisation and p.invoice = ${invoice}.id)`

/** What must not be found anywhere, as conditions on everything there is. */
const wrongs: Readonly<Record<string, string>> = {
  'invoices that do not owe their rows less their payments, or 0 if voided': `select count(*) from invoice i
    where i.due_sum <> case when i.status = 99 then 0 else (select coalesce(sum(r.sum_total), 0) from invoicerow r
      where r.organisation = i.organisation and r.invoice = i.id) - ${paidOn('i')} end`,
  'invoices paid twice': `select count(*) from invoice i
    where case when i.credit_note then ${paidOn('i')} < i.total_with_vat else ${paidOn('i')} > i.total_with_vat end`,
  'credit notes of which one got what is another’s': `select count(*) from invoice i
    cross join lateral (select coalesce(sum(paid) filter (where payment_type = 15), 0) as claimed,
      coalesce(sum(paid) filter (where payment_type <> 15), 0) as others
      from invoicepayment p where p.organisation = i.organisation and p.invoice = i.id) q
    where i.credit_note and i.alternative_payer is not null
      and (q.claimed < i.alternative_payer_sum or q.others < i.total_with_vat - i.alternative_payer_sum)`,
  'invoices that say they are paid and owe, or owe nothing and do not say so': `select count(*) from invoice
    where invoice_number is not null and (date_paid is not null) <> (due_sum = 0)`,
  'payments of what is no invoice yet': `select count(*) from invoicepayment p
    join invoice i on i.organisation = p.organisation and i.id = p.invoice where i.invoice_number is null`,
  'payments cancelled twice, or by another sum': `select count(*) from invoicepayment p cross join lateral (
      select count(*) as times, sum(c.paid) as back from invoicepayment c where c.organisation = p.organisation and c.cancels = p.id) x
    where x.times > 1 or (x.times = 1 and x.back <> -p.paid)`,
  'rows credited twice, or by another sum': `select count(*) from invoicerow r cross join lateral (
      select count(*) as times, sum(c.sum_total) as back from invoicerow c
      where c.organisation = r.organisation and c.credited_invoicerow = r.id) x
    where x.times > 1 or (x.times = 1 and x.back <> -r.sum_total)`,
  'series with a gap': `select count(*) from (select from invoice where invoice_number is not null
    group by organisation, invoice_prefix having max(invoice_number) <> count(*)) s`,
  'visits or sales with two invoices': `select count(*) from (select from invoice where not credit_note and status <> 99
    group by organisation, consultation, countersale_record having count(*) > 1) s`,
  'visits whose invoice says something else': `select count(*) from consultation c
    join invoice i on i.organisation = c.organisation and i.consultation = c.id and not i.credit_note and i.invoice_number is not null
    where (c.status = 9) <> (i.due_sum = 0) or c.status not in (9, 10)`,
  'prepayments that have not what is left of them': `select count(*) from unallocatedpayment u where u.refunds is null
    and u.unused_amount <> u.paid
      - (select coalesce(sum(p.paid), 0) from invoicepayment p where p.organisation = u.organisation and p.unallocatedpayment = u.id)
      + (select coalesce(sum(b.paid), 0) from unallocatedpayment b where b.organisation = u.organisation and b.refunds = u.id)`,
  'entries off balance': `select count(*) from (select from journal_line group by organisation, entry having sum(amount) <> 0) e`,
  'invoices that the journal has with another sum': `select count(*) from invoice i where i.invoice_number is not null and i.due_sum <>
    (select coalesce(sum(l.amount), 0) from journal_line l where l.organisation = i.organisation and l.invoice = i.id and l.side = 'receivable')`,
  'reports that are not the sum of their lines': `select count(*) from accountingreport a
    where a.closing_receivables - a.opening_receivables <> (select coalesce(sum(l.amount), 0) from journal_line l
      where l.organisation = a.organisation and l.accountingreport = a.id and l.side = 'receivable')`,
}

/** What is wrong in the end, by kind: everything must be 0. */
export const findWrongs = async (client: pg.Client): Promise<Readonly<Record<string, number>>> => {
  const found: Record<string, number> = {}
  for (const [what, query] of Object.entries(wrongs)) {
    const { rows } = await client.query<{ count: string }>(query)
    found[what] = Number(rows[0]!.count)
  }
  return found
}
