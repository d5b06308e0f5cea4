import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { resourceRegistry } from '../../src/app/resources.ts'
import { connect } from '../../src/db/pool.ts'
import type { WorkerParts } from '../../src/worker/messages.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { givenOrganisation, type Urls } from '../harness.ts'
import { measurePairs, median, report } from './measure.ts'
import type { Outcome } from './requests.ts'

/** How long a mail, a scan and a healthy receiver take, and a receiver of the organisation that floods. */
const [workMs, slowMs] = [100, 1_000]
/** Longer than this nobody waits for a piece of work: it counts as not done. */
const longestMs = 4_000
const [waitingRows, slowReceivers] = [600, 20]

type Query = (this: pg.Client, asked: string | { text: string }, ...more: unknown[]) => unknown

/** As it was before there were turns: what has waited longest comes first, whoever it belongs to. */
const inOrderOfDue = (text: string) =>
  text
    .replace(/where next\.place <= next\.ceiling\s+order by next\.place, next\.turn, next\.due/, 'order by next.due')
    .replace('limit coalesce((', 'limit 1000 + 0 * coalesce((')

const takeTurnsAway = () => {
  const original = Reflect.get(pg.Client.prototype, 'query') as Query
  const changing: Query = function (this: pg.Client, asked, ...more) {
    const changed = typeof asked === 'string' ? inOrderOfDue(asked) : { ...asked, text: inOrderOfDue(asked.text) }
    return original.call(this, 'text' in Object(asked) || typeof asked === 'string' ? changed : asked, ...more)
  }
  Reflect.set(pg.Client.prototype, 'query', changing)
  return () => void Reflect.set(pg.Client.prototype, 'query', original)
}

type Kind = 'mail' | 'scan' | 'delivery'
const tables = { mail: 'message', scan: 'file_scan', delivery: 'delivery' } as const

type Parties = { readonly flooding: number; readonly neighbour: number }

/** The servers that a worker talks to, and who waits to hear that the neighbour's work was done. */
const standIns = ({ neighbour }: Parties) => {
  const waiting = new Map<Kind, () => void>()
  const done = (kind: Kind) => {
    waiting.get(kind)?.()
    waiting.delete(kind)
  }
  const isTheirs = (organisation: number) => organisation === neighbour
  return {
    waiting,
    parts: {
      smtp: {
        send: async ({ to }: { to: string }) => {
          await sleep(workMs)
          if (to.startsWith('neighbour')) done('mail')
        },
      },
      store: {
        read: async (path: string) => Object.assign(Readable.from([]), { organisation: Number.parseInt(path, 10) }),
      },
      scanner: {
        scan: async ({ organisation }: { organisation: number }) => {
          await sleep(workMs)
          if (isTheirs(organisation)) done('scan')
          return undefined
        },
      },
      outgoing: {
        post: async ({ url }: { url: string }) => {
          const isNeighbour = url.includes('neighbour')
          await sleep(isNeighbour ? workMs : slowMs)
          if (isNeighbour) done('delivery')
          return { kind: 'answered', status: 200, excerpt: '' }
        },
      },
    },
  }
}

/** Rows that wait, written without the records that they would refer to. */
const writer = (client: pg.Client) => {
  const insert: Readonly<Record<Kind, (organisation: number, count: number, due: string) => Promise<unknown>>> = {
    mail: (organisation, count, due) =>
      client.query(
        `insert into message (organisation, kind, "user", due) select $1, 'password set', "user".id, now() - $3::interval
         from "user", generate_series(1, $2::int) where "user".organisation = $1`,
        [organisation, count, due],
      ),
    scan: (organisation, count, due) =>
      client.query(
        `with files as (insert into attachment (organisation, client, name, content_type, size, kept_key, uploaded, scan)
           select $1, (select id from client where organisation = $1), 'file.txt', 'text/plain', 1, gen_random_uuid(), now(), 'pending' from generate_series(1, $2::int)
           returning id)
         insert into file_scan (organisation, attachment, due) select $1, id, now() - $3::interval from files`,
        [organisation, count, due],
      ),
    delivery: (organisation, count, due) =>
      client.query(
        `insert into delivery (organisation, webhook, event, event_id, content_type, body, due)
         select $1, hook.id, 'client.created', $4 || n, 2, '{}', now() - $3::interval
         from generate_series(1, $2::int) n join (
           select id, row_number() over (order by id) - 1 as place, count(*) over () as all_hooks
           from webhook where organisation = $1) hook on hook.place = n % hook.all_hooks`,
        [organisation, count, due, randomUUID()],
      ),
  }
  const clear = (kind: Kind) => client.query(`delete from ${tables[kind]} where lease is null`)
  return { insert, clear }
}

const givenParties = async (urls: Urls, client: pg.Client): Promise<Parties> => {
  const parties = { flooding: await givenOrganisation(urls, 'F'), neighbour: await givenOrganisation(urls, 'N') }
  for (const [name, organisation] of Object.entries(parties)) {
    await client.query(
      `insert into "user" (organisation, email, first_name, last_name) values ($1, $2, 'Aino', 'Virta')`,
      [organisation, `${name}@example.com`],
    )
    await client.query(`insert into client (organisation, lastname) values ($1, 'Virtanen')`, [organisation])
    await client.query(
      `insert into webhook (organisation, trigger, url, secret)
       select $1, 1, 'https://' || $2 || n || '.example/', '\\x00' from generate_series(1, $3::int) n`,
      [organisation, name, name === 'flooding' ? slowReceivers : 1],
    )
  }
  return parties
}

/** One organisation fills each queue in turn; in turns and, as the twin, in the order in which work is due. */
export const measureQueues = async (
  urls: Urls,
  { count, each, isTwin }: { count: number; each: number; isTwin: boolean },
): Promise<readonly Outcome[]> => {
  const client = new pg.Client({ connectionString: urls.superuser })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const parties = await givenParties(urls, client)
  const { waiting, parts } = standIns(parties)
  const { insert, clear } = writer(client)
  const giveTurnsBack = isTwin ? takeTurnsAway() : () => {}
  const [own, app] = [connect(urls.worker, { max: 10 }), connect(urls.app, { max: 4 })]
  let wake = () => {}
  const worker = startWorker({
    db: own.db,
    app: app.db,
    resources: resourceRegistry,
    unseal: () => Buffer.alloc(24, 1).toString('base64'),
    publicUrl: 'http://127.0.0.1:8000',
    log: { error: console.error, warn: () => {}, info: () => {} },
    subscribe: (callback: () => void) => {
      wake = callback
      return () => {}
    },
    ...parts,
  } as unknown as WorkerParts)

  const msUntilDone = async (kind: Kind) => {
    const done = new Promise<void>((resolve) => void waiting.set(kind, resolve))
    const began = performance.now()
    await insert[kind](parties.neighbour, 1, '0 seconds')
    wake()
    const isDone = await Promise.race([done.then(() => true), sleep(longestMs, false)])
    return isDone ? performance.now() - began : Infinity
  }
  const measure = async (kind: Kind) => {
    const found: number[] = []
    for (let at = 0; at < each; at++) {
      found.push(await msUntilDone(kind))
      await sleep(137)
    }
    return median(found)
  }
  try {
    await sleep(1_000)
    const outcomes: Outcome[] = []
    for (const kind of ['mail', 'scan', 'delivery'] as const) {
      const flood = async () => {
        await insert[kind](parties.flooding, waitingRows, '1 hour')
        wake()
        await sleep(500)
        return async () => {
          await clear(kind)
          await sleep(slowMs)
        }
      }
      const pairs = await measurePairs(count, () => measure(kind), flood)
      report(`a queue of ${kind}`, pairs)
      outcomes.push({ what: `a queue of ${kind}`, pairs })
    }
    return outcomes
  } finally {
    await worker.stop()
    giveTurnsBack()
    await Promise.all([own.close(), app.close(), client.end()])
  }
}
