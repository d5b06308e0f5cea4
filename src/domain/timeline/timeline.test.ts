import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPrescription,
  givenReferral,
  givenWeight,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const api = await useApi()
let clinic: TestOrganisation
let here: ApiClient
let patient: Body
let visit: Body
let made: Record<string, Body>

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  here = await clinic.caller()
  patient = await givenPatient(here)
  const other = await givenPatient(here, { client: patient.client })
  visit = await givenConsultation(here, {
    patients: [patient, other],
    complaint: 'Itches',
    started: '2026-01-05T08:00:00Z',
  })
  const note = (of: Body, text: string) =>
    done(here.post(`${visit.url}consultationnote/`, { patient: of.url, text, type: 0 }))
  await note(patient, `Red skin. ${'x'.repeat(600)}`)
  await note(other, 'Only of the other one.')
  const diagnosis = (await done(here.get('/codelist/diagnoses/?page_size=1'))).results[0]
  await done(
    here.post(`${visit.url}consultationdiagnosis/`, {
      patient: patient.url,
      diagnosis: diagnosis.id,
      code: diagnosis.code,
      name: diagnosis.name,
      category: 0,
      type: 1,
    }),
  )
  await done(
    here.post(`${visit.url}consultationdischargeinstruction/`, { patient: patient.url, text: 'Wash every day.' }),
  )
  const [exam, shampoo] = [
    await givenItem(here, { type_code: 1, name: 'Exam' }),
    await givenItem(here, { name: 'Shampoo' }),
  ]
  await done(here.post(`${visit.url}procedures/`, { item: exam.url, quantity: '1', patients: [patient.url] }))
  const row = await done(
    here.post(`${visit.url}supplies/`, { item: shampoo.url, quantity: '2', patients: [patient.url] }),
  )
  const vital = await done(
    here.post('/vital/', {
      patient: patient.url,
      consultation: visit.url,
      temperature: '38.5',
      measured_at: '2026-01-05T08:10:00Z',
    }),
  )
  await done(here.post(`${visit.url}update_status/`, { status: 10 }))
  const invoice = await done(here.get((await done(here.get(visit.url))).invoice))
  const rows = await done(here.get(`/invoicerow/?invoice__is=${invoice.id}`))
  const credited = rows.results.find(({ consultation_item }: Body) => consultation_item === row.url)
  const refund = await done(
    here.post(`${invoice.url}partial_refund/`, { invoice_rows: [{ invoice_row: credited.url }] }),
  )
  made = {
    vital,
    invoice,
    refund,
    weight: await givenWeight(here, patient, { weight: '4.2', measured: '2026-01-05T08:05:00Z' }),
    prescription: await givenPrescription(here, {
      patient,
      consultation_id: visit.id,
      issue_time: '2026-01-05T09:00:00Z',
    }),
    imaging: await givenReferral(here, { patient: patient.url, modality: 'DX', target_areas: ['Left carpus'] }),
    appointment: await givenAppointment(here, {
      client: patient.client,
      patients: [patient.url],
      title: 'Recheck',
      start: '2031-01-05T08:00:00Z',
      end: '2031-01-05T08:15:00Z',
    }),
  }
})

const timeline = async (query = '', as = here): Promise<Body> =>
  done(as.get(`/patient/${patient.id}/timeline/${query}`))
const kindsIn = ({ results }: Body) => results.map(({ kind }: Body) => kind)
const first = async (kind: string, as = here) => (await timeline(`?kind__in=${kind}`, as)).results[0]

describe('the timeline of a patient', () => {
  it('has everything that happened, the newest first', async () => {
    const all = await timeline()
    expect(all).toMatchObject({ count: 8, num_pages: 1, next: null, previous: null })
    const order = all.results.map(({ at }: Body) => at)
    expect(order).toEqual(order.toSorted().toReversed())
    expect(kindsIn(all).toSorted()).toEqual(
      ['appointment', 'imaging', 'invoice', 'invoice', 'prescription', 'visit', 'vital', 'weight'].toSorted(),
    )
    expect(kindsIn(all)[0]).toBe('appointment')
    for (const { url, id } of all.results) expect(await done(here.get(url))).toMatchObject({ id })
  })

  it('sums up a visit: this patient’s notes, diagnoses, instructions and items, with what was refunded', async () => {
    const entry = await first('visit')
    expect(entry).toMatchObject({ at: '2026-01-05T08:00:00.000000Z', id: visit.id, url: visit.url })
    expect(entry.visit).toMatchObject({
      type: 1,
      status: 10,
      veterinarian: 'Integration Application 1',
      complaint: 'Itches',
      reason: null,
      discharge_instructions: ['Wash every day.'],
      items: [
        { name: 'Exam', quantity: '1.000', type_code: 1, refunded: false },
        { name: 'Shampoo', quantity: '2.000', type_code: 3, refunded: true },
      ],
    })
    expect(entry.visit.notes).toEqual([{ type: 0, text: `Red skin. ${'x'.repeat(490)}`, addendum: false }])
    expect(entry.visit.diagnoses).toMatchObject([{ category: 0, type: 1 }])
  })

  it('shows of every other kind what one looks for', async () => {
    expect(await first('weight')).toMatchObject({ id: made.weight!.id, weight: { weight: '4.200' } })
    expect(await first('vital')).toMatchObject({
      url: made.vital!.url,
      vital: { temperature: '38.5', heart_rate: null },
    })
    expect(await first('prescription')).toMatchObject({
      url: made.prescription!.url,
      prescription: { status: 1, medicines: [{ strength: '250 mg', quantity_packages: 2 }] },
    })
    expect(await first('imaging')).toMatchObject({
      url: made.imaging!.worklist,
      imaging: { status: 0, modality: 'DX', target_areas: ['Left carpus'] },
    })
    expect(await first('appointment')).toMatchObject({
      url: made.appointment!.url,
      appointment: { title: 'Recheck', active: true, type: 1, end: '2031-01-05T08:15:00.000000Z' },
    })
    expect((await timeline('?kind__in=invoice')).results).toMatchObject([
      { url: made.refund!.url, invoice: { credit_note: true } },
      {
        url: made.invoice!.url,
        invoice: {
          number: String(made.invoice!.invoice_number),
          credit_note: false,
          total_with_vat: made.invoice!.total_with_vat,
        },
      },
    ])
  })

  it('has no clinical text for those who may not read visits, and no kind that they may not read', async () => {
    const desk = await clinic.caller({ read: ['General: Patients and clients'] })
    expect(kindsIn(await timeline('', desk)).toSorted()).toEqual(['visit', 'weight'])
    const { visit: bare } = await first('visit', desk)
    expect(bare).toEqual({
      type: 1,
      status: 10,
      veterinarian: 'Integration Application 1',
      complaint: null,
      reason: null,
      notes: null,
      diagnoses: null,
      discharge_instructions: null,
      items: null,
    })
    expect(await timeline('?kind__in=invoice', desk)).toMatchObject({ count: 0, results: [] })
    for (const [permission, kind] of [
      ['Clinical: Consultations', 'vital'],
      ['Clinical: Prescriptions', 'prescription'],
      ['Clinical: Diagnostic imaging', 'imaging'],
      ['General: Appointments', 'appointment'],
      ['Financial: Invoices', 'invoice'],
    ] as const) {
      const as = await clinic.caller({ read: ['General: Patients and clients', permission] })
      expect([permission, kindsIn(await timeline('', as)).includes(kind)]).toEqual([permission, true])
    }
  })

  it('comes in pages', async () => {
    const all = await timeline()
    const one = await timeline('?page_size=3')
    expect(one).toMatchObject({ count: 8, num_pages: 3, previous: null })
    const two = await done(here.get(one.next))
    expect([...one.results, ...two.results]).toEqual(all.results.slice(0, 6))
    expect((await here.get(`/patient/${patient.id}/timeline/?page=9`)).status).toBe(404)
    expect(codesOf(await here.get(`/patient/${patient.id}/timeline/?page_size=101`, asProblem))).toEqual({
      page_size: 'max_value',
    })
  })

  it('refuses kinds that do not exist, and patients of others', async () => {
    expect(codesOf(await here.get(`/patient/${patient.id}/timeline/?kind__in=visit,walk`, asProblem))).toEqual({
      kind__in: 'invalid_choice',
    })
    const elsewhere = await (await api.givenOrganisation()).caller()
    expect((await elsewhere.get(`/patient/${patient.id}/timeline/`)).status).toBe(404)
  })
})
