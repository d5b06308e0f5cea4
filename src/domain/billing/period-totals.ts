import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'

/** SQL of the totals by account, revenue and VAT, of the journal lines in `line`. */
export const byAccount = `(
  select coalesce(jsonb_agg(to_jsonb(a) order by a.number), '[]') from (
    select account_number as number, (array_agg(account_description order by id desc))[1] as description,
      (-sum(amount))::text as total
    from line where side in ('revenue', 'vat') group by 1) a)`

/** SQL of the totals by VAT group of the journal lines in `line`. */
export const byVatGroup = `(
  select coalesce(jsonb_agg(jsonb_build_object('title', v.title, 'percentage', v.percentage::text, 'net', v.net::text,
    'vat', v.vat::text, 'total', (v.net + v.vat)::text) order by v.percentage, v.title), '[]') from (
    select vat_title as title, vat_percentage as percentage,
      -coalesce(sum(amount) filter (where side = 'revenue'), 0.00) as net,
      -coalesce(sum(amount) filter (where side = 'vat'), 0.00) as vat
    from line where side in ('revenue', 'vat') group by 1, 2) v)`

const taken = (...columns: readonly string[]) => `(
  select coalesce(jsonb_agg(to_jsonb(t) order by ${columns.map((column) => `t.${column}`).join(', ')}), '[]') from (
    select ${columns.join(', ')}, sum(amount)::text as total
    from line where payment_type is not null group by ${columns.join(', ')}) t)`

const sumOf = (condition: string, sign = '') =>
  `(select (${sign}coalesce(sum(amount), 0.00))::text from line where ${condition})`

/** The longest period in days: a leap year. */
const longest = 366

/** Local dates of the department, both included. */
type Period = { readonly from?: string | undefined; readonly to?: string | undefined }

const requirePeriod = ({ from, to }: Period) => {
  if ((from === undefined) !== (to === undefined))
    throw invalid(
      from === undefined ? 'from' : 'to',
      'Send from and to together, or neither for this month up to today.',
      'required',
    )
  if (from === undefined || to === undefined) return
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1) throw invalid('to', `Must not be before ${from}. Send the last day of the period.`, 'before_start')
  if (days > longest)
    throw invalid('to', `The period has ${days} days. Ask for at most ${longest} days at a time.`, 'too_long')
}

/**
 * The totals of the journal lines dated in a period, of one department or of all. Undefined where the department does not
 * exist.
 */
export const readTotals = async (
  read: Reader,
  { organisation, now }: Pick<Actor, 'organisation' | 'now'>,
  { from, to }: Period,
  department?: Id<'department'>,
): Promise<string | undefined> => {
  requirePeriod({ from, to })
  const there = department === undefined ? '' : 'and l.department = a.department'
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `with asked as (
      select coalesce($2::date, date_trunc('month', n.today)::date) as "from", coalesce($3::date, n.today) as "to", s.id as department
      from organisation o
      left join department_settings s on s.organisation = t.o and s.id = $4::bigint
      cross join lateral (select ($5::timestamptz at time zone coalesce(s.time_zone, o.time_zone))::date as today) n
      where o.organisation = t.o and ($4::bigint is null or s.id is not null)),
    line as (
      select l.* from asked a join journal_line l on l.organisation = t.o and l.dated between a."from" and a."to" ${there}),
    owed as (
      select coalesce(sum(l.amount) filter (where l.dated < a."from"), 0.00)::text as opening,
        coalesce(sum(l.amount), 0.00)::text as closing
      from asked a join journal_line l on l.organisation = t.o and l.side = 'receivable' and l.dated <= a."to" ${there})
    select json_build_object('from', a."from", 'to', a."to",
      'takings_by_day', ${taken('dated', 'payment_type')}, 'totals_by_payment_type', ${taken('payment_type')},
      'totals_by_account', ${byAccount}, 'totals_by_vat_group', ${byVatGroup},
      'total', ${sumOf("side = 'revenue'", '-')}, 'total_vat', ${sumOf("side = 'vat'", '-')},
      'total_with_vat', ${sumOf("side in ('revenue', 'vat')", '-')}, 'total_taken', ${sumOf("side = 'money'")},
      'opening_receivables', o.opening, 'closing_receivables', o.closing)::text as body
    from asked a, owed o`,
    [from ?? null, to ?? null, department ?? null, now],
  )
  return found?.body
}
