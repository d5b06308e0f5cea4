import { setTimeout as pause } from 'node:timers/promises'
import { readInOrganisation, type Reader } from '../db/tx.ts'
import type { Actor, Caller } from '../kernel/caller.ts'
import { view } from '../kernel/endpoint.ts'
import { namedEnum } from '../kernel/enums.ts'
import { invalid, ApiError } from '../kernel/errors.ts'
import { servedByName, type Links } from '../kernel/links.ts'
import type { Call, StreamConnection, Operation } from '../kernel/operation.ts'
import { recordExists } from '../kernel/reading.ts'
import { notifyMs } from './change-notifier.ts'
import { anyToken, meets, pathOf, tableOf, type Registry, type Resource } from '../kernel/resource.ts'
import { integer, timestamp } from '../kernel/values.ts'
import { ceilingOf, type Ceiling } from '../rates/ceiling.ts'

type Row = {
  readonly sequence: number
  readonly resource: string
  readonly record: number
  readonly action: string
  readonly modified: string
  readonly user: number | null
}
type Batch = {
  readonly rows: readonly Row[]
  readonly newest: number
  /** What is added to the numbers of events as the audit trail has them: it grows when the database is restored. */
  readonly offset: number
}

const batchSize = 500
const mostStreams = 20
/** Of all applications and people of one organisation, in one process. */
const mostOfOrganisation = 200
/** Full batches that one organisation may read from the past in a minute, in one process. */
const mostReplayed = 600
/** Well within the idle timeouts of proxies and of our own connections. */
const keepAliveMs = 15_000
const retryMs = 2_000
const mostSequence = 999_999_999_999_999

const readEvents = async (read: Reader, organisation: number, after: number): Promise<Batch> => {
  const modified = timestamp().select('e.occurred', {
    row: 'e',
    base: '',
    organisation: 't.o',
    application: 'null',
    pathOf: servedByName,
  })
  const [found] = await readInOrganisation<{ rows: Row[] | null; newest: number; offset: number }>(
    read,
    organisation,
    `select l.changes + l.event_offset as newest, l.event_offset as offset, (select json_agg(j) from (
      select e.sequence + l.event_offset as sequence, e.resource, e.record, e.action, ${modified} as modified, e."user"
      from auditevent e where e.organisation = t.o and e.sequence > $2::bigint - l.event_offset
      order by e.sequence limit ${batchSize}) j) as rows
    from ledger l where l.organisation = t.o`,
    [after],
  )
  return { rows: found?.rows ?? [], newest: found?.newest ?? 0, offset: found?.offset ?? 0 }
}

/** Whether a position was given out before the database was restored, and so among other events. 0 is always the beginning. */
const isBeforeRestore = (position: number, { offset }: Batch) => position > 0 && position < offset

/**
 * Streams of one organisation at the same position share one statement. A stream that joins one in progress learns so from
 * `isFresh`: it may have begun before the change that the stream was notified of.
 */
const sharedReads = () => {
  const inProgress = new Map<string, Promise<Batch>>()
  return async ({ read, actor: { organisation } }: Call, after: number) => {
    const key = `${organisation} ${after}`
    const known = inProgress.get(key)
    const shared = known ?? readEvents(read, organisation, after).finally(() => inProgress.delete(key))
    inProgress.set(key, shared)
    return { ...(await shared), isFresh: known === undefined }
  }
}

const show = ({ base }: Links, resource: Resource, { sequence, record, action, modified, user }: Row) => ({
  sequence,
  resource: resource.name,
  id: record,
  url: resource.retrieve === undefined ? null : `${base}${pathOf(resource)}/${record}/`,
  action,
  modified,
  actor: user === null ? null : `${base}user/${user}/`,
})
type Shown = ReturnType<typeof show>

const resourceOf = (resources: Registry, table: string) =>
  [...resources.values()].find((resource) => tableOf(resource) === table)

/** The events of records that the actor may read. */
const visibleEvents = async (call: Call, actor: Actor, rows: readonly Row[]): Promise<readonly Shown[]> => {
  const shown: Shown[] = []
  for (const row of rows) {
    const resource = resourceOf(call.resources, row.resource)
    if (resource === undefined || !meets(actor, resource.retrieve?.permission ?? resource.permission, 'read')) continue
    const isPicky = resource.visible?.(actor, () => '', call.resources) !== undefined
    if (isPicky && !(await recordExists({ ...call, actor }, resource, row.record))) continue
    shown.push(show(call.links, resource, row))
  }
  return shown
}

const inStream = (event: Shown) => `id: ${event.sequence}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`

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
  { reading, replay }: { readonly reading: ReturnType<typeof sharedReads>; readonly replay: Ceiling },
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
      const { rows, isFresh } = batch
      if (isBeforeRestore(position, batch)) {
        position = batch.newest
        yield `id: ${position}\nevent: reset\ndata: {"sequence":${position}}\n\n`
        continue
      }
      const events = await visibleEvents(call, actor, rows)
      const last = rows.at(-1)?.sequence ?? position
      // The new position, if the last events were not for this reader.
      const skipped = last > (events.at(-1)?.sequence ?? position) ? `id: ${last}\n\n` : ''
      const isSilent = performance.now() - writtenAt > keepAliveMs - notifyMs
      const text = events.map(inStream).join('') + skipped || (isSilent ? ': keep-alive\n\n' : '')
      position = last
      if (text !== '') {
        writtenAt = performance.now()
        yield text
      }
      if (rows.length === batchSize) await waitToReplay(replay, call, signal)
      else if (isFresh) await change
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
  return ({ organisation, account }: Caller, signal: AbortSignal) => {
    if (signal.aborted) return
    const [own, all] = [`${organisation} ${account}`, `${organisation}`]
    if ((open.get(own) ?? 0) >= mostStreams)
      throw tooMany(`You have ${mostStreams} event streams open already. Close one first.`)
    if ((open.get(all) ?? 0) >= mostOfOrganisation)
      throw tooMany(`This organisation has ${mostOfOrganisation} event streams open already. Close one first.`)
    for (const key of [own, all]) open.set(key, (open.get(key) ?? 0) + 1)
    const release = (key: string) => {
      const left = open.get(key)! - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    }
    signal.addEventListener('abort', () => [own, all].forEach(release), { once: true })
  }
}

const actions = ['create', 'change', 'delete']
const eventSchema = {
  type: 'object',
  required: ['sequence', 'resource', 'id', 'url', 'action', 'modified', 'actor'],
  properties: {
    sequence: {
      type: 'integer',
      description: 'The position of the change among all of the organisation; those you may not see are left out.',
    },
    resource: { type: 'string', description: 'What kind of record changed, by the name of its resource: `client`.' },
    id: {
      type: 'integer',
      description: 'The `id` of the record that changed. Its contents are not here: read them at `url`.',
    },
    url: {
      anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }],
      description:
        'Where to read the record as it is now; a deleted one is not there. Null where records have no address.',
    },
    action: {
      type: 'string',
      ...namedEnum(actions, actions),
      description: 'What happened to the record. Archiving is a change.',
    },
    modified: {
      type: 'string',
      format: 'date-time',
      description: 'When it was committed: the `modified` that the record got by it.',
    },
    actor: {
      anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }],
      description: 'The user who did it, a person or that of an application. Null: the service itself.',
    },
  },
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

/** Every committed change, in the order of the commits: as a page, or as a stream to those who accept text/event-stream. */
export const eventsOf = (): Operation => {
  const reading = sharedReads()
  const count = countStreams()
  const replay = ceilingOf(mostReplayed)
  return view({
    name: 'events.follow',
    path: '/events/',
    title: 'Events',
    summary: 'Follow what changes, in the order in which it was committed',
    permission: anyToken,
    rate: 300,
    about: `Answers up to ${batchSize} changes of records that you may read. Keep \`sequence\` and send it as \`after\` next time. With \`Accept: text/event-stream\` the connection stays open and changes are sent as they are committed, each as an event \`change\` with the same JSON; after an interruption send \`Last-Event-ID\`. If the database was restored from a backup meanwhile, the stream sends an event \`reset\` and continues from now, and a page is refused with the code \`restored\`: read all records again. At most ${mostStreams} streams of one application or person may be open at a time, and ${mostOfOrganisation} of the organisation; who catches up on much at once is slowed down.`,
    parameters: {
      after: integer({
        min: 0,
        max: mostSequence,
        about: 'Return what came after this `sequence`; 0 is the beginning. Without it only what comes from now on.',
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
      const latest = await readEvents(call.read, call.actor.organisation, mostSequence)
      const after = positionFrom(call, latest)
      if (call.requestHeaders.stream)
        return {
          status: 200,
          stream: (connection) => {
            count(call.actor, connection.signal)
            return untilRefused(streamEvents(call, { reading, replay }, after, connection), connection.onFault)
          },
        }
      requireSinceRestore(after, latest)
      const wait = latest.newest - after > batchSize ? replay.spend(call.actor.organisation, 1) : undefined
      if (wait !== undefined)
        throw tooMany(`This organisation reads too much of the past at once. Try again in ${wait} seconds.`, wait)
      const { rows } = await readEvents(call.read, call.actor.organisation, after)
      const sequence = rows.at(-1)?.sequence ?? after
      const results = await visibleEvents(call, call.actor, rows)
      return { status: 200, body: JSON.stringify({ sequence, more: rows.length === batchSize, results }) }
    },
  })
}
