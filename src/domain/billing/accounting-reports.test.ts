import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenDepartment, givenUser, idsIn } from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()
const department: { id: number; url: string } = await givenDepartment(caller)
const user: { id: number; url: string } = await givenUser(caller)

const totals = {
  totals_by_account: [
    { number: '3000', description: 'Procedures', total: '100.00' },
    { number: '3100', description: '', total: '-5.00' },
  ],
  totals_by_vat_group: [{ title: 'General', percentage: '25.50', net: '95.00', vat: '24.23', total: '119.23' }],
  totals_by_payment_type: [{ payment_type: 0, total: '119.23', counted: null, difference: null, explanation: null }],
}
let closed = 0

/** A report as closing a day makes it. */
const givenReport = (at = department.id) =>
  clinic.within((tx) =>
    tx
      .insertInto('accountingreport')
      .values({
        department: at,
        report_number: ++closed,
        period_start: '2026-03-01T16:00:00Z',
        period_end: '2026-03-02T16:00:00Z',
        created_user: user.id,
        totals_by_account: JSON.stringify(totals.totals_by_account),
        totals_by_vat_group: JSON.stringify(totals.totals_by_vat_group),
        totals_by_payment_type: JSON.stringify(totals.totals_by_payment_type),
        opening_receivables: '10',
        closing_receivables: '-0.5',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

describe('an accounting report', () => {
  it('[S335] [S336] shows what a department has posted', async () => {
    const { id } = await givenReport()
    const { status, body } = await caller.get(`/accountingreport/${id}/`)
    expect([status, body]).toEqual([
      200,
      {
        id,
        url: clinic.url('accountingreport', id),
        department: department.url,
        report_number: closed,
        period_start: '2026-03-01T16:00:00.000000Z',
        period_end: '2026-03-02T16:00:00.000000Z',
        created_user: user.url,
        ...totals,
        total: '95.00',
        total_vat: '24.23',
        total_with_vat: '119.23',
        total_taken: '119.23',
        opening_receivables: '10.00',
        closing_receivables: '-0.50',
        created: expect.any(String),
        modified: expect.any(String),
      },
    ])
    expect((await caller.get(`/accountingreport/?id__is=${id}`)).body.results).toEqual([body])
  })

  it('[S335] is one of a page', async () => {
    const other = await givenDepartment(caller)
    const ids: number[] = []
    for (const _ of [1, 2, 3]) ids.push((await givenReport(other.id)).id)
    const page = await caller.get(`/accountingreport/?department__is=${other.id}&page=2&page_size=2`)
    expect([page.body.count, page.body.num_pages, idsIn(page)]).toEqual([3, 2, ids.slice(2)])
  })

  it('needs the permission for accounting reports', async () => {
    const { id } = await givenReport()
    const stranger = await clinic.caller({ write: ['Financial: Invoices', 'Settings: Items'] })
    const reader = await clinic.caller({ read: ['Financial: End of day and accounting reports'] })
    expect((await stranger.get(`/accountingreport/${id}/`)).status).toBe(403)
    expect((await reader.get(`/accountingreport/${id}/`)).status).toBe(200)
  })

  it('cannot be changed, not even with the database role of the API', async () => {
    const { id } = await givenReport()
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await caller.send(method, `/accountingreport/${id}/`)).status).toBe(405)
    expect((await caller.post('/accountingreport/', {})).status).toBe(405)
    for (const change of [
      () => clinic.within((tx) => tx.updateTable('accountingreport').set({ report_number: 99 }).execute()),
      () => clinic.within((tx) => tx.deleteFrom('accountingreport').execute()),
    ])
      await expect(change()).rejects.toThrow('permission denied')
  })
})
