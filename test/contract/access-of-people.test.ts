import { describe, expect, it } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { callerNames } from '../support/access-callers.ts'
import { disagreements } from '../support/access-model.ts'
import { isFine, statusesOf, testAccess, useAccess } from '../support/access.ts'
import { nameOf, routesIn, routeTable, type Route } from '../support/routes.ts'

const access = await useAccess(callerNames.people)
const { sent, of } = access

describe('access', () => {
  testAccess(access)

  it('differs from a table that asks for no permission', () => {
    const table = routeTable.replace(/^(GET \/client\/ \|) [^|\n]+/m, '$1 any valid token ')
    expect(table).not.toBe(routeTable)
    expect(disagreements(sent().outcomes, routesIn(table))).not.toEqual([])
  })
})

describe('a session', () => {
  const isRead = ({ at }: { readonly at: { readonly route: Route } }) => at.route.method === 'GET'

  it('reads, and writes with its CSRF token', () => {
    const found = of('a session').filter(isFine)
    expect(statusesOf(found.filter(isRead))).toEqual(new Set([200]))
    const written = statusesOf(found.filter((one) => !isRead(one)))
    expect([...written]).toEqual(expect.arrayContaining([200, 201, 204]))
  })

  it('[decision-86] makes no access last unless its person has confirmed a moment ago that it is them', () => {
    const declared = routesIn(routeTable).filter(({ stepUp }) => stepUp)
    expect(declared.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /application/',
      'PATCH /application/{id}/',
      'POST /application/{id}/rotate_secret/',
      'POST /client/{id}/erase/',
      'POST /hook/webhook/',
      'PATCH /hook/webhook/{id}/',
      'POST /permissiongroup/',
      'PATCH /permissiongroup/{id}/',
      'PATCH /settings/messaging/',
      'PATCH /settings/messaging/{id}/',
      'PATCH /settings/security/',
      'PATCH /settings/security/{id}/',
      'POST /user/',
      'PATCH /user/{id}/',
      'POST /user/{id}/erase/',
      'POST /user/{id}/invite/',
    ])
    const found = of('an unconfirmed session').filter(isFine)
    const refused = found.filter(({ at }) => at.route.stepUp)
    expect(new Set(refused.map(({ at }) => nameOf(at.route)))).toEqual(new Set(declared.map(nameOf)))
    expect(statusesOf(refused)).toEqual(new Set([403]))
    expect(refused.every(({ answer }) => answer.text.includes('Confirm that it is you'))).toBe(true)
    const others = statusesOf(found.filter((one) => !isRead(one) && !one.at.route.stepUp))
    expect([...others]).toEqual(expect.arrayContaining([200, 201, 204]))
  })

  it('is asked for the same at every route that changes a record', () => {
    const changes = operations.filter(({ name }) => /\.(?:patch|put|change)$/.test(name))
    const asked = Map.groupBy(changes, ({ resource, path }) => resource?.name ?? path)
    const differing = [...asked].filter(([, routes]) => new Set(routes.map(({ stepUp }) => stepUp ?? false)).size > 1)
    expect(differing.map(([name]) => name)).toEqual([])
    expect(asked.get('security_settings')).toHaveLength(2)
  })

  it('[V3.5.1] reads, and writes nothing without it', () => {
    const found = of('a session without its CSRF token').filter(isFine)
    expect(statusesOf(found.filter(isRead))).toEqual(new Set([200]))
    expect(statusesOf(found.filter((one) => !isRead(one)))).toEqual(new Set([403]))
  })
})
