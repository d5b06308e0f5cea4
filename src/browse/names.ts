import { readInOrganisation, type Reader } from '../db/tx.ts'
import type { Caller } from '../kernel/caller.ts'
import { columnAt, quote, type SqlScope } from '../kernel/fields.ts'
import { servedByName, type Links } from '../kernel/links.ts'
import { fieldOf, meets, pathOf, servesUrl, tableOf, type Registry, type Resource } from '../kernel/resource.ts'
import { isData } from './data.ts'

/** The fields that name a record, by resource: the first of these groups that is not empty. */
export type NameFields = Readonly<Record<string, readonly (readonly string[])[]>>
/** What records are called, by their URL. */
export type Names = ReadonlyMap<string, string>

const longName = 80

export const noNames: Names = new Map()

/** A resource with a field `name` need not be in the table. */
export const nameFieldsOf = ({ name, fields }: Resource, table: NameFields): readonly (readonly string[])[] =>
  table[name] ?? (Object.hasOwn(fields, 'name') ? [['name']] : [])

/** "Sleipnir", but "Invoice 1003": a number alone would not say what it is. */
const withTitle = ({ title }: Resource, name: string) => (/\p{L}/u.test(name) ? shortened(name) : `${title} ${name}`)

/** A text can be all that names a record: its first line, or the beginning of it, is enough. */
const shortened = (name: string) => {
  const [line = ''] = name.split('\n')
  const start = line.slice(0, longName).toWellFormed().trimEnd()
  return start === name ? name : `${start}…`
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** What a record is called, from its own fields. */
export const nameOf = (resource: Resource, record: Readonly<Record<string, unknown>>, table: NameFields) => {
  const groups = nameFieldsOf(resource, table).map((group) =>
    group
      .map((field) => textOf(record[field]))
      .filter((text) => text !== '')
      .join(' '),
  )
  const name = groups.find((text) => text !== '')
  return name === undefined ? undefined : withTitle(resource, name)
}

/** Every text in an answer that is a link to a record: its path and id. */
const linksIn = (value: unknown, base: string): (readonly [path: string, id: string])[] => {
  if (typeof value === 'string') {
    const [, path, id] = value.startsWith(base)
      ? (/^([\w-]+(?:\/[\w-]+)?)\/(\d{1,15})\/$/.exec(value.slice(base.length)) ?? [])
      : []
    return path === undefined || id === undefined ? [] : [[path, id]]
  }
  if (Array.isArray(value)) return value.flatMap((item) => linksIn(item, base))
  // The address of a record itself is not a link to another.
  return isData(value)
    ? Object.entries(value).flatMap(([name, item]) => (name === 'url' ? [] : linksIn(item, base)))
    : []
}

const scope: SqlScope = { row: 'r', base: `''`, organisation: 't.o', application: 'null::bigint', pathOf: servedByName }

const groupAsSql = (resource: Resource, group: readonly string[]) => {
  const texts = group.map((field) => {
    const declared = fieldOf(resource, field)
    return `nullif(${declared.select(columnAt(field, declared, scope), scope)}::text, '')`
  })
  return `nullif(concat_ws(' ', ${texts.join(', ')}), '')`
}

/** Only what the caller could read anyway: with the permission, and where no record is hidden. */
const isReadable = (resource: Resource, caller: Caller) =>
  resource.retrieve !== undefined &&
  resource.visible === undefined &&
  !resource.shared &&
  meets(caller, resource.retrieve.permission ?? resource.permission, 'read')

type Named = { readonly resource: string; readonly id: number; readonly name: string | null }
export type NameSource = { readonly read: Reader; readonly resources: Registry; readonly nameFields: NameFields }

/** The names of all records that an answer links to, in one statement. */
export const namesIn = async (
  { read, resources, nameFields }: NameSource,
  caller: Caller,
  links: Links,
  answer: unknown,
): Promise<Names> => {
  const byPath = Map.groupBy(linksIn(answer, links.base), ([path]) => path)
  const named = [...resources.values()].flatMap((resource) => {
    const found = byPath.get(pathOf(resource)) ?? []
    const groups = nameFieldsOf(resource, nameFields)
    if (found.length === 0 || !servesUrl(resource) || groups.length === 0 || !isReadable(resource, caller)) return []
    return [{ resource, groups, ids: [...new Set(found.map(([, id]) => id))] }]
  })
  if (named.length === 0) return noNames
  const selects = named.map(
    ({ resource, groups }, index) => `select '${resource.name}' as resource, r.id,
      coalesce(${groups.map((group) => groupAsSql(resource, group)).join(', ')}) as name
      from ${quote(tableOf(resource))} r where r.organisation = t.o and r.id = any($${index + 2}::bigint[])`,
  )
  const rows = await readInOrganisation<Named>(
    read,
    caller.organisation,
    selects.join(' union all '),
    named.map(({ ids }) => ids),
  )
  return new Map(
    rows.flatMap(({ resource, id, name }) =>
      name === null ? [] : [[links.toUrl(resource, id), withTitle(resources.get(resource)!, name)] as const],
    ),
  )
}
