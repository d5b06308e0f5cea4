import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../../test/support/api.ts'
import { done, givenInvoiceOver, givenPrepayment, pay } from '../../../test/support/billing.ts'
import { givenClient, givenDepartment } from '../../../test/support/clinic.ts'

const api = await useApi()
let clinic: TestOrganisation
let here: ApiClient

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  here = await clinic.caller()
})

const takings = (department = clinic.department) => done(here.get(`/department/${department}/takings/`))
const localDay = (time: number) => new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Helsinki' }).format(time)

describe('takings so far', () => {
  it('are nothing at first', async () => {
    expect(await takings()).toEqual({
      date: localDay(Date.now()),
      closed_until: null,
      totals_by_payment_type: [],
      today: '0.00',
      since_close: '0.00',
    })
  })

  it('are added up by payment type, today’s and those since the last close', async () => {
    const { url: client } = await givenClient(here)
    const invoice = await givenInvoiceOver(here, clinic, '100.02', { client })
    await done(pay(here, invoice, '30.10', { payment_type: 0 }))
    await done(pay(here, invoice, '-0.02', { payment_type: 3 }))
    const cash = await done(pay(here, invoice, '20.40', { payment_type: 1 }))
    await done(pay(here, invoice, '5.00', { payment_type: 1 }))
    await done(here.post(`${cash.url}cancel_payment/`, { info: 'Wrong till', cancel_date: new Date().toISOString() }))
    const prepaid = await givenPrepayment(here, clinic, { client, paid: '50.00', payment_type: 7 })
    await done(here.post(`${prepaid.url}apply/`, { invoice: invoice.url, amount: '10.00' }))
    const yesterday = new Date(Date.now() - 86_400_000 * 2).toISOString()
    await done(pay(here, invoice, '7.00', { payment_type: 0, date_added: yesterday }))
    const expected = {
      closed_until: null,
      totals_by_payment_type: [
        { payment_type: 0, today: '30.10', since_close: '37.10' },
        { payment_type: 1, today: '5.00', since_close: '5.00' },
        { payment_type: 3, today: '-0.02', since_close: '-0.02' },
        { payment_type: 7, today: '50.00', since_close: '50.00' },
        { payment_type: 8, today: '10.00', since_close: '10.00' },
      ],
      today: '85.10',
      since_close: '92.10',
    }
    expect(await takings()).toMatchObject(expected)

    const department = clinic.url('department', clinic.department)
    const report = await done(here.post('/accountingreport/close_day/', { department }))
    const closed = await takings()
    expect(closed).toMatchObject({ closed_until: report.period_end, today: '85.10', since_close: '0.00' })
    expect(closed.totals_by_payment_type).toContainEqual({ payment_type: 0, today: '30.10', since_close: '0.00' })
    await done(pay(here, invoice, '1.00', { payment_type: 1 }))
    const after = await takings()
    expect(after).toMatchObject({ today: '86.10', since_close: '1.00' })
    expect(after.totals_by_payment_type).toContainEqual({ payment_type: 1, today: '6.00', since_close: '1.00' })
  })

  it('are the department’s own', async () => {
    const other = await givenDepartment(here)
    expect(await takings(other.id)).toMatchObject({ today: '0.00', totals_by_payment_type: [] })
    expect((await here.get('/department/999999/takings/')).status).toBe(404)
    const desk = await clinic.caller({ read: ['General: Patients and clients'] })
    expect((await desk.get(`/department/${other.id}/takings/`)).status).toBe(403)
  })
})
