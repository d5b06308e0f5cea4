import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '../../src/db/pool.ts'
import { advanceAllLocks } from '../../src/worker/period-locks.ts'
import { useClinic, type TestResponse, type TestOrganisation } from '../support/api.ts'
import { givenInvoice } from '../support/billing.ts'
import { givenClient, givenPatient, givenWeight } from '../support/clinic.ts'
import { useSuperuser } from '../support/database.ts'

const { api, clinic: sandbox, caller } = await useClinic()
const administrator = await useSuperuser(api)

const day = 86_400
const setClock = (seconds: number, organisation = sandbox) =>
  organisation.within((tx) => tx.updateTable('organisation').set({ sandbox: true, clock_offset: seconds }).execute())
/** Callers are cached for a moment with their clock, so requests that depend on the new clock have a new token. */
const atClock = async (seconds: number) => {
  await setClock(seconds)
  return sandbox.caller()
}
const aheadOf = (moment: string) => (Date.parse(moment) - Date.now()) / 1000
const expectNear = (moment: string, seconds: number) => expect(Math.abs(aheadOf(moment) - seconds)).toBeLessThan(300)

describe('a sandbox with a clock of its own', () => {
  it.each([
    ['forty days ahead', 40 * day],
    ['at our own time', 0],
    ['three hours back', -10_800],
  ])('uses it for business dates: %s', async (_what, offset) => {
    const apiClient = await atClock(offset)
    const patient = await givenPatient(apiClient, { weight: '4' })
    const weighed = await givenWeight(apiClient, patient)
    expectNear(weighed.measured, offset)
    const [first] = (await apiClient.get(`/patient/${patient.id}/weight/?ordering=measured`)).body.results
    expectNear(first.measured, offset)
    const changed = await apiClient.patch(patient.url, { weight: '5' })
    const newest = (await apiClient.get(`/patient/${patient.id}/weight/?ordering=-measured`)).body.results[0]
    expect([changed.status, newest.weight]).toEqual([200, '5.000'])
    expectNear(newest.measured, offset)
    const client = await givenClient(apiClient, { communication_preferences: { email: true } })
    expectNear(client.communication_preferences.answered_at, offset)
  })

  it.each([40 * day, -40 * day])('stamps changes with the real time, %s seconds off', async (offset) => {
    const apiClient = await atClock(offset)
    const { created, modified, id } = await givenClient(apiClient)
    for (const moment of [created, modified]) expectNear(moment, 0)
    const { rows } = await administrator.query(
      `select occurred from auditevent where organisation = $1 and resource = 'client' and record = $2`,
      [sandbox.id, id],
    )
    expectNear(rows[0].occurred.toISOString(), 0)
    const delta = await apiClient.get(`/client/?modified__gte=${encodeURIComponent(modified)}`)
    expectNear(delta.headers.get('x-server-time')!, 0)
    const headers = { 'idempotency-key': `clock ${offset}`.replace(' ', ':') }
    expect((await apiClient.post('/client/', { lastname: 'A' }, { headers })).status).toBe(201)
    const kept = await administrator.query('select expires from idempotency_key where key = $1', [
      headers['idempotency-key'],
    ])
    expectNear(kept.rows[0].expires.toISOString(), 30 * day)
  })

  it('uses the real time for tokens and rate windows', async () => {
    await setClock(0)
    const left = ({ headers }: TestResponse) =>
      /r=(\d+);t=(\d+)/
        .exec(headers.get('ratelimit') ?? '')!
        .slice(1)
        .map(Number)
    const application = await sandbox.givenApplication()
    const token = await sandbox.tokenOf(application)
    const apiClient = sandbox.as(`Bearer ${token}`)
    const [before] = left(await apiClient.get('/client/1/'))
    for (const [at, offset] of [40 * day, -40 * day].entries()) {
      await setClock(offset)
      // A second token of the same application: its rate window is the same, and its clock is not cached.
      const another = sandbox.as(`Bearer ${await sandbox.tokenOf(application)}`)
      const [remaining, reset] = left(await another.get('/client/1/'))
      expect(remaining).toBe(before! - 1 - at)
      expect(reset).toBeLessThanOrEqual(60)
      expect((await apiClient.get('/department/')).status).toBe(200)
    }
    const { rows } = await administrator.query(
      `select expires from oauth_record where organisation = $1 and model = 'ClientCredentials' order by expires desc`,
      [sandbox.id],
    )
    for (const { expires } of rows) expectNear(expires.toISOString(), Math.min(36_000, aheadOf(expires.toISOString())))
    expectNear(rows[0].expires.toISOString(), 36_000)
  })

  // At any hour, one of the two has another day than UTC.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('has its own day, in %s', async (time_zone) => {
    const island = await api.givenOrganisation({ time_zone })
    await setClock(40 * day, island)
    const today = new Intl.DateTimeFormat('sv', { timeZone: time_zone }).format(Date.now() + 40 * day * 1000)
    expect((await givenInvoice(await island.caller(), island)).invoice_date).toBe(today)
  })

  it('has its period locks advanced by its own clock, and no other organisation has', async () => {
    const worker = connect(api.database.workerUrl, { max: 1 })
    onTestFinished(() => worker.close())
    const real = await api.givenOrganisation()
    const locked = async (organisation: TestOrganisation) => {
      const apiClient = await organisation.caller()
      const path = `/settings/department/${organisation.department}/`
      const { status } = await apiClient.patch(path, {
        automatic_financial_period_lock_enabled: true,
        automatic_financial_period_lock_monthday: 5,
      })
      expect(status).toBe(200)
      return async () => (await apiClient.get(path)).body.financial_period_lock_date
    }
    const dates = [await locked(sandbox), await locked(real)]
    // In Helsinki the next day has begun.
    const now = new Date('2026-03-01T22:30:00Z')
    await setClock(0)
    await advanceAllLocks(worker.db, now, () => {})
    expect(await Promise.all(dates.map((date) => date()))).toEqual([null, null])
    await setClock(2 * day)
    await advanceAllLocks(worker.db, now, () => {})
    expect(await Promise.all(dates.map((date) => date()))).toEqual([null, null])
    await setClock(3 * day)
    await advanceAllLocks(worker.db, now, () => {})
    expect(await Promise.all(dates.map((date) => date()))).toEqual(['2026-03-01', null])
  })
})

describe('an organisation that is no sandbox', () => {
  it('cannot be given a clock, nor can a sandbox become real with one', async () => {
    const real = await api.givenOrganisation()
    const set = (values: { sandbox?: boolean; clock_offset?: number }) =>
      real.within((tx) => tx.updateTable('organisation').set(values).execute())
    await expect(set({ clock_offset: 1 })).rejects.toMatchObject({ code: '23514' })
    await set({ sandbox: true, clock_offset: day })
    await expect(set({ sandbox: false })).rejects.toMatchObject({ code: '23514' })
    await set({ sandbox: false, clock_offset: 0 })
    expectNear((await givenWeight(await real.caller(), await givenPatient(await real.caller()))).measured, 0)
  })

  it('is not made a sandbox through the API', async () => {
    const real = await api.givenOrganisation()
    const apiClient = await real.caller()
    const { status, body } = await apiClient.patch(`/organisation/${real.id}/`, { sandbox: true, clock_offset: 60 })
    expect([status, 'sandbox' in body, 'clock_offset' in body]).toEqual([200, false, false])
    const { rows } = await real.within((tx) => sql`select sandbox, clock_offset from organisation`.execute(tx))
    expect(rows).toEqual([{ sandbox: false, clock_offset: 0 }])
  })

  it('is not affected by the clock of another', async () => {
    await setClock(40 * day)
    const real = await (await api.givenOrganisation()).caller()
    expectNear((await givenWeight(real, await givenPatient(real))).measured, 0)
    expectNear((await givenWeight(caller, await givenPatient(caller))).measured, 40 * day)
  })
})
