import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { createRandom } from '../src/demo/random.ts'
import { conclude } from './conclude.ts'
import { stampAtWrite } from './delta/naive.ts'
import { newTally, untilKnown } from './sending.ts'
import {
  endProcess,
  givenKeys,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  startApi,
  type Urls,
} from './harness.ts'

/**
 * What the guard costs writers: all of it; stamps taken at each write and events numbered by a sequence, without the
 * ledger; and no audit at all.
 */
const kinds = ['guarded', 'unguarded', 'bare'] as const
type Kind = (typeof kinds)[number]

const prepare = `
  create sequence numbers start 1000000000;
  grant usage on sequence numbers to fetlock_owner;
  ${stampAtWrite}`

/** Both answer nothing, so that rows keep the stamp they have. */
const unguarded = `
  create or replace function take_stamp() returns timestamptz language sql return null::timestamptz;
  create or replace function write_change(resource text, record bigint, action text, changes jsonb) returns timestamptz
  language plpgsql as $$
  declare
    actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  begin
    insert into auditevent (sequence, resource, record, action, changes, "user", application, credential, address, request,
        occurred, salt, hash)
      values (nextval('numbers'), resource, record, action, changes, (actor ->> 'user')::bigint,
        (actor ->> 'application')::bigint, coalesce(actor ->> 'credential', 'service'), coalesce(actor ->> 'address', ''),
        coalesce(actor ->> 'request', ''), clock_timestamp(), '', '');
    return null;
  end $$;`

const triggers = (kind: Kind) => `
  do $$
  declare
    target regclass;
  begin
    for target in select tgrelid from pg_trigger where tgname = 'keep_change' loop
      execute format('alter table %s ${kind === 'bare' ? 'disable' : 'enable'} trigger keep_change', target);
      execute format('alter table %s ${kind === 'guarded' ? 'disable' : 'enable'} trigger stamp_at_write', target);
    end loop;
  end $$;`

/** The guard's own functions, as the migrations made them. */
const definitions = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select string_agg(pg_get_functiondef(name::regproc), ';') as text from unnest('{take_stamp,write_change}'::text[]) name`,
    )
    return rows[0]!.text
  })

const become = ({ superuser }: Urls, kind: Kind, guarded: string) =>
  connected(superuser, async (client) => {
    await client.query(kind === 'unguarded' ? unguarded : guarded)
    await client.query(triggers(kind))
  })

type Clinic = { readonly id: number; readonly keys: readonly string[] }

/** Writes a number of clients, new or changed, over all clinics, and answers how many a second. */
const measure = async (bases: readonly string[], clinics: readonly Clinic[], writes: number, seed: number) => {
  const tally = newTally()
  const known = new Map<number, string>()
  const began = performance.now()
  let begun = 0
  const writer = async (at: number) => {
    const random = createRandom(seed * 100 + at)
    while (begun < writes) {
      const number = ++begun
      const { id, keys } = random.pick(clinics)
      const changed = random.chance(0.5) ? known.get(id) : undefined
      const sent = {
        method: changed ? 'PATCH' : 'POST',
        path: changed ?? `/${id}/api/0.1/client/`,
        headers: { authorization: random.pick(keys) },
        body: JSON.stringify(changed ? { remarks: `Change ${number}` } : { lastname: `Owner ${number}` }),
      }
      const { status, text } = await untilKnown(bases, sent, tally, number)
      if (status >= 300) throw new Error(`${sent.method} ${sent.path} answered ${status}: ${text}`)
      known.set(id, new URL((JSON.parse(text) as { url: string }).url).pathname)
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, at) => writer(at)))
  return (writes / (performance.now() - began)) * 1000
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const prove = async () => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '7' },
      writes: { type: 'string', default: '1000' },
      organisations: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [rounds, writes, count, seed] = [values.rounds, values.writes, values.organisations, values.seed].map(
    Number,
  ) as [number, number, number, number]
  console.log(
    `seed ${seed}, ${count} organisations, 16 writers, ${rounds} rounds of ${writes} writes each way, two API processes`,
  )
  const name = `fetlock_cost_${process.pid}`
  const { urls, drop } = await privateDatabase(servicesUrls(), name)
  try {
    const clinics: Clinic[] = []
    for (let at = 1; at <= count; at++) {
      const id = await givenOrganisation(urls, `Clinic ${at}`)
      clinics.push({ id, keys: await givenKeys(urls, id, Math.ceil(200 / count)) })
    }
    const guarded = await definitions(urls)
    await connected(urls.superuser, (client) => client.query(prepare))
    const ports = [await freePort(), await freePort()]
    const apis = await Promise.all(ports.map((port) => startApi({ databaseUrl: urls.app, port, prefix: name })))
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const speeds: Record<Kind, number[]> = { guarded: [], unguarded: [], bare: [] }
    await become(urls, 'guarded', guarded)
    await measure(bases, clinics, writes, seed)
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        await become(urls, kind, guarded)
        speeds[kind].push(await measure(bases, clinics, writes, seed + round))
      }
    await Promise.all(apis.map((api) => endProcess(api)))
    for (const kind of kinds) {
      const shares = speeds.guarded.map((speed, at) => speed / speeds[kind][at]!)
      console.log(
        `${kind}: median ${median(speeds[kind]).toFixed(0)}/s; guarded is ${(median(shares) * 100).toFixed(1)} % of it` +
          ` (rounds ${shares.map((share) => (share * 100).toFixed(0)).join(', ')})`,
      )
    }
    const share = median(speeds.guarded.map((speed, at) => speed / speeds.unguarded[at]!))
    conclude({ 'the guard costs writers at most a tenth': share >= 0.9 })
  } finally {
    await drop()
  }
}

await prove()
