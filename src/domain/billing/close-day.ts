import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { holdBooks } from './hold-books.ts'
import { byAccount, byVatGroup } from './period-totals.ts'
import { type PaymentType, paymentTypes } from './statuses.ts'

/** What was counted in the till by payment type, with the explanation of a difference from the books. */
type Counted = { payment_type: PaymentType; amount: Decimal; explanation?: string }

type Taking = {
  readonly payment_type: PaymentType
  readonly total: Decimal
  readonly counted: Decimal | null
  readonly difference: Decimal | null
  readonly explanation: string | null
}

export type Totals = {
  readonly totals_by_account: readonly unknown[]
  readonly totals_by_vat_group: readonly unknown[]
  readonly totals_by_payment_type: readonly Taking[]
  readonly receivables: Decimal
}

/** The journal lines of a department that are in no report yet, or those of one report. */
export type Lines = { readonly department: Id<'department'> } | { readonly report: Id<'accountingreport'> }

const among = (lines: Lines) =>
  'report' in lines
    ? sql`accountingreport = ${lines.report}`
    : sql`department = ${lines.department} and accountingreport is null`

/** The totals of a report. They depend only on its journal lines and on what was counted. */
export const addUpLines = async (tx: Tx, lines: Lines, counted: readonly Counted[] = []): Promise<Totals> => {
  const { rows } = await sql<Totals>`
    with line as (select * from journal_line where ${among(lines)}),
    taking as (select payment_type, sum(amount) as total from line where payment_type is not null group by 1),
    counted as (select * from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as c (payment_type int, amount numeric(20, 2), explanation text)),
    type as (
      select payment_type, coalesce(t.total, 0.00)::text as total, c.amount::text as counted,
        (c.amount - coalesce(t.total, 0.00))::text as difference, c.explanation
      from taking t full join counted c using (payment_type))
    select ${sql.raw(byAccount)} as totals_by_account, ${sql.raw(byVatGroup)} as totals_by_vat_group,
      (select coalesce(jsonb_agg(to_jsonb(t) order by payment_type), '[]') from type t) as totals_by_payment_type,
      (select coalesce(sum(amount), 0.00) from line where side = 'receivable') as receivables`.execute(tx)
  return rows[0]!
}

const isComplete = (entry: Partial<Counted>): entry is Counted =>
  entry.payment_type !== undefined && entry.amount !== undefined

const requireEachOnce = (counted: readonly Partial<Counted>[]): readonly Counted[] => {
  if (!counted.every(isComplete)) throw invalid('counted', 'Send payment_type and amount in each entry.', 'required')
  const types = counted.map(({ payment_type }) => payment_type)
  if (new Set(types).size < types.length)
    throw invalid('counted', 'Send each payment type once, with its total.', 'repeated')
  return counted
}

/** Refuses a difference between what was counted and the books that is not explained. */
const requireExplained = (takings: readonly Taking[]) => {
  const unexplained = takings.find(
    ({ difference, explanation }) => Number(difference ?? 0) !== 0 && !explanation?.trim(),
  )
  if (unexplained === undefined) return
  const { payment_type, total, counted, difference } = unexplained
  throw invalid(
    'counted',
    `${paymentTypes[payment_type]} (${payment_type}): ${counted} was counted and the books say ${total}, a difference of ${difference}. Explain it in explanation.`,
    'unexplained',
  )
}

/**
 * Closes a department's day: the journal lines posted since the last report become a report, which never changes. Bookings
 * wait meanwhile, so each line is in exactly one report.
 */
export const closeDay = async (
  tx: Tx,
  actor: Actor,
  { department, counted: sent = [] }: { department: Id<'department'>; counted?: readonly Partial<Counted>[] },
): Promise<Id<'accountingreport'>> => {
  const counted = requireEachOnce(sent)
  await holdBooks(tx, actor, department, 'alone')
  const { receivables, ...totals } = await addUpLines(tx, { department }, counted)
  requireExplained(totals.totals_by_payment_type)
  const { rows } = await sql<{ id: Id<'accountingreport'> }>`
    insert into accountingreport (department, report_number, period_start, period_end, created_user, totals_by_account,
      totals_by_vat_group, totals_by_payment_type, opening_receivables, closing_receivables)
    select ${department}, coalesce(b.report_number, 0) + 1, s.period_start, greatest(s.period_start, ${actor.now}), ${actor.user},
      ${JSON.stringify(totals.totals_by_account)}, ${JSON.stringify(totals.totals_by_vat_group)},
      ${JSON.stringify(totals.totals_by_payment_type)}, coalesce(b.closing_receivables, 0),
      coalesce(b.closing_receivables, 0) + ${receivables}::numeric
    from (select 1) one
    left join lateral (select * from accountingreport where department = ${department} order by report_number desc limit 1) b on true
    cross join lateral (select coalesce(b.period_end, (select min(posted) from journal_line
      where department = ${department}), ${actor.now}) as period_start) s
    returning id`.execute(tx)
  const { id } = rows[0]!
  await tx
    .updateTable('journal_line')
    .set({ accountingreport: id })
    .where('department', '=', department)
    .where('accountingreport', 'is', null)
    .execute()
  return id
}
