import { expect, it } from 'vitest'
import type { Shift } from '../../api/records.ts'
import { onDuty } from './on-duty.ts'

const shift = (user: string, department: string, start: string | null) => ({ user, department, start }) as Shift

it('names who works by the week, unless the date says otherwise', () => {
  const weekly = [shift('aalto', 'hospital', '08:00'), shift('berg', 'hospital', '08:00')]
  expect([...onDuty(weekly, [])]).toEqual(['aalto', 'berg'])
  expect([...onDuty(weekly, [shift('berg', 'hospital', null)])]).toEqual(['aalto'])
  expect([...onDuty(weekly, [shift('berg', 'branch', null)])]).toEqual(['aalto', 'berg'])
  expect([...onDuty([], [shift('lind', 'branch', '12:00')])]).toEqual(['lind'])
})
