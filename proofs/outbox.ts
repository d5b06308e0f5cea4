import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { leaseSeconds } from '../src/worker/leases.ts'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { conclude, runsUntil } from './conclude.ts'
import type { Counted, Order as SinkOrder } from './outbox/mail-sink.ts'
import type { Order as ChaosOrder, FaultCounts, Start } from './outbox/chaos.ts'
import type { Load, Written } from './outbox/writer.ts'
import { ownPostgres } from './own-postgres.ts'
import { givenOrganisation, privateDatabase, servicesUrls, startChild, type Urls } from './harness.ts'

const organisations = 4
const workers = 3
const emptyDatabase = 'outbox_empty'
/** No mail for so long, though some wait, fails the run. */
const patienceSeconds = 60

type Run = {
  readonly guarded: boolean
  readonly changes: number
  readonly writers: number
  readonly seconds: number
  readonly seed: number
}

/** Logs every update of a message, and slows the processing of events down so that workers can be frozen in the middle of it. */
const instrumented = `
  create table message_update (organisation int, message bigint, was_sent boolean, sent boolean);
  grant insert on message_update to fetlock_worker;
  create function log_update() returns trigger language plpgsql as $$
  begin
    insert into message_update values (new.organisation, new.id, old.sent is not null, new.sent is not null);
    return null;
  end $$;
  create trigger log_update after update on message for each row execute function log_update();
  create function slow() returns trigger language plpgsql as $$
  begin
    perform pg_sleep(0.004);
    return new;
  end $$;
  create trigger slow before insert on message for each row execute function slow();`

/** Events are numbered by a sequence when they are written, as is common, and all leases have the same number. */
const weakened = `
  create sequence numbers;
  grant usage on sequence numbers to fetlock_app;
  create or replace function stamp_of_transaction() returns timestamptz language sql return clock_timestamp();
  create or replace function write_change(resource text, record bigint, action text, changes jsonb) returns timestamptz
  language sql as $$
    insert into auditevent (sequence, resource, record, action, changes, credential, address, request, occurred, salt, hash)
      values (nextval('numbers'), resource, record, action, changes, 'service', '', '', now(), '', '') returning occurred $$;
  create function number_at_write() returns trigger language plpgsql security definer as $$
  begin
    perform write_change(tg_table_name, new.id, case tg_op when 'INSERT' then 'create' else 'change' end,
      jsonb_strip_nulls(jsonb_build_object('lastname', jsonb_build_object('to', to_jsonb(new) -> 'lastname'),
        'title', jsonb_build_object('to', to_jsonb(new) -> 'title'), 'password_hash', to_jsonb(new) -> 'password_hash')));
    return null;
  end $$;
  alter table client disable trigger keep_change;
  alter table "user" disable trigger keep_change;
  create trigger number_at_write after insert on client for each row execute function number_at_write();
  create trigger number_at_write after update on "user" for each row execute function number_at_write();
  select setval('numbers', (select max(sequence) from auditevent));
  update ledger set changes = 1000000000;
  create function one_lease() returns trigger language plpgsql as $$
  begin
    new.lease := '00000000-0000-4000-8000-000000000000';
    return new;
  end $$;
  create trigger one_lease before update on message for each row execute function one_lease();`

/** Users who are there before the run; an event of each is in the past. */
const givenUsers = ({ superuser }: Urls, count: number) =>
  connected(superuser, async (client) => {
    const users: Record<number, number[]> = {}
    for (let organisation = 1; organisation <= organisations; organisation++)
      for (let left = Math.ceil(count / organisations); left > 0; left -= 250) {
        await client.query(`begin; set local app.organisation = '${organisation}'`)
        const { rows } = await client.query<{ id: string }>(
          `insert into "user" (last_name, email)
             select 'Staff', gen_random_uuid() || '@example.com' from generate_series(1, $1) returning id`,
          [Math.min(left, 250)],
        )
        await client.query('commit')
        ;(users[organisation] ??= []).push(...rows.map(({ id }) => Number(id)))
      }
    return users
  })

type Checked = Readonly<Record<string, number>>

/** What is wrong in the end, by kind: everything must be 0. */
const check = ({ superuser }: Urls, { committed, undone, notified }: Written, mails: Counted): Promise<Checked> =>
  connected(superuser, async (client) => {
    const count = async (text: string, values: unknown[] = []) => {
      const { rows } = await client.query<{ count: string }>(text, values)
      return Number(rows[0]!.count)
    }
    const marks = `select coalesce(changes #>> '{lastname,to}', changes #>> '{title,to}') as mark, count(*) as events
      from auditevent where resource in ('client', 'user') group by 1`
    // The write-ahead log knows in which order transactions were committed, whatever the events say.
    const outOfOrder = await count(`with logged as (
        select ordinality, substring(data from 'organisation\\[integer\\]:(\\d+)')::int as organisation,
          substring(data from 'sequence\\[bigint\\]:(\\d+)')::bigint as sequence
        from pg_logical_slot_peek_changes('outbox', null, null, 'skip-empty-xacts', '1') with ordinality
        where data like 'table partitions.auditevent%: INSERT:%'),
      compared as (select sequence, lag(sequence) over (partition by organisation order by ordinality) as before from logged)
      select count(*) from compared where before is not null and sequence <> before + 1`)
    const messages = `select m.organisation || ' ' || m."user" as notified, count(*) as messages from message m group by 1`
    const { rows: sent } = await client.query<{ id: string }>(
      `select format('message-%s-%s@127.0.0.1', organisation, id) as id from message`,
    )
    return {
      'committed changes without exactly one event': await count(
        `select count(*) from unnest($1::text[]) mark left join (${marks}) e using (mark) where events is distinct from 1`,
        [committed],
      ),
      'events of changes that were rolled back': await count(
        `select count(*) from (${marks}) e where mark = any($1::text[])`,
        [undone],
      ),
      'events not numbered in the order of the commits': outOfOrder,
      'password changes without exactly one message': await count(
        `select count(*) from unnest($1::text[]) notified left join (${messages}) m using (notified) where messages is distinct from 1`,
        [notified],
      ),
      'messages without a password change': await count(
        `select count(*) from (${messages}) m where notified <> all($1::text[])`,
        [notified],
      ),
      'messages without a mail': sent.filter(({ id }) => mails[id] === undefined).length,
      'messages not marked as sent exactly once': await count(
        `select count(*) from message m left join (select organisation, message as id, count(*) as times from message_update
           where sent and not was_sent group by 1, 2) s using (organisation, id) where times is distinct from 1`,
      ),
      'updates of messages that another worker has sent': await count(
        'select count(*) from message_update where was_sent',
      ),
    }
  })

const waitingIn = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ waiting: string; behind: string; sent: string }>(
      `select (select count(*) from message where sent is null) as waiting, (select count(*) from message where sent is not null) as sent,
         (select count(*) from (select organisation, max(sequence) as last from auditevent group by 1) e
            left join follower f on f.organisation = e.organisation and f.name = 'password notices'
            where last > coalesce(f.position, 0)) as behind`,
    )
    const { waiting, behind, sent } = rows[0]!
    return { left: Number(waiting) + Number(behind), sent: Number(sent) }
  })

/** Waits until everything has been followed and sent; no progress for too long is a failure of its own. */
const untilDone = async (urls: Urls) => {
  let [last, since] = [-1, performance.now()]
  for (;;) {
    const { left, sent } = await waitingIn(urls)
    if (left === 0) return
    if (sent !== last) [last, since] = [sent, performance.now()]
    if (performance.now() - since > patienceSeconds * 1000) {
      console.log(`  nothing sent for ${patienceSeconds} s, and ${left} are left`)
      return
    }
    await sleep(500)
  }
}

const runOnce = async (server: Urls, { guarded, changes, writers, seconds, seed }: Run) => {
  const name = `outbox_${guarded ? 'guarded' : 'weakened'}`
  const { urls, drop } = await privateDatabase(server, name, emptyDatabase)
  for (let at = 1; at <= organisations; at++) await givenOrganisation(urls, `Clinic ${at}`)
  const users = await givenUsers(urls, changes / 3)
  await connected(urls.superuser, async (client) => {
    await client.query(instrumented)
    if (!guarded) await client.query(weakened)
    await client.query(`select pg_create_logical_replication_slot('outbox', 'test_decoding')`)
  })
  const [chaos, sink, writer] = [
    startChild('outbox/chaos.ts'),
    startChild('outbox/mail-sink.ts'),
    startChild('outbox/writer.ts'),
  ]
  try {
    const listen = await freePort()
    await sink.ask<Counted>({ listen } satisfies SinkOrder)
    const environment = {
      FETLOCK_WORKER_DATABASE_URL: urls.worker,
      FETLOCK_SMTP_URL: `smtp://127.0.0.1:${listen}`,
      FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    }
    const freezeSeconds = leaseSeconds + 3
    const start: Start = {
      environment,
      superuserUrl: urls.superuser,
      smtpPort: listen,
      workers,
      seed,
      killEverySeconds: [4, 9],
      freezeSeconds,
      // Only a worker that was frozen while it sent shows what the twin does wrong.
      freezeWhile: guarded ? ['sending', 'following'] : ['sending'],
    }
    await chaos.ask<FaultCounts>({ start } satisfies ChaosOrder)
    const load: Load = { databaseUrl: urls.app, users, changes, writers, seconds, seed }
    const written = await writer.ask<Written>(load)
    await chaos.ask<FaultCounts>('pause' satisfies ChaosOrder)
    await untilDone(urls)
    // Time for a worker that has just continued to write what it can.
    await sleep(3_000)
    const faults = await chaos.ask<FaultCounts>('stop' satisfies ChaosOrder)
    const mails = await sink.ask<Counted>('count' satisfies SinkOrder)
    return { written, faults, mails, wrong: await check(urls, written, mails) }
  } finally {
    await Promise.all([chaos.end(), sink.end(), writer.end()])
    await connected(urls.superuser, (client) => client.query(`select pg_drop_replication_slot('outbox')`))
    await drop()
  }
}
type Ran = Awaited<ReturnType<typeof runOnce>>

const violationsIn = ({ wrong }: Ran) => Object.values(wrong).reduce((sum, count) => sum + count, 0)

const report = (title: string, ran: Ran) => {
  const { written, faults, mails, wrong } = ran
  const copies = Object.values(mails).reduce((sum, times) => sum + times - 1, 0)
  const { killed, sending, following, late, lost } = faults
  console.log(`\n${title}: ${violationsIn(ran)} violations`)
  console.log(
    `  ${written.committed.length} changes committed and ${written.undone.length} rolled back in ${written.seconds.toFixed(0)} s; ${written.notified.length} passwords set`,
  )
  console.log(
    `  workers killed ${killed}, frozen ${sending} while sending and ${following} while following; continued after a message was taken over ${late}, after their transaction had ended ${lost}`,
  )
  console.log(`  ${Object.keys(mails).length} mails, ${copies} of them came again under the same Message-ID`)
  for (const [what, count] of Object.entries(wrong)) console.log(`  ${count} ${what}`)
  for (const line of faults.other.slice(0, 5)) console.log(`  a worker logged: ${line}`)
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      changes: { type: 'string', default: '20000' },
      writers: { type: 'string', default: '16' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [changes, writers, seed] = [Number(values.changes), Number(values.writers), Number(values.seed)]
  const seconds = Math.max(35, changes / 130)
  console.log(`seed ${seed}, ${changes} changes by ${writers} writers, ${workers} workers killed and frozen`)
  const { urls, stop } = await ownPostgres(servicesUrls(), { wal_level: 'logical' })
  try {
    await privateDatabase(urls, emptyDatabase)
    // A small run has time for a few workers to be frozen, and not each of them is in the middle of something.
    const wasLate = ({ faults: { late, lost, following } }: Ran) =>
      changes < 5_000 ? late + lost > 0 : late > 0 && following > 0 && lost > 0
    const guarded = await runsUntil(wasLate, seed, async (withSeed) => {
      const ran = await runOnce(urls, { guarded: true, changes, writers, seconds, seed: withSeed })
      report('with the guards', ran)
      return ran
    })
    const outOfOrder = ({ wrong }: Ran) => wrong['events not numbered in the order of the commits']! > 0
    const overwritten = ({ wrong }: Ran) => wrong['updates of messages that another worker has sent']! > 0
    const weak = await runsUntil(
      (ran: Ran) => outOfOrder(ran) && overwritten(ran),
      seed,
      async (withSeed) => {
        const twin = { guarded: false, changes: Math.min(changes, 2_000), writers, seconds: 35, seed: withSeed }
        const ran = await runOnce(urls, twin)
        report('numbered by a sequence, leases all alike (must fail)', ran)
        return ran
      },
    )
    const wrongs = Object.keys(guarded[0]!.wrong)
    conclude({
      ...Object.fromEntries(wrongs.map((what) => [`no ${what}`, guarded.every(({ wrong }) => wrong[what] === 0)])),
      'no worker logged an error that does not pass by itself': guarded.every(
        ({ faults }) => faults.other.length === 0,
      ),
      'workers were killed': guarded.every(({ faults }) => faults.killed > 0),
      'workers were frozen and continued after their lease had ended': guarded.some(wasLate),
      'twin: events numbered out of commit order are noticed': weak.some(outOfOrder),
      'twin: updates of messages that another worker has sent are noticed': weak.some(overwritten),
    })
  } finally {
    await stop()
  }
}

await prove()
