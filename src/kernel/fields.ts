import type { Tables } from '../db/tables.ts'

/** A row id typed by its resource, so that the id of one cannot be passed as the id of another. */
export type Id<R extends string> = number & { readonly __resource?: R }
/** Amounts and quantities are strings from end to end; arithmetic on them happens in PostgreSQL. */
export type Decimal = string
/** ISO 8601 in UTC with microseconds, as PostgreSQL keeps it. A Date would drop the last three digits. */
export type Timestamp = string
export type Schema = Readonly<Record<string, unknown>>
export type Table = keyof Tables

export type FieldOptions = {
  readonly readOnly?: true
  readonly writeOnly?: true
  /** Left out unless `expose_<field>` asks for it. */
  readonly exposed?: true
  /** Set when the record is created; ignored in later changes. */
  readonly createOnly?: true
  readonly optional?: true
  readonly nullable?: true
  /** Also taken as a query parameter, where its name alone means true and it overrides the body. Only for booleans. */
  readonly inQuery?: true
  /** What the value means, for whoever reads the contract: more than its name says. */
  readonly about?: string
  /** The column when it is not named like the field. */
  readonly column?: string
  readonly min?: number
  readonly max?: number
  readonly positive?: true
  /** What a number is measured in, such as `kg`. */
  readonly unit?: string
  /** May be blank although it is required. */
  readonly verbatim?: true
  /** May contain NUL. Only for what is stored as bytes. */
  readonly anyCharacter?: true
}

export const readOnly = { readOnly: true } as const
export const readOnlyOrNull = { readOnly: true, nullable: true } as const
export const optional = { optional: true } as const
export const optionalOrNull = { optional: true, nullable: true } as const

/** Where the records of a resource are served, which need not be under its name. */
export type PathOf = (resource: string) => string

/** How one organisation's links are written and read. */
export type Links = {
  /** `{base_url}/`, built from the configured public URL and never from the request. */
  readonly base: string
  readonly pathOf: PathOf
  readonly toId: (resource: string, url: string) => number
  readonly toUrl: (resource: string, id: number) => string
}

/** What a field's SQL refers to: the row's alias, the base of links, the organisation and the calling application, as SQL text. Links to other records are built with `pathOf`. */
export type SqlScope = {
  readonly row: string
  readonly base: string
  readonly organisation: string
  readonly application: string
  readonly pathOf: PathOf
}

/** Points at rows of another table: by URL or by plain id, in a column of ours, a column of theirs, or a table between. */
export type Link = {
  readonly table: Table
  readonly by: 'url' | 'id'
  readonly from: 'column' | 'children' | 'between'
  /** SQL condition that a row of the target, under the alias given, is linked to the row at `at`. */
  readonly joins: (target: string, column: string, at: SqlScope) => string
}

export type Field<V = unknown, O extends FieldOptions = FieldOptions> = {
  readonly type: string
  readonly options: O
  readonly schema: Schema
  /** The schema of what is sent, where it differs from what is read. */
  readonly writeSchema?: Schema
  /** The SQL type a filter's value is compared as. */
  readonly cast: string
  readonly link?: Link
  /** True where the value is an array, which forms send by repeating the key. */
  readonly many?: true
  /** The fields of each object of a list that become records of their own. */
  readonly each?: Fields
  readonly parse: (input: unknown, links: Links) => V
  readonly select: (column: string, at: SqlScope) => string
}

export type Fields = Readonly<Record<string, Field>>

/** The same fields for a resource that is only read. */
export const allReadOnly = <F extends Fields>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, options: { ...field.options, ...readOnly } }]),
  ) as F

type Value<F> = F extends Field<infer V, infer O> ? (O extends { nullable: true } ? V | null : V) : never
type Has<F, K extends keyof FieldOptions> =
  F extends Field<infer _V, infer O> ? (O extends { [P in K]: true } ? true : false) : false
type Where<Fs extends Fields, K extends keyof FieldOptions, Yes extends boolean> = {
  [N in keyof Fs]: Has<Fs[N], K> extends Yes ? N : never
}[keyof Fs]
type Writable<Fs extends Fields> = Where<Fs, 'readOnly', false>
type Optional<Fs extends Fields> = Where<Fs, 'optional', true>

/** What a rule receives when a record is created: every writable field, optional ones only if sent. */
export type CreateInput<Fs extends Fields> = { [N in Exclude<Writable<Fs>, Optional<Fs>>]: Value<Fs[N]> } & {
  [N in Extract<Writable<Fs>, Optional<Fs>>]?: Value<Fs[N]>
}
/** What a rule receives when a record is changed: only what was sent. */
export type PatchInput<Fs extends Fields> = {
  [N in Exclude<Writable<Fs>, Where<Fs, 'createOnly', true>>]?: Value<Fs[N]>
}
/** What an object of named values has: only what was sent. */
export type GroupInput<Fs extends Fields> = { readonly [N in keyof Fs]?: Value<Fs[N]> }

const empties: Readonly<Record<string, unknown>> = { string: '', boolean: false, list: [], links: [] }

/** The value of a field that a PUT leaves out. */
export const emptyOf = ({ type, options }: Field): unknown => (options.nullable ? null : empties[type])

export const quote = (name: string) => `"${name}"`
export const columnOf = (name: string, field: Field) => field.options.column ?? name
export const columnAt = (name: string, field: Field, at: SqlScope) => `${at.row}.${quote(columnOf(name, field))}`

/** The schema of a field in an object. */
export const propertyOf = ({ options }: Field, schema: Schema): Schema => ({
  ...(options.nullable ? { anyOf: [schema, { type: 'null' }] } : schema),
  ...(options.about === undefined ? {} : { description: options.about }),
})
