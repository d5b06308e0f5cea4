import { resources } from '../../../src/app/resources.ts'
import { fieldsOf, type Resource } from '../../../src/kernel/resource.ts'
import type { ApiClient, TestOrganisation } from '../api.ts'
import { isSpentBy, targetOf, type Route } from '../routes.ts'
import { billing } from './billing.ts'
import { operationAt, resourceNamed, sampleOf, takesAway } from './bodies.ts'
import { files } from './files.ts'
import { another, ordinary, type Body, type Have, type Marks } from './given.ts'
import { integrations } from './integrations.ts'
import { addressOf, makeOne, orThrow, type Area } from './making.ts'
import { messaging } from './messaging.ts'
import { purchasing } from './purchasing.ts'
import { visits } from './visits.ts'

const areas: readonly Area[] = [integrations, files, messaging, visits, purchasing, billing]
const joined = <T>(parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> => {
  const entries = parts.flatMap((part) => Object.entries(part))
  const names = new Set(entries.map(([name]) => name))
  if (names.size < entries.length) throw new Error('Two areas make samples of the same name.')
  return Object.fromEntries(entries)
}
const madeFor = joined(areas.map((area) => area.madeFor))
const madeBehind = joined(areas.map((area) => area.madeBehind))
const neededBehind = joined(areas.map((area) => area.neededBehind))

/** Which entry of a list that cannot be created through the API is used, if not the first. */
const wanted: Readonly<Record<string, (have: Have) => string>> = {
  consultationitem: () => '&type_code__is=2',
  breed: ({ species }) => `&species__is=${species}`,
  // One of a visit, with its links.
  stock_movement: () => '&cause__is=1',
  // An event of a record that was created through the API, with a user.
  auditevent: () => '&resource__is=department&ordering=-id',
}

/** What only a medicine has. */
const noMedicine: Body = { antibiotic: null, is_vaccine: false, recall_interval_days: null }

/** Further records of a resource that others link to: their keys, and how they differ. */
const alsoMade: Readonly<Record<string, readonly (readonly [name: string, fields: Body])[]>> = {
  item: [
    ['procedure item', { type_code: 1, ...noMedicine }],
    ['supply item', { type_code: 3, ...noMedicine }],
    ['food item', { type_code: 4, ...noMedicine }],
    ['hint item', { type_code: 1, ...noMedicine }],
  ],
}

/** The records for a route to act on; those that it deletes or uses up are created for it. */
export const freshFor = async (
  organisation: TestOrganisation,
  as: ApiClient,
  route: Pick<Route, 'method' | 'path'>,
  have: Have,
): Promise<Have> => {
  const making = madeFor[operationAt(route).name]
  if (making) return making({ organisation, as, have, marks: ordinary })
  if (!isSpentBy(route) && !takesAway(route)) return have
  const at = targetOf(route.path)!
  return { ...have, [at]: await makeOne(organisation, as, at, have) }
}

/** A record that comes with the organisation, with another record, or with the deployment. */
const find = async (as: ApiClient, resource: Resource, have: Have): Promise<number> => {
  const twin = fieldsOf(resource).find(([, { link, options }]) => link && options.column === 'id')?.[1].link
  if (twin) return have[twin.table]!
  const address = addressOf(resource, 'list', have)
  const { results } = await orThrow(address, as.get(`${address}?page_size=1${wanted[resource.name]?.(have) ?? ''}`))
  if (results.length === 0) throw new Error(`${address} is empty: nothing that was made so far brings one along.`)
  return results[0].id
}

const needs = (resource: Resource): Resource[] => [
  ...(neededBehind[resource.name] ?? []).map(resourceNamed),
  ...fieldsOf(resource)
    .filter(([, { options, link }]) => link && (!options.readOnly || (options.column === 'id' && !resource.create)))
    .map(([, { link }]) => resourceNamed(link!.table)),
]

/** The resources, each after those it links to. Those that are not created are last. */
const inOrder = (): Resource[] => {
  const ordered = new Set<Resource>()
  const add = (resource: Resource, above: readonly Resource[]) => {
    if (above.includes(resource)) return
    for (const needed of needs(resource)) add(needed, [...above, resource])
    ordered.add(resource)
  }
  const rank = ({ shared, create }: Resource) => (shared ? 0 : create ? 1 : 2)
  for (const resource of resources.toSorted((one, other) => rank(one) - rank(other))) add(resource, [])
  return [...ordered]
}

/** Creates one record of every resource through the API, or finds and changes one. */
export const fill = async (
  organisation: TestOrganisation,
  as: ApiClient,
  marks: Partial<Marks> = {},
): Promise<Have> => {
  const have: Record<string, number> = {}
  // Some routes exist in sandboxes only.
  await organisation.within((tx) => tx.updateTable('organisation').set({ sandbox: true }).execute())
  for (const resource of inOrder()) {
    const { name, create, patch, remove } = resource
    if (create && remove) {
      const gone = addressOf(resource, 'delete', have, await makeOne(organisation, as, name, have, marks))
      await orThrow(`DELETE ${gone}`, as.delete(gone))
    }
    const behind = madeBehind[name]
    if (behind) Object.assign(have, await behind({ organisation, as, have, marks: { ...ordinary, ...marks } }))
    else if (create) {
      if (needs(resource).includes(resource)) have[another(name)] = await makeOne(organisation, as, name, have, marks)
      have[name] = await makeOne(organisation, as, name, have, marks)
      for (const [other, fields] of alsoMade[name] ?? [])
        have[other] = await makeOne(organisation, as, name, have, marks, fields)
    } else have[name] = await find(as, resource, have)
    if (!create) {
      const address = patch && addressOf(resource, 'patch', have, have[name])
      if (address) await orThrow(`PATCH ${address}`, as.patch(address, sampleOf(organisation, name, have, marks)))
    }
  }
  return have
}
