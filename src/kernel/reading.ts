import type { Actor } from './caller.ts'
import { forbidden, invalid } from './errors.ts'
import { columnAt, quote, type SqlScope } from './fields.ts'
import { conditionsFrom } from './filters.ts'
import { servedByName, type Links } from './links.ts'
import { envelope, pageFrom, type Page } from './pages.ts'
import {
  fieldOf,
  fieldsOf,
  describeRequirement,
  meets,
  hasOwnUrl,
  pathOf,
  tableOf,
  type AddValue,
  type Registry,
  type Resource,
} from './resource.ts'
import { timestamp } from './values.ts'
import { isVersioned, versionAt } from './versions.ts'
import { rowsById } from '../db/suffixes.ts'
import { readInOrganisation, type Reader } from '../db/tx.ts'

/** What every read needs to know. */
export type ReadContext = {
  readonly read: Reader
  readonly resources: Registry
  readonly actor: Actor
  readonly links: Links
}

/** The record being read is `r` and the organisation `t.o` (`readInOrganisation`): resources write their own SQL with both. */
const main: SqlScope = {
  row: 'r',
  base: '$2::text',
  organisation: 't.o',
  application: 'null::bigint',
  pathOf: servedByName,
}
/** A row as the caller sees it: some columns depend on whose it is. */
const scopeFor = ({ actor: { application }, links }: ReadContext, row = main.row): SqlScope => ({
  ...main,
  row,
  application: `${application ?? 'null'}::bigint`,
  pathOf: links.pathOf,
})

/** The columns of one record as SQL, every value already in the form the answer shows. */
const columns = (resource: Resource, at: SqlScope): string =>
  [
    `${at.row}.id as id`,
    ...(hasOwnUrl(resource) ? [] : [`${at.base} || '${pathOf(resource)}/' || ${at.row}.id || '/' as url`]),
    ...fieldsOf(resource)
      .filter(([, field]) => !field.options.writeOnly && !field.options.exposed)
      .map(([name, field]) => `${field.select(columnAt(name, field, at), at)} as ${quote(name)}`),
  ].join(', ')

const tableAt = (resource: Resource, at: SqlScope) => `${quote(tableOf(resource))} ${at.row}`

/** The organisation is a condition of its own besides row security: the index needs it, and so does the planner fence. */
const ofOrganisation = (resource: Resource, at: SqlScope) =>
  resource.shared ? 'true' : `${at.row}.organisation = ${at.organisation}`

const rowsWhere = (resource: Resource, at: SqlScope, conditions: readonly string[]) =>
  `${tableAt(resource, at)} where ${[ofOrganisation(resource, at), ...conditions].join(' and ')}`

const permissionToRead = ({ retrieve, permission }: Resource) => retrieve?.permission ?? permission

/** Whether the caller may read the records behind a link. */
export const mayExpose = (resource: Resource, name: string, { resources, actor }: ReadContext) =>
  meets(actor, permissionToRead(resources.get(fieldOf(resource, name).link!.table)!), 'read')

/** A field that is left out otherwise, or the records behind a link, as `<field>_data`: for those who may read them. */
const exposed = (resource: Resource, name: string, context: ReadContext): string => {
  const field = fieldOf(resource, name)
  const { resources, actor } = context
  if (field.options.exposed) {
    const own = scopeFor(context)
    return `${field.select(columnAt(name, field, own), own)} as ${quote(name)}`
  }
  const target = resources.get(field.link!.table)!
  const needed = permissionToRead(target)
  if (!meets(actor, needed, 'read'))
    throw forbidden(`expose_${name} also needs the permission ${describeRequirement(needed, 'read')}.`)
  const linked = scopeFor(context, 'linked')
  const isLinked = field.link!.joins(linked.row, columnAt(name, field, main), main)
  const rows = `select ${columns(target, linked)} from ${rowsWhere(target, linked, [isLinked])}`
  return field.many
    ? `(select coalesce(json_agg(row_to_json(linked_record)), '[]'::json)
        from (${rows} order by linked.id) linked_record) as ${quote(`${name}_data`)}`
    : `(select row_to_json(linked_record) from (${rows}) linked_record) as ${quote(`${name}_data`)}`
}

const exposedNames = (resource: Resource, query: URLSearchParams): readonly string[] =>
  (resource.exposes ?? []).filter((name) => {
    const value = query.get(`expose_${name}`)
    if (value === null) return false
    if (!['', 'true', '1'].includes(value))
      throw invalid(`expose_${name}`, 'This flag takes no value. Leave it out if it is not wanted.')
    return true
  })

const allColumns = (resource: Resource, query: URLSearchParams, context: ReadContext) =>
  [
    columns(resource, scopeFor(context)),
    ...exposedNames(resource, query).map((name) => exposed(resource, name, context)),
  ].join(', ')

/** Collects the values of a statement: $1 is the organisation, $2 the base of links, the rest follow as they are added. */
const startStatement = ({ read, actor, links }: ReadContext) => {
  const values: unknown[] = [links.base]
  const add: AddValue = (value, cast) => `$${values.push(value) + 1}::${cast}`
  return { add, run: <Row>(select: string) => readInOrganisation<Row>(read, actor.organisation, select, values) }
}

const visibleTo = (resource: Resource, { actor, resources }: ReadContext, add: AddValue): string[] => {
  const condition = resource.visible?.(actor, add, resources)
  return condition === undefined ? [] : [condition]
}

/** Narrows a read to the records of one parent: the field that links to it, and its id. */
export type ParentFilter = { readonly field: string; readonly id: number }

const parentConditions = (resource: Resource, parent: ParentFilter | undefined, add: AddValue): string[] =>
  parent === undefined
    ? []
    : [`${columnAt(parent.field, fieldOf(resource, parent.field), main)} = ${add(parent.id, 'bigint')}`]

/** The records with these ids that the caller may see, each as JSON text, in the order of their ids. */
export const readRecords = async (
  context: ReadContext,
  resource: Resource,
  ids: readonly number[],
  query = new URLSearchParams(),
): Promise<readonly string[]> => {
  const { add, run } = startStatement(context)
  const conditions = [`r.id = any(${add(ids, 'bigint[]')})`, ...visibleTo(resource, context, add)]
  const rows = await run<{ body: string }>(`select row_to_json(shown_record)::text as body from (
    select ${allColumns(resource, query, context)} from ${rowsWhere(resource, main, conditions)} order by r.id) shown_record`)
  return rows.map(({ body }) => body)
}

/** One record as JSON text, with its version where it has one. */
export type RecordText = { readonly body: string; readonly version: number | null }

export const readRecord = async (
  context: ReadContext,
  resource: Resource,
  id: number,
  query = new URLSearchParams(),
  parent?: ParentFilter,
): Promise<RecordText | undefined> => {
  const { add, run } = startStatement(context)
  const conditions = [
    `r.id = ${add(id, 'bigint')}`,
    ...parentConditions(resource, parent, add),
    ...visibleTo(resource, context, add),
  ]
  const version = isVersioned(resource) ? versionAt('r') : 'null::bigint'
  const [row] = await run<RecordText>(`select (select row_to_json(shown_record)::text from (
    select ${allColumns(resource, query, context)}) shown_record) as body, ${version} as version
    from ${rowsWhere(resource, main, conditions)}`)
  return row
}

/** Whether a record exists; with `hidden` also when the caller may not see it. */
export const recordExists = async (
  context: ReadContext,
  resource: Resource,
  id: number,
  { hidden = false, parent }: { hidden?: boolean; parent?: ParentFilter | undefined } = {},
) => {
  const { add, run } = startStatement(context)
  const conditions = [
    `r.id = ${add(id, 'bigint')}`,
    ...parentConditions(resource, parent, add),
    ...(hidden ? [] : visibleTo(resource, context, add)),
    // Nothing else here uses the base of links, and PostgreSQL must know the type of every value it is sent.
    '$2::text is not null',
  ]
  return (await run(`select 1 from ${rowsWhere(resource, main, conditions)}`)).length > 0
}

const orderFrom = (resource: Resource, query: URLSearchParams) => {
  const asked = query.get('ordering')
  if (asked === null || asked === 'id') return 'r.id'
  if (asked === '-id') return 'r.id desc'
  const name = asked.replace(/^-/, '')
  if (!resource.ordering?.includes(name))
    throw invalid(
      'ordering',
      `Order by one of ${['id', ...(resource.ordering ?? [])].join(', ')}, with - in front for descending.`,
      'unknown',
    )
  const direction = asked.startsWith('-') ? 'desc' : 'asc'
  return `${columnAt(name, fieldOf(resource, name), main)} ${direction}, r.id ${direction}`
}

/** A page, and where it asks for changes, up to which moment it knows them all, and how often there was a restore. */
export type PageRead = { readonly body: string; readonly until?: string; readonly generation?: number }

const isDeltaQuery = (query: URLSearchParams) => query.keys().some((name) => name.startsWith('modified__'))

/** Changes are read by id: in the order of `modified`, records would change pages while they are being read. */
const requireOrderById = (query: URLSearchParams) => {
  if ((query.get('ordering') ?? 'id') !== 'id')
    throw invalid('ordering', 'With a modified filter the order is id. Follow next, so that no change is skipped.')
}

const requireFilterType = (query: URLSearchParams) => {
  if (![null, 'or', 'and'].includes(query.get('filter_type'))) throw invalid('filter_type', 'Use or, or leave it out.')
}

/** The rows of a list, as SQL to select from. `isIndexed` where an index has named the candidates. */
type Matching = { readonly rows: string; readonly isIndexed: boolean }

const matchingRows = (
  context: ReadContext,
  resource: Resource,
  query: URLSearchParams,
  parent: ParentFilter | undefined,
  add: AddValue,
): Matching => {
  const { where, candidates } = conditionsFrom(resource, query, context.links, main, add)
  const conditions = [...parentConditions(resource, parent, add), ...visibleTo(resource, context, add), ...where]
  if (candidates === undefined) return { rows: rowsWhere(resource, main, conditions), isIndexed: false }
  const found = rowsById(candidates, tableAt(resource, main), ofOrganisation(resource, main), main.row)
  return { rows: `${found} where ${['true', ...conditions].join(' and ')}`, isIndexed: true }
}

/** SQL for the number of rows of the list, and for the rows of one page; `ids` is what both of them select from, if anything. */
type PageSelection = { readonly count: string; readonly ids: string; readonly rows: string }

/**
 * Cuts the page out before any column is made: those of skipped rows would be made for nothing. Candidates of an index are
 * looked up once, and counted by their ids.
 */
const selectPage = (
  resource: Resource,
  { rows, isIndexed }: Matching,
  order: string,
  page: Page,
  add: AddValue,
): PageSelection => {
  const [size, offset] = [add(page.size, 'int'), add(page.offset, 'int')]
  if (!isIndexed)
    return {
      count: `(select count(*) from ${rows})`,
      ids: '',
      rows: `(select r.* from ${rows} order by ${order} limit ${size} offset ${offset}) r`,
    }
  return {
    count: 'cardinality(matching.ids)',
    ids: `(select array(select r.id from ${rows} order by ${order}) as ids offset 0) matching, lateral`,
    rows: `unnest(matching.ids[${offset} + 1:${offset} + ${size}]) with ordinality on_page (id, position)
      cross join lateral (select * from ${rowsWhere(resource, main, ['r.id = on_page.id'])} offset 0) r
      order by on_page.position`,
  }
}

const newestStamp = timestamp().select('(select ledger.stamp from ledger where ledger.organisation = t.o)', main)
const generation = '(select ledger.generation from ledger where ledger.organisation = t.o)'

/** Up to which moment a read of changes knows them all: the newest stamp, or an earlier one that the caller asked for. */
const deltaUntil = (query: URLSearchParams, links: Links, newest: string) => {
  const asked = query.get('modified__lte')
  const bound = asked === null ? newest : timestamp().parse(asked, links)
  return bound < newest ? bound : newest
}

/**
 * One page of the list, counted and read in a single statement, as JSON text. A read of changes also says which stamp was
 * the newest: the statement sees both the ledger and the rows as of one moment, and stamps are committed in their order.
 */
export const readPage = async (
  context: ReadContext,
  resource: Resource,
  query: URLSearchParams,
  path: string,
  parent?: ParentFilter,
): Promise<PageRead> => {
  const page = pageFrom(query, resource)
  requireFilterType(query)
  const isDelta = isDeltaQuery(query)
  if (isDelta) requireOrderById(query)
  const { add, run } = startStatement(context)
  const matching = matchingRows(context, resource, query, parent, add)
  const { count, ids, rows } = selectPage(resource, matching, orderFrom(resource, query), page, add)
  const [read] = await run<{ count: number; newest: string | null; restores: number; results: string; last: number }>(
    `select ${count} as count, ${isDelta ? newestStamp : 'null::text'} as newest, ${isDelta ? generation : '0'} as restores,
    page.results, page.last from ${ids} (
    select coalesce(string_agg(row_to_json(shown_record)::text, ','), '') as results, max(shown_record.id) as last
    from (select ${allColumns(resource, query, context)} from ${rows}) shown_record) page`,
  )
  const { newest, results, last } = read!
  const until = newest === null ? undefined : deltaUntil(query, context.links, newest)
  const position = until === undefined || page.number > 1 ? undefined : { until, last }
  const body = envelope(`${context.links.base}${path}`, query, page, read!.count, results, position)
  return until === undefined ? { body } : { body, until, generation: read!.restores }
}
