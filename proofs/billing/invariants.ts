import type pg from 'pg'

/** What must hold in every snapshot, by its number in the list of invariants. */
export type Invariant = {
  readonly number: number
  readonly what: string
  /** A query of what is looked at: `about` says which record, `ok` whether it is as it must be. */
  readonly look: string
}
export type Finding = {
  readonly number: number
  readonly what: string
  readonly looked: number
  readonly wrong: number
  readonly example: string | null
}

/** To the cent, half away from zero, by the digits alone. */
const toCents = (amount: string) => `(trunc((${amount}) * 100 + 0.5 * sign(${amount})) / 100)`
/** To three decimals in the same way. */
const toThousandths = (amount: string) => `(trunc((${amount}) * 1000 + 0.5) / 1000)`
const exactAmount = 'r.quantity * r.price * (100 + r.percentage_change) / 100'
const named = (table: string, alias: string) => `'${table} ' || ${alias}.organisation || '/' || ${alias}.id`

const sums = `
  left join (select organisation, invoice as id, sum(sum) as sum, sum(sum_vat) as vat, sum(sum_total) as total, count(*) as rows
    from invoicerow group by 1, 2) w using (organisation, id)
  left join (select organisation, invoice as id, sum(paid) as paid, sum(paid) filter (where payment_type = 3) as rounding
    from invoicepayment group by 1, 2) p using (organisation, id)`

export const cashStep = `case i.currency when 'EUR' then 0.05 when 'SEK' then 1.00 when 'DKK' then 0.50 else 0 end`

/** What an amount is in cash: of the two coins about it and what was rounded before, the nearer one; of equals the nearer to it. */
export const inCoins = (amount: string, rounded: string, step: string) => `(case when ${step} = 0 then ${amount} else (
  select coin from (values (floor((${amount} + ${rounded}) / nullif(${step}, 0)) * ${step}),
    (ceil((${amount} + ${rounded}) / nullif(${step}, 0)) * ${step})) c (coin)
  order by abs(${amount} + ${rounded} - coin), abs(${amount} - coin), abs(coin) desc limit 1) end)`

const roundedBefore = (payment: string) => `(select coalesce(sum(b.paid), 0) from invoicepayment b
  where b.organisation = ${payment}.organisation and b.invoice = ${payment}.invoice and b.payment_type = 3 and b.id < ${payment}.id)`

/** The last that the history says of a column before an event. */
const before = (resource: string, record: string, column: string, event: string) => `(
  select h.changes #>> '{${column},to}' from auditevent h
  where h.organisation = ${event}.organisation and h.resource = '${resource}' and h.record = ${record} and h.id < ${event}.id
    and h.changes ? '${column}'
  order by h.id desc limit 1)`

const made = (table: string, alias: string) =>
  `join auditevent e on e.organisation = ${alias}.organisation and e.resource = '${table}' and e.record = ${alias}.id and e.action = 'create'`

const localDay = (moment: string) => `(${moment} at time zone s.time_zone)::date`
const open = (day: string, department: string) =>
  `coalesce(${day} >= ${before('department_settings', department, 'financial_period_lock_date', 'e')}::date, true)`

const mirrored = 'quantity sent_quantity sum sum_vat sum_total'.split(' ').map((column) => `c.${column} = -r.${column}`)
const copied =
  `item code name unit patient price percentage_change multiplier vat_title vat_percentage vat_account_number
  account_number reporting_dimension_1 reporting_dimension_2 reporting_dimension_3 internal_account_number`
    .split(/\s+/)
    .map((column) => `c.${column} is not distinct from r.${column}`)

/** What a report says of its lines, as rows, against the lines themselves. */
const reported = (column: string, key: string, said: string, lines: string) => `
  select 'report ' || organisation || '/' || id || ' ' || ${key} as about, said.total = kept.total as ok
  from (select r.organisation, r.id, ${said} from accountingreport r, jsonb_array_elements(r.${column}) x) said
  full join (select organisation, accountingreport as id, ${lines}) kept using (organisation, id, ${key})`

export const invariants: readonly Invariant[] = [
  {
    number: 1,
    what: 'what is owed is the rows less the payments, and nothing on a voided draft',
    look: `select ${named('invoice', 'i')} as about,
      i.due_sum = case when i.status = 99 then 0 else coalesce(w.total, 0) - coalesce(p.paid, 0) end
      and i.total = coalesce(w.sum, 0) and i.total_vat = coalesce(w.vat, 0) and i.total_with_vat = coalesce(w.total, 0) as ok
      from invoice i ${sums}`,
  },
  {
    number: 1,
    what: 'another owes their share of what is not credited and what they get back, and the client the rest',
    look: `select ${named('invoice', 'i')} as about, i.client_due_sum = i.due_sum - case when i.credit_note
          then greatest(i.due_sum, least(0, i.alternative_payer_sum - c.claimed))
          else least(i.due_sum, greatest(0, i.alternative_payer_sum - c.claimed)) end
        and (i.credit_note or i.alternative_payer_sum = n.back
          + ${toCents('(i.total_with_vat - n.credited) * coalesce(i.alternative_payer_share, 0) / 100')}) as ok
      from invoice i
      cross join lateral (select coalesce(sum(p.paid), 0) as claimed from invoicepayment p
        where p.organisation = i.organisation and p.invoice = i.id and p.payment_type = 15) c
      cross join lateral (select coalesce(-sum(o.total_with_vat), 0) as credited, coalesce(-sum(o.alternative_payer_sum), 0) as back
        from invoice o where o.organisation = i.organisation and o.credit_note_original_invoice = i.id) n`,
  },
  {
    number: 1,
    what: 'a row comes to what its quantity, price, change and VAT make',
    look: `select ${named('invoicerow', 'r')} as about, r.quantity = r.sent_quantity * r.multiplier
      and r.sum = ${toCents(exactAmount)}
      and r.sum_total = ${toCents(`${exactAmount} * (100 + r.vat_percentage) / 100`)} and r.sum_vat = r.sum_total - r.sum as ok
      from invoicerow r`,
  },
  {
    number: 1,
    what: 'a row of a visit counts every animal it is for',
    look: `select ${named('consultationitem', 'k')} as about, k.multiplier = case when k.no_multiplier then 1
        when c.type = 3 or h.herds > 0 then h.heads else 1 end and (r.id is null or r.multiplier = k.multiplier
        and r.sent_quantity = k.sent_quantity and r.price = k.price and r.percentage_change = k.percentage_change
        and r.vat_percentage = k.vat_percentage) as ok
      from consultationitem k join consultation c on c.organisation = k.organisation and c.id = k.consultation
      cross join lateral (select sum(coalesce(p.herd_size, 1)) as heads, count(p.herd_size) as herds
        from consultationitem_patient b join patient p on p.organisation = b.organisation and p.id = b.patient
        where b.organisation = k.organisation and b.consultationitem = k.id) h
      left join invoicerow r on r.organisation = k.organisation and r.consultation_item = k.id and r.credited_invoicerow is null`,
  },
  {
    number: 2,
    what: 'no invoice is paid more than is owed, nor rounded by more than half a coin',
    look: `select ${named('invoice', 'i')} as about, abs(coalesce(p.rounding, 0)) * 2 <= ${cashStep} and case when i.credit_note
        then i.due_sum between i.total_with_vat - ${cashStep} / 2 and 0
        else i.due_sum between 0 and i.total_with_vat + ${cashStep} / 2 end as ok
      from invoice i ${sums}`,
  },
  {
    number: 2,
    what: 'no payer gets back more of a credit note than their share',
    look: `select ${named('invoice', 'i')} as about, coalesce(q.claimed, 0) >= i.alternative_payer_sum
        and coalesce(q.others, 0) >= i.total_with_vat - i.alternative_payer_sum as ok
      from invoice i left join (select organisation, invoice as id, sum(paid) filter (where payment_type = 15) as claimed,
        sum(paid) filter (where payment_type <> 15) as others from invoicepayment group by 1, 2) q using (organisation, id)
      where i.credit_note and i.alternative_payer is not null`,
  },
  {
    number: 2,
    what: 'the first credit note of what two pay gives each what they had paid beyond their share of the rest',
    look: `select ${named('invoice', 'n')} as about, b.theirs = greatest(0, q.claimed - t.share)
        and b.back - b.theirs = greatest(0, q.others - (t.rest - t.share)) as ok
      from invoice n ${made('invoice', 'n')}
      join invoice i on i.organisation = n.organisation and i.id = n.credit_note_original_invoice
      cross join lateral (select i.total_with_vat + n.total_with_vat as rest,
        ${toCents('(i.total_with_vat + n.total_with_vat) * i.alternative_payer_share / 100')} as share,
        ${toCents('i.total_with_vat * i.alternative_payer_share / 100')} as before) t
      cross join lateral (select -(e.changes #>> '{due_sum,to}')::numeric as back, -n.alternative_payer_sum as theirs) b
      cross join lateral (select coalesce(sum(p.paid) filter (where p.payment_type = 15), 0) as claimed,
          coalesce(sum(p.paid) filter (where p.payment_type <> 15), 0) as others
        from invoicepayment p join auditevent h on h.organisation = p.organisation and h.resource = 'invoicepayment'
          and h.record = p.id and h.action = 'create' and h.id < e.id
        where p.organisation = i.organisation and p.invoice = i.id and not p.set_off) q
      where i.alternative_payer is not null and q.claimed <= t.before and q.others <= i.total_with_vat - t.before
        and not exists (select from invoice m where m.organisation = i.organisation
          and m.credit_note_original_invoice = i.id and m.id < n.id)`,
  },
  {
    number: 2,
    what: 'cash that was rounded is what the coins make of it, and its rounding the rest of it',
    look: `select ${named('invoicepayment', 'p')} as about, p.payment_type = 1 and r.payment_type = 3 and r.invoice = p.invoice
        and r.date_added = p.date_added and r.cancels is null and p.paid = ${inCoins('(p.paid + r.paid)', 'b.rounded', 's.step')} as ok
      from invoicepayment p join invoicepayment r on r.organisation = p.organisation and r.id = p.rounding
      join invoice i on i.organisation = p.organisation and i.id = p.invoice
      cross join lateral (select ${cashStep} as step) s cross join lateral (select ${roundedBefore('r')} as rounded) b
      where p.cancels is null`,
  },
  {
    number: 5,
    what: 'cancelled cash takes its rounding with it, as far as the others allow',
    look: `select ${named('invoicepayment', 'c')} as about, case when d.id is not null
        then d.cancels = p.rounding and d.date_added = c.date_added
        else exists (select from invoicepayment e where e.organisation = p.organisation and e.cancels = p.rounding and e.id < c.id)
          or abs(${roundedBefore('c')} - r.paid) * 2 > ${cashStep} end as ok
      from invoicepayment c join invoicepayment p on p.organisation = c.organisation and p.id = c.cancels
      join invoicepayment r on r.organisation = p.organisation and r.id = p.rounding
      join invoice i on i.organisation = p.organisation and i.id = p.invoice
      left join invoicepayment d on d.organisation = c.organisation and d.id = c.rounding`,
  },
  {
    number: 5,
    what: 'no rounding of cash stands once all cash of its invoice is cancelled',
    look: `with standing as (select * from invoicepayment p where p.cancels is null and not exists (select from invoicepayment c
        where c.organisation = p.organisation and c.cancels = p.id))
      select ${named('invoicepayment', 'r')} as about, exists (select from standing p where p.organisation = r.organisation
          and p.invoice = r.invoice and p.payment_type = 1)
        or not exists (select from standing s where s.organisation = r.organisation and s.id = r.id)
        or exists (select from invoicepayment s where s.organisation = r.organisation and s.invoice = r.invoice
          and s.payment_type = 3 and s.cancels is null and not exists (select from invoicepayment p
            where p.organisation = s.organisation and p.rounding = s.id)) as ok
      from invoicepayment r where r.payment_type = 3 and r.cancels is null
        and exists (select from invoicepayment p where p.organisation = r.organisation and p.rounding = r.id)`,
  },
  {
    number: 3,
    what: 'whatever is paid was finalized when it was paid',
    look: `select ${named('invoicepayment', 'p')} as about, case when p.cancels is null and not p.set_off
        then ${before('invoice', 'p.invoice', 'status', 'e')} = '3'
        else ${before('invoice', 'p.invoice', 'status', 'e')} in ('1', '2', '3', '4') end
        and (p.payment_type = 8) = (p.unallocatedpayment is not null) as ok
      from invoicepayment p ${made('invoicepayment', 'p')}`,
  },
  {
    number: 4,
    what: 'an invoice is paid while nothing is owed',
    look: `select ${named('invoice', 'i')} as about,
      (i.date_paid is not null) = (i.due_sum = 0 and i.status not in (0, 99)) as ok from invoice i`,
  },
  {
    number: 4,
    what: 'it is paid on the local day of the payment that closed it',
    look: `select ${named('invoice', 'i')} as about, i.date_paid = ${localDay('coalesce(p.date_added, i.finalized)')} as ok
      from invoice i join department_settings s on s.organisation = i.organisation and s.id = i.department
      left join lateral (select date_added from invoicepayment p where p.organisation = i.organisation and p.invoice = i.id
        order by p.id desc limit 1) p on true
      where i.date_paid is not null`,
  },
  {
    number: 4,
    what: 'it is paid, or not any more, in the change that moves what is owed',
    look: `select 'event ' || e.organisation || '/' || e.sequence as about,
        case when e.changes ? 'date_paid' and e.changes #>> '{date_paid,to}' is not null
          then d.owed = 0 or (d.owed is null and e.changes ? 'invoice_number')
        when e.changes ? 'date_paid' and e.action = 'change' then d.owed <> 0
        else e.action = 'create' or (d.owed <> 0 and d.owed_before <> 0)
          or (d.owed = 0 and e.changes #>> '{status,to}' = '99') end as ok
      from auditevent e cross join lateral (select (e.changes #>> '{due_sum,to}')::numeric, (e.changes #>> '{due_sum,from}')::numeric)
        d (owed, owed_before)
      where e.resource = 'invoice' and e.changes ?| '{due_sum,date_paid}'`,
  },
  {
    number: 5,
    what: 'a payment is cancelled at most once, by its opposite',
    look: `select ${named('invoicepayment', 'c')} as about, c.paid = -p.paid and c.invoice = p.invoice
        and c.payment_type = p.payment_type and p.cancels is null and not p.set_off
        and count(*) over (partition by c.organisation, c.cancels) = 1 as ok
      from invoicepayment c join invoicepayment p on p.organisation = c.organisation and p.id = c.cancels`,
  },
  {
    number: 6,
    what: 'credit notes are to the same payer, and come to no more than their invoice',
    look: `select ${named('invoice', 'i')} as about, -sum(c.total_with_vat) <= i.total_with_vat and -sum(c.total) <= i.total
        and bool_and(row(c.client, c.payer, c.department, c.currency, c.payer_name, c.payer_vat_number, c.payer_street_address)
          is not distinct from row(i.client, i.payer, i.department, i.currency, i.payer_name, i.payer_vat_number, i.payer_street_address)
          and not i.credit_note) as ok
      from invoice i join invoice c on c.organisation = i.organisation and c.credit_note_original_invoice = i.id
      group by i.organisation, i.id, i.total_with_vat, i.total`,
  },
  {
    number: 6,
    what: 'a row is credited once, and the other way round',
    look: `select ${named('invoicerow', 'c')} as about, ${[...mirrored, ...copied].join(' and ')}
        and count(*) over (partition by c.organisation, c.credited_invoicerow) = 1
        and r.credited_invoicerow is null and n.credit_note_original_invoice = r.invoice as ok
      from invoicerow c join invoicerow r on r.organisation = c.organisation and r.id = c.credited_invoicerow
      join invoice n on n.organisation = c.organisation and n.id = c.invoice`,
  },
  {
    number: 8,
    what: 'numbers have no gap',
    look: `select 'series ' || i.organisation || ' ' || i.invoice_prefix as about, min(i.invoice_number) = s.first_number
        and max(i.invoice_number) = s.last_number and count(distinct i.invoice_number) = s.last_number - s.first_number + 1
        and count(*) = count(distinct i.invoice_number) as ok
      from invoice i left join invoice_series s on s.organisation = i.organisation and s.prefix = i.invoice_prefix
      where i.invoice_number is not null group by i.organisation, i.invoice_prefix, s.first_number, s.last_number`,
  },
  {
    number: 8,
    what: 'what is no draft has its number',
    look: `select ${named('invoice', 'i')} as about, (i.invoice_number is null) = (i.status in (0, 99)) as ok from invoice i`,
  },
  {
    number: 8,
    what: 'numbers grow with the commits',
    look: `select ${named('invoice', 'i')} as about, coalesce(i.invoice_number = 1 + lag(i.invoice_number)
        over (partition by i.organisation, i.invoice_prefix order by e.sequence), true) as ok
      from invoice i join auditevent e on e.organisation = i.organisation and e.resource = 'invoice' and e.record = i.id
        and e.changes #>> '{invoice_number,to}' is not null`,
  },
  {
    number: 9,
    what: 'a finalized visit has one invoice, with all of its items',
    look: `select ${named('consultation', 'c')} as about, coalesce(v.invoices, 0) = case when c.status in (9, 10) then 1 else 0 end
        and (c.status not in (9, 10) or v.rows is not distinct from (select count(*) from consultationitem k
          where k.organisation = c.organisation and k.consultation = c.id)) as ok
      from consultation c left join (select i.organisation, i.consultation as id, count(distinct i.id) as invoices, count(r.id) as rows
        from invoice i left join invoicerow r on r.organisation = i.organisation and r.invoice = i.id
        where not i.credit_note and i.status <> 99 group by 1, 2) v using (organisation, id)`,
  },
  {
    number: 9,
    what: 'a finalized sale has one invoice, with all of its rows',
    look: `select ${named('countersale', 'c')} as about, coalesce(v.invoices, 0) = case when c.finalized then 1 else 0 end
        and (not c.finalized or v.rows = (select count(*) from countersaleitem k
          where k.organisation = c.organisation and k.countersale = c.id)) as ok
      from countersale c left join (select i.organisation, i.countersale_record as id, count(distinct i.id) as invoices, count(r.id) as rows
        from invoice i left join invoicerow r on r.organisation = i.organisation and r.invoice = i.id
        where not i.credit_note group by 1, 2) v using (organisation, id)`,
  },
  {
    number: 9,
    what: 'a row of a sale is invoiced with its quantity, price and discount',
    look: `select ${named('countersaleitem', 'k')} as about, r.sent_quantity = k.quantity and r.price = k.price
        and r.percentage_change = k.percentage_change and r.vat_percentage = k.vat_percentage as ok
      from countersaleitem k join invoicerow r on r.organisation = k.organisation and r.countersale_item = k.id
        and r.credited_invoicerow is null`,
  },
  {
    number: 9,
    what: 'a voided draft has no items of its visit',
    look: `select ${named('invoicerow', 'r')} as about, r.consultation_item is null as ok
      from invoicerow r join invoice i on i.organisation = r.organisation and i.id = r.invoice where i.status = 99`,
  },
  {
    number: 9,
    what: 'a visit is paid when its invoice is, unless it cost nothing',
    look: `select ${named('consultation', 'c')} as about, (c.status = 9) =
        (i.status not in (0, 99) and i.due_sum = 0 and i.total_with_vat <> 0) as ok
      from consultation c join invoice i on i.organisation = c.organisation and i.consultation = c.id and not i.credit_note
        and i.status <> 99`,
  },
  {
    number: 10,
    what: 'no payment is dated before the lock',
    look: `select ${named('invoicepayment', 'p')} as about, ${open(localDay('p.date_added'), 'i.department')} as ok
      from invoicepayment p ${made('invoicepayment', 'p')} join invoice i on i.organisation = p.organisation and i.id = p.invoice
      join department_settings s on s.organisation = i.organisation and s.id = i.department`,
  },
  {
    number: 10,
    what: 'no invoice is dated before the lock',
    look: `select ${named('invoice', 'i')} as about, ${open('i.invoice_date', 'i.department')} as ok
      from invoice i join auditevent e on e.organisation = i.organisation and e.resource = 'invoice' and e.record = i.id
        and e.changes #>> '{invoice_number,to}' is not null`,
  },
  {
    number: 10,
    what: 'no prepayment is dated before the lock',
    look: `select ${named('unallocatedpayment', 'u')} as about, ${open('u.added', 'u.department')} as ok
      from unallocatedpayment u ${made('unallocatedpayment', 'u')}`,
  },
  {
    number: 10,
    what: 'a lock that moves by itself moves on, to the month it is',
    look: `select 'event ' || e.organisation || '/' || e.sequence as about,
        (e.changes #>> '{financial_period_lock_date,to}')::date = date_trunc('month', e.occurred at time zone s.time_zone)::date
        and coalesce((e.changes #>> '{financial_period_lock_date,from}')::date < (e.changes #>> '{financial_period_lock_date,to}')::date, true)
        and ${before('department_settings', 'e.record', 'automatic_financial_period_lock_enabled', 'e')} = 'true' as ok
      from auditevent e join department_settings s on s.organisation = e.organisation and s.id = e.record
      where e.resource = 'department_settings' and e.credential = 'service' and e.action = 'change'
        and e.changes ? 'financial_period_lock_date'`,
  },
  {
    number: 11,
    what: 'what is unused of a prepayment is what was neither applied nor given back',
    look: `select ${named('unallocatedpayment', 'u')} as about, case when u.refunds is null
        then u.unused_amount between 0 and u.paid and u.unused_amount = u.paid - coalesce(a.applied, 0) + coalesce(r.back, 0)
        else u.paid < 0 and u.unused_amount = 0 and u.fully_used end as ok
      from unallocatedpayment u
      left join (select organisation, unallocatedpayment as id, sum(paid) as applied from invoicepayment
        where unallocatedpayment is not null group by 1, 2) a using (organisation, id)
      left join (select organisation, refunds as id, sum(paid) as back from unallocatedpayment
        where refunds is not null group by 1, 2) r using (organisation, id)`,
  },
  {
    number: 11,
    what: 'a prepayment pays what its client is to pay',
    look: `select ${named('invoicepayment', 'p')} as about, u.client = coalesce(i.payer, i.client) as ok from invoicepayment p
      join unallocatedpayment u on u.organisation = p.organisation and u.id = p.unallocatedpayment
      join invoice i on i.organisation = p.organisation and i.id = p.invoice`,
  },
  {
    number: 12,
    what: 'every entry of the journal sums to nothing, in one department',
    look: `select 'entry ' || entry as about, sum(amount) = 0 and count(*) > 1 and count(distinct department) = 1 and count(distinct dated) = 1 as ok
      from journal_line group by organisation, entry`,
  },
  {
    number: 12,
    what: 'the journal says of every invoice what the invoice says',
    look: `select ${named('invoice', 'i')} as about, coalesce(l.receivable, 0) = case when i.invoice_number is null then 0 else i.due_sum end
        and coalesce(l.revenue, 0) = case when i.invoice_number is null then 0 else -i.total end
        and coalesce(l.vat, 0) = case when i.invoice_number is null then 0 else -i.total_vat end
        and coalesce(l.dated, i.invoice_date) = i.invoice_date as ok
      from invoice i left join (select organisation, invoice as id, max(dated) filter (where side = 'revenue') as dated, sum(amount) filter (where side = 'receivable') as receivable,
        sum(amount) filter (where side = 'revenue') as revenue, sum(amount) filter (where side = 'vat') as vat
        from journal_line where invoice is not null group by 1, 2) l using (organisation, id)`,
  },
  {
    number: 12,
    what: 'the journal has every payment once, on its side and day',
    look: `select ${named('invoicepayment', 'p')} as about, l.lines = 1 and l.amount = p.paid and l.dated = ${localDay('p.date_added')}
        and l.side = case p.payment_type when 3 then 'rounding' when 8 then 'prepayment' else 'money' end as ok
      from invoicepayment p join invoice i on i.organisation = p.organisation and i.id = p.invoice
      join department_settings s on s.organisation = i.organisation and s.id = i.department
      left join (select organisation, invoicepayment as id, count(*) as lines, sum(amount) as amount, min(side) as side, min(dated) as dated
        from journal_line where payment_type is not null group by 1, 2) l on l.organisation = p.organisation and l.id = p.id`,
  },
  {
    number: 12,
    what: 'the journal says of every prepayment what is unused of it',
    look: `select ${named('unallocatedpayment', 'u')} as about, u.unused_amount = -(select coalesce(sum(l.amount), 0) from journal_line l
        where l.organisation = u.organisation and l.side = 'prepayment' and l.unallocatedpayment in (
          select o.id from unallocatedpayment o where o.organisation = u.organisation and (o.id = u.id or o.refunds = u.id))) as ok
      from unallocatedpayment u where u.refunds is null`,
  },
  {
    number: 12,
    what: 'set-offs move no money',
    look: `select 'organisation ' || organisation as about, sum(amount) = 0 as ok from journal_line where payment_type = 12 group by organisation`,
  },
  {
    number: 12,
    what: 'a report says by account what its lines say',
    look: reported(
      'totals_by_account',
      'number',
      `x ->> 'number' as number, (x ->> 'total')::numeric as total`,
      `account_number as number, -sum(amount) as total from journal_line where accountingreport is not null
        and side in ('revenue', 'vat') group by 1, 2, 3`,
    ),
  },
  {
    number: 12,
    what: 'a report says by VAT group what its lines say',
    look: reported(
      'totals_by_vat_group',
      'title',
      `x ->> 'title' || ' ' || (x ->> 'percentage') as title, array[(x ->> 'net')::numeric, (x ->> 'vat')::numeric, (x ->> 'total')::numeric] as total`,
      `vat_title || ' ' || vat_percentage as title, array[-coalesce(sum(amount) filter (where side = 'revenue'), 0),
        -coalesce(sum(amount) filter (where side = 'vat'), 0), -sum(amount)] as total
        from journal_line where accountingreport is not null and side in ('revenue', 'vat') group by 1, 2, 3`,
    ),
  },
  {
    number: 12,
    what: 'a report says by payment type what its lines say',
    look: `select about, ok from (${reported(
      'totals_by_payment_type',
      'type',
      `x ->> 'payment_type' as type, nullif(array[(x ->> 'total')::numeric], array[0.00]) as total`,
      `payment_type::text as type, nullif(array[sum(amount)], array[0.00]) as total from journal_line
        where accountingreport is not null and payment_type is not null group by 1, 2, 3`,
    ).replace('said.total = kept.total', 'said.total is not distinct from kept.total')}) x`,
  },
  {
    number: 12,
    what: 'reports follow each other, and each is opened as the one before was closed',
    look: `select ${named('report', 'r')} as about, r.report_number = coalesce(b.report_number, 0) + 1
        and r.opening_receivables = coalesce(b.closing_receivables, 0)
        and r.closing_receivables = r.opening_receivables + (select coalesce(sum(amount), 0) from journal_line l
          where l.organisation = r.organisation and l.accountingreport = r.id and l.side = 'receivable')
        and not exists (select from journal_line l where l.organisation = r.organisation and l.accountingreport = r.id
          and l.department <> r.department) as ok
      from accountingreport r left join accountingreport b on b.organisation = r.organisation and b.department = r.department
        and b.report_number = r.report_number - 1`,
  },
  {
    number: 16,
    what: 'what is on hand is the sum of the movements, which are all of that batch',
    look: `select ${named('level', 'l')} as about, l.on_hand = coalesce(m.moved, 0) and coalesce(m.others, 0) = 0 as ok
      from stock_level l left join lateral (select sum(m.quantity) as moved, count(*) filter (where (m.item, m.department, m.batch_number)
          <> (l.item, l.department, l.batch_number) or m.expiry_date is distinct from l.expiry_date) as others
        from stock_movement m where m.organisation = l.organisation and m.stock_level = l.id) m on true`,
  },
  {
    number: 16,
    what: 'every row of a batch-tracked item has its batch, at the till as in a visit, unless it is prescribed',
    look: `select 'row ' || k.organisation || '/' || k.id as about, btrim(k.batch_number) <> '' as ok
      from (select organisation, id, item, batch_number from countersaleitem
        union all select organisation, id, item, batch_number from consultationitem where usage_type is distinct from 3) k
      join item i on i.organisation = k.organisation and i.id = k.item and i.batch_number_required`,
  },
  {
    number: 16,
    what: 'a row of a visit has taken what it asks, in the department of the visit',
    look: `select ${named('consultationitem', 'k')} as about, coalesce(m.taken, 0) = case when k.type_code in (2, 3, 4)
        and k.usage_type is distinct from 3 then ${toThousandths(`k.quantity * case k.usage_size when 2 then 1 else i.dosage_units end`)} else 0 end
        and coalesce(m.elsewhere, 0) = 0 as ok
      from consultationitem k join consultation c on c.organisation = k.organisation and c.id = k.consultation
      join item i on i.organisation = k.organisation and i.id = k.item
      left join lateral (select -sum(m.quantity) as taken, sum(m.quantity) filter (where m.department <> c.department) as elsewhere
        from stock_movement m where m.organisation = k.organisation and m.consultation_item = k.id and m.cause = 1) m on true`,
  },
  {
    number: 16,
    what: 'a row of a sale has taken what it asks',
    look: `select ${named('countersaleitem', 'k')} as about, coalesce(m.taken, 0) = case when k.type_code in (2, 3, 4)
        then ${toThousandths(`k.quantity * case k.usage_size when 2 then 1 else i.dosage_units end`)} else 0 end as ok
      from countersaleitem k join item i on i.organisation = k.organisation and i.id = k.item
      left join lateral (select -sum(m.quantity) as taken from stock_movement m
        where m.organisation = k.organisation and m.countersale_item = k.id and m.cause = 2) m on true`,
  },
  {
    number: 16,
    what: 'rows that were removed have taken nothing',
    look: `select 'visit ' || organisation || '/' || consultation || ' item ' || item as about, sum(quantity) = 0 as ok
      from stock_movement where cause = 1 and consultation_item is null group by organisation, consultation, item`,
  },
  {
    number: 14,
    what: 'events are numbered without a gap, and their moments grow',
    look: `select 'event ' || organisation || '/' || sequence as about,
        coalesce(sequence = 1 + lag(sequence) over w, sequence = 1) and coalesce(occurred >= lag(occurred) over w, true) as ok
      from auditevent window w as (partition by organisation order by sequence)`,
  },
]

export const findWrong = async (client: pg.Client, { number, what, look }: Invariant): Promise<Finding> => {
  const { rows } = await client.query<{ looked: string; wrong: string; example: string | null }>(
    `select count(*) as looked, count(*) filter (where ok is not true) as wrong, min(about) filter (where ok is not true) as example
     from (${look}) found`,
  )
  const { looked, wrong, example } = rows[0]!
  return { number, what, looked: Number(looked), wrong: Number(wrong), example }
}

/** What was looked at several times counts together. */
export const addUp = (findings: readonly Finding[]): Finding[] =>
  [...Map.groupBy(findings, ({ what }) => what).values()].map((of) =>
    of.reduce((sum, more) => ({
      ...sum,
      looked: sum.looked + more.looked,
      wrong: sum.wrong + more.wrong,
      example: sum.example ?? more.example,
    })),
  )
