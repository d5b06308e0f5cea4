import { describe, expect, it } from 'vitest'
import { callerNames } from '../support/access-callers.ts'
import { disagreements } from '../support/access-model.ts'
import { isFine, statusesOf, testAccess, useAccess } from '../support/access.ts'
import { routesIn, routeTable, type Route } from '../support/routes.ts'

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

  it('[V3.5.1] reads, and writes nothing without it', () => {
    const found = of('a session without its CSRF token').filter(isFine)
    expect(statusesOf(found.filter(isRead))).toEqual(new Set([200]))
    expect(statusesOf(found.filter((one) => !isRead(one)))).toEqual(new Set([403]))
  })
})
