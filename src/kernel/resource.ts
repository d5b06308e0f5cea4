import type { Tx } from '../db/tx.ts'
import { hasPermission, type Access, type Actor, type Caller, type Permission } from './caller.ts'
import {
  emptyOf,
  type CreateInput,
  type Field,
  type Fields,
  type GroupInput,
  type PatchInput,
  type PathOf,
  type Table,
} from './fields.ts'

export const operators = [
  'is',
  'is_not',
  'icontains',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'range',
  'is_null',
] as const
export type Operator = (typeof operators)[number]

/** One permission, any or all of several, or none beyond a valid token. Reads need it as read, everything else as write. */
export type Requirement = Permission | { readonly any: readonly Permission[] } | { readonly all: readonly Permission[] }
export const anyToken: Requirement = { all: [] }

/** It writes many records at once, belongs to an import, answers with what soon expires, or calls another service. */
export type SentAlone = 'writes_many' | 'imports' | 'short_lived' | 'other_service'

/** What a route requires of its caller. */
export type AccessRule = {
  /** Requests allowed per rolling 60 seconds. */
  readonly rate: number
  /** What it does and when it refuses, beyond what its summary and the conventions say. */
  readonly about?: string
  readonly permission?: Requirement
  /** An OAuth scope that opens this route by itself, without the permission. */
  readonly openTo?: string
  /** Nothing but the scope of `openTo` opens it, whatever the permissions of the caller. */
  readonly scopeOnly?: true
  /** Legacy keys are refused. */
  readonly oauthOnly?: true
  /** Why it cannot be an entry of a composite, where this does not follow from the rest of its declaration. */
  readonly sentAlone?: SentAlone
  /** Only people: an application's own token (client credentials) and legacy keys are refused. */
  readonly userTokenOnly?: true
  /**
   * It makes access last: a session of a browser is refused unless its person has given their own factor within the last
   * minutes, so that nobody can do it at somebody else's open screen.
   */
  readonly stepUp?: true
}

/** Adds a value to the SQL statement and returns its placeholder. */
export type AddValue = (value: unknown, cast: string) => string

/** Values that the response shows only once, such as a secret. */
export type Revealed = Readonly<Record<string, string>>
type Reveals = { readonly reveals?: readonly string[] }
/** The id of the record to respond with, and what the response reveals. */
export type Written = number | { readonly id: number; readonly revealed: Revealed }

/** A rule takes what its fields declare. Of a resource in general these are not known: it is called with `asDeclared`. */
type RuleInput<F extends Fields, Declared> = string extends keyof F ? never : Declared
/** Passes a body to a rule: it was parsed by the fields that the rule is declared with, which no type says. */
export const asDeclared = (input: Readonly<Record<string, unknown>>) => input as never

// `run` is a property, not a method: methods are compared loosely, and a rule asking for an undeclared field would slip through.
type Creates<F extends Fields> = AccessRule &
  Reveals & {
    /** The rule; a plain insert where there is none. */
    readonly run?: (tx: Tx, actor: Actor, input: RuleInput<F, CreateInput<F>>) => Promise<Written>
  }
type Changes<F extends Fields> = AccessRule & {
  readonly run?: (tx: Tx, actor: Actor, id: number, input: RuleInput<F, PatchInput<F>>) => Promise<void>
}
type Removes = AccessRule & {
  /** The rule; without one the record is archived. */
  readonly run?: (tx: Tx, actor: Actor, id: number) => Promise<void>
  /** The rule ends what the record gives access to, and keeps the record. */
  readonly revokes?: true
}
export type DetailAction = AccessRule &
  Reveals & {
    readonly summary: string
    readonly body: Fields
    /** As the resource's, for a record that belongs to somebody else where this action is concerned. */
    readonly requireOwn?: (tx: Tx, actor: Actor, id: number) => Promise<void>
    /** Creates a record of this resource, and responds 201 with it instead of the one in the path. */
    readonly creates?: true
    /** Links to what the action creates: a dry run adds the records as `<field>_data`, because their URLs do not exist after it. */
    readonly dryRunExposes?: readonly string[]
    /** Responds with these values instead of a record, and `run` returns them. */
    readonly result?: Fields
    /** Returns the id of the record to respond with, or the values of `result`. */
    readonly run: (tx: Tx, actor: Actor, id: number, input: never) => Promise<Written | GroupInput<Fields>>
  }

type ActionOf<B extends Fields, Answer> = {
  readonly body: B
  readonly run: (tx: Tx, actor: Actor, id: number, input: CreateInput<B>) => Answer
}

/** Types a detail action's body once, so `run` receives what `body` declares. */
export const action = <const B extends Fields>(
  spec: Omit<DetailAction, 'body' | 'run' | 'result'> & ActionOf<B, Promise<Written>>,
): DetailAction => spec

/** An action that responds with something other than its record. */
export const actionWithResult = <const B extends Fields, const R extends Fields>(
  spec: Omit<DetailAction, 'body' | 'run' | 'result' | 'creates'> & { readonly result: R } & ActionOf<
      B,
      Promise<Required<GroupInput<R>>>
    >,
): DetailAction => spec

/** SQL that selects as `id` the records a value may be found in, where an index knows them: all of them and few others. */
export type CandidateIds = (value: unknown, add: AddValue) => string | undefined

/** A filter that is not a plain comparison of one of the record's own fields. */
export type ExtraFilter = {
  readonly value: Field
  /** SQL condition on the row `r` of the organisation `t.o`. */
  readonly condition: (value: unknown, add: AddValue) => string
  /** Replaces the condition where it selects ids, so it selects no others. */
  readonly candidates?: CandidateIds
}

export type Resource<F extends Fields = Fields> = {
  readonly name: string
  readonly title: string
  /** One record inside a sentence, where the title would mislead. */
  readonly singular?: string
  /** The title of several, inside a sentence, where it does not follow from the title. */
  readonly plural?: string
  /** One sentence that tells an integrator what a record is. */
  readonly about: string
  /** Where it is served, when not under its name. */
  readonly path?: string
  /** The table, when not named like the resource. */
  readonly table?: Table
  /** The table belongs to the deployment and has no organisation. */
  readonly shared?: true
  readonly permission: Requirement
  readonly fields: F
  readonly filters: { readonly [K in (keyof F & string) | 'id']?: readonly Operator[] }
  readonly extraFilters?: Readonly<Record<string, ExtraFilter>>
  /** Texts whose filters `is` and `icontains` use the suffix index. */
  readonly findable?: { readonly [K in keyof F & string]?: CandidateIds }
  /** Fields whose filters `filter_type=or` combines with OR. */
  readonly orFilters?: readonly (keyof F & string)[]
  readonly ordering?: readonly (keyof F & string)[]
  /** Link fields whose records `expose_<field>` adds as `<field>_data`. */
  readonly exposes?: readonly (keyof F & string)[]
  readonly pageSize?: number
  /** SQL condition on `r` that hides records from some callers as if they did not exist. */
  readonly visible?: (actor: Actor, add: AddValue, resources: Registry) => string | undefined
  /** Refuses to change a record that belongs to somebody else, before the body is parsed. */
  readonly requireOwn?: (tx: Tx, actor: Actor, id: number) => Promise<void>
  /** Reading a record that `visible` hides is refused by `requireOwn` too, instead of 404. */
  readonly requireOwnToRead?: true
  /** Holds what comes before a record in the lock order: a record is held while its version is compared. */
  readonly holdBefore?: (tx: Tx, actor: Actor, id: number) => Promise<unknown>
  /** The error of each unique index of the table: its field and message. */
  readonly unique?: Readonly<Record<string, readonly [field: keyof F & string, message: string]>>
  /**
   * Listed and created under a parent, `/parent/{id}/<as>/`, with the parent in `field`. Its own routes are at its path, or
   * with `nestedDetail` under the parent too, at `/parent/{id}/<as>/{child_id}/`; `url` is always at its path.
   */
  readonly within?: {
    readonly parent: Table
    readonly field: keyof F & string
    readonly as: string
    readonly nestedDetail?: true
  }
  readonly list?: AccessRule
  readonly retrieve?: AccessRule
  readonly create?: Creates<F>
  readonly patch?: Changes<F>
  /** Changes by the rule of `patch`, but requires the whole record: optional fields that are left out are emptied. */
  readonly put?: AccessRule
  readonly remove?: Removes
  readonly detailActions?: Readonly<Record<string, DetailAction>>
}

export const defineResource = <const F extends Fields>(resource: Resource<F>): Resource<F> => Object.freeze(resource)

export const pathOf = (resource: Resource) => resource.path ?? resource.name
/** Whether `url` means something else in its records than their own address. */
export const hasOwnUrl = ({ fields }: Resource) => Object.hasOwn(fields, 'url')
/** Whether the `url` of its records is a route of this resource: that of nested records belongs to another. */
export const servesUrl = ({ retrieve, within }: Resource) => retrieve !== undefined && !within?.nestedDetail
export const tableOf = (resource: Resource) => (resource.table ?? resource.name) as Table
export const fieldsOf = (resource: Resource): [string, Field][] => Object.entries(resource.fields)
/** A field by a name that its declaration uses elsewhere, such as in `filters`. */
export const fieldOf = ({ fields }: Pick<Resource, 'fields'>, name: string): Field => fields[name]!

export const permissionsIn = (requirement: Requirement): readonly Permission[] => {
  if (typeof requirement === 'string') return [requirement]
  return 'any' in requirement ? requirement.any : requirement.all
}

/** Whether the caller holds what is required, at this access. */
export const meets = (caller: Caller, requirement: Requirement, access: Access): boolean => {
  const names = permissionsIn(requirement)
  return typeof requirement === 'object' && 'any' in requirement
    ? names.some((name) => hasPermission(caller, name, access))
    : names.every((name) => hasPermission(caller, name, access))
}

export const describeRequirement = (requirement: Requirement, access: Access): string => {
  const names = permissionsIn(requirement).map((name) => `${name} (${access})`)
  if (names.length === 0) return 'any valid token'
  return names.join(typeof requirement === 'object' && 'any' in requirement ? ' or ' : ' and ')
}

export type Registry = ReadonlyMap<string, Resource>

/** A link is written with the path of its target. */
export const pathsIn =
  (resources: Registry): PathOf =>
  (name) =>
    resources.has(name) ? pathOf(resources.get(name)!) : name

/** The fields that PUT may leave out although nothing says what they go back to. */
const withoutEmpty = (resource: Resource) =>
  fieldsOf(resource).filter(([, field]) => {
    const { optional, readOnly, createOnly } = field.options
    return optional && !readOnly && !createOnly && emptyOf(field) === undefined
  })

/** Refuses a set of resources with a duplicate name, a link to something that is no resource, or an impossible option. */
export const registry = (resources: readonly Resource[]): Registry => {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  if (byName.size !== resources.length) throw new Error('Two resources share a name.')
  for (const resource of resources) {
    for (const [name, { link }] of fieldsOf(resource))
      if (link?.by === 'url' && !(byName.has(link.table) && servesUrl(byName.get(link.table)!)))
        throw new Error(`${resource.name}.${name} links to "${link.table}", which has no detail route.`)
    if (resource.put && (!resource.patch || withoutEmpty(resource).length > 0))
      throw new Error(`${resource.name} has put, but no patch or an optional field that has no empty value.`)
    if (resource.remove && !resource.remove.run && !Object.hasOwn(resource.fields, 'archived'))
      throw new Error(`${resource.name} is removed without a rule, and cannot be archived.`)
    for (const { dryRunExposes = [] } of Object.values(resource.detailActions ?? {}))
      if (!dryRunExposes.every((name) => resource.exposes?.includes(name)))
        throw new Error(`An action of ${resource.name} exposes in a dry run what the resource does not expose.`)
    for (const name of resource.exposes ?? [])
      if (byName.get(fieldOf(resource, name).link?.table ?? '')?.visible !== undefined)
        throw new Error(`${resource.name} exposes "${name}", some of which may be hidden from the caller.`)
  }
  return byName
}
