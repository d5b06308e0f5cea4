import { parseArgs } from 'node:util'
import { connected } from '../database.ts'
import { freePort } from '../services/listening.ts'
import { createRandom } from '../../src/demo/random.ts'
import { newTally, untilKnown } from './sending.ts'
import {
  endProcess,
  givenKeys,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  startApi,
  type Urls,
} from './stage.ts'

/** What stamps cost writers: all of it; without the lock and its ledger; and with neither stamps at the end nor audit. */
const kinds = ['guarded', 'unlocked', 'bare'] as const
type Kind = (typeof kinds)[number]

const prepare = `
  create function stamp_at_write() returns trigger language plpgsql as $$
  begin
    new.modified := clock_timestamp();
    return new;
  end $$;
  create function guarded_definition() returns text language sql immutable return '';
  do $$
  declare
    target regclass;
  begin
    execute format('create or replace function guarded_definition() returns text language sql immutable return %L',
      pg_get_functiondef('stamp_of_transaction'::regproc));
    for target in select tgrelid from pg_trigger where tgname = 'keep_change' loop
      execute format('create trigger stamp_at_write before insert or update on %s for each row execute function stamp_at_write()', target);
    end loop;
  end $$;`

const unlocked = `
  create or replace function stamp_of_transaction() returns timestamptz language plpgsql as $$
  declare
    known text := current_setting('app.stamp', true);
    moment timestamptz := clock_timestamp();
  begin
    if known <> '' then return known::timestamptz; end if;
    perform set_config('app.stamp', moment::text, true);
    return moment;
  end $$;`
const guarded = 'do $$ begin execute guarded_definition(); end $$;'

const triggers = (kind: Kind) => `
  do $$
  declare
    target regclass;
  begin
    for target in select tgrelid from pg_trigger where tgname = 'keep_change' loop
      execute format('alter table %s ${kind === 'bare' ? 'disable' : 'enable'} trigger keep_change', target);
      execute format('alter table %s ${kind === 'bare' ? 'enable' : 'disable'} trigger stamp_at_write', target);
    end loop;
  end $$;`

const become = ({ superuser }: Urls, kind: Kind) =>
  connected(superuser, async (client) => {
    await client.query(kind === 'unlocked' ? unlocked : guarded)
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
    await connected(urls.superuser, (client) => client.query(prepare))
    const ports = [await freePort(), await freePort()]
    const apis = await Promise.all(ports.map((port) => startApi({ databaseUrl: urls.app, port, prefix: name })))
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const speeds: Record<Kind, number[]> = { guarded: [], unlocked: [], bare: [] }
    await become(urls, 'guarded')
    await measure(bases, clinics, writes, seed)
    for (let round = 0; round < rounds; round++)
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        await become(urls, kind)
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
  } finally {
    await drop()
  }
}

await prove()
