// @module-tag waits
import { createHmac } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Trigger } from '../../src/domain/webhooks/triggers.ts'
import { startWorker } from '../../src/worker/worker.ts'
import type { TestResponse } from '../support/api.ts'
import { done, pay } from '../support/billing.ts'
import { givenItem, givenUser, species } from '../support/clinic.ts'
import type { Received } from '../support/deliveries.ts'
import { useMessaging } from '../support/messaging.ts'

type Body = TestResponse['body']

const { caller, clinic, parts, mail, gateway, texts } = await useMessaging()
const worker = startWorker(parts)
afterAll(() => worker.stop())

const secret = 'a secret of enough letters: å'

/** Where the webhooks of a trigger arrive. */
const pathOf = (trigger: Trigger) => `/hooks/${trigger}`
const listenTo = (trigger: Trigger) =>
  done(caller.post('/hook/webhook/', { trigger, url: gateway.at(pathOf(trigger)), secret }))

const isSigned = ({ headers, body }: Received) => {
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
}

/** What a trigger told, by the id in each body. */
const toldBy = (trigger: Trigger, field: string): number[] =>
  gateway.to(pathOf(trigger)).map(({ body }) => JSON.parse(body)[field])

/** A webhook may tell of several changes of a record, and of other records that changed with it. */
const waitFor = async (trigger: Trigger, field: string, ids: readonly number[]) => {
  await expect.poll(() => ids.filter((id) => !toldBy(trigger, field).includes(id))).toEqual([])
}

const book = async (veterinarian: Body) => {
  const soon = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000)
  const appointment = await done(
    caller.post('/appointment/', {
      start: soon.toISOString(),
      end: new Date(soon.valueOf() + 1_800_000).toISOString(),
      department: clinic.url('department', clinic.department),
      type: 2,
      user: veterinarian.url,
      complaint: 'Limps since yesterday',
    }),
  )
  const guest = await done(
    caller.post('/onlinebookingclient/', {
      appointment: appointment.url,
      first_name: 'Aino',
      last_name: 'Virtanen',
      email: 'aino.virtanen@example.com',
      phone_number: '040 765 4321',
    }),
  )
  await done(
    caller.post('/onlinebookingpatient/', {
      onlinebookingclient: guest.url,
      name: 'Murre',
      species: species('DOG'),
      notes: 'Shy with strangers',
    }),
  )
  return { appointment, guest }
}

const treat = async (visit: Body, patient: string) => {
  const [examination, bandage] = [
    await givenItem(caller, { type_code: 1, name: 'Examination', price_with_vat: '62.00' }),
    await givenItem(caller, { type_code: 3, name: 'Bandage', price_with_vat: '12.40' }),
  ]
  const at = `/consultation/${visit.id}`
  await done(caller.post(`${at}/consultationnote/`, { patient, type: 0, text: 'Swelling around the left carpus.' }))
  const { results } = await done(caller.get('/codelist/diagnoses/?page_size=1'))
  const [{ id, code, name }] = results
  await done(caller.post(`${at}/consultationdiagnosis/`, { patient, diagnosis: id, code, name, category: 0, type: 1 }))
  const rows = [
    await done(caller.post(`${at}/procedures/`, { item: examination.url, patients: [patient], quantity: '1' })),
    await done(caller.post(`${at}/supplies/`, { item: bandage.url, patients: [patient], quantity: '1' })),
  ]
  return rows.map((row) => row.id as number)
}

const prescribe = async (visit: Body, veterinarian: Body, client: Body, patient: Body) => {
  const prescription = await done(
    caller.post('/eprescription/prescription/', {
      client_id: client.id,
      department_id: clinic.department,
      prescriber_id: veterinarian.id,
      consultation_id: visit.id,
      issue_time: new Date().toISOString(),
      prescription_items: [
        {
          name: 'Carprofen 50 mg',
          patients: [patient.id],
          strength: '50 mg',
          instructions: 'One tablet a day with food, for five days',
          quantity_packages: 1,
          valid_until: '2099-12-31',
        },
      ],
    }),
  )
  expect(prescription).toMatchObject({ status: 1, patients: [patient.url] })
  return done(caller.patch(prescription.url, { status: 2 }))
}

const takeImages = async (visit: Body, patient: string) => {
  const referral = await done(
    caller.post('/diagnosticimaging_referral/', {
      patient,
      consultation: visit.url,
      modality: 'DX',
      target_areas: ['Left carpus'],
      remarks: 'Fracture?',
    }),
  )
  const { id } = await done(caller.get(referral.worklist))
  await waitFor(6, 'diagnosticimagingworklist_id', [id])
  for (const status of [1, 2, 3]) await done(caller.patch(referral.worklist, { status }))
  await waitFor(7, 'diagnosticimagingworklist_id', [id])
  expect(await done(caller.get(referral.worklist))).toMatchObject({ status: 3, patient, modality: 'DX' })
}

it('a client books online, is confirmed, treated, prescribed for, X-rayed and invoiced, pays, and the day is closed', async () => {
  for (const trigger of [1, 2, 3, 5, 6, 7, 9, 11, 14, 21, 45] as const) await listenTo(trigger)
  const veterinarian = await givenUser(caller, { first_name: 'Elsa', last_name: 'Berg' })

  const { appointment, guest } = await book(veterinarian)
  await waitFor(21, 'appointment_id', [appointment.id])
  const confirmation = await done(
    caller.post(`/appointment/${appointment.id}/send_appointment_confirmation/`, {
      request_hash: appointment.request_hash,
    }),
  )
  expect(confirmation).toEqual({ email: 'queued', sms: 'queued' })
  await expect.poll(() => mail.to('aino.virtanen@example.com').length).toBe(1)
  await expect.poll(() => texts().map(({ To }) => To)).toEqual(['+358407654321'])
  expect(mail.to('aino.virtanen@example.com')[0]!.text).toContain('Murre')

  expect((await done(caller.get(`${guest.url}suggestions/`))).results).toEqual([])
  await done(caller.post(`${guest.url}create_client/`, {}))
  const booked = await done(caller.get(`${appointment.url}?expose_client&expose_patients`))
  const { client_data: client, patients_data: patients } = booked
  const patient = patients[0]
  expect([client.lastname, patient.name]).toEqual(['Virtanen', 'Murre'])

  const visit = await done(caller.post('/consultation/admit/', { appointment: appointment.url }))
  expect(visit).toMatchObject({ status: 0, client: client.url, patients: [patient.url] })
  expect(visit.complaint).toBe('Limps since yesterday')
  const rows = await treat(visit, patient.url)
  expect(await prescribe(visit, veterinarian, client, patient)).toMatchObject({ status: 2 })
  await takeImages(visit, patient.url)

  for (const status of [5, 6, 10]) await done(caller.post(`/consultation/${visit.id}/update_status/`, { status }))
  const { results: invoices } = await done(caller.get(`/invoice/?client__is=${client.id}`))
  expect(invoices).toMatchObject([{ status: 3, consultation: visit.url, due_sum: '74.40' }])
  const payment = await done(pay(caller, invoices[0], '74.40'))
  expect(await done(caller.get(invoices[0].url))).toMatchObject({ due_sum: '0.00' })
  expect(await done(caller.get(visit.url))).toMatchObject({ status: 9 })
  const report = await done(
    caller.post('/accountingreport/close_day/', { department: clinic.url('department', clinic.department) }),
  )
  expect(report).toMatchObject({ opening_receivables: '0.00', closing_receivables: '0.00' })

  await waitFor(1, 'client_id', [client.id])
  await waitFor(2, 'patient_id', [patient.id])
  await waitFor(3, 'consultation_id', [visit.id])
  await waitFor(5, 'consultationitem_id', rows)
  await waitFor(9, 'invoice_id', [invoices[0].id])
  await waitFor(11, 'invoicepayment_id', [payment.id])
  await waitFor(14, 'accountingreport_id', [report.id])
  await waitFor(45, 'consultation_id', [visit.id])
  expect(toldBy(9, 'invoice_id')).toEqual([invoices[0].id])
  expect(toldBy(45, 'consultation_id')).toEqual([visit.id])
  const hooks = gateway.received.filter(({ path }) => path.startsWith('/hooks/'))
  expect(hooks.every(isSigned)).toBe(true)
  expect(new Set(hooks.map(({ headers }) => headers['webhook-id'])).size).toBe(hooks.length)
})
