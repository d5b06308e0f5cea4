import type { Tx } from '../db/tx.ts'
import type { Actor } from './caller.ts'
import type { Fields, Schema } from './fields.ts'
import { weightOne, type Call, type Method, type Operation, type Outcome } from './operation.ts'
import type { Requirement, Resource, AccessRule } from './resource.ts'
import { writes } from './writing.ts'

/** A writing route outside the records' own, such as bulk creation. It runs in one transaction. */
export type Endpoint = AccessRule &
  Pick<Operation, 'body' | 'file' | 'changesNamed'> & {
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
    readonly run: (tx: Tx, actor: Actor, call: Call) => Promise<Outcome>
  }

export const endpoint = (spec: Endpoint): Operation => ({
  parameters: {},
  ...spec,
  access: 'write',
  weight: weightOne,
  ...writes(spec.resource, (tx, call) => spec.run(tx, call.actor, call)),
})

/** A reading route outside the records' own, such as a report. */
export const view = (spec: Omit<Endpoint, 'method' | 'run'> & Pick<Operation, 'run' | 'streams'>): Operation => ({
  parameters: {},
  ...spec,
  method: 'GET',
  access: 'read',
  weight: weightOne,
})
