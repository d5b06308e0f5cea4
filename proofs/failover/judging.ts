import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import { connected } from '../../scripts/database.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { judge } from '../composite/judging.ts'
import type { Receiver, Report } from '../delivery/receivers.ts'
import type { Place } from './clinics.ts'
import type { Acked, Kind } from './writes.ts'

/** How many things are wrong, by what is wrong with them. */
export type Wrong = Readonly<Record<string, number>>

/** What a stored record says, as it was kept of the acknowledgement; which are of these writers ($1: the invoices that they pay). */
const stored: Readonly<
  Record<Exclude<Kind, 'composite'>, { table: string; says: string; mine: string; twice: string }>
> = {
  payment: {
    table: 'invoicepayment',
    says: `record.invoice || ' ' || round(record.paid, 2)`,
    mine: 'record.invoice = any($1::bigint[])',
    twice: 'organisation, invoice, paid',
  },
  booking: {
    table: 'appointment',
    says: `concat_ws(' ', record."user", extract(epoch from record.start)::bigint, record.active)`,
    mine: '$1::bigint[] is not null',
    twice: 'organisation, "user", start',
  },
  client: {
    table: 'client',
    says: 'record.lastname',
    mine: `$1::bigint[] is not null and record.lastname ~ '^Client \\d+$'`,
    twice: 'organisation, lastname',
  },
}

const countOf = async (client: pg.Client, statement: string, values: unknown[] = []) =>
  Number((await client.query<{ count: string }>(statement, values)).rows[0]!.count)

const judgeRecords = async (client: pg.Client, kind: Exclude<Kind, 'composite'>, acked: readonly Acked[]) => {
  const { table, says, mine, twice } = stored[kind]
  const of = acked.filter((one) => one.kind === kind)
  const lost = await countOf(
    client,
    `select count(*) from unnest($1::int[], $2::bigint[], $3::text[]) acked (organisation, id, value)
     where not exists (select from ${table} record
       where record.organisation = acked.organisation and record.id = acked.id and ${says} = acked.value)`,
    [of.map(({ organisation }) => organisation), of.map(({ id }) => id), of.map(({ value }) => value)],
  )
  const invoices = [
    ...new Set(acked.flatMap((one) => (one.kind === 'payment' ? [Number.parseInt(one.value, 10)] : []))),
  ]
  const doubled = await countOf(
    client,
    `select count(*) from (select from ${table} record where ${mine} group by ${twice} having count(*) > 1) twice`,
    [invoices],
  )
  const extra =
    (await countOf(client, `select count(*) from ${table} record where ${mine}`, [invoices])) + lost - of.length
  return { lost, doubled: doubled + Math.max(0, extra) }
}

/** Every invoice of a series has the number after the one before, from the first to the last. */
const gaps = `select count(*) from (
    select from invoice join invoice_series series
      on series.organisation = invoice.organisation and series.prefix = invoice.invoice_prefix
    where invoice_number is not null group by series.organisation, series.prefix, series.first_number, series.last_number
    having min(invoice_number) <> series.first_number or max(invoice_number) <> series.last_number
      or count(*) <> series.last_number - series.first_number + 1 or count(distinct invoice_number) <> count(*)) gap`

/** How many invoices have a number. */
export const countNumbered = (url: string) =>
  connected(url, (client) => countOf(client, 'select count(*) from invoice where invoice_number is not null'))

/** What is wrong with the records, once the load is paused: everything that was sent is acknowledged then. */
export const judgeWrites = (url: string, acked: readonly Acked[]): Promise<Wrong> =>
  connected(url, async (client) => {
    const composites = acked.filter(({ kind }) => kind === 'composite')
    const expected = composites.map(({ id, value }) => ({ number: id, marks: Number(value) }))
    const { lost, doubled, half, openSales } = await judge(client, expected)
    const others: { readonly lost: number; readonly doubled: number }[] = []
    for (const kind of ['payment', 'booking', 'client'] as const) others.push(await judgeRecords(client, kind, acked))
    const sum = (of: 'lost' | 'doubled') => others.reduce((all, one) => all + one[of], 0)
    return {
      'acknowledged writes lost': lost + sum('lost'),
      'writes doubled': doubled + sum('doubled'),
      'composites half done': half + openSales,
      'series of invoices with a gap': await countOf(client, gaps),
    }
  })

/** What is wrong with the webhooks: each new client is told of once, and whoever is told has taken it. */
export const judgeWebhooks = (
  url: string,
  places: readonly Place[],
  receivers: readonly Receiver[],
  { taken, invalidSignatures, changedBodies }: Report,
): Promise<Wrong> =>
  connected(url, async (client) => {
    const portOf = new Map(places.map(({ organisation }, at) => [organisation, receivers[at]!.port]))
    const arrived = new Set(taken)
    const { rows } = await client.query<{ organisation: number; event_id: string; status: number }>(
      'select organisation, event_id, status from delivery where webhook is not null',
    )
    const untold = await countOf(
      client,
      `select count(*) from auditevent event where resource = 'client' and action = 'create'
         and not exists (select from delivery where delivery.organisation = event.organisation
           and delivery.webhook is not null and delivery.body::jsonb ->> 'client_id' = event.record::text)`,
    )
    const doubled = await countOf(
      client,
      `select count(*) from (select from delivery join client on client.organisation = delivery.organisation
           and client.id = (body::jsonb ->> 'client_id')::bigint
         where webhook is not null and client.lastname ~ '^Client \\d+$'
         group by client.organisation, client.id having count(*) > 1) twice`,
    )
    return {
      'webhooks lost':
        untold + rows.filter((row) => !arrived.has(`${portOf.get(row.organisation)} ${row.event_id}`)).length,
      'webhooks that still wait or were given up': rows.filter(({ status }) => status !== 1).length,
      'webhooks under a second event_id, signed wrongly or with another body':
        doubled + invalidSignatures + changedBodies,
    }
  })

/** The organisations whose audit trail does not verify. */
export const judgeAudit = (places: readonly Place[], environment: Readonly<Record<string, string>>): Wrong => {
  const verify = (organisation: number) =>
    spawnSync(
      process.execPath,
      [join(checkout, 'src/main.ts'), 'audit', 'verify', '--organisation', String(organisation)],
      {
        env: { ...process.env, ...environment },
      },
    ).status
  return { 'audit trails that do not verify': places.filter(({ organisation }) => verify(organisation) !== 0).length }
}
