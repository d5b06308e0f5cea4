import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  detailOf,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenPatient,
  givenRow,
  idsIn,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const givenVaccine = (fields: Body = {}) =>
  givenItem(caller, { type_code: 2, is_vaccine: true, recall_interval_days: 365, ...fields })
const visitOf = (patients: Body[], started = '2026-03-02T09:00:00Z') => givenConsultation(caller, { patients, started })
const recallsOf = async ({ id }: Body): Promise<Body[]> => (await caller.get(`/recall/?patient__is=${id}`)).body.results

describe('an item that is a vaccine', () => {
  it('is a medicine, and only a vaccine has an interval', async () => {
    const { vat_group } = await givenItem(caller)
    const add = (fields: Body) =>
      caller.post('/item/', { name: 'Vaccine', price: '10.00', vat_group, type_code: 2, ...fields }, asProblem)
    expect(codesOf(await add({ type_code: 3, is_vaccine: true }))).toEqual({ is_vaccine: 'not_a_medicine' })
    expect(codesOf(await add({ recall_interval_days: 365 }))).toEqual({ recall_interval_days: 'not_a_vaccine' })
    expect(codesOf(await add({ is_vaccine: true, recall_interval_days: 0 }))).toEqual({
      recall_interval_days: 'min_value',
    })
    const { body } = await add({ is_vaccine: true, recall_interval_days: 365 })
    expect(body).toMatchObject({ is_vaccine: true, recall_interval_days: 365 })
    expect(codesOf(await caller.patch(body.url, { is_vaccine: false }, asProblem))).toEqual({
      recall_interval_days: 'not_a_vaccine',
    })
    expect(codesOf(await caller.patch(body.url, { type_code: 3 }, asProblem))).toEqual({ is_vaccine: 'not_a_medicine' })
    expect((await caller.patch(body.url, { is_vaccine: false, recall_interval_days: null })).status).toBe(200)
  })
})

describe('a vaccination in a visit', () => {
  it('makes a recall for each animal, on the day of the visit at the department', async () => {
    const one = await givenPatient(caller)
    const other = await givenPatient(caller, { client: one.client })
    const item = await givenVaccine({ recall_interval_days: 21 })
    const visit = await visitOf([one, other], '2026-03-02T22:30:00Z')
    await givenRow(caller, visit, { item: item.url })
    const [made, ...more] = await recallsOf(one)
    expect(more).toEqual([])
    expect(made).toEqual({
      id: made.id,
      url: clinic.url('recall', made.id),
      patient: one.url,
      client: one.client,
      item: item.url,
      consultation: visit.url,
      department: visit.department,
      given: '2026-03-03',
      due: '2026-03-24',
      replaced_by: null,
      status: 0,
      reason: 'no_recipient',
      message: null,
      appointment: null,
      called: null,
      call_note: '',
      created: made.created,
      modified: made.modified,
    })
    expect((await caller.get(made.url)).body).toEqual(made)
    expect(await recallsOf(other)).toEqual([expect.objectContaining({ patient: other.url, due: '2026-03-24' })])
    expect(idsIn(await caller.get(`/recall/?item__is=${item.id}&due__lte=2026-03-23`))).toEqual([])
    expect(idsIn(await caller.get(`/recall/?item__is=${item.id}&due__gte=2026-03-24`))).toHaveLength(2)
  })

  it('makes none of another medicine, of a vaccine without an interval, or of one that is only prescribed', async () => {
    const patient = await givenPatient(caller)
    const visit = await visitOf([patient])
    await givenRow(caller, visit)
    await givenRow(caller, visit, { item: (await givenVaccine({ recall_interval_days: null })).url })
    await givenRow(caller, visit, { item: (await givenVaccine()).url, usage_type: 3 })
    expect(await recallsOf(patient)).toEqual([])
  })

  it('replaces the recall of an earlier one with the same item, and of no other', async () => {
    const patient = await givenPatient(caller)
    const [item, another] = [await givenVaccine(), await givenVaccine()]
    const first = await visitOf([patient])
    await givenRow(caller, first, { item: item.url })
    await givenRow(caller, first, { item: another.url })
    await givenRow(caller, await visitOf([patient], '2026-04-02T09:00:00Z'), { item: item.url })
    const [older, kept, newer] = await recallsOf(patient)
    expect([older.status, older.replaced_by]).toEqual([5, newer.url])
    expect([kept.status, newer.status, newer.due]).toEqual([0, 0, '2027-04-02'])
    expect(idsIn(await caller.get(`/recall/?patient__is=${patient.id}&replaced_by__is_null=true`))).toEqual([
      kept.id,
      newer.id,
    ])
    await givenRow(caller, await visitOf([patient], '2026-01-02T09:00:00Z'), { item: item.url })
    expect((await recallsOf(patient)).map(({ status }) => status)).toEqual([5, 0, 0, 5])
  })

  it('is withdrawn with its row, and what it had replaced counts again', async () => {
    const patient = await givenPatient(caller)
    const item = await givenVaccine()
    await givenRow(caller, await visitOf([patient]), { item: item.url })
    const row = await givenRow(caller, await visitOf([patient], '2026-04-02T09:00:00Z'), { item: item.url })
    const [older, newer] = await recallsOf(patient)
    expect((await caller.delete(detailOf(row))).status).toBe(204)
    expect(await recallsOf(patient)).toEqual([expect.objectContaining({ id: older.id, replaced_by: null, status: 0 })])
    const gone = (await caller.get('/deleted/?ordering=-id')).body.results
    expect(gone).toContainEqual(expect.objectContaining({ resource: 'recall', record: newer.id }))
  })

  it('follows the row: other animals, and how it is used', async () => {
    const one = await givenPatient(caller)
    const other = await givenPatient(caller, { client: one.client })
    const row = await givenRow(caller, await visitOf([one, other]), { item: (await givenVaccine()).url })
    const [kept] = await recallsOf(other)
    await caller.patch(detailOf(row), { patients: [other.url] })
    expect([await recallsOf(one), await recallsOf(other)]).toEqual([[], [kept]])
    await caller.patch(detailOf(row), { usage_type: 1, instructions: 'Rest' })
    expect(await recallsOf(other)).toEqual([kept])
    await caller.patch(detailOf(row), { usage_type: 3 })
    expect(await recallsOf(other)).toEqual([])
    await caller.patch(detailOf(row), { usage_type: 1, patients: [one.url, other.url] })
    expect([await recallsOf(one), await recallsOf(other)].flat()).toHaveLength(2)
  })

  it('follows the visit: the day on which it began, and its department', async () => {
    const patient = await givenPatient(caller)
    const another = await givenPatient(caller, { client: patient.client })
    const item = await givenVaccine({ recall_interval_days: 21 })
    const visit = await visitOf([patient, another])
    await givenRow(caller, visit, { item: item.url })
    await givenRow(caller, await visitOf([patient], '2026-03-01T09:00:00Z'), { item: item.url })
    const [{ given, due }] = await recallsOf(patient)
    expect([given, due]).toEqual(['2026-03-02', '2026-03-23'])
    const elsewhere = (await givenDepartment(caller)).url
    await caller.patch(visit.url, { started: '2026-02-10T09:00:00Z', department: elsewhere })
    const [moved, other] = await recallsOf(patient)
    expect(moved).toMatchObject({ given: '2026-02-10', due: '2026-03-03', department: elsewhere, status: 5 })
    expect([moved.replaced_by, other.replaced_by]).toEqual([other.url, null])
    expect(await recallsOf(another)).toEqual([expect.objectContaining({ due: '2026-03-03', status: 0 })])
    await caller.patch(visit.url, { started: '2026-02-10T10:00:00Z' })
    expect((await recallsOf(patient))[0]).toEqual(moved)
  })

  it('leaves one recall that counts when two visits vaccinate at once', async () => {
    const patient = await givenPatient(caller)
    const item = await givenVaccine()
    const visits = await Promise.all(Array.from({ length: 6 }, () => visitOf([patient])))
    await Promise.all(visits.map((visit) => givenRow(caller, visit, { item: item.url })))
    const recalls = await recallsOf(patient)
    expect(recalls.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([0, 5, 5, 5, 5, 5])
  })
})
