import type { Records } from '../../scripts/screens/records.ts'
import type { ApiClient, TestOrganisation, TestResponse } from './api.ts'
import { done, givenDraft, givenSale, pay } from './billing.ts'
import {
  givenAppointment,
  givenClient,
  givenConsultation,
  givenDiagnosis,
  givenInstruction,
  givenItem,
  givenNote,
  givenPatient,
  givenPhoneNumber,
  givenReferral,
  givenRow,
  givenWeight,
  species,
} from './clinic.ts'

type Shown = TestResponse['body']

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const idOf = (url: string) => Number(url.split('/').at(-2))

/** A visit at a stage, with what it usually has by then. The first entry sets it in progress. */
const givenVisit = async (caller: ApiClient, vet: Shown, owner: Shown, name: string, stage: 0 | 5 | 8 | 10) => {
  const patient = await givenPatient(caller, {
    client: owner.url,
    name,
    species: species('CAT'),
    critical_notes: name === 'Milo' ? 'Penicillin allergy' : '',
  })
  await givenWeight(caller, patient, { weight: '4.10', measured: minutesFromNow(-90 * 1440) })
  await givenWeight(caller, patient, { weight: '4.35', measured: minutesFromNow(-10) })
  const visit = await givenConsultation(caller, {
    patients: [patient],
    supervising_veterinarian: vet.url,
    complaint: 'Coughs at night',
  })
  if (stage !== 0) {
    await givenNote(caller, visit, { text: 'Bright and alert. Lungs: slight wheeze on both sides.' })
    await givenDiagnosis(caller, visit, { name: 'Feline asthma' })
    await givenInstruction(caller, visit, { text: 'Inhale twice a day, and come again in two weeks.' })
    await givenRow(caller, visit, { kind: 1 })
    await givenRow(caller, visit, { kind: 2 })
  }
  if (stage === 5 || stage === 10)
    await done(caller.post(`/consultation/${visit.id}/update_status/`, { status: stage }))
  return { visit, patient }
}

/** What is asked about in a visit: a medicine against a warning, a charge that is missing, a prescription that is not sent. */
const givenQuestions = async (caller: ApiClient, vet: Shown, visit: Shown, patient: Shown) => {
  const given = await givenItem(caller, { name: 'Robenacoxib 6 mg', type_code: 2 })
  await givenItem(caller, { name: 'Carprofen 50 mg', type_code: 2 })
  await givenItem(caller, { name: 'Ultrasound of the abdomen', type_code: 1, modality: 'US' })
  for (const substance of ['Robenacoxib', 'Carprofen'])
    await done(caller.post('/contraindication/', { patient: patient.url, substance, reaction: 'Vomited blood' }))
  await givenRow(caller, visit, { kind: 2, item: given.url })
  await givenReferral(caller, { patient: patient.url, consultation: visit.url, modality: 'US' })
  const item = { name: 'Carprofen 50 mg', strength: '50 mg', instructions: 'Twice a day.', quantity_packages: 1 }
  // Made here, because another department would change which one a page is about.
  await done(
    caller.post('/eprescription/prescription/', {
      client_id: idOf(visit.client),
      department_id: idOf(visit.department),
      prescriber_id: vet.id,
      consultation_id: visit.id,
      issue_time: minutesFromNow(0),
      prescription_items: [
        {
          ...item,
          patients: [patient.id],
          valid_until: minutesFromNow(90 * 1440).slice(0, 10),
          warning_reason: 'Half the dose',
        },
      ],
    }),
  )
}

const givenBookings = async (caller: ApiClient, department: string, vet: Shown, owner: Shown) => {
  const reason = await done(caller.post('/reason/', { name: 'Vaccination', duration: 30 }))
  for (const weekday of [1, 2, 3, 4, 5, 6, 7])
    await done(caller.post('/shift/', { user: vet.url, department, weekday, start: '08:00', end: '16:30' }))
  const booked: Shown[] = []
  for (const [name, from] of [
    ['Nala', -12],
    ['Bella', 20],
    ['Otso', 60],
  ] as const) {
    const patient = await givenPatient(caller, { client: owner.url, name })
    const appointment = await givenAppointment(caller, {
      start: minutesFromNow(from),
      end: minutesFromNow(from + 20),
      department,
      user: vet.url,
      client: owner.url,
      patients: [patient.url],
      reason: reason.url,
    })
    booked.push(appointment)
  }
  return booked
}

/** The invoice of a visit that is finalized. */
const invoiceOf = async (caller: ApiClient, { id }: Shown) =>
  done(caller.get((await done(caller.get(`/consultation/${id}/`))).invoice))

/** A day of a small clinic: somebody at every stage, one invoice owed and one paid, a prepayment, a sale that is open. */
export const givenBusyDay = async (caller: ApiClient, clinic: TestOrganisation, vet: Shown): Promise<Records> => {
  const department = clinic.url('department', clinic.department)
  const owner = await givenClient(caller, {
    firstname: 'Anna',
    lastname: 'Kokkonen',
    email: 'anna@example.com',
    critical_notes: 'Call before any treatment over €300',
  })
  await givenPhoneNumber(caller, owner)
  await givenClient(caller, { firstname: 'Aino', lastname: 'Saarela' })
  await givenItem(caller, { name: 'Vaccination visit, cat', type_code: 1 })
  const [, appointment] = await givenBookings(caller, department, vet, owner)
  await givenVisit(caller, vet, owner, 'Tuisku', 0)
  const { visit, patient } = await givenVisit(caller, vet, owner, 'Milo', 8)
  const warned = await givenVisit(caller, vet, owner, 'Sulo', 8)
  await givenQuestions(caller, vet, warned.visit, warned.patient)
  const ready = await givenVisit(caller, vet, owner, 'Luna', 5)
  const owed = await invoiceOf(caller, (await givenVisit(caller, vet, owner, 'Rex', 10)).visit)
  const settled = await invoiceOf(caller, (await givenVisit(caller, vet, owner, 'Ada', 10)).visit)
  const payment = await done(pay(caller, settled, settled.due_sum))
  const deposit = { client: owner.url, department, payment_type: 0, paid: '20.00' }
  await done(caller.post('/unallocatedpayment/', deposit))
  const sale = await givenSale(caller, clinic, { items: [{}, {}] })
  const item = await givenItem(caller, { name: 'Maropitant 10 mg/ml', type_code: 2 })
  const run = await done(caller.post('/item/change_prices/', { percentage_change: '4', search_term: 'maropitant' }))
  return {
    client: owner.id,
    patient: patient.id,
    visit: visit.id,
    readyVisit: ready.visit.id,
    invoice: owed.id,
    paidInvoice: settled.id,
    row: idOf(owed.invoice_row[0]),
    payment: payment.id,
    warnedVisit: warned.visit.id,
    warnedPatient: warned.patient.id,
    appointment: appointment!.id,
    sale: sale.id,
    item: item.id,
    priceChange: run.id,
  }
}

/** Records to which nothing has happened yet, and no sale. */
export const givenBlankRecords = async (caller: ApiClient, clinic: TestOrganisation): Promise<Records> => {
  const patient = await givenPatient(caller)
  const visit = await givenConsultation(caller)
  const invoice = await givenDraft(caller, clinic)
  const { body: run } = await caller.post('/item/change_prices/', {
    percentage_change: '4',
    search_term: 'no such item',
  })
  return {
    client: idOf(patient.client),
    patient: patient.id,
    visit: visit.id,
    readyVisit: visit.id,
    invoice: invoice.id,
    paidInvoice: invoice.id,
    row: idOf(invoice.invoice_row[0]),
    payment: 0,
    warnedVisit: visit.id,
    warnedPatient: patient.id,
    appointment: 0,
    sale: 0,
    item: 0,
    priceChange: run.id,
  }
}
