import type { Actor } from './caller.ts'
import { forbidden, invalid } from './errors.ts'
import { columnAt, quote, type At } from './fields.ts'
import { conditionsFrom } from './filters.ts'
import type { Links } from './links.ts'
import { envelope, pageFrom } from './pages.ts'
import { fieldsOf, inWords, meets, pathOf, tableOf, type AddValue, type Registry, type Resource } from './resource.ts'
import { timestamp } from './values.ts'
import { isVersioned, versionAt } from './versions.ts'
import { rowsAmong } from '../db/suffixes.ts'
import { readInOrganisation, type Reader } from '../db/tx.ts'

/** What every read needs to know. */
export type ReadContext = {
  readonly read: Reader
  readonly resources: Registry
  readonly actor: Actor
  readonly links: Links
}

const main: At = { row: 'r', base: '$2::text', organisation: 't.o', application: 'null::bigint' }
/** A row as the caller sees it: some columns depend on whose it is. */
const shownTo = ({ application }: Actor, row = main.row): At => ({
  ...main,
  row,
  application: `${application ?? 'null'}::bigint`,
})
const url = (resource: Resource, at: At) => `${at.base} || '${pathOf(resource)}/' || ${at.row}.id || '/'`

/** The columns of one record as SQL, every value already in the form the answer shows. */
const columns = (resource: Resource, at: At): string =>
  [
    `${at.row}.id as id`,
    `${url(resource, at)} as url`,
    ...fieldsOf(resource)
      .filter(([, field]) => !field.options.writeOnly && !field.options.exposed)
      .map(([name, field]) => `${field.select(columnAt(name, field, at), at)} as ${quote(name)}`),
  ].join(', ')

/** Every table is asked for the organisation by name as well as by row security: the index needs it, and so does the fence. */
const from = (resource: Resource, at: At) =>
  `${quote(tableOf(resource))} ${at.row} where ${resource.shared ? 'true' : `${at.row}.organisation = ${at.organisation}`}`

const permissionToRead = ({ retrieve, permission }: Resource) => retrieve?.permission ?? permission

/** Whether the caller may read the records behind a link. */
export const mayExpose = (resource: Resource, name: string, { resources, actor }: ReadContext) =>
  meets(actor, permissionToRead(resources.get(resource.fields[name].link.table)!), 'read')

/** A field that is left out otherwise, or the records behind a link, as `<field>_data`: for those who may read them. */
const exposed = (resource: Resource, name: string, { resources, actor }: ReadContext): string => {
  const field = resource.fields[name]
  if (field.options.exposed) return `${field.select(columnAt(name, field, main), main)} as ${quote(name)}`
  const target = resources.get(field.link.table)!
  const needed = permissionToRead(target)
  if (!meets(actor, needed, 'read'))
    throw forbidden(`expose_${name} also needs the permission ${inWords(needed, 'read')}.`)
  const inner = shownTo(actor, 'e')
  const rows = `select ${columns(target, inner)} from ${from(target, inner)} and ${field.link.joins('e', columnAt(name, field, main), main)}`
  return field.many
    ? `(select coalesce(json_agg(row_to_json(k)), '[]'::json) from (${rows} order by e.id) k) as ${quote(`${name}_data`)}`
    : `(select row_to_json(k) from (${rows}) k) as ${quote(`${name}_data`)}`
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
    columns(resource, shownTo(context.actor)),
    ...exposedNames(resource, query).map((name) => exposed(resource, name, context)),
  ].join(', ')

/** Collects the values of a statement: $1 is the organisation, $2 the base of links, the rest follow as they are added. */
const startStatement = ({ read, actor, links }: ReadContext) => {
  const values: unknown[] = [links.base]
  const add: AddValue = (value, cast) => `$${values.push(value) + 1}::${cast}`
  return { add, run: <Row>(select: string) => readInOrganisation<Row>(read, actor.organisation, select, values) }
}

const seen = (resource: Resource, { actor, resources }: ReadContext, add: AddValue): string[] => {
  const condition = resource.visible?.(actor, add, resources)
  return condition === undefined ? [] : [condition]
}

/** Narrows a read to the records of one parent: the field that links to it, and its id. */
export type OfParent = { readonly field: string; readonly id: number }

const ofParent = (resource: Resource, parent: OfParent | undefined, add: AddValue): string[] =>
  parent === undefined
    ? []
    : [`${columnAt(parent.field, resource.fields[parent.field], main)} = ${add(parent.id, 'bigint')}`]

/** The records with these ids that the caller may see, each as JSON text, in the order of their ids. */
export const readRecords = async (
  context: ReadContext,
  resource: Resource,
  ids: readonly number[],
  query = new URLSearchParams(),
): Promise<readonly string[]> => {
  const { add, run } = startStatement(context)
  const where = [`r.id = any(${add(ids, 'bigint[]')})`, ...seen(resource, context, add)].join(' and ')
  const rows = await run<{ body: string }>(`select row_to_json(j)::text as body from (
    select ${allColumns(resource, query, context)} from ${from(resource, main)} and ${where} order by r.id) j`)
  return rows.map(({ body }) => body)
}

/** One record as JSON text, with its version where it has one. */
export type RecordText = { readonly body: string; readonly version: number | null }

export const readRecord = async (
  context: ReadContext,
  resource: Resource,
  id: number,
  query = new URLSearchParams(),
  parent?: OfParent,
): Promise<RecordText | undefined> => {
  const { add, run } = startStatement(context)
  const where = [
    `r.id = ${add(id, 'bigint')}`,
    ...ofParent(resource, parent, add),
    ...seen(resource, context, add),
  ].join(' and ')
  const version = isVersioned(resource) ? versionAt('r') : 'null::bigint'
  const [row] = await run<RecordText>(`select (select row_to_json(j)::text from (
    select ${allColumns(resource, query, context)}) j) as body, ${version} as version from ${from(resource, main)} and ${where}`)
  return row
}

/** Whether a record exists; with `hidden` also when the caller may not see it. */
export const recordExists = async (
  context: ReadContext,
  resource: Resource,
  id: number,
  { hidden = false, parent }: { hidden?: boolean; parent?: OfParent | undefined } = {},
) => {
  const { add, run } = startStatement(context)
  const where = [
    `r.id = ${add(id, 'bigint')}`,
    ...ofParent(resource, parent, add),
    ...(hidden ? [] : seen(resource, context, add)),
  ].join(' and ')
  return (await run(`select 1 from ${from(resource, main)} and ${where} and $2::text is not null`)).length > 0
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
  return `${columnAt(name, resource.fields[name], main)} ${direction}, r.id ${direction}`
}

/** A page, and where it asks for changes, the moment up to which it knows them all. */
export type PageRead = { readonly body: string; readonly until?: string }

const asksForChanges = (query: URLSearchParams) => query.keys().some((name) => name.startsWith('modified__'))

/** Changes are walked by id: in the order of their stamps, records would move between pages while they are being read. */
const requireWalk = (query: URLSearchParams) => {
  if ((query.get('ordering') ?? 'id') !== 'id')
    throw invalid('ordering', 'With a modified filter the order is id. Follow next, so that no change is skipped.')
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
  parent?: OfParent,
): Promise<PageRead> => {
  const page = pageFrom(query, resource)
  const kind = query.get('filter_type')
  if (kind !== null && kind !== 'or' && kind !== 'and') throw invalid('filter_type', 'Use or, or leave it out.')
  const changes = asksForChanges(query)
  if (changes) requireWalk(query)
  const { add, run } = startStatement(context)
  const { where: filters, among } = conditionsFrom(resource, query, context.links, main, add)
  const where = [
    among === undefined ? from(resource, main) : `${rowsAmong(among, from(resource, main), 'r')} where true`,
    ...ofParent(resource, parent, add),
    ...seen(resource, context, add),
    ...filters,
  ].join(' and ')
  const newest = timestamp().select('(select l.stamp from ledger l where l.organisation = t.o)', main)
  const order = orderFrom(resource, query)
  const [size, offset] = [add(page.size, 'int'), add(page.offset, 'int')]
  // The page is cut out first: the columns of rows that are skipped would be made for nothing. Rows that an index knows
  // are looked at once, and counted by their ids.
  const [count, ids, rows] =
    among === undefined
      ? [
          `(select count(*) from ${where})`,
          '',
          `(select r.* from ${where} order by ${order} limit ${size} offset ${offset}) r`,
        ]
      : [
          'cardinality(k.ids)',
          `(select array(select r.id from ${where} order by ${order}) as ids offset 0) k, lateral`,
          `unnest(k.ids[${offset} + 1:${offset} + ${size}]) with ordinality f (id, at)
            cross join lateral (select * from ${from(resource, main)} and r.id = f.id offset 0) r order by f.at`,
        ]
  const [row] = await run<{ count: number; results: string; last: number; newest: string | null }>(`select
    ${count} as count, ${changes ? newest : 'null::text'} as newest, p.results, p.last from ${ids} (
    select coalesce(string_agg(row_to_json(j)::text, ','), '') as results, max(j.id) as last
    from (select ${allColumns(resource, query, context)} from ${rows}) j) p`)
  const { results, last } = row!
  const address = `${context.links.base}${path}`
  if (row!.newest === null) return { body: envelope(address, query, page, row!.count, results) }
  const asked = query.get('modified__lte')
  const bound = asked === null ? row!.newest : timestamp().parse(asked, context.links)
  const until = bound < row!.newest ? bound : row!.newest
  return {
    until,
    body: envelope(address, query, page, row!.count, results, page.number === 1 ? { until, last } : undefined),
  }
}
