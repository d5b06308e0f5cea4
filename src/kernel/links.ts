import { InvalidValue } from './errors.ts'
import type { SqlScope, Field, FieldOptions, Id, Link, Links, PathOf, Table } from './fields.ts'
import { quote } from './fields.ts'
import { literalOf } from './json.ts'

export type { Links }

export const brokenLink = (resource: string) =>
  `There is no ${resource} at this link. Use the url of one that exists in your organisation.`

export const brokenId = (resource: string) =>
  `There is no ${resource} with this id. Use the id of one that exists in your organisation.`

const largestOrganisation = 2_147_483_647

/** The id of an organisation in a path, or undefined if it cannot be one. */
export const parseOrganisationId = (text: string): number | undefined => {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  return id > largestOrganisation ? undefined : id
}

export const basePath = (organisation: number) => `/${organisation}/api/0.1/`

/** For links among resources that are all served under their names. */
export const servedByName: PathOf = (resource) => resource

/** Links are recognised by their path, so they survive a change of host; those of another organisation are refused. */
export const linksOf = (publicUrl: string, organisation: number, pathOf: PathOf = servedByName): Links => {
  const path = basePath(organisation)
  const base = `${publicUrl}${path}`
  return {
    base,
    pathOf,
    toUrl: (resource, id) => `${base}${pathOf(resource)}/${id}/`,
    toId: (resource, url) => {
      const start = `${path}${pathOf(resource)}/`
      const asked = url.replace(/^https?:\/\/[^/?#]+/i, '')
      const [, id] = asked.startsWith(start) ? (/^(\d{1,15})\/$/.exec(asked.slice(start.length)) ?? []) : []
      if (id === undefined) throw new InvalidValue(brokenLink(resource), 'does_not_exist')
      return Number(id)
    },
  }
}

/** A link in a filter may also be a bare id. */
export const parseLinkFilter = (table: string, raw: string, links: Links): number =>
  /^\d{1,15}$/.test(raw) ? Number(raw) : links.toId(table, raw)

const parseUrl = (table: string, input: unknown, links: Links): number => {
  if (typeof input === 'string') return links.toId(table, input)
  throw new InvalidValue(`Expected a url such as ${links.toUrl(table, 1)}.`, 'incorrect_type')
}

/** SQL for the URL of a record. */
export const urlOf = (table: string, id: string, at: SqlScope) => `${at.base} || '${at.pathOf(table)}/' || ${id} || '/'`
const uri = { type: 'string', format: 'uri' }

/** A link to one record: its URL in bodies, its id in the column and everywhere else. */
export const ref = <const R extends Table, const O extends FieldOptions>(
  table: R,
  options: O = {} as O,
): Field<Id<R>, O> => ({
  type: 'link',
  options,
  schema: { ...uri, 'x-links-to': table },
  cast: 'bigint',
  link: {
    table,
    by: 'url',
    from: 'column',
    joins: (target, column) => `${target}.id = ${column}`,
  },
  parse: (input, links) => parseUrl(table, input, links),
  select: (column, at) => urlOf(table, column, at),
})

const parseId = (table: string, input: unknown): number => {
  const literal = literalOf(input) ?? ''
  if (!/^\d{1,15}$/.test(literal))
    throw new InvalidValue(`Expected the id of a ${table}, a whole number.`, 'incorrect_type')
  return Number(literal)
}

/** A record that is written by its id alone, where the contract says so. What is read is a link under another name. */
export const refById = <const R extends Table, const O extends FieldOptions & { readonly writeOnly: true }>(
  table: R,
  options: O,
): Field<Id<R>, O> => ({
  ...ref(table, options),
  type: 'integer',
  schema: { type: 'integer', 'x-links-to': table },
  link: { table, by: 'id', from: 'column', joins: (target, column) => `${target}.id = ${column}` },
  parse: (input) => parseId(table, input),
})

const urls = (link: Link, column: string, at: SqlScope) =>
  `(select coalesce(json_agg(${urlOf(link.table, 'l.id', at)} order by l.id), '[]'::json) from ${quote(link.table)} l
    where l.organisation = ${at.organisation} and ${link.joins('l', column, at)})`

/** Links to the records that refer to this one, read only. */
export const children = <const R extends Table>(
  table: R,
  via: string,
  options: Pick<FieldOptions, 'about'> = {},
): Field<readonly Id<R>[], { readOnly: true }> => {
  const link: Link = {
    table,
    by: 'url',
    from: 'children',
    joins: (target, _column, at) => `${target}.${quote(via)} = ${at.row}.id`,
  }
  return {
    type: 'links',
    options: { ...options, readOnly: true },
    schema: { type: 'array', items: { ...uri, 'x-links-to': table } },
    cast: 'bigint',
    link,
    many: true,
    parse: () => [],
    select: (column, at) => urls(link, column, at),
  }
}

const maxLinks = 1_000

/** Links to several records, through a join table. */
export const refs = <const R extends Table, const O extends FieldOptions>(
  table: R,
  between: { readonly table: Table; readonly ours: string; readonly theirs: string },
  options: O = {} as O,
): Field<Id<R>[], O> => {
  const link: Link = {
    table,
    by: 'url',
    from: 'between',
    joins: (
      target,
      _column,
      at,
    ) => `exists (select from ${quote(between.table)} b where b.organisation = ${at.organisation}
      and b.${quote(between.ours)} = ${at.row}.id and b.${quote(between.theirs)} = ${target}.id)`,
  }
  const schema = { type: 'array', items: { ...uri, 'x-links-to': table } }
  return {
    type: 'links',
    options,
    schema,
    writeSchema: { ...schema, maxItems: maxLinks },
    cast: 'bigint',
    link,
    many: true,
    parse: (input, links) => {
      if (!Array.isArray(input)) throw new InvalidValue(`Expected a list of ${table} urls.`, 'not_a_list')
      if (input.length > maxLinks)
        throw new InvalidValue(`Ensure that there are no more than ${maxLinks}.`, 'max_length')
      return [...new Set(input.map((url) => parseUrl(table, url, links)))]
    },
    select: (column, at) => urls(link, column, at),
  }
}

/** Several records that are written by their ids alone. */
export const refsById = <const R extends Table, const O extends FieldOptions & { readonly writeOnly: true }>(
  table: R,
  options: O,
): Field<Id<R>[], O> => ({
  ...refById(table, options),
  type: 'list',
  schema: {
    type: 'array',
    minItems: options.min ?? 0,
    maxItems: maxLinks,
    items: { type: 'integer', 'x-links-to': table },
  },
  many: true,
  parse: (input) => {
    if (!Array.isArray(input)) throw new InvalidValue(`Expected a list of ${table} ids.`, 'not_a_list')
    if (input.length < (options.min ?? 0)) throw new InvalidValue('This list may not be empty.', 'empty')
    if (input.length > maxLinks) throw new InvalidValue(`Ensure that there are no more than ${maxLinks}.`, 'max_length')
    return [...new Set(input.map((id) => parseId(table, id)))]
  },
})

/** Written as an entry's id, read as its name. Codelists belong to the deployment, not to an organisation. */
export const codelist = <const R extends Table, const O extends FieldOptions>(
  table: R,
  options: O = {} as O,
): Field<number, O> => ({
  type: 'codelist',
  options,
  schema: { type: 'string', 'x-codelist': table },
  writeSchema: { type: 'integer', 'x-codelist': table },
  cast: 'bigint',
  link: { table, by: 'id', from: 'column', joins: (target, column) => `${target}.id = ${column}` },
  parse: (input) => {
    const literal = literalOf(input) ?? ''
    if (!/^\d{1,9}$/.test(literal)) throw new InvalidValue(`Use the id of an entry of the ${table} codelist.`)
    return Number(literal)
  },
  select: (column) => `(select l.name from ${quote(table)} l where l.id = ${column})`,
})
