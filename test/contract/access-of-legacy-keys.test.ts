import { describe, expect, it } from 'vitest'
import { callerNames, type CallerName } from '../support/access-callers.ts'
import { disagreements } from '../support/access-model.ts'
import { statusesOf, testAccess, useAccess } from '../support/access.ts'
import { nameOf, routesIn, routeTable } from '../support/routes.ts'

const access = await useAccess(callerNames.legacyKeys)
const { sent, of } = access

describe('access', () => {
  testAccess(access)

  it.each([
    [
      'accepts legacy keys',
      'POST /application/ | Settings: Integration settings (write) | 300 | oauth only',
      'POST /application/ | Settings: Integration settings (write) | 300',
    ],
    [
      'refuses legacy keys',
      'POST /client/ | General: Patients and clients (write) | 300',
      'POST /client/ | General: Patients and clients (write) | 300 | oauth only',
    ],
  ])('differs from a table that %s', (_name, line, doctored) => {
    const table = routeTable.replace(line, doctored)
    expect(table).not.toBe(routeTable)
    expect(disagreements(sent().outcomes, routesIn(table))).not.toEqual([])
  })
})

describe('a legacy key', () => {
  const creates = (name: CallerName) => of(name).filter(({ at }) => nameOf(at.route) === 'POST /available_wholesaler/')

  it('opens some endpoints and gets 401 on creating an available wholesaler [S502]', () => {
    const opened = of('a legacy key').filter(({ answer }) => answer.status < 300)
    expect(new Set(opened.map(({ at }) => nameOf(at.route)))).toContain('POST /client/')
    expect(statusesOf(creates('a legacy key'))).toEqual(new Set([401]))
  })

  it('gets 403 instead when its group lacks the permission, because permissions are checked first [S502]', () => {
    expect(statusesOf(creates('a legacy key without the permission'))).toEqual(new Set([403]))
  })
})

describe('a legacy key on custom field definitions', () => {
  const fieldChanges = (name: CallerName) =>
    of(name).filter(({ at }) => /^(POST|PATCH|DELETE) \/custom_fields\//.test(nameOf(at.route)))

  it('gets 401 on changes, and 403 instead when its group lacks the permissions [S502]', () => {
    expect(new Set(fieldChanges('a legacy key').map(({ at }) => at.route.method))).toEqual(
      new Set(['POST', 'PATCH', 'DELETE']),
    )
    expect(statusesOf(fieldChanges('a legacy key'))).toEqual(new Set([401]))
    expect(statusesOf(fieldChanges('a legacy key without the permission'))).toEqual(new Set([403]))
  })
})
