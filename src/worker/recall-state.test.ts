import { describe, expect, it } from 'vitest'
import type { TestResponse } from '../../test/support/api.ts'
import { done } from '../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenRow,
  idsIn,
} from '../../test/support/clinic.ts'
import { sendDue, useMessaging } from '../../test/support/messaging.ts'
import { queueRecalls } from './recalls.ts'

type Body = TestResponse['body']
const { parts, mail, givenClinic } = await useMessaging()

const queueing = {
  db: parts.db,
  app: parts.app,
  shouldContinue: () => true,
  onFailure: (_organisation: number, problem: unknown) => {
    throw problem
  },
}
const interval = 30

/** A clinic whose vaccine is to be repeated after 30 days. */
const given = async () => {
  const { clinic, caller } = await givenClinic()
  const vaccine = await givenItem(caller, { type_code: 2, is_vaccine: true, recall_interval_days: interval })
  const vaccinate = async (owner: Body, phone?: string) => {
    const client = await givenClient(caller, owner)
    if (phone !== undefined) await givenPhoneNumber(caller, client, { phone_number: phone })
    const patient = await givenPatient(caller, { client: client.url })
    const visit = await givenConsultation(caller, { patients: [patient] })
    await givenRow(caller, visit, { item: vaccine.url })
    return { client, patient }
  }
  /** The clock of the clinic is set to noon of a day from today, so that messages are not put off for the night. */
  const letDaysPass = (days: number) =>
    clinic.within((tx) => {
      const noon = new Date(Date.now() + days * 86_400_000)
      noon.setUTCHours(10, 0, 0, 0)
      return tx
        .updateTable('organisation')
        .set({ sandbox: true, clock_offset: Math.round((noon.valueOf() - Date.now()) / 1000) })
        .execute()
    })
  const recallOf = async ({ id }: Body, query = ''): Promise<Body> =>
    (await done(caller.get(`/recall/?patient__is=${id}${query}`))).results[0]
  return { clinic, caller, vaccine, vaccinate, letDaysPass, recallOf }
}

const mobile = '+358 40 555 0142'
const wishes = { email: 'wishes@example.com' }

describe('a recall says before its day', () => {
  it.each<[string, string, Body, string | undefined, Body?]>([
    ['', 'the client has an e-mail address', { email: 'written@example.com' }, undefined],
    ['', 'the client has a mobile number only', { lastname: 'Koski' }, mobile],
    ['no_sms', 'the client wants no messages', { ...wishes, no_email: true, no_sms: true }, mobile],
    [
      'preference',
      'the client answered no',
      { ...wishes, communication_preferences: { email: false, sms: false } },
      mobile,
    ],
    ['no_recipient', 'the client has neither', { lastname: 'Koski' }, undefined],
    ['no_recipient', 'the client wants no e-mail and has no mobile number', { ...wishes, no_email: true }, undefined],
    ['patient_deceased', 'the patient died', { email: 'mourns@example.com' }, undefined, { deceased: '2026-01-02' }],
    ['patient_archived', 'the patient is archived', { email: 'moved@example.com' }, undefined, { archived: true }],
  ])('%s, where %s, and that is what becomes of its message', async (reason, _why, owner, phone, change) => {
    const { clinic, caller, vaccinate, letDaysPass, recallOf } = await given()
    const { patient } = await vaccinate(owner, phone)
    if (change !== undefined) await done(caller.patch(patient.url, change))
    expect(await recallOf(patient)).toMatchObject({ status: 0, reason, message: null })
    await letDaysPass(interval + 1)
    await queueRecalls(queueing)
    await sendDue(parts, clinic)
    const recall = await recallOf(patient, '&expose_message')
    expect(recall.message_data).toMatchObject({ url: recall.message, status: reason === '' ? 3 : 5, reason })
    expect([recall.status, recall.reason]).toEqual([reason === '' ? 3 : 4, reason])
  })

  it('that an archived client is not written to, nor anybody without a server', async () => {
    const { caller, vaccinate, recallOf } = await given()
    const { client, patient } = await vaccinate({ email: 'owner@example.com' })
    await done(caller.patch('/settings/messaging/', { smtp_host: '' }))
    expect((await recallOf(patient)).reason).toBe('not_set_up')
    await done(caller.patch(client.url, { archived: true }))
    expect((await recallOf(patient)).reason).toBe('client_archived')
  })

  it('what has failed on its day', async () => {
    const { clinic, vaccinate, letDaysPass, recallOf } = await given()
    const { patient } = await vaccinate({ email: 'gone@example.com' })
    mail.refuse('gone@example.com', { responseCode: 550, at: 'recipient' })
    await letDaysPass(interval + 1)
    await queueRecalls(queueing)
    await sendDue(parts, clinic)
    expect(await recallOf(patient)).toMatchObject({ status: 4, reason: 'bounced' })
  })
})

describe('the list of recalls', () => {
  it('is of who is to be seen to, written, held, booked and called', async () => {
    const { caller, clinic, vaccinate, letDaysPass } = await given()
    const written = await vaccinate({ email: 'aino@example.com' })
    const unreachable = await vaccinate({ lastname: 'Virtanen' })
    const called = await vaccinate({ lastname: 'Salonen' })
    const booked = await vaccinate({ email: 'eva@example.com' })
    const dead = await vaccinate({ email: 'neil@example.com' })
    await done(caller.patch(dead.patient.url, { deceased: '2026-01-02' }))
    await letDaysPass(interval + 1)
    await queueRecalls(queueing)
    await sendDue(parts, clinic)
    const next = new Date(Date.now() + 40 * 86_400_000).toISOString()
    const appointment = await givenAppointment(caller, {
      client: booked.client.url,
      patients: [booked.patient.url],
      start: next,
      end: new Date(Date.parse(next) + 900_000).toISOString(),
    })
    const of = async (query: string) => {
      const { results } = await done(caller.get(`/recall/?${query}&expose_client&expose_appointment`))
      return results.map(({ patient }: Body) => patient)
    }
    const open = 'open__is=true'
    expect(await of(open)).toEqual([written, unreachable, called, booked].map(({ patient }) => patient.url))
    expect(await of('open__is=false')).toEqual([dead.patient.url])
    expect(await of(`${open}&written__is=true`)).toEqual([written.patient.url, booked.patient.url])
    expect(await of(`${open}&booked__is=true`)).toEqual([booked.patient.url])
    const { results } = await done(caller.get(`/recall/?patient__is=${booked.patient.id}&expose_appointment`))
    expect(results[0]).toMatchObject({ appointment: appointment.url, client: booked.client.url })
    expect(results[0].appointment_data.start).toBe(appointment.start)

    const toCall = `${open}&held__is=true&booked__is=false&called__is_null=true`
    expect(await of(toCall)).toEqual([unreachable.patient.url, called.patient.url])
    const [, recall] = (await done(caller.get(`/recall/?${toCall}`))).results
    const when = new Date().toISOString()
    await done(caller.patch(recall.url, { called: when, call_note: 'Calls back in June' }))
    expect(await of(toCall)).toEqual([unreachable.patient.url])
    await done(caller.patch(recall.url, { called: null }))
    expect(await of(toCall)).toHaveLength(2)
    expect((await caller.get(recall.url)).body).toMatchObject({ called: null, call_note: 'Calls back in June' })
    // An appointment that was cancelled books nothing.
    await done(caller.patch(appointment.url, { active: false }))
    expect(await of(`${open}&booked__is=true`)).toEqual([])
    expect(idsIn(await caller.get(`/recall/?department__is=${appointment.department.split('/').at(-2)}`))).toEqual([])
  })

  it('is changed by nothing but a call', async () => {
    const { caller, vaccinate, recallOf } = await given()
    const { patient } = await vaccinate({ email: 'owner@example.com' })
    const before = await recallOf(patient)
    await done(caller.patch(before.url, { due: '2030-01-01', reason: 'no_sms', status: 3 }))
    const { modified: _before, ...kept } = before
    expect(await recallOf(patient)).toMatchObject(kept)
    expect(codesOf(await caller.patch(before.url, { called: 'yesterday' }, asProblem))).toEqual({ called: 'invalid' })
  })
})
