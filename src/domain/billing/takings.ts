import { readInOrganisation, type Reader } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id } from '../../kernel/fields.ts'

const takenToday = 'l.dated = a.today'
const takenSinceClose = 'l.accountingreport is null'
const sum = (condition: string) => `coalesce(sum(l.amount) filter (where ${condition}), 0.00)::text`

/**
 * What a department has taken so far: on its local day, and since its day was last closed. Undefined where it does not exist.
 * Rounding and what came out of prepayments are listed by their types, and are no money that came in.
 */
export const readTakings = async (
  read: Reader,
  { organisation, now }: Pick<Actor, 'organisation' | 'now'>,
  department: Id<'department'>,
): Promise<string | undefined> => {
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `with asked as (
      select s.id as department, ($3::timestamptz at time zone s.time_zone)::date as today from department_settings s
      where s.organisation = t.o and s.id = $2::bigint),
    line as (
      select l.* from asked a join journal_line l on l.organisation = t.o and l.department = a.department
        and ${takenSinceClose} and l.payment_type is not null
      union all
      select l.* from asked a join journal_line l on l.organisation = t.o and l.department = a.department
        and ${takenToday} and l.accountingreport is not null and l.payment_type is not null),
    by_type as (
      select l.payment_type, ${sum(takenToday)} as today, ${sum(takenSinceClose)} as since_close
      from asked a cross join line l group by l.payment_type),
    money as (
      select ${sum(takenToday)} as today, ${sum(takenSinceClose)} as since_close
      from asked a cross join line l where l.side = 'money')
    select json_build_object('date', a.today,
      'closed_until', (select to_char(r.period_end at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        from accountingreport r where r.organisation = t.o and r.department = a.department
        order by r.report_number desc limit 1),
      'totals_by_payment_type', (select coalesce(json_agg(b order by b.payment_type), '[]'::json) from by_type b),
      'today', m.today, 'since_close', m.since_close)::text as body
    from asked a cross join money m`,
    [department, now],
  )
  return found?.body
}
