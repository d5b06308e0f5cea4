import type pg from 'pg'
import type { Expected } from './load.ts'
import { lookalike } from './entries.ts'

/** What the database says of the composites, whatever they were answered. */
export type Judged = {
  /** With all of their marks, in one request. */
  readonly whole: number
  /** With a part of their marks, or with any where none is due. */
  readonly half: number
  /** With marks of two requests. */
  readonly doubled: number
  /** Carried out by their answers, and without any mark. */
  readonly lost: number
  /** Sales that are open, not invoiced or not paid. */
  readonly openSales: number
  /** Texts that look like a reference, and those of them that are not as they were typed. */
  readonly texts: number
  readonly changedTexts: number
  readonly deadlocks: number
}

/** What a change made of a field is told in the audit trail, which is committed with it. */
const marked = `with marks as (
    select distinct found[1]::int as composite, found[2]::int as entry, event.request
    from auditevent event, jsonb_each(event.changes) field,
      regexp_matches(field.value ->> 'to', 'c(\\d+)e(\\d+)z', 'g') found
    where jsonb_typeof(field.value) = 'object'),
  effects as (
    select composite, count(distinct request)::int as requests, count(distinct entry)::int as entries
    from marks group by composite),
  wanted as (select * from unnest($1::int[], $2::int[]) wanted (composite, marks)),
  judged as (
    select wanted.marks, coalesce(requests, 0) as requests, coalesce(entries, 0) as entries
    from wanted left join effects using (composite))
  select count(*) filter (where marks > 0 and requests = 1 and entries = marks)::int as whole,
    count(*) filter (where requests > 0 and entries <> marks)::int as half,
    count(*) filter (where requests > 1)::int as doubled,
    count(*) filter (where marks > 0 and requests = 0)::int as lost from judged`

const sales = `select count(*)::int as "openSales" from countersale sale
  left join invoice on invoice.organisation = sale.organisation and invoice.countersale_record = sale.id
  where sale.remarks ~ '^c\\d+e\\d+z$' and (not sale.finalized or invoice.id is null or invoice.due_sum <> 0)`

const texts = `with written as (
    select text from consultationnote union all select lastname from client where lastname like '%$entry%')
  select count(*)::int as texts,
    count(*) filter (where text <> replace($1, 'MARK', substring(text from 'c\\d+e\\d+z')))::int as "changedTexts"
  from written`

const deadlocks = 'select deadlocks::int from pg_stat_database where datname = current_database()'

export const judge = async (client: pg.Client, expected: readonly Expected[]): Promise<Judged> => {
  const wanted = [expected.map(({ number }) => number), expected.map(({ marks }) => marks)]
  const answers = [
    await client.query(marked, wanted),
    await client.query(sales),
    await client.query(texts, [lookalike('MARK')]),
    await client.query(deadlocks),
  ]
  return Object.assign({}, ...answers.map(({ rows }) => rows[0])) as Judged
}
