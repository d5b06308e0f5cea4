import type { Operations } from './contract.ts'
import { transport, type Method, type Reply, type RequestOptions, type TransportOptions } from './transport.ts'

/** The paths that have an operation with this method. */
export type Path<M extends Method> = keyof Operations[M] & string
export type AnswerOf<M extends Method, P extends Path<M>> = Operations[M][P] extends { answer: infer A } ? A : never
export type QueryOf<M extends Method, P extends Path<M>> = Operations[M][P] extends { query?: infer Q }
  ? NonNullable<Q>
  : never
export type BodyOf<M extends Method, P extends Path<M>> = Operations[M][P] extends { body?: infer B } ? B : never

type Reading = Pick<RequestOptions, 'signal' | 'retries'>
type Writing = Reading & Pick<RequestOptions, 'key' | 'dryRun'>
type Versioned = Pick<RequestOptions, 'ifMatch'>
/** What the operation itself takes, and how to send it. */
export type Options<M extends Method, P extends Path<M>> = Pick<
  Operations[M][P],
  Extract<keyof Operations[M][P], 'path' | 'query' | 'body'>
> &
  (M extends 'GET' ? Reading : Writing) &
  (Operations[M][P] extends { versioned: true } ? Versioned : unknown)
type Given<O> = Partial<O> extends O ? [options?: O] : [options: O]

export type Answer<T> = { readonly data: T; readonly response: Response }
type Call<M extends Method> = <P extends Path<M>>(path: P, ...options: Given<Options<M, P>>) => Promise<AnswerOf<M, P>>

export type Client = {
  /** Where the API of the organisation begins, without a slash at the end. */
  readonly base: string
  readonly get: Call<'GET'>
  readonly post: Call<'POST'>
  readonly put: Call<'PUT'>
  readonly patch: Call<'PATCH'>
  readonly delete: Call<'DELETE'>
  /** The same with the response itself, for its headers. */
  readonly send: <M extends Method, P extends Path<M>>(
    method: M,
    path: P,
    ...options: Given<Options<M, P>>
  ) => Promise<Answer<AnswerOf<M, P>>>
  /** Sends to a path below `base`, without types: what the rest of this package is built on. */
  readonly request: (method: Method, path: string, options?: RequestOptions) => Promise<Reply>
}

type Untyped = RequestOptions & { readonly path?: Readonly<Record<string, number>> }

export const fillPath = (path: string, values: Readonly<Record<string, number | string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values[name])))

/** The id at the end of a record's address. */
export const idOf = (url: string): number => Number(/\/(\d+)\/$/.exec(url)?.[1])

/** A client of the API, typed by method and path. */
export const createClient = (options: TransportOptions): Client => {
  const { base, request } = transport(options)
  const send = (method: Method, path: string, { path: values, ...asked }: Untyped = {}) =>
    request(method, fillPath(path, values), asked)
  const call = (method: Method) => async (path: string, asked?: Untyped) => (await send(method, path, asked)).data
  return {
    base,
    request,
    send: send as Client['send'],
    get: call('GET') as Client['get'],
    post: call('POST') as Client['post'],
    put: call('PUT') as Client['put'],
    patch: call('PATCH') as Client['patch'],
    delete: call('DELETE') as Client['delete'],
  }
}
