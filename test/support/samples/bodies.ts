import { operations, resourceRegistry } from '../../../src/app/resources.ts'
import { columnsOf } from '../../../src/domain/importing/columns.ts'
import { kinds } from '../../../src/domain/importing/kinds.ts'
import type { Fields } from '../../../src/kernel/fields.ts'
import type { Operation } from '../../../src/kernel/operation.ts'
import type { Resource } from '../../../src/kernel/resource.ts'
import type { TestOrganisation } from '../api.ts'
import type { Route } from '../routes.ts'
import { demanded } from './demanded.ts'
import { linkedFrom, ordinary, type Body, type Given, type Have, type Marks } from './given.ts'
import { valueOf } from './values.ts'
import { asPng, pngOf } from '../png.ts'

let made = 0

const bodyWith = (
  fields: Fields,
  { name, resource }: { readonly name: string; readonly resource: Resource | undefined },
  organisation: TestOrganisation,
  have: Have,
  marks: Partial<Marks>,
): Body => {
  made += 1
  const linked = (table: string) => {
    const id = have[linkedFrom(resource?.name, table)]
    return id === undefined ? null : organisation.url(table, id)
  }
  const given: Given = { ...ordinary, ...marks, linked, have, n: made }
  const alone = new Set(Object.values(resource?.unique ?? {}).map(([field]) => field))
  const written = Object.entries(fields).filter(
    ([field, { options }]) => !options.readOnly && field !== resource?.within?.field,
  )
  const body = Object.fromEntries(
    written.map(([field, { schema, writeSchema, options, link }]) => {
      const value = valueOf(writeSchema ?? schema, given, alone.has(field) ? ` ${made}` : '')
      if (value == null && !options.nullable) throw new Error(`${name} needs a ${link?.table}, and there is none yet.`)
      return [field, value]
    }),
  )
  return { ...body, ...('archived' in body && { archived: false }), ...demanded[name]?.(given) }
}

export const resourceNamed = (name: string): Resource => {
  const resource = resourceRegistry.get(name)
  if (resource === undefined) throw new Error(`There is no resource ${name}.`)
  return resource
}

/** A body with every writable field, for one more record of a resource. */
export const sampleOf = (
  organisation: TestOrganisation,
  name: string,
  have: Have,
  marks: Partial<Marks> = {},
): Body => {
  const resource = resourceNamed(name)
  return bodyWith(resource.fields, { name, resource }, organisation, have, marks)
}

export const operationAt = ({ method, path }: Pick<Route, 'method' | 'path'>): Operation => {
  const operation = operations.find((one) => one.method === method && one.path === path)
  if (operation === undefined) throw new Error(`${method} ${path} is not served.`)
  return operation
}

/** A file of an import, with a value in every required column. */
const sampleFile = (kind: string, { word }: Marks) => {
  const columns = columnsOf(kinds.find(({ name }) => name === kind)!, resourceRegistry)
  const needed = columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return new Blob([`${needed.join(',')}\n${needed.map(() => word).join(',')}\n`], { type: 'text/csv' })
}

/** A composite of one entry, which needs the permission that `entryOfSample` says. */
const sampleComposite = (organisation: TestOrganisation, have: Have, marks: Partial<Marks>) => ({
  entries: [{ name: 'client', ...entryOfSample, body: sampleOf(organisation, 'client', have, marks) }],
})
/** What the sample of a composite asks for. */
export const entryOfSample = { method: 'POST', path: '/client/' } as const

/** The body of a request to a route: a record, the fields of an action, an array for bulk routes, a file, or undefined. */
export const bodyFor = (
  organisation: TestOrganisation,
  route: Pick<Route, 'method' | 'path'>,
  have: Have,
  marks: Partial<Marks> = {},
) => {
  const { name, resource, body, bodySchema, file, entries } = operationAt(route)
  if (entries) return sampleComposite(organisation, have, marks)
  if (file?.type === 'image/png') return asPng(pngOf({ width: 20 + { ...ordinary, ...marks }.word.length }))
  if (file) return sampleFile(name.split('.')[1]!, { ...ordinary, ...marks })
  if (bodySchema) return [sampleOf(organisation, resource!.name, have, marks)]
  if (body === undefined) return undefined
  const isRecord = /\.(create|put|patch)$/.test(name)
  return bodyWith(body, { name: isRecord ? resource!.name : name, resource }, organisation, have, marks)
}

/** Whether a route archives or deletes records, or replaces the rows of a file. */
export const takesAway = (route: Pick<Route, 'method' | 'path'>) =>
  route.method === 'DELETE' || operationAt(route).file !== undefined
