import { readFileSync } from 'node:fs'
import { resources } from '../../src/app/resources.ts'
import { pathOf } from '../../src/kernel/resource.ts'

export type Access = 'read' | 'write'
export type Held = { readonly permission: string; readonly access: Access }
/** One line of the route table, read as a person reads it. */
export type Route = {
  readonly method: string
  readonly path: string
  readonly needs: readonly Held[]
  readonly anyOf: boolean
  readonly rate: number
  readonly scope: string | undefined
  readonly oauthOnly: boolean
}

const line =
  /^(GET|POST|PATCH|PUT|DELETE) (\/\S*) \| (any valid token|.+? \((?:read|write)\)) \| (\d+)(?: \| scope (\w+))?( \| oauth only)?$/
const need = /(.+?) \((read|write)\)(?: (or|and) |$)/g

const routeFrom = (text: string): Route => {
  const [, method, path, permission, rate, scope, oauthOnly] = line.exec(text) ?? []
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
    oauthOnly: oauthOnly !== undefined,
  }
}

export const routeTable = readFileSync(new URL('../contract/routes.golden.txt', import.meta.url), 'utf8')
export const routesIn = (text: string): Route[] => text.trimEnd().split('\n').map(routeFrom)
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** What the id in a path is the id of. */
export const resourceAt = (path: string) =>
  resources.find((resource) => path.startsWith(`/${pathOf(resource)}/{id}/`))?.name

/** Whether a record serves a route only once: it is gone afterwards, or has moved on. */
export const isSpentBy = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  method === 'DELETE' || path.endsWith('/update_status/')
