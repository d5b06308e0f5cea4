import { fillPath, type AnswerOf, type Client, type Options, type Path, type QueryOf } from './client.ts'

type PageOf<R> = { readonly results: readonly R[]; readonly next: string | null }

/** The paths that answer lists, page by page. */
export type ListPath = {
  [P in Path<'GET'>]: AnswerOf<'GET', P> extends PageOf<unknown> ? P : never
}[Path<'GET'>]
/** A record of the list at a path. */
export type RecordOf<P extends ListPath> = AnswerOf<'GET', P> extends PageOf<infer R> ? R : never
export type ListOptions<P extends ListPath> = Options<'GET', P>
type Given<P extends ListPath> =
  Partial<ListOptions<P>> extends ListOptions<P> ? [options?: ListOptions<P>] : [options: ListOptions<P>]

/** Filters alone: `walk` goes by id, and reads every page. */
export type WalkOptions<P extends ListPath> = Omit<ListOptions<P>, 'query'> & {
  readonly query?: Omit<QueryOf<'GET', P>, 'ordering' | 'page'> | undefined
}

type Asked = {
  readonly path?: Readonly<Record<string, number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
  readonly retries?: number
}

/**
 * The pages of a list, each as it is answered. Only the query of `next` is followed: the token goes to no other address
 * than the client's own.
 */
export async function* pages<P extends ListPath>(
  client: Client,
  path: P,
  ...[options]: Given<P>
): AsyncGenerator<AnswerOf<'GET', P>, void, undefined> {
  const { path: values, query, ...rest } = (options ?? {}) as Asked
  const address = fillPath(path, values)
  let { data } = await client.request('GET', address, { ...rest, query })
  for (;;) {
    yield data as AnswerOf<'GET', P>
    const { next } = data as PageOf<unknown>
    if (next === null) return
    ;({ data } = await client.request('GET', `${address}${new URL(next).search}`, rest))
  }
}

/** The records of a list, in its order. Beyond 10,000 records use `walk`. */
export async function* list<P extends ListPath>(
  client: Client,
  path: P,
  ...options: Given<P>
): AsyncGenerator<RecordOf<P>, void, undefined> {
  for await (const page of pages(client, path, ...options)) yield* (page as unknown as PageOf<RecordOf<P>>).results
}

/** All records of a list by their ids, however many: nothing is left out or repeated while others are added or changed. */
export async function* walk<P extends ListPath>(
  client: Client,
  path: P,
  ...[options]: Partial<WalkOptions<P>> extends WalkOptions<P> ? [options?: WalkOptions<P>] : [options: WalkOptions<P>]
): AsyncGenerator<RecordOf<P>, void, undefined> {
  const { path: values, query = {}, ...rest } = (options ?? {}) as Asked
  const address = fillPath(path, values)
  let after = query['id__gt']
  for (;;) {
    // A query in a variable may have more than its type says.
    const asked = { ...query, ordering: undefined, page: undefined, id__gt: after }
    const { data } = await client.request('GET', address, { ...rest, query: asked })
    const { results, next } = data as PageOf<RecordOf<P>>
    yield* results
    if (next === null) return
    after = (results.at(-1) as { readonly id: number }).id
  }
}
