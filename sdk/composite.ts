import { fillPath, type AnswerOf, type Client, type Path } from './client.ts'
import type { Operations } from './contract.ts'
import { etagOf, type Version } from './etag.ts'
import { queryText, type RequestOptions } from './transport.ts'

type Write = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What an earlier entry made or changed: its `id`, its `url`, or a record that it links to. */
export type Reference = { readonly $entry: string; readonly field: string }

/** A body in which references may stand for values. */
export type Referable<T> = T extends string | number
  ? T | Reference
  : T extends readonly (infer I)[]
    ? readonly Referable<I>[]
    : T extends object
      ? { [K in keyof T]: Referable<T[K]> }
      : T

/** The paths whose writes can be part of a composite. */
type EntryPath<M extends Write> = {
  [P in Path<M>]: Operations[M][P] extends { sentAlone: true } ? never : P
}[Path<M>]
type LinksOf<O> = O extends { links: infer L extends string } ? L : never
type Taken<O> = Pick<O, Extract<keyof O, 'path' | 'query' | 'body'>>
type WithReferences<O> = { [K in keyof O]: K extends 'query' ? O[K] : Referable<O[K]> }
type EntryOptions<M extends Write, P extends Path<M>> = WithReferences<Taken<Operations[M][P]>> &
  (M extends 'POST' ? unknown : { readonly ifMatch?: Version | undefined })
type Given<O> = Partial<O> extends O ? [options?: O] : [options: O]

/** One write of a composite. The last two members exist for the compiler alone. */
export type Entry<N extends string = string, A = unknown, L extends string = string> = {
  readonly name: N
  readonly method: Write
  readonly path: string
  readonly body?: unknown
  readonly if_match?: string
  readonly answer?: A
  readonly links?: L
}

type Asked = {
  readonly path?: Readonly<Record<string, number | Reference>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly ifMatch?: Version
}

/** A write as a part of a composite, by a name of its own. */
export const entry = <const N extends string, M extends Write, P extends EntryPath<M>>(
  name: N,
  method: M,
  path: P,
  ...[options]: Given<EntryOptions<M, P>>
): Entry<N, AnswerOf<M, P>, LinksOf<Operations[M][P]>> => {
  const { path: values = {}, query = {}, body, ifMatch } = (options ?? {}) as Asked
  // An id is a number; only a reference has braces, which a path takes as they are.
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, id: string) => {
    const value = values[id]
    return typeof value === 'object' ? `{${value.$entry}.${value.field}}` : fillPath(`{${id}}`, { [id]: value! })
  })
  return {
    name,
    method,
    path: `${filled}${queryText(query)}`,
    ...(body === undefined ? {} : { body }),
    ...(ifMatch === undefined ? {} : { if_match: etagOf(ifMatch) }),
  }
}

/** Stands for a value of an earlier entry, in the body of a later one or in the place of an id in its path. */
export const ref = <L extends string>(
  { name }: Entry<string, unknown, L>,
  field: 'id' | 'url' | NoInfer<L>,
): Reference => ({
  $entry: name,
  field,
})

/** What became of an entry. */
export type EntryAnswer<A> = {
  readonly status: number
  readonly location?: string
  readonly etag?: string
  /** Left out if a later entry has removed the record. */
  readonly body?: A
}
type Answers<E extends readonly Entry[]> = {
  readonly [X in E[number] as X['name']]: EntryAnswer<X extends Entry<string, infer A> ? A : never>
}

/**
 * Carries out several writes in one transaction, all of them or none. Answers what became of each, by its name; a refusal
 * is an ApiError whose `entry` says which of them it is about.
 */
export const composite = async <const E extends readonly Entry[]>(
  client: Client,
  entries: E,
  options: Pick<RequestOptions, 'key' | 'dryRun' | 'signal' | 'retries'> = {},
): Promise<Answers<E>> => {
  const { data } = await client.request('POST', '/composite/', { ...options, body: { entries } })
  const answered = (data as { readonly entries: readonly (EntryAnswer<unknown> & { readonly name: string })[] }).entries
  return Object.fromEntries(answered.map(({ name, ...answer }) => [name, answer])) as Answers<E>
}
