import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenDepartment, givenItem } from '../../../test/support/clinic.ts'
import { requireKnownZone } from './time-zone.ts'

const { api, clinic, caller } = await useClinic()

const givenSettings = async (changes = {}) => {
  const { id } = await givenDepartment(caller)
  const path = `/settings/department/${id}/`
  const { status, text } = await caller.patch(path, changes)
  if (status !== 200) throw new Error(text)
  return { id, path, change: (more: unknown, asked = {}) => caller.patch(path, more, asked) }
}

describe('the settings of a department', () => {
  it('[S412] are at two addresses', async () => {
    const { id, path } = await givenSettings({ invoice_prefix: 'N' })
    const [own, other] = [await caller.get(path), await caller.get(`/department/${id}/settings/`)]
    expect([own.status, other.status]).toEqual([200, 200])
    expect(own.body).toEqual(other.body)
    expect(own.body).toMatchObject({
      id,
      url: `${clinic.base}${path}`,
      department: clinic.url('department', id),
      invoice_prefix: 'N',
    })
  })

  it('show their time zone with the department, whose modified advances only with it', async () => {
    const { id, change } = await givenSettings()
    const read = async () => (await caller.get(`/department/${id}/`)).body
    const before = await read()
    expect(before.time_zone).toBe('Europe/Helsinki')
    await change({ invoice_prefix: 'N', time_zone: 'Europe/Helsinki' })
    expect(await read()).toEqual(before)
    await change({ time_zone: 'Europe/Oslo' })
    const after = await read()
    expect(after).toEqual({ ...before, time_zone: 'Europe/Oslo', modified: after.modified })
    expect(after.modified > before.modified).toBe(true)
  })

  it.each<[string, string, unknown]>([
    ['', 'time_zone', 'Europe/Helsinki'],
    ['[S207] ', 'financial_period_lock_date', null],
    ['[S208] ', 'automatic_financial_period_lock_enabled', false],
    ['[S209] ', 'automatic_financial_period_lock_monthday', 1],
    ['[S210] ', 'payment_cancel_set_date', false],
    ['[S211] ', 'enable_communication_preferences', false],
    ['', 'preferences_valid_months', 24],
    ['', 'invoice_prefix', ''],
    ['', 'payment_terms_days', 14],
    ['', 'finalize_invoice_with_consultation', true],
    ['[S426] ', 'prescription_fee_item', null],
    ['[S213] ', 'eprescription_enabled', false],
    ['[S213] ', 'eprescription_sender_id', ''],
    ['', 'reminder_hours_before', null],
    ['', 'online_booking_client_minutes', 15],
  ])('%s%s is %j in a new department', async (_line, name, value) => {
    const { path } = await givenSettings()
    expect((await caller.get(path)).body).toHaveProperty(name, value)
  })

  /** Each other than its default. */
  const changed = {
    time_zone: 'Europe/Stockholm',
    financial_period_lock_date: '2026-01-01',
    automatic_financial_period_lock_monthday: 15,
    payment_cancel_set_date: true,
    enable_communication_preferences: true,
    preferences_valid_months: 12,
    invoice_prefix: 'TKU',
    additional_reference: 'Ward 2',
    iban: 'FI2112345600000785',
    bic: 'NDEAFIHH',
    payment_terms_days: 0,
    finalize_invoice_with_consultation: false,
    eprescription_enabled: true,
    eprescription_sender_id: 'FI-0042',
    reminder_hours_before: 24,
    online_booking_client_minutes: 30,
  }

  it('are changed all together', async () => {
    const { path, change } = await givenSettings()
    const { status, body } = await change(changed)
    expect([status, body]).toEqual([200, expect.objectContaining(changed)])
    expect((await caller.get(path)).body).toEqual(body)
  })

  it.each<[string, object]>([
    ['', { time_zone: 'Europe/Oslo' }],
    ['[S207] ', { financial_period_lock_date: '2026-02-01' }],
    ['[S208] ', { automatic_financial_period_lock_enabled: true }],
    ['[S209] ', { automatic_financial_period_lock_monthday: 28 }],
    ['[S210] ', { payment_cancel_set_date: false }],
    ['[S211] ', { enable_communication_preferences: false }],
    ['', { preferences_valid_months: 36 }],
    ['', { invoice_prefix: '' }],
    ['', { additional_reference: '' }],
    ['', { iban: '' }],
    ['', { bic: '' }],
    ['', { payment_terms_days: 30 }],
    ['', { finalize_invoice_with_consultation: true }],
    ['[S213] ', { eprescription_enabled: false }],
    ['[S213] ', { eprescription_sender_id: 'FI-0043' }],
    ['', { reminder_hours_before: null }],
    ['', { online_booking_client_minutes: 5 }],
  ])('%sare changed by %j, and nothing else is', async (_line, changes) => {
    const { path, change } = await givenSettings(changed)
    const before = (await caller.get(path)).body
    const { status, body } = await change(changes)
    expect([status, body]).toEqual([200, { ...before, ...changes, modified: body.modified }])
    expect((await caller.get(path)).body).toEqual(body)
  })

  it.each([1, 28, 31])('[S209] let the lock advance on day %i', async (day) => {
    const { change } = await givenSettings()
    const { status, body } = await change({ automatic_financial_period_lock_monthday: day })
    expect([status, body.automatic_financial_period_lock_monthday]).toEqual([200, day])
  })

  it.each<[string, object, string]>([
    ['[S209] day 0', { automatic_financial_period_lock_monthday: 0 }, 'min_value'],
    ['[S209] day 32', { automatic_financial_period_lock_monthday: 32 }, 'max_value'],
    ['[S209] day -1', { automatic_financial_period_lock_monthday: -1 }, 'min_value'],
    ['[S209] half a day', { automatic_financial_period_lock_monthday: 1.5 }, 'invalid'],
    ['[S209] a day in words', { automatic_financial_period_lock_monthday: 'first' }, 'invalid'],
    ['[S209] no day', { automatic_financial_period_lock_monthday: null }, 'null'],
    [
      '[S208] a lock that is "sometimes" automatic',
      { automatic_financial_period_lock_enabled: 'sometimes' },
      'invalid',
    ],
    ['[S208] a lock that is null', { automatic_financial_period_lock_enabled: null }, 'null'],
    ['[S211] a preferences check that is null', { enable_communication_preferences: null }, 'null'],
    ['[S211] a preferences check of 2', { enable_communication_preferences: 2 }, 'invalid'],
    ['[S213] e-prescriptions that are "ready"', { eprescription_enabled: 'ready' }, 'invalid'],
    ['[S207] a lock date that is a moment', { financial_period_lock_date: '2026-01-01T00:00:00Z' }, 'invalid'],
    ['[S207] a lock date that does not exist', { financial_period_lock_date: '2026-02-30' }, 'invalid'],
    ['negative payment terms', { payment_terms_days: -1 }, 'min_value'],
    ['preferences that are never valid', { preferences_valid_months: 0 }, 'min_value'],
    ['online bookings that wait four minutes', { online_booking_client_minutes: 4 }, 'min_value'],
    ['online bookings that wait longer than a day', { online_booking_client_minutes: 1441 }, 'max_value'],
    ['online bookings that wait for ever', { online_booking_client_minutes: null }, 'null'],
    ['a time zone that does not exist', { time_zone: 'Helsinki' }, 'invalid'],
    ['an empty time zone', { time_zone: '' }, 'blank'],
  ])('refuse %s', async (_what, changes, code) => {
    const { path, change } = await givenSettings()
    const before = (await caller.get(path)).body
    expect(codesOf(await change(changes, asProblem))).toEqual({ [Object.keys(changes)[0]!]: code })
    expect((await caller.get(path)).body).toEqual(before)
  })

  describe('the prescription fee', () => {
    it('[S426] is the id of an item', async () => {
      const [{ id }, { path, change }] = [await givenItem(caller), await givenSettings()]
      expect((await change({ prescription_fee_item: id })).body.prescription_fee_item).toBe(id)
      expect((await caller.get(path)).body.prescription_fee_item).toBe(id)
      expect((await change({ prescription_fee_item: null })).body.prescription_fee_item).toBeNull()
    })

    it('[S426] is not the URL of an item', async () => {
      const [{ url }, { change }] = [await givenItem(caller), await givenSettings()]
      expect(codesOf(await change({ prescription_fee_item: url }, asProblem))).toEqual({
        prescription_fee_item: 'invalid',
      })
    })

    it('is an item of the organisation', async () => {
      const { change } = await givenSettings()
      const other = await api.givenOrganisation()
      const { id } = await givenItem(await other.caller())
      for (const prescription_fee_item of [id, 999_999_999])
        expect(codesOf(await change({ prescription_fee_item }, asProblem))).toEqual({
          prescription_fee_item: 'does_not_exist',
        })
    })
  })

  it('refuse a time zone that the database does not know', async () => {
    await expect(clinic.within((tx) => requireKnownZone(tx, 'Europe/Atlantis'))).rejects.toMatchObject({
      status: 400,
      fields: { time_zone: [{ code: 'unknown' }] },
    })
    await clinic.within((tx) => requireKnownZone(tx, 'Europe/Helsinki'))
  })

  it('keep their department', async () => {
    const { id, change } = await givenSettings()
    const { body } = await change({ id: 1, department: clinic.url('department', clinic.department) })
    expect(body).toMatchObject({ id, department: clinic.url('department', id) })
  })

  it('are read with either permission and changed with the one for departments', async () => {
    const { id, path } = await givenSettings()
    const reader = await clinic.caller({ read: ['Financial: Invoices'] })
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.get(`/department/${id}/settings/`)).status).toBe(200)
    const cashier = await clinic.caller({ write: ['Financial: Invoices'], read: ['Settings: Departments'] })
    expect((await cashier.patch(path, { payment_terms_days: 7 })).status).toBe(403)
    const stranger = await clinic.caller({ write: ['General: Patients and clients'] })
    expect((await stranger.get(path)).status).toBe(403)
    expect((await stranger.get(`/department/${id}/settings/`)).status).toBe(403)
  })

  it('are not visible to other organisations', async () => {
    const other = await api.givenOrganisation()
    for (const id of [other.department, 999_999_999]) {
      expect((await caller.get(`/department/${id}/settings/`)).status).toBe(404)
      expect((await caller.get(`/settings/department/${id}/`)).status).toBe(404)
      expect((await caller.patch(`/settings/department/${id}/`, { payment_terms_days: 7 })).status).toBe(404)
    }
  })
})

describe('locking a period', () => {
  it('[S413] sets and clears the date by hand while the automatic lock is off', async () => {
    const { change } = await givenSettings()
    expect((await change({ financial_period_lock_date: '2026-02-01' })).body.financial_period_lock_date).toBe(
      '2026-02-01',
    )
    expect((await change({ financial_period_lock_date: null })).body.financial_period_lock_date).toBeNull()
  })

  it.each([
    ['another date', '2026-03-01'],
    ['an earlier date', '2025-12-01'],
    ['no date', null],
  ])('[S413] [S552] refuses %s while the automatic lock is on, and changes nothing else', async (_what, date) => {
    const { path, change } = await givenSettings({ financial_period_lock_date: '2026-02-01' })
    await change({ automatic_financial_period_lock_enabled: true })
    const { status, body } = await change({ financial_period_lock_date: date, payment_terms_days: 99 })
    expect([status, body]).toEqual([
      400,
      { financial_period_lock_date: [expect.stringContaining('automatic_financial_period_lock_enabled')] },
    ])
    expect((await caller.get(path)).body).toMatchObject({
      financial_period_lock_date: '2026-02-01',
      payment_terms_days: 14,
    })
  })

  it('[S413] refuses a date in the same change that turns the automatic lock on', async () => {
    const { change } = await givenSettings()
    const changes = { automatic_financial_period_lock_enabled: true, financial_period_lock_date: '2026-02-01' }
    expect((await change(changes)).status).toBe(400)
  })

  it('[S413] takes a date in the same change that turns the automatic lock off', async () => {
    const { change } = await givenSettings({ automatic_financial_period_lock_enabled: true })
    const changes = { automatic_financial_period_lock_enabled: false, financial_period_lock_date: '2026-02-01' }
    expect((await change(changes)).body).toMatchObject(changes)
  })

  it('[S413] changes the rest of the settings while the automatic lock is on', async () => {
    const { change } = await givenSettings({ financial_period_lock_date: '2026-02-01' })
    await change({ automatic_financial_period_lock_enabled: true })
    const { status, body } = await change({
      financial_period_lock_date: '2026-02-01',
      automatic_financial_period_lock_monthday: 10,
    })
    expect([status, body.automatic_financial_period_lock_monthday]).toEqual([200, 10])
  })
})
