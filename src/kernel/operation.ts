import { readerIn, type Database, type Reader, type Tx, type Who } from '../db/tx.ts'
import type { MessageServers } from '../gateways/message-servers.ts'
import type { ObjectStore } from '../gateways/object-store.ts'
import type { Received } from './body.ts'
import type { Access, Actor, Caller, InjectedRules, MatchesSealed, Seal } from './caller.ts'
import { notFound } from './errors.ts'
import type { Ceilings } from './ceilings.ts'
import type { Fields, Schema } from './fields.ts'
import type { Links } from './links.ts'
import type { Ceiling } from '../rates/ceiling.ts'
import type { RateWindows } from '../rates/rate-windows.ts'
import type { ReadContext, RecordText } from './reading.ts'
import type { AccessRule, Registry, Requirement, Resource, Revealed } from './resource.ts'
import { etagOf, etagMatches } from './versions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** The body is JSON text, a file in its place, or nothing. */
export type ApiResponse = {
  readonly status: number
  readonly body?: string
  readonly file?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The id of the record that was created: `Location` is its address. */
  readonly created?: number
  /** What is added to the body when it is sent, and is not stored with it. */
  readonly revealed?: Revealed
  /** Not stored under an Idempotency-Key, because it soon expires: whoever repeats the request has it carried out again. */
  readonly isShortLived?: true
  /** Server-sent events instead of a body, for as long as the connection lasts. */
  readonly stream?: (connection: StreamConnection) => AsyncIterable<string>
}

/** A record that a write made or changed, by which a later write of the same transaction can refer to it. */
export type WrittenRecord = { readonly resource: Resource; readonly id: number }

/**
 * What a write has done. A response that shows a record is read at the end, when all changes of the transaction are stamped;
 * it is undefined if the record is not there to be shown.
 */
export type Outcome =
  | ApiResponse
  | {
      readonly status: number
      readonly record?: WrittenRecord
      readonly read: (context: ReadContext) => Promise<ApiResponse | undefined>
    }
/** A write inside a transaction that is open. */
export type Work = (tx: Tx, call: Call) => Promise<Outcome>

/** The connection of a stream, whose caller may lose access while it is open. */
export type StreamConnection = {
  /** The caller, authenticated again; throws once access is lost. */
  readonly caller: () => Promise<Caller>
  readonly signal: AbortSignal
  readonly onFault: (problem: unknown) => void
}

/**
 * Notifies every process that an organisation has changed. It is only a hint: subscribers are also called at intervals, and
 * read the changes themselves.
 */
export type ChangeNotifier = {
  readonly publish: (organisation: number) => void
  /** Calls back whenever the organisation may have changed, until the returned function is called. */
  readonly subscribe: (organisation: number, callback: () => void) => () => void
}

/** Request headers that change how a request is handled. */
export type RequestHeaders = {
  readonly idempotencyKey?: string
  readonly ifMatch?: string
  readonly ifNoneMatch?: string
  readonly dryRun?: true
  readonly stream?: true
  readonly lastEventId?: string
}

/** What the kernel depends on. */
export type Kernel = {
  readonly db: Database
  readonly read: Reader
  readonly rates: RateWindows
  /** What all applications of one organisation together may ask of this process. */
  readonly ceiling: Ceiling
  readonly ceilings: Ceilings
  readonly notifier: ChangeNotifier
  readonly store: ObjectStore
  readonly messageServers: MessageServers
  readonly resources: Registry
  readonly publicUrl: string
  readonly seal: Seal
  readonly matchesSealed: MatchesSealed
  readonly rules: InjectedRules
  readonly allowedPrivate: readonly string[]
}

/** A request as received from the network. */
export type Incoming = {
  readonly id: string | undefined
  /** The second id in the path, of a record inside the first. */
  readonly childId: string | undefined
  /** Throws if the query is malformed, which is reported after authentication and rate. */
  readonly query: () => URLSearchParams
  /** Parsed only when needed, after the object has been found. */
  readonly body: () => Promise<Received>
  readonly requestHeaders: RequestHeaders
  /** Called with the rate limit headers as soon as they are known: every later response has them, errors included. */
  readonly onBudget: (headers: Readonly<Record<string, string>>) => void
  /** The client's address, and the id of the request in logs and in the audit trail. */
  readonly address: string
  readonly userAgent?: string | undefined
  readonly requestId: string
  /** Method and URL, to recognise a repeated request. */
  readonly request: string
  /** Whether the client has closed the connection. */
  readonly isAbandoned: () => boolean
}

/** A request that has passed authentication, permission and rate checks. */
export type Call = Omit<Kernel, 'publicUrl' | 'seal' | 'matchesSealed' | 'rules' | 'allowedPrivate' | 'ceiling'> &
  Pick<Incoming, 'body' | 'requestHeaders' | 'request' | 'isAbandoned'> & {
    readonly actor: Actor
    readonly links: Links
    /** The id of the record in the path, or of the parent whose records are listed or created; 0 where the path has none. */
    readonly id: number
    /** The id of the record's parent, where the path has both ids. */
    readonly parentId: number | undefined
    readonly query: URLSearchParams
    readonly who: Who
  }

/** One route with everything about it: the router, the checks, OpenAPI, OPTIONS, the pages and the tests read this. */
export type Operation = AccessRule & {
  /** The endpoint action, for example `department.list`: rate windows are kept per action. */
  readonly name: string
  readonly method: Method
  readonly path: string
  /** What a record here is called, for `No … matches the given query.` */
  readonly title: string
  readonly summary: string
  readonly access: Access
  readonly permission: Requirement
  readonly resource?: Resource
  /** Query parameters beyond the resource's own list filters, with the values they take. */
  readonly parameters: Fields
  readonly body?: Fields
  readonly bodySchema?: Schema
  /** The body is a file of this media type, of at most so many bytes. */
  readonly file?: { readonly type: string; readonly bytes: number }
  readonly answers: Readonly<
    Record<number, Schema | 'record' | 'page' | 'nothing' | `application/${string}` | 'image/png'>
  >
  /** Answers as server-sent events to those who accept them. */
  readonly streams?: true
  /** Changes the record of its path, of another part of the practice, and answers with something else: `If-Match` is of that record. */
  readonly changesNamed?: true
  /** Values the answer shows once, beside the record. */
  readonly reveals?: readonly string[]
  readonly weight: (query: URLSearchParams) => number
  /**
   * The operations that a body asks for, each judged and counted as if it were sent alone. Throws if one of them is refused,
   * before anything is counted.
   */
  readonly entries?: (body: Received, caller: Caller, resources: Registry) => readonly Operation[]
  /** What a write does in its transaction; undefined where it is more than that, such as a request to another service. */
  readonly work?: Work | undefined
  readonly run: (call: Call) => Promise<ApiResponse>
}

export const weightOne = () => 1
export const recordNotFound = (title: string) => notFound(`No ${title} matches the given query.`)
export const readingIn = (call: Call, tx: Tx): ReadContext => ({ ...call, read: readerIn(tx) })

/** Responds with a record and its ETag, or with 304 if the caller has that version. */
export const answerWith = (
  { body, version }: RecordText,
  { ifNoneMatch }: Pick<RequestHeaders, 'ifNoneMatch'>,
): ApiResponse => {
  if (version === null) return { status: 200, body }
  const headers = { etag: etagOf(version) }
  return etagMatches(ifNoneMatch ?? '', version, { weakly: true })
    ? { status: 304, headers }
    : { status: 200, headers, body }
}
