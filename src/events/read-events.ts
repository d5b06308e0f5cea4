import { isRecent } from '../db/audit-partitions.ts'
import { readInOrganisation, type Reader } from '../db/tx.ts'
import { servedByName } from '../kernel/links.ts'
import type { Call } from '../kernel/operation.ts'
import { tableOf, type Registry, type Resource } from '../kernel/resource.ts'
import { timestamp } from '../kernel/values.ts'
import { linkColumns, linkedRecords, type LinkChanges, type LinkedRecord } from './linked-records.ts'

type Row = {
  readonly sequence: number
  /** The name of the table. */
  readonly resource: string
  readonly record: number
  readonly action: string
  readonly modified: string
  readonly user: number | null
  readonly link_changes: LinkChanges | null
}

/** A change of a record, with what it links to and linked to before. */
export type Event = Omit<Row, 'resource' | 'link_changes'> & {
  readonly resource: Resource
  readonly links: readonly LinkedRecord[]
}

export type Batch = {
  readonly events: readonly Event[]
  /** The position after the last event read, of whatever resource; undefined if there was none. */
  readonly last: number | undefined
  readonly isFull: boolean
  readonly newest: number
  /** What is added to the numbers of events as the audit trail has them: it grows when the database is restored. */
  readonly offset: number
  /** The last event that is not kept any more; at most `offset` if all are. */
  readonly dropped: number
}

export const batchSize = 500

/** By table, the resource under whose name its changes are told. */
const resourcesByTable = (resources: Registry) => {
  const byTable = new Map<string, Resource>()
  for (const resource of resources.values())
    if (!byTable.has(tableOf(resource))) byTable.set(tableOf(resource), resource)
  return byTable
}

const modified = timestamp().select('e.occurred', {
  row: 'e',
  base: '',
  organisation: 't.o',
  application: 'null',
  pathOf: servedByName,
})

/** What a change made of the links of a record, and what they were: links are the numbers in these columns. */
const linkChanges = `(select json_object_agg(c.key, json_build_array(c.value -> 'from', c.value -> 'to'))
  from jsonb_each(e.changes) c where c.key = any($3::text[]))`

type Read = {
  readonly rows: Row[] | null
  readonly newest: number
  readonly offset: number
  readonly dropped: number
}

/** How events are read: the resources do not change while a program runs. */
export const eventReader = (resources: Registry) => {
  const byTable = resourcesByTable(resources)
  const columns = linkColumns(resources)

  const ask = async (read: Reader, organisation: number, after: number, recent: string) => {
    const [found] = await readInOrganisation<Read>(
      read,
      organisation,
      `select l.changes + l.event_offset as newest, l.event_offset as offset, l.event_offset + coalesce((
        select c.sequence from audit_checkpoint c where c.organisation = t.o), 0) as dropped, (select json_agg(j) from (
        select e.sequence + l.event_offset as sequence, e.resource, e.record, e.action, ${modified} as modified, e."user",
          ${linkChanges} as link_changes
        from auditevent e where e.organisation = t.o and e.sequence > $2::bigint - l.event_offset and ${recent}
        order by e.sequence limit ${batchSize}) j) as rows
      from ledger l where l.organisation = t.o`,
      [after, columns],
    )
    return { rows: null, newest: 0, offset: 0, dropped: 0, ...found }
  }
  return async (read: Reader, organisation: number, after: number): Promise<Batch> => {
    const recent = await ask(read, organisation, after, isRecent('e.occurred'))
    // Numbers have no gaps: only if the next one is not recent are all partitions looked at.
    const isComplete = recent.newest <= after || recent.rows?.[0]?.sequence === after + 1
    const { rows, newest, offset, dropped } = isComplete ? recent : await ask(read, organisation, after, 'true')
    const told = (rows ?? []).flatMap(({ resource: table, link_changes, ...row }) => {
      const resource = byTable.get(table)
      return resource === undefined ? [] : { ...row, resource, linkChanges: link_changes }
    })
    const links = await linkedRecords(read, organisation, told)
    return {
      events: told.map((event, at) => ({ ...event, links: links[at]! })),
      last: rows?.at(-1)?.sequence,
      isFull: rows?.length === batchSize,
      newest,
      offset,
      dropped,
    }
  }
}
export type ReadEvents = ReturnType<typeof eventReader>

/** Whether a position was given out before the database was restored, and so among other events. 0 is always the beginning. */
export const isBeforeRestore = (position: number, { offset }: Pick<Batch, 'offset'>) =>
  position > 0 && position < offset

/** Whether events after a position are not kept any more. */
export const isBeforeKept = (position: number, { dropped, offset }: Pick<Batch, 'dropped' | 'offset'>) =>
  dropped > offset && position < dropped

/**
 * Streams of one organisation at the same position share what they read. A stream that joins one in progress learns so from
 * `isFresh`: it may have begun before the change that the stream was notified of.
 */
export const sharedReads = (readEvents: ReadEvents) => {
  const inProgress = new Map<string, Promise<Batch>>()
  return async ({ read, actor: { organisation } }: Call, after: number) => {
    const key = `${organisation} ${after}`
    const known = inProgress.get(key)
    const shared = known ?? readEvents(read, organisation, after).finally(() => inProgress.delete(key))
    inProgress.set(key, shared)
    return { ...(await shared), isFresh: known === undefined }
  }
}
export type SharedReads = ReturnType<typeof sharedReads>
