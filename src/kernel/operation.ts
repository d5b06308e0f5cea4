import type { Database, Reader, Tx } from '../db/tx.ts'
import { inOrganisation, readerIn } from '../db/tx.ts'
import type { Body } from './body.ts'
import type { Access, Actor } from './caller.ts'
import { notFound } from './errors.ts'
import type { Fields, Schema } from './fields.ts'
import type { Links } from './links.ts'
import type { ReadContext } from './reading.ts'
import type { Registry, Requirement, Resource, Standing } from './resource.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
/** The body is JSON text, or nothing. */
export type Answer = { readonly status: number; readonly body?: string }

/** A request that has passed every check at the door. */
export type Call = {
  readonly db: Database
  readonly read: Reader
  readonly resources: Registry
  readonly actor: Actor
  readonly links: Links
  /** The id in the path, 0 where the path has none. */
  readonly id: number
  readonly query: URLSearchParams
  /** Read only when it is wanted, after the object has been found. */
  readonly body: () => Promise<Body>
}

/** One route with all that is known of it: the router, the checks, OpenAPI, OPTIONS, the pages and the tests read this. */
export type Operation = Standing & {
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
  readonly answers: Readonly<Record<number, Schema | 'record' | 'page' | 'nothing'>>
  /** Values the answer shows once, beside the record. */
  readonly reveals?: readonly string[]
  readonly weight: (query: URLSearchParams) => number
  readonly run: (call: Call) => Promise<Answer>
}

export const once = () => 1
export const noSuch = (title: string) => notFound(`No ${title} matches the given query.`)
export const readingIn = (call: Call, tx: Tx): ReadContext => ({ ...call, read: readerIn(tx) })

/** A route that is no record's own: bulk work, a second address, a report. It runs in one transaction. */
export type Endpoint = Standing & {
  readonly name: string
  readonly method: Method
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly permission: Requirement
  readonly parameters?: Fields
  readonly bodySchema?: Schema
  readonly answers: Operation['answers']
  /** The resource whose record or page it answers with. */
  readonly resource?: Resource
  readonly run: (tx: Tx, actor: Actor, call: Call) => Promise<Answer>
}

export const endpoint = (spec: Endpoint): Operation => ({
  parameters: {},
  ...spec,
  access: spec.method === 'GET' ? 'read' : 'write',
  weight: once,
  run: (call) => inOrganisation(call.db, call.actor.organisation, (tx) => spec.run(tx, call.actor, call)),
})
