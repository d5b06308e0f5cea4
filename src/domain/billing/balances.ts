import { readInOrganisation, type Reader } from '../../db/tx.ts'
import { draft, voided } from './statuses.ts'

/** Finalized invoices with an outstanding balance. */
const owed = `i.organisation = t.o and i.status not in (${draft}, ${voided}) and i.due_sum <> 0`

/** SQL for what a client owes, for themself or for other clients, as text. */
export const owingOf = (client: string) => `(select coalesce(sum(i.client_due_sum), 0.00)::text from invoice i
  where ${owed} and i.client_due_sum > 0 and (i.payer = ${client} or (i.client = ${client} and i.payer is null)))`

/** What a client owes, for themself or for other clients, what is owed to them, and their unused prepayments. */
export const readBalance = async (read: Reader, organisation: number, client: number): Promise<string | undefined> => {
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `select json_build_object('owing', coalesce(d.owing, 0.00)::text, 'owed_to_client', coalesce(d.back, 0.00)::text,
      'prepaid', coalesce(p.unused, 0.00)::text)::text as body
    from client c
    cross join lateral (select sum(i.client_due_sum) filter (where i.client_due_sum > 0) as owing,
        -sum(i.client_due_sum) filter (where i.client_due_sum < 0) as back
      from invoice i where ${owed} and (i.payer = c.id or (i.client = c.id and i.payer is null))) d
    cross join lateral (select sum(u.unused_amount) as unused from unallocatedpayment u
      where u.organisation = t.o and u.client = c.id and not u.fully_used) p
    where c.organisation = t.o and c.id = $2::bigint`,
    [client],
  )
  return found?.body
}

/** What each of some clients owes, in the order of their ids. */
export const readOwing = async (read: Reader, organisation: number, clients: readonly number[]): Promise<string> => {
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `select json_build_object('results', coalesce(json_agg(json_build_object('client', c.id, 'owing', ${owingOf('c.id')})
      order by c.id), '[]'::json))::text as body
    from client c where c.organisation = t.o and c.id = any($2::bigint[])`,
    [clients],
  )
  return found!.body
}

/** The receivables of a department, or of all, by days overdue on the department's local day. */
export const readReceivables = async (
  read: Reader,
  organisation: number,
  department: number | undefined,
  now: Date,
): Promise<string | undefined> => {
  const late = (condition: string) => `coalesce(sum(d.due_sum) filter (where d.late ${condition}), 0.00)::text`
  const [found] = await readInOrganisation<{ body: string }>(
    read,
    organisation,
    `select json_build_object('not_due', ${late('<= 0')}, 'late_1_to_30', ${late('between 1 and 30')},
      'late_31_to_60', ${late('between 31 and 60')}, 'late_61_to_90', ${late('between 61 and 90')},
      'late_over_90', ${late('> 90')}, 'total', coalesce(sum(d.due_sum), 0.00)::text)::text as body
    from (
      select i.due_sum, ($3::timestamptz at time zone s.time_zone)::date - i.invoice_due_date as late
      from department_settings s left join invoice i on ${owed} and i.department = s.id
      where s.organisation = t.o and s.id = coalesce($2::bigint, s.id)) d
    having $2::bigint is null or count(*) > 0`,
    [department ?? null, now],
  )
  return found?.body
}
