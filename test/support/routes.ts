import { readFileSync } from 'node:fs'
import { resources } from '../../src/app/resources.ts'
import { pathOf } from '../../src/kernel/resource.ts'

export type Access = 'read' | 'write'
export type Held = { readonly permission: string; readonly access: Access }
/** One line of the route table. */
export type Route = {
  readonly method: string
  readonly path: string
  readonly needs: readonly Held[]
  readonly anyOf: boolean
  readonly rate: number
  readonly scope: string | undefined
  readonly scopeOnly: boolean
  readonly oauthOnly: boolean
  readonly userTokenOnly: boolean
  readonly stepUp: boolean
}

const line =
  /^(GET|POST|PATCH|PUT|DELETE) (\/\S*) \| (any valid token|.+? \((?:read|write)\)) \| (\d+)(?: \| scope (\w+)( only)?)?( \| oauth only)?( \| user token only)?( \| step-up)?(?: \| sent alone: \w+)?$/
const need = /(.+?) \((read|write)\)(?: (or|and) |$)/g

const routeFrom = (text: string): Route => {
  const [, method, path, permission, rate, scope, scopeOnly, oauthOnly, userTokenOnly, stepUp] = line.exec(text) ?? []
  if (method === undefined || path === undefined || permission === undefined)
    throw new Error(`Not a line of the route table: ${text}`)
  const needs = permission === 'any valid token' ? [] : [...permission.matchAll(need)]
  return {
    method,
    path,
    needs: needs.map(([, name, access]) => ({ permission: name!, access: access as Access })),
    anyOf: needs.some(([, , , word]) => word === 'or'),
    rate: Number(rate),
    scope,
    scopeOnly: scopeOnly !== undefined,
    oauthOnly: oauthOnly !== undefined,
    userTokenOnly: userTokenOnly !== undefined,
    stepUp: stepUp !== undefined,
  }
}

export const routeTable = readFileSync(new URL('../contract/routes.golden.txt', import.meta.url), 'utf8')
export const routesIn = (text: string): Route[] => text.trimEnd().split('\n').map(routeFrom)
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** The resource that `{id}` in a path is the id of. */
export const resourceAt = (path: string) =>
  resources.find((resource) => path.startsWith(`/${pathOf(resource)}/{id}/`))?.name

/** The resource that `{child_id}` in a path is the id of: a nested record. */
const childAt = (path: string) =>
  resources.find(
    ({ within }) => within?.nestedDetail && path.startsWith(`/${within.parent}/{id}/${within.as}/{child_id}/`),
  )?.name

/** A hint is no record, but has a number in the path. */
const hintAt = (path: string) => (path.includes('/charge_hints/{child_id}/') ? 'charge_hint' : undefined)

/** The resource of the record that a route acts on: the innermost in its path. */
export const targetOf = (path: string) => childAt(path) ?? hintAt(path) ?? resourceAt(path)

/** A path with ids in place of its parameters: those of the records that exist, by resource, or another for the target. */
export const fillPath = (
  path: string,
  have: Readonly<Record<string, number>>,
  target: string | number = have[targetOf(path) ?? ''] ?? 0,
) => {
  const id = String(target)
  return path.includes('{child_id}')
    ? path.replace('{child_id}', id).replace('{id}', String(have[resourceAt(path) ?? ''] ?? 0))
    : path.replace('{id}', id)
}

/** Whether a record can be used at a route only once: it is deleted afterwards, or has another status. */
export const isSpentBy = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  method === 'DELETE' || path.endsWith('/update_status/')
