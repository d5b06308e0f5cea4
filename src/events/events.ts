import { readInOrganisation, type Reader } from '../db/tx.ts'
import type { Actor, Caller } from '../kernel/caller.ts'
import { view } from '../kernel/endpoint.ts'
import { invalid, ApiError } from '../kernel/errors.ts'
import type { Links } from '../kernel/links.ts'
import type { Call, StreamConnection, Operation } from '../kernel/operation.ts'
import { recordExists } from '../kernel/reading.ts'
import { newsMs } from './news.ts'
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

const atOnce = 500
const mostStreams = 20
/** Well within what proxies and our own connections bear in silence. */
const heartbeatMs = 15_000
const retryMs = 2_000
const mostSequence = 999_999_999_999_999

const readEvents = async (read: Reader, organisation: number, after: number): Promise<Batch> => {
  const modified = timestamp().select('e.occurred', { row: 'e', base: '', organisation: 't.o', application: 'null' })
  const [found] = await readInOrganisation<{ rows: Row[] | null; newest: number }>(
    read,
    organisation,
    `select (select l.changes from ledger l where l.organisation = t.o) as newest, (select json_agg(j) from (
      select e.sequence, e.resource, e.record, e.action, ${modified} as modified, e."user" from auditevent e
      where e.organisation = t.o and e.sequence > $2::bigint order by e.sequence limit ${atOnce}) j) as rows`,
    [after],
  )
  return { rows: found?.rows ?? [], newest: found?.newest ?? 0 }
}

/**
 * Many streams of one organisation that wait at the same place are served by one statement. Whoever joins one that was under
 * way already is told so: it may have begun before what they have heard of.
 */
const sharedReads = () => {
  const underWay = new Map<string, Promise<Batch>>()
  return async ({ read, actor: { organisation } }: Call, after: number) => {
    const key = `${organisation} ${after}`
    const known = underWay.get(key)
    const shared = known ?? readEvents(read, organisation, after).finally(() => underWay.delete(key))
    underWay.set(key, shared)
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

/** What somebody may not read where it lives, they do not hear of either. */
const whatConcerns = async (call: Call, actor: Actor, rows: readonly Row[]): Promise<readonly Shown[]> => {
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

/** Whichever comes first: news of the organisation, which come every few seconds at the latest, or the end of the connection. */
const waitForNews = (call: Call, signal: AbortSignal) => {
  let stop = () => {}
  const news = new Promise<void>((resolve) => {
    const deaf = call.news.listen(call.actor.organisation, resolve)
    const end = () => resolve()
    signal.addEventListener('abort', end, { once: true })
    stop = () => {
      deaf()
      signal.removeEventListener('abort', end)
    }
  })
  return { news, stop }
}

async function* follow(
  call: Call,
  reading: ReturnType<typeof sharedReads>,
  from: number,
  { caller, signal }: StreamConnection,
): AsyncGenerator<string> {
  let position = from
  let writtenAt = performance.now()
  yield `retry: ${retryMs}\nid: ${position}\nevent: open\ndata: {"sequence":${position}}\n\n`
  while (!signal.aborted) {
    // Listens before it looks: what happens in between is heard.
    const { news, stop } = waitForNews(call, signal)
    try {
      const actor: Actor = { ...call.actor, ...(await caller()) }
      const { rows, isFresh } = await reading(call, position)
      const events = await whatConcerns(call, actor, rows)
      const last = rows.at(-1)?.sequence ?? position
      // Where it stands, though nothing of it was for this reader.
      const passed = last > (events.at(-1)?.sequence ?? position) ? `id: ${last}\n\n` : ''
      const isSilent = performance.now() - writtenAt > heartbeatMs - newsMs
      const text = events.map(inStream).join('') + passed || (isSilent ? ': still here\n\n' : '')
      position = last
      if (text !== '') {
        writtenAt = performance.now()
        yield text
      }
      if (isFresh && rows.length < atOnce) await news
    } finally {
      stop()
    }
  }
}

/** Ends when the credential is not accepted any more, or at a fault: the reader connects again and is told why. */
async function* untilRefused(events: AsyncGenerator<string>, onFault: StreamConnection['onFault']): AsyncGenerator<string> {
  try {
    yield* events
  } catch (problem) {
    if (!(problem instanceof ApiError)) onFault(problem)
  }
}

/** A stream counts from when it is promised until it has ended, whether or not it was ever read. */
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

const eventSchema = {
  type: 'object',
  required: ['sequence', 'resource', 'id', 'url', 'action', 'modified', 'actor'],
  properties: {
    sequence: { type: 'integer' },
    resource: { type: 'string' },
    id: { type: 'integer' },
    url: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
    action: { type: 'string', enum: ['create', 'change', 'delete'] },
    modified: { type: 'string', format: 'date-time' },
    actor: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
  },
}

/** Where to go on: after the last event that a broken stream delivered, after the one named, or from now. */
const positionFrom = ({ query, terms }: Call, newest: number): number => {
  const asked = terms.lastEventId || (query.get('after') ?? '')
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
    parameters: { after: integer({ min: 0, max: mostSequence }) },
    streams: true,
    answers: {
      200: {
        type: 'object',
        required: ['sequence', 'more', 'results'],
        properties: {
          sequence: { type: 'integer', description: 'Ask for what comes after this next time' },
          more: { type: 'boolean', description: 'Whether there is more already' },
          results: { type: 'array', items: eventSchema },
        },
      },
    },
    run: async (call) => {
      const { newest } = await readEvents(call.read, call.actor.organisation, mostSequence)
      const after = positionFrom(call, newest)
      if (call.terms.stream)
        return {
          status: 200,
          stream: (connection) => {
            count(call.actor, connection.signal)
            return untilRefused(follow(call, reading, after, connection), connection.onFault)
          },
        }
      const { rows } = await readEvents(call.read, call.actor.organisation, after)
      const sequence = rows.at(-1)?.sequence ?? after
      const results = await whatConcerns(call, call.actor, rows)
      return { status: 200, body: JSON.stringify({ sequence, more: rows.length === atOnce, results }) }
    },
  })
}
