import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { nextMorning } from './holds.ts'

const { clinic } = await useClinic()

describe('the hours of a department', () => {
  it.each([
    ['Europe/Helsinki', '2026-01-05T05:59:59Z', '2026-01-05T06:00:00.000Z'],
    ['Europe/Helsinki', '2026-01-05T06:00:00Z', undefined],
    ['Europe/Helsinki', '2026-01-05T17:59:59Z', undefined],
    ['Europe/Helsinki', '2026-01-05T18:00:00Z', '2026-01-06T06:00:00.000Z'],
    ['Europe/Helsinki', '2026-01-05T23:30:00Z', '2026-01-06T06:00:00.000Z'],
    // The clocks go forward and back in the night in between.
    ['Europe/Helsinki', '2026-03-28T18:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['Europe/Helsinki', '2026-10-24T17:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['America/New_York', '2026-01-05T12:59:00Z', '2026-01-05T13:00:00.000Z'],
    ['America/New_York', '2026-01-06T00:59:00Z', undefined],
    ['Asia/Kathmandu', '2026-01-05T14:15:00Z', '2026-01-06T02:15:00.000Z'],
  ])('in %s at %s: the next morning is %s', async (zone, now, morning) => {
    await clinic.within(async (tx) => {
      await tx.updateTable('department_settings').set({ time_zone: zone }).where('id', '=', clinic.department).execute()
      expect((await nextMorning(tx, clinic.department, new Date(now)))?.toISOString()).toBe(morning)
    })
  })
})
