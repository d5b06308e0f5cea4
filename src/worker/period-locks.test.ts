import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { connect, type Pool } from '../db/pool.ts'
import { advanceAllLocks } from './period-locks.ts'

const { api, caller } = await useClinic()
let worker: Pool
beforeAll(async () => {
  worker = connect(api.database.workerUrl, { max: 1 })
})
afterAll(() => worker.close())

const givenLock = async (
  monthday: number,
  { enabled = true, zone = 'Europe/Helsinki', lock = null as string | null } = {},
) => {
  const { body } = await caller.post('/department/', { name: 'Branch' })
  const path = `/settings/department/${body.id}/`
  const settings = {
    time_zone: zone,
    financial_period_lock_date: lock,
    automatic_financial_period_lock_monthday: monthday,
  }
  expect((await caller.patch(path, settings)).status).toBe(200)
  expect((await caller.patch(path, { automatic_financial_period_lock_enabled: enabled })).status).toBe(200)
  return { lockDate: async () => (await caller.get(path)).body.financial_period_lock_date }
}
const failed: number[] = []
const runAt = (moment: string) =>
  advanceAllLocks(worker.db, new Date(moment), (organisation) => failed.push(organisation))

describe('the automatic financial period lock', () => {
  it('[S208] [S209] advances each month on its day and locks everything before that month', async () => {
    const { lockDate } = await givenLock(5)
    const seen = []
    for (const moment of [
      '2026-03-04T12:00:00Z',
      '2026-03-05T12:00:00Z',
      '2026-04-04T12:00:00Z',
      '2026-04-05T12:00:00Z',
    ]) {
      await runAt(moment)
      seen.push(await lockDate())
    }
    expect(seen).toEqual([null, '2026-03-01', '2026-03-01', '2026-04-01'])
  })

  it('advances for the others if PostgreSQL does not know the time zone of one organisation', async () => {
    const [here, there] = [await api.givenOrganisation(), await givenLock(5)]
    await here.within((tx) =>
      tx
        .updateTable('department_settings')
        .set({ time_zone: 'Europe/Atlantis', automatic_financial_period_lock_enabled: true })
        .execute(),
    )
    await runAt('2026-03-05T12:00:00Z')
    expect([await there.lockDate(), failed.splice(0)]).toEqual(['2026-03-01', [here.id]])
    await here.within((tx) => tx.updateTable('department_settings').set({ time_zone: 'UTC' }).execute())
  })

  it('[S208] does not advance unless it is enabled', async () => {
    const { lockDate } = await givenLock(5, { enabled: false })
    await runAt('2026-03-20T12:00:00Z')
    expect(await lockDate()).toBeNull()
  })

  it.each([
    ['a month without the day locks on its last', 31, 'Europe/Helsinki', '2026-02-27T12:00:00Z', null],
    ['a month without the day locks on its last', 31, 'Europe/Helsinki', '2026-02-28T12:00:00Z', '2026-02-01'],
    ['leap years have one day more', 29, 'Europe/Helsinki', '2028-02-28T12:00:00Z', null],
    ['leap years have one day more', 29, 'Europe/Helsinki', '2028-02-29T12:00:00Z', '2028-02-01'],
    ['midnight is the department’s own', 1, 'Europe/Helsinki', '2026-02-28T21:59:59Z', '2026-02-01'],
    ['midnight is the department’s own', 1, 'Europe/Helsinki', '2026-02-28T22:00:00Z', '2026-03-01'],
    ['midnight is the department’s own', 1, 'America/Los_Angeles', '2026-03-01T07:59:59Z', '2026-02-01'],
    ['midnight is the department’s own', 1, 'America/Los_Angeles', '2026-03-01T08:00:00Z', '2026-03-01'],
    ['summer time moves midnight', 1, 'Europe/Helsinki', '2026-03-31T20:59:59Z', '2026-03-01'],
    ['summer time moves midnight', 1, 'Europe/Helsinki', '2026-03-31T21:00:00Z', '2026-04-01'],
  ])('%s (day %i in %s at %s)', async (_what, monthday, zone, moment, expected) => {
    const { lockDate } = await givenLock(monthday, { zone })
    await runAt(moment)
    expect(await lockDate()).toBe(expected)
  })

  it('never moves to an earlier date, and changes nothing when it runs again', async () => {
    const { lockDate } = await givenLock(1, { lock: '2026-06-15' })
    await runAt('2026-05-20T12:00:00Z')
    expect(await lockDate()).toBe('2026-06-15')
    await runAt('2026-07-02T12:00:00Z')
    await runAt('2026-07-02T12:00:01Z')
    expect(await lockDate()).toBe('2026-07-01')
  })

  it('advances for the others if one organisation fails', async () => {
    const stuck = await api.givenOrganisation()
    const settings = `/settings/department/${stuck.department}/`
    await (await stuck.caller()).patch(settings, { automatic_financial_period_lock_enabled: true })
    const { lockDate } = await givenLock(1)
    const [held, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = stuck.within(async (tx) => {
      await tx.selectFrom('department_settings').select('id').forUpdate().execute()
      held.resolve()
      await letGo.promise
    })
    await held.promise
    await sql`set lock_timeout = '100ms'`.execute(worker.db)
    await runAt('2027-01-05T12:00:00Z')
    letGo.resolve()
    await holding
    expect(failed).toEqual([stuck.id])
    expect(await lockDate()).toBe('2027-01-01')
  })
})
