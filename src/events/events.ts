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

type Row = {
  readonly sequence: number
  readonly resource: string
  readonly record: number
  readonly action: string
  readonly modified: string
  readonly user: number | null
}
type Batch = { readonly rows: readonly Row[]; readonly newest: number }

const batchSize = 500
const mostStreams = 20
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
  const [found] = await readInOrganisation<{ rows: Row[] | null; newest: number }>(
    read,
    organisation,
    `select (select l.changes from ledger l where l.organisation = t.o) as newest, (select json_agg(j) from (
      select e.sequence, e.resource, e.record, e.action, ${modified} as modified, e."user" from auditevent e
      where e.organisation = t.o and e.sequence > $2::bigint order by e.sequence limit ${batchSize}) j) as rows`,
    [after],
  )
  return { rows: found?.rows ?? [], newest: found?.newest ?? 0 }
}

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
    return { rows: (await shared).rows, isFresh: known === undefined }
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

async function* streamEvents(
  call: Call,
  reading: ReturnType<typeof sharedReads>,
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
      const { rows, isFresh } = await reading(call, position)
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
      if (isFresh && rows.length < batchSize) await change
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

/** Counts a stream until it has ended, whether or not it was ever read. */
const countStreams = () => {
  const open = new Map<string, number>()
  return ({ organisation, account }: Caller, signal: AbortSignal) => {
    if (signal.aborted) return
    const key = `${organisation} ${account}`
    const others = open.get(key) ?? 0
    if (others >= mostStreams)
      throw new ApiError(429, `You have ${mostStreams} event streams open already. Close one first.`, {
        headers: { 'retry-after': '5' },
      })
    open.set(key, others + 1)
    signal.addEventListener(
      'abort',
      () => {
        const left = open.get(key)! - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      },
      { once: true },
    )
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
const positionFrom = ({ query, requestHeaders }: Call, newest: number): number => {
  const asked = requestHeaders.lastEventId || (query.get('after') ?? '')
  if (asked === '') return newest
  if (!/^\d{1,15}$/.test(asked)) throw invalid('after', 'A valid integer is required.')
  if (Number(asked) > newest) throw invalid('after', `There is no event ${asked} yet. Leave it out to start from now.`)
  return Number(asked)
}

/** Every committed change, in the order of the commits: as a page, or as a stream to those who accept text/event-stream. */
export const eventsOf = (): Operation => {
  const reading = sharedReads()
  const count = countStreams()
  return view({
    name: 'events.follow',
    path: '/events/',
    title: 'Events',
    summary: 'Follow what changes, in the order in which it was committed',
    permission: anyToken,
    rate: 300,
    about: `Answers up to ${batchSize} changes of records that you may read. Keep \`sequence\` and send it as \`after\` next time. With \`Accept: text/event-stream\` the connection stays open and changes are sent as they are committed, each as an event \`change\` with the same JSON; after an interruption send \`Last-Event-ID\`. At most ${mostStreams} streams of one application or person may be open at a time.`,
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
      const { newest } = await readEvents(call.read, call.actor.organisation, mostSequence)
      const after = positionFrom(call, newest)
      if (call.requestHeaders.stream)
        return {
          status: 200,
          stream: (connection) => {
            count(call.actor, connection.signal)
            return untilRefused(streamEvents(call, reading, after, connection), connection.onFault)
          },
        }
      const { rows } = await readEvents(call.read, call.actor.organisation, after)
      const sequence = rows.at(-1)?.sequence ?? after
      const results = await visibleEvents(call, call.actor, rows)
      return { status: 200, body: JSON.stringify({ sequence, more: rows.length === batchSize, results }) }
    },
  })
}
