// @module-tag waits
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connect, type Pool } from '../db/pool.ts'
import { runDutyIfDue, type Duty } from './duties.ts'

let database: TestDatabase
let workers: Pool[]
beforeAll(async () => {
  database = await testDatabase()
  workers = Array.from({ length: 5 }, () => connect(database.workerUrl, { max: 2 }))
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await database.drop()
})
beforeEach(async () => {
  runs = 0
  await sql`update duty set due = now(), lease = null, leased_until = null`.execute(workers[0]!.db)
})

let runs = 0
const duty: Duty = {
  name: 'count',
  everySeconds: 3_600,
  run: async () => {
    runs++
    await pause(50)
  },
}
const everybody = (times = 3) =>
  Promise.all(
    workers.map(async ({ db }) => {
      for (let round = 0; round < times; round++) await runDutyIfDue(db, duty).catch(() => {})
    }),
  )
const makeDue = () => sql`update duty set due = now()`.execute(workers[0]!.db)
const state = async () =>
  (
    await sql<{ lease: string | null; failures: number; due: Date; seconds: number }>`select lease, failures, due,
    extract(epoch from due - now())::float as seconds from duty where name = 'count'`.execute(workers[0]!.db)
  ).rows[0]!

describe('a duty', () => {
  it('runs once each time it is due, however many workers there are', async () => {
    await everybody()
    expect(runs).toBe(1)
    await everybody()
    expect(runs).toBe(1)
    await makeDue()
    await everybody()
    expect(runs).toBe(2)
    expect((await state()).seconds).toBeGreaterThan(3_500)
  })

  it('that fails is retried within a minute, and counts its failures', async () => {
    const failing = { ...duty, run: () => Promise.reject(new Error('no')) }
    await expect(runDutyIfDue(workers[0]!.db, failing)).rejects.toThrow('no')
    expect(await state()).toMatchObject({ lease: null, failures: 1 })
    expect((await state()).seconds).toBeLessThanOrEqual(60)
    await makeDue()
    await runDutyIfDue(workers[0]!.db, duty)
    expect(await state()).toMatchObject({ failures: 0 })
  })

  it('of a worker that died is taken over when its lease has expired, and not before', async () => {
    const [first, second] = workers as [Pool, Pool]
    let resume = () => {}
    const stuck = runDutyIfDue(first.db, {
      ...duty,
      run: async (shouldContinue) => {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
        if (shouldContinue()) runs++
      },
    })
    await expect.poll(async () => (await state()).lease).not.toBeNull()
    expect(await runDutyIfDue(second.db, duty)).toBe(false)
    await sql`update duty set leased_until = now()`.execute(second.db)
    expect(await runDutyIfDue(second.db, duty)).toBe(true)
    const after = await state()
    // The first worker resumes without the lease, so it changes nothing.
    resume()
    await stuck
    const { lease, failures, due } = after
    expect(await state()).toMatchObject({ lease, failures, due })
  })

  it('that is interrupted is due at once for another worker', async () => {
    let shouldContinue = true
    await runDutyIfDue(
      workers[0]!.db,
      {
        ...duty,
        run: async () => {
          shouldContinue = false
        },
      },
      () => shouldContinue,
    )
    expect((await state()).seconds).toBeLessThanOrEqual(0)
    await everybody(1)
    expect(runs).toBe(1)
  })
})
