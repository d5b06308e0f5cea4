import { fillPath, type Client, type QueryOf } from './client.ts'
import type { ListPath, RecordOf } from './lists.ts'

/** Lists that tell what has changed since. */
export type DeltaPath = { [P in ListPath]: 'modified__gte' extends keyof QueryOf<'GET', P> ? P : never }[ListPath]

/**
 * How far a copy has come. It is plain data: save it together with the records that it belongs to, and give it back as
 * `from`.
 */
export type DeltaPosition = {
  /** Every change before this is in the copy. */
  readonly since: string
  /** How often the service had been restored from a backup. */
  readonly generation: number
  /** Where a round was interrupted, if it was: after this id, with the changes until this moment still to come. */
  readonly within?: { readonly until: string; readonly after: number } | undefined
}

export type DeltaPage<R> = {
  readonly records: readonly R[]
  /** Where to resume once these records are stored. */
  readonly position: DeltaPosition
  /** A copy begins here, because there was none or the service was restored from a backup: what was kept until now and does not come until `isComplete` is gone. */
  readonly startsOver: boolean
  /** The copy is now as the list was at `position.since`. */
  readonly isComplete: boolean
}

export type DeltaOptions<P extends DeltaPath> = {
  /** The position that was saved last; without one everything is read. */
  readonly from?: DeltaPosition | undefined
  /** Filters of your own. A copy keeps the same ones for good. */
  readonly query?: Omit<QueryOf<'GET', P>, 'modified__gte' | 'id__gt' | 'page' | 'ordering'> | undefined
  readonly signal?: AbortSignal | undefined
}

const beginning = '1970-01-01T00:00:00Z'

/**
 * What has changed in a list since a position, page by page, until everything is there. Records may come again, none is
 * left out. Call it again later with the last position. What was deleted is in the list `/deleted/`.
 */
export async function* delta<P extends DeltaPath>(
  client: Client,
  path: P,
  { from, query, signal }: DeltaOptions<P> = {},
): AsyncGenerator<DeltaPage<RecordOf<P>>, void, undefined> {
  let position = from
  let startsOver = from === undefined
  for (;;) {
    const { since = beginning, within } = position ?? {}
    const rest = within === undefined ? {} : { id__gt: within.after, modified__lte: within.until }
    const { response, data } = await client.request('GET', fillPath(path), {
      query: { ...query, modified__gte: since, ...rest },
      signal,
    })
    const generation = Number(response.headers.get('x-generation'))
    const time = response.headers.get('x-server-time')
    if (time === null || generation === 0)
      throw new Error(
        'The answer lacks x-server-time or x-generation: something between here and the service drops them.',
      )
    if (position !== undefined && position.generation !== generation) {
      position = undefined
      startsOver = true
      continue
    }
    const { results, next } = data as { results: readonly (RecordOf<P> & { id: number })[]; next: string | null }
    // What changes during a round belongs to the next one, which begins when this round's first page was read.
    const until = within?.until ?? time
    const isComplete = next === null
    position = isComplete
      ? { since: until, generation }
      : { since, generation, within: { until, after: results.at(-1)!.id } }
    yield { records: results, position, startsOver, isComplete }
    if (isComplete) return
    startsOver = false
  }
}
