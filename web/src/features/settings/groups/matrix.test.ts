import { expect, it } from 'vitest'
import type { PermissionGroup } from '../../../api/records.ts'
import { accessIn, type Changes, choose, countChanges, listsOf } from './matrix.ts'

const reception = {
  url: '/permissiongroup/1/',
  read: ['Clinical: Consultations'],
  write: ['General: Appointments', 'Financial: Invoices'],
} as unknown as PermissionGroup
const none: Changes = new Map()

it('counts what differs from what is saved, and nothing that was chosen back', () => {
  const once = choose(none, reception, 'Financial: Invoices', 'read')
  const twice = choose(once, reception, 'Clinical: Prescriptions', 'write')
  expect([countChanges(once), countChanges(twice)]).toEqual([1, 2])
  expect(accessIn(twice, reception, 'Financial: Invoices')).toBe('read')
  expect(accessIn(twice, reception, 'General: Appointments')).toBe('write')
  const back = choose(twice, reception, 'Financial: Invoices', 'write')
  expect(countChanges(back)).toBe(1)
  expect(choose(back, reception, 'Clinical: Prescriptions', 'none')).toEqual(none)
})

it('sends each permission in one list at most', () => {
  let changes = choose(none, reception, 'Financial: Invoices', 'read')
  changes = choose(changes, reception, 'Clinical: Consultations', 'write')
  changes = choose(changes, reception, 'General: Appointments', 'none')
  expect(listsOf(changes, reception)).toEqual({ read: ['Financial: Invoices'], write: ['Clinical: Consultations'] })
})
