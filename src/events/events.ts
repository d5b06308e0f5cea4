import { setTimeout as pause } from 'node:timers/promises'
import type { Actor, Caller } from '../kernel/caller.ts'
import { ceilingFor, defaultCeilings, overCeiling } from '../kernel/ceilings.ts'
import { view } from '../kernel/endpoint.ts'
import { ApiError, invalid } from '../kernel/errors.ts'
import type { Call, Operation, StreamConnection } from '../kernel/operation.ts'
import { anyToken, type Registry } from '../kernel/resource.ts'
import { integer } from '../kernel/values.ts'
import { ceilingOf, type Ceiling } from '../rates/ceiling.ts'
import { notifyMs } from './change-notifier.ts'
import {
  batchSize,
  eventReader,
  isBeforeKept,
  isBeforeRestore,
  sharedReads,
  type Batch,
  type SharedReads,
} from './read-events.ts'
import { eventSchema, visibleEvents, type ShownEvent } from './show-events.ts'

const maxStreams = 20
/** Full batches that one organisation may read from the past in a minute, in one process. */
const maxReplayed = 600
/** Well within the idle timeouts of proxies and of our own connections. */
const keepAliveMs = 15_000
const retryMs = 2_000
const maxSequence = 999_999_999_999_999

const inStream = (event: ShownEvent) => `id: ${event.sequence}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`

/** Waits for a change of the organisation, a few seconds at most, or for the end of the connection. */
const waitForChange = (call: Call, signal: AbortSignal) => {
  let stop = () => {}
  const change = new Promise<void>((resolve) => {
    const unsubscribe = call.notifier.subscribe(call.actor.organisation, resolve)
    const end = () => resolve()
    signal.addEventListener('abort', end, { once: true })
    stop = () => {
      unsubscribe()
      signal.removeEventListener('abort', end)
    }
  })
  return { change, stop }
}

/** A stream that catches up waits its turn: who reads the past in many streams at once reads it no faster. */
const waitToReplay = async (replay: Ceiling, { actor: { organisation } }: Call, signal: AbortSignal) => {
  for (;;) {
    const seconds = replay.spend(organisation, 1)
    if (seconds === undefined || signal.aborted) return
    await pause(seconds * 1_000, undefined, { signal }).catch(() => {})
  }
}

async function* streamEvents(
  call: Call,
  { reading, replay }: { readonly reading: SharedReads; readonly replay: Ceiling },
  from: number,
  { caller, signal }: StreamConnection,
): AsyncGenerator<string> {
  let position = from
  let writtenAt = performance.now()
  yield `retry: ${retryMs}\nid: ${position}\nevent: open\ndata: {"sequence":${position}}\n\n`
  while (!signal.aborted) {
    // Subscribes before it reads, so that no change in between is missed.
    const { change, stop } = waitForChange(call, signal)
    try {
      const actor: Actor = { ...call.actor, ...(await caller()) }
      const batch = await reading(call, position)
      if (isBeforeRestore(position, batch) || isBeforeKept(position, batch)) {
        position = batch.newest
        yield `id: ${position}\nevent: reset\ndata: {"sequence":${position}}\n\n`
        continue
      }
      const events = await visibleEvents(call, actor, batch.events)
      const last = batch.last ?? position
      // The new position, if the last events were not for this reader.
      const skipped = last > (events.at(-1)?.sequence ?? position) ? `id: ${last}\n\n` : ''
      const isSilent = performance.now() - writtenAt > keepAliveMs - notifyMs
      const text = events.map(inStream).join('') + skipped || (isSilent ? ': keep-alive\n\n' : '')
      position = last
      if (text !== '') {
        writtenAt = performance.now()
        yield text
      }
      if (batch.isFull) await waitToReplay(replay, call, signal)
      else if (batch.isFresh) await change
    } finally {
      stop()
    }
  }
}

/** Ends when the credential is no longer accepted, or at a fault: the client reconnects and gets the error. */
async function* untilRefused(
  events: AsyncGenerator<string>,
  onFault: StreamConnection['onFault'],
): AsyncGenerator<string> {
  try {
    yield* events
  } catch (problem) {
    if (!(problem instanceof ApiError)) onFault(problem)
  }
}

const tooMany = (detail: string, seconds = 5) =>
  new ApiError(429, detail, { headers: { 'retry-after': String(seconds) } })

/** Counts a stream until it has ended, whether or not it was ever read. */
const countStreams = () => {
  const open = new Map<string, number>()
  return ({ organisation, account }: Caller, signal: AbortSignal, most: number) => {
    if (signal.aborted) return
    const [own, all] = [`${organisation} ${account}`, `${organisation}`]
    if ((open.get(own) ?? 0) >= maxStreams)
      throw tooMany(`You have ${maxStreams} event streams open already. Close one first.`)
    if ((open.get(all) ?? 0) >= most)
      throw overCeiling(
        429,
        'too_many_streams',
        `This organisation has ${most} event streams open already. Close one first.`,
        5,
      )
    for (const key of [own, all]) open.set(key, (open.get(key) ?? 0) + 1)
    const release = (key: string) => {
      const left = open.get(key)! - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    }
    signal.addEventListener('abort', () => [own, all].forEach(release), { once: true })
  }
}

/** Where to start: after the last event that a broken stream delivered, after the one given, or from now. */
const positionFrom = ({ query, requestHeaders }: Call, { newest }: Batch): number => {
  const asked = requestHeaders.lastEventId || (query.get('after') ?? '')
  if (asked === '') return newest
  if (!/^\d{1,15}$/.test(asked)) throw invalid('after', 'A valid integer is required.')
  if (Number(asked) > newest) throw invalid('after', `There is no event ${asked} yet. Leave it out to start from now.`)
  return Number(asked)
}

/** A page of events would skip what has changed since without a word; a stream says so itself. */
const requireSinceRestore = (position: number, batch: Batch) => {
  if (isBeforeRestore(position, batch))
    throw invalid(
      'after',
      `The database has been restored from a backup since event ${position}. Read all records again, then continue with after=${batch.newest}.`,
      'restored',
    )
}

/** A page without the events that are not kept any more would skip them without a word. */
const requireKept = (position: number, batch: Batch) => {
  if (isBeforeKept(position, batch))
    throw new ApiError(
      410,
      `Events up to ${batch.dropped} are no longer kept. Read all records again, then continue with after=${batch.newest}.`,
      { code: 'events_dropped' },
    )
}

/** Every committed change, in the order of the commits: as a page, or as a stream to those who accept text/event-stream. */
export const eventsOf = (resources: Registry): Operation => {
  const readEvents = eventReader(resources)
  const reading = sharedReads(readEvents)
  const count = countStreams()
  const replay = ceilingOf(maxReplayed)
  return view({
    name: 'events.follow',
    path: '/events/',
    title: 'Events',
    summary: 'Follow what changes, in the order in which it was committed',
    permission: anyToken,
    rate: 300,
    about: `Answers up to ${batchSize} changes of records that you may read. Keep \`sequence\` and send it as \`after\` next time. With \`Accept: text/event-stream\` the connection stays open and changes are sent as they are committed, each as an event \`change\` with the same JSON; after an interruption send \`Last-Event-ID\`. If the database was restored from a backup meanwhile, the stream sends an event \`reset\` and continues from now, and a page is refused with the code \`restored\`: read all records again. The same holds for a position whose next events are no longer kept: the stream sends \`reset\`, and a page is refused with 410. At most ${maxStreams} streams of one application or person may be open at a time, and ${defaultCeilings.streams} of the organisation unless the operator has set another number; who catches up on much at once is slowed down.`,
    parameters: {
      after: integer({
        min: 0,
        max: maxSequence,
        about:
          'Return what came after this `sequence`; 0 is the beginning, as long as all are kept. Without it only what comes from now on.',
      }),
    },
    streams: true,
    answers: {
      200: {
        type: 'object',
        description: 'Changes in the order of their commits, and where to go on.',
        required: ['sequence', 'more', 'results'],
        properties: {
          sequence: { type: 'integer', description: 'Send this as `after` in the next request.' },
          more: { type: 'boolean', description: 'Whether to ask again at once, because there are further changes.' },
          results: { type: 'array', items: eventSchema, description: 'The changes, oldest first.' },
        },
      },
    },
    run: async (call) => {
      const latest = await readEvents(call.read, call.actor.organisation, maxSequence)
      const after = positionFrom(call, latest)
      if (call.requestHeaders.stream)
        return {
          status: 200,
          stream: (connection) => {
            count(call.actor, connection.signal, ceilingFor(call.ceilings.streams, call.actor))
            return untilRefused(streamEvents(call, { reading, replay }, after, connection), connection.onFault)
          },
        }
      requireSinceRestore(after, latest)
      requireKept(after, latest)
      const wait = latest.newest - after > batchSize ? replay.spend(call.actor.organisation, 1) : undefined
      if (wait !== undefined)
        throw tooMany(`This organisation reads too much of the past at once. Try again in ${wait} seconds.`, wait)
      const { events, last, isFull } = await readEvents(call.read, call.actor.organisation, after)
      const results = await visibleEvents(call, call.actor, events)
      return { status: 200, body: JSON.stringify({ sequence: last ?? after, more: isFull, results }) }
    },
  })
}
