import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { advanceLocks } from './advance-locks.ts'

const { api, clinic } = await useClinic()

/** Fourteen hours ahead of UTC and eleven behind it: whatever the hour, one of them has another date than UTC. */
const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']

const lockAt = async (time_zone: string, monthday: number, now: string, here = clinic, isEnabled = true) =>
  here.within(async (tx) => {
    await tx
      .updateTable('department_settings')
      .set({
        time_zone,
        financial_period_lock_date: null,
        automatic_financial_period_lock_enabled: isEnabled,
        automatic_financial_period_lock_monthday: monthday,
      })
      .execute()
    await advanceLocks(tx, new Date(now))
    const { financial_period_lock_date } = await tx
      .selectFrom('department_settings')
      .select('financial_period_lock_date')
      .executeTakeFirstOrThrow()
    return financial_period_lock_date
  })

describe('the automatic lock', () => {
  it.each<[string, string, number, string, string | null]>([
    ['[S209] the day before, where it is the fifth by UTC', west, 5, '2026-03-05T10:59:59Z', null],
    ['[S209] on its day, where it is the fifth by UTC', west, 5, '2026-03-05T11:00:00Z', '2026-03-01'],
    ['[S209] the day before, where it is the fourth by UTC', east, 5, '2026-03-04T09:59:59Z', null],
    ['[S209] on its day, where it is the fourth by UTC', east, 5, '2026-03-04T10:00:00Z', '2026-03-01'],
    ['[S208] on the first, where UTC is in the month before', east, 1, '2026-03-31T10:00:00Z', '2026-04-01'],
    ['[S208] on the last, where UTC is in the month after', west, 31, '2026-05-01T10:59:59Z', '2026-04-01'],
    ['[S208] on the last, before midnight', west, 30, '2026-04-30T10:59:59Z', null],
    ['[S209] on the last day of a month without its day', east, 31, '2026-02-27T10:00:00Z', '2026-02-01'],
  ])('%s, in %s on day %i at %s, is %s', async (_when, zone, monthday, now, expected) => {
    expect(await lockAt(zone, monthday, now)).toBe(expected)
  })

  it('[S208] does not advance where it is not enabled', async () => {
    expect(await lockAt(east, 5, '2026-03-20T12:00:00Z', clinic, false)).toBeNull()
  })

  it('[S208] follows the clock of a sandbox', async () => {
    const sandbox = await api.givenOrganisation()
    const clock_offset = 2 * 24 * 3600
    await sandbox.within((tx) => tx.updateTable('organisation').set({ sandbox: true, clock_offset }).execute())
    expect(await lockAt(east, 5, '2026-03-02T09:59:59Z', sandbox)).toBeNull()
    expect(await lockAt(east, 5, '2026-03-02T10:00:00Z', sandbox)).toBe('2026-03-01')
  })
})
