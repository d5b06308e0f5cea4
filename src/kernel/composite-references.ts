import { InvalidValue } from './errors.ts'
import { isObject } from './json.ts'
import type { Operation, WrittenRecord } from './operation.ts'
import { readRecord, type ReadContext } from './reading.ts'
import { pathOf, type Registry, type Resource } from './resource.ts'

/** Names what an earlier entry made or changed: its `id`, its `url`, or a record that it links to. */
export type Reference = { readonly entry: string; readonly field: string }

const marker = '$entry'

/** Parses what is meant as a reference: an object, which no text can imitate. */
export const parseReference = (value: unknown): Reference => {
  const { [marker]: entry, field, ...others } = value as Readonly<Record<string, unknown>>
  if (typeof entry !== 'string' || typeof field !== 'string' || Object.keys(others).length > 0)
    throw new InvalidValue(
      `Send a reference as {"${marker}": "name of the entry", "field": "url"}, with no other member.`,
    )
  return { entry, field }
}

/** The reference that stands in the place of an id in a path, such as `{name.id}`. */
export const referenceInPath = (segment: string): Reference | undefined => {
  const [, entry, field] = /^\{(\w+)\.(\w+)\}$/.exec(segment) ?? []
  return entry === undefined || field === undefined ? undefined : { entry, field }
}

/** Visits every reference of a body, in their order; the path is that of a message: `rows.0.item`. Answers a copy with what is returned. */
const mapReferences = (value: unknown, visit: (value: unknown, path: string) => unknown, path: string): unknown => {
  if (isObject(value) && Object.hasOwn(value, marker)) return visit(value, path)
  const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (Array.isArray(value)) return value.map((part, index) => mapReferences(part, visit, below(index)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapReferences(part, visit, below(name))]),
  )
}

type Placed = { readonly path: string; readonly value: unknown }

/** What is meant as a reference in a body, well-formed or not. */
export const referencesIn = (body: unknown, path = ''): readonly Placed[] => {
  const found: Placed[] = []
  mapReferences(body, (value, at) => found.push({ path: at, value }), path)
  return found
}

/** The body with what its references stand for, in their order. */
export const withValues = (body: unknown, values: readonly unknown[]): unknown => {
  const left = [...values]
  return left.length === 0 ? body : mapReferences(body, () => left.shift(), '')
}

const linkOf = ({ fields }: Resource, name: string) => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  const isShown = field !== undefined && !field.many && !field.options.writeOnly && !field.options.exposed
  return isShown && field.link?.by === 'url' ? field.link : undefined
}

/** The resource whose record a reference names. Throws if it names none. */
export const targetOf = ({ entry, field }: Reference, { resource }: Operation, resources: Registry): Resource => {
  if (resource === undefined)
    throw new InvalidValue(`The entry "${entry}" has no record to refer to. Send the URL or the id itself.`, 'unknown')
  if (field === 'id' || field === 'url') return resource
  const link = linkOf(resource, field)
  if (link !== undefined) return resources.get(link.table)!
  const links = Object.keys(resource.fields).filter((name) => linkOf(resource, name))
  throw new InvalidValue(
    `"${field}" of the entry "${entry}" cannot be referred to. Use ${['id', 'url', ...links].join(', ')}.`,
    'unknown',
  )
}

/** Refuses an id in a path that would be of another resource than the path takes. */
export const requireFitting = (target: Resource, { path, resource }: Operation, place: number) => {
  const isFitting =
    place === 0
      ? path.startsWith(`/${pathOf(target)}/{id}/`)
      : resource?.within?.nestedDetail === true && target.name === resource.name
  if (!isFitting)
    throw new InvalidValue(
      `This would be the id of a ${target.title.toLowerCase()}, and the path takes another.`,
      'incorrect_type',
    )
}

/** What a reference stands for now, in the transaction: an id as a number, everything else as a URL. */
export const valueOf = async (
  context: ReadContext,
  { entry, field }: Reference,
  { resource, id }: WrittenRecord,
): Promise<number | string> => {
  if (field === 'id') return id
  if (field === 'url') return context.links.toUrl(resource.name, id)
  const shown = await readRecord(context, resource, id)
  const url = shown && (JSON.parse(shown.body) as Readonly<Record<string, string | null>>)[field]
  if (url == null)
    throw new InvalidValue(
      `"${field}" of the entry "${entry}" is null at this point, so that nothing is referred to.`,
      'does_not_exist',
    )
  return url
}

/** The id that a reference in a path stands for. */
export const idOf = async (context: ReadContext, reference: Reference, record: WrittenRecord) => {
  const value = await valueOf(context, reference, record)
  if (typeof value === 'number') return value
  return context.links.toId(linkOf(record.resource, reference.field)?.table ?? record.resource.name, value)
}
