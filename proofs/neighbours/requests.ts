import { connect as openSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../scripts/services/listening.ts'
import { endProcess, givenKeys, givenOrganisation, startApi, type Urls } from '../harness.ts'
import { measurePairs, percentile, report, type Pair } from './measure.ts'

/** Few, so that a flood of this size takes them all. */
const connections = 6
/** What the process may hold of bodies is 128 MiB, of which these leave eight bytes if one organisation may have all of it. */
const uploads = [...Array.from({ length: 67 }, () => 2_000_000), 200_000, 17_000, 700, 20]
const writersAtOnce = 40
const perSecond = 40
const keys = 60

/** As if there were no ceilings: one organisation may have everything. */
const withoutCeilings = {
  FETLOCK_ORGANISATION_CONNECTIONS: String(connections),
  FETLOCK_ORGANISATION_WAITING: '999999',
  FETLOCK_ORGANISATION_BODIES: '100',
}

export type Place = { readonly port: number; readonly organisation: number; readonly keys: readonly string[] }

const clients = ({ port, organisation }: Place) => `http://127.0.0.1:${port}/${organisation}/api/0.1/client/`

const send = (place: Place, at: number, isWrite: boolean, signal?: AbortSignal) =>
  fetch(clients(place), {
    headers: { authorization: place.keys[at % place.keys.length]!, 'content-type': 'application/json' },
    ...(isWrite ? { method: 'POST', body: JSON.stringify({ lastname: `Virtanen ${at}` }) } : {}),
    ...(signal ? { signal } : {}),
  })

/** Whoever is refused would wait for ever. */
const msOf = async (place: Place, at: number) => {
  const began = performance.now()
  const response = await send(place, at, at % 2 === 0)
  await response.arrayBuffer()
  return response.ok ? performance.now() - began : Infinity
}

let sent = 0
/** A percentile of reads and writes that begin at a steady pace, however long those before them take. */
const measureNeighbour = async (neighbour: Place, seconds: number, percent: number) => {
  const waiting: Promise<number>[] = []
  const began = performance.now()
  for (let at = 0; at < seconds * perSecond; at++) {
    await sleep(Math.max(0, began + (at * 1_000) / perSecond - performance.now()))
    waiting.push(msOf(neighbour, sent++))
  }
  return percentile(await Promise.all(waiting), percent)
}

/** Writes of the organisation wait for its lock, which somebody holds: each has a connection in its hands meanwhile. */
const floodWithWrites = (urls: Urls, place: Place) => async () => {
  const holder = new pg.Client({ connectionString: urls.superuser })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from ledger where organisation = $1 for update', [place.organisation])
  const stopping = new AbortController()
  const write = async (from: number) => {
    for (let at = from; !stopping.signal.aborted; at += writersAtOnce) {
      const response = await send(place, at, true, stopping.signal).catch(() => undefined)
      await response?.arrayBuffer().catch(() => {})
      if (response?.ok !== true) await sleep(20)
    }
  }
  const writing = Array.from({ length: writersAtOnce }, (_, at) => write(at))
  await sleep(500)
  return async () => {
    stopping.abort()
    await holder.query('rollback')
    await holder.end()
    await Promise.all(writing)
    // What was sent is still carried out.
    await sleep(500)
  }
}

/** Bodies that are announced, begin and never end take up the memory that there is for all. */
const floodWithUploads = (place: Place) => async () => {
  const sockets: Socket[] = []
  for (const [at, bytes] of uploads.entries()) {
    const socket = openSocket(place.port, '127.0.0.1').on('error', () => {})
    socket.resume()
    socket.write(
      `POST /${place.organisation}/api/0.1/client/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
        `Authorization: ${place.keys[at % place.keys.length]!}\r\nContent-Length: ${bytes}\r\n\r\n{`,
    )
    sockets.push(socket)
  }
  await sleep(500)
  return async () => {
    for (const socket of sockets) socket.destroy()
    await sleep(200)
  }
}

export type Outcome = { readonly what: string; readonly pairs: readonly Pair[] }

type Size = {
  readonly name: string
  readonly count: number
  readonly seconds: number
  readonly percent: number
  readonly isTwin: boolean
}

/** One organisation floods an API process in each way in turn; with ceilings and, as the twin, without. */
export const measureRequests = async (
  urls: Urls,
  { name, count, seconds, percent, isTwin }: Size,
): Promise<readonly Outcome[]> => {
  const port = await freePort()
  const placeOf = async (title: string): Promise<Place> => {
    const organisation = await givenOrganisation(urls, title)
    return { port, organisation, keys: await givenKeys(urls, organisation, keys) }
  }
  const [flooding, neighbour] = [await placeOf('Flooding'), await placeOf('Neighbour')]
  const api = await startApi({
    databaseUrl: urls.app,
    port,
    prefix: name,
    env: { FETLOCK_CONNECTIONS: String(connections), ...(isTwin ? withoutCeilings : {}) },
  })
  try {
    await measureNeighbour(neighbour, 2, percent)
    const outcomes: Outcome[] = []
    for (const [what, flood] of [
      ['uploads that never end', floodWithUploads(flooding)],
      ['writes that wait for a lock', floodWithWrites(urls, flooding)],
    ] as const) {
      const pairs = await measurePairs(count, () => measureNeighbour(neighbour, seconds, percent), flood)
      report(what, pairs)
      outcomes.push({ what, pairs })
    }
    return outcomes
  } finally {
    await endProcess(api, 'SIGKILL')
  }
}
