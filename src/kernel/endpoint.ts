import { inOrganisation, type Tx } from '../db/tx.ts'
import type { Actor } from './caller.ts'
import type { Fields, Schema } from './fields.ts'
import { once, type Answer, type Call, type Method, type Operation } from './operation.ts'
import type { Requirement, Resource, Standing } from './resource.ts'
import { write } from './writing.ts'

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
  run: (call) =>
    spec.method === 'GET'
      ? inOrganisation(call.db, call.actor.organisation, (tx) => spec.run(tx, call.actor, call))
      : write(call, spec.resource, (tx) => spec.run(tx, call.actor, call)),
})
