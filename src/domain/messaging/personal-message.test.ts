import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient, TestOrganisation, TestResponse } from '../../../test/support/api.ts'
import { done, givenInvoice } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenConsultation,
  givenPatient,
  givenPhoneNumber,
  idsIn,
} from '../../../test/support/clinic.ts'
import { sendDue, useMessaging } from '../../../test/support/messaging.ts'
import { maxPersonalADay } from './personal-message.ts'

type Body = TestResponse['body']

const { api, parts, mail, texts, givenClinic } = await useMessaging()
const [byMail, bySms, sent] = [1, 2, 3]
let number = 0
let clinic: TestOrganisation
let caller: ApiClient
let client: Body
let address: string
let department: string
beforeEach(async () => {
  ;({ clinic, caller } = await givenClinic())
  number++
  address = `personal.${number}@example.com`
  client = await givenClient(caller, { firstname: 'Anna', lastname: 'Koski', email: address })
  await givenPhoneNumber(caller, client, { phone_number: `+35845${String(2_000_000 + number)}` })
  department = clinic.url('department', clinic.department)
})

const letter = (changes: Body = {}): Body => ({
  channel: byMail,
  client: client.url,
  department,
  subject: 'The results are here',
  text: 'Dear {{client}},\n\nAll is well with {{patients}}.\nInvoice {{number}}\n\n{{clinic}}',
  ...changes,
})
const write = (changes: Body = {}) => caller.post('/message/', letter(changes), asProblem)

describe('a personal message', () => {
  it('is kept as it was written, sent as it is, and says who wrote it', async () => {
    const patient = await givenPatient(caller, { client: client.url, name: 'Bella' })
    const made = await done(write({ patient: patient.url, subject: 'The results of {{patients}} are here' }))
    const text = 'Dear Anna Koski,\n\nAll is well with Bella.\n\nTest clinic'
    expect(made).toMatchObject({ kind: 6, status: 1, channel: byMail, patient: patient.url, text, recipient: '' })
    expect(made).toMatchObject({
      subject: 'The results of Bella are here',
      created_user: expect.stringContaining('/user/'),
    })
    // What is written afterwards changes nothing of it.
    await done(caller.patch(client.url, { lastname: 'Salo' }))
    await done(caller.patch(patient.url, { name: 'Murre' }))
    await sendDue(parts, clinic)
    expect(mail.to(address)).toMatchObject([{ subject: 'The results of Bella are here', text: `${text}\n` }])
    expect(await done(caller.get(made.url))).toMatchObject({ status: sent, recipient: address, text })
  })

  it('is a text message without a subject', async () => {
    await done(write({ channel: bySms, subject: '', text: '{{clinic}}: Bella may go home.' }))
    await sendDue(parts, clinic)
    expect(texts(clinic).map(({ Body }) => Body)).toEqual(['Test clinic: Bella may go home.'])
    expect(codesOf(await write({ channel: bySms }))).toEqual({ subject: 'no_subject' })
    expect(codesOf(await write({ channel: bySms, subject: '', text: 'x'.repeat(1_601) }))).toEqual({
      text: 'max_length',
    })
  })

  it('is about a visit or an invoice, in the name of whose department it is', async () => {
    const patient = await givenPatient(caller, { client: client.url, name: 'Bella' })
    const visit = await givenConsultation(caller, { patients: [patient] })
    const ofVisit = await done(write({ department: undefined, consultation: visit.url, subject: '{{patients}}' }))
    expect(ofVisit).toMatchObject({ consultation: visit.url, department: visit.department })
    expect(ofVisit.subject).toBe('Bella')
    const invoice = await givenInvoice(caller, clinic, { client: client.url })
    const text = 'Invoice {{number}} of {{amount}} was due on {{due_date}}.'
    const reminder = await done(write({ department: undefined, invoice: invoice.url, subject: 'Unpaid', text }))
    expect(reminder.invoice).toBe(invoice.url)
    expect(reminder.text).toContain(`Invoice ${invoice.invoice_number} of €`)
    expect(idsIn(await caller.get(`/message/?invoice__is=${invoice.id}`))).toEqual([reminder.id])
    expect(idsIn(await caller.get(`/message/?consultation__is=${visit.id}`))).toEqual([ofVisit.id])
    // Whoever may not read invoices is not told by a message what one comes to.
    const reception = await clinic.userCaller({ write: ['General: Patients and clients'] })
    const seen = await reception.post('/message/preview/', letter({ invoice: invoice.url, text: 'Hello\n{{amount}}' }))
    expect(seen.body.text).toBe('Hello')
  })

  it('begins with a greeting and the name of the clinic, in words of its own if it has any', async () => {
    const empty = letter({ subject: undefined, text: undefined })
    expect(codesOf(await caller.post('/message/', empty, asProblem))).toEqual({ text: 'required' })
    const { body } = await caller.post('/message/preview/', empty)
    expect(body).toMatchObject({ recipient: address, subject: 'Message from Test clinic', reason: '', sms_parts: null })
    expect(body.text).toBe('Dear Anna Koski,\n\nTest clinic')
    const own = { kind: 6, channel: byMail, language: 'en', subject: 'News', text: 'Hi {{client}}!' }
    await done(caller.post('/message_template/', own))
    expect((await caller.post('/message/preview/', empty)).body).toMatchObject({
      subject: 'News',
      text: 'Hi Anna Koski!',
    })
    expect(
      (await caller.post('/message/preview/', letter({ channel: bySms, subject: '', text: 'Hi' }))).body.sms_parts,
    ).toBe(1)
    expect(idsIn(await caller.get('/message/'))).toEqual([])
  })

  it.each<[string, Body, string]>([
    ['no_email', { no_email: true }, 'no_email'],
    ['preference', { communication_preferences: { email: false } }, 'preference'],
    ['no address', { email: '' }, 'no_recipient'],
    ['archived', { archived: true }, 'client_archived'],
  ])('is refused, and says so beforehand, where it would be held: %s', async (_why, change, reason) => {
    await done(caller.patch(client.url, change))
    const { body } = await caller.post('/message/preview/', letter())
    expect(body).toMatchObject({ reason, detail: expect.stringMatching(/\.$/) })
    expect(codesOf(await write())).toEqual({ non_field_errors: 'held' })
    expect(idsIn(await caller.get('/message/'))).toEqual([])
  })

  it('may be about an animal that has died', async () => {
    const patient = await givenPatient(caller, { client: client.url, name: 'Bella', deceased: '2026-01-02' })
    await done(write({ patient: patient.url, text: 'We are sorry for {{patients}}.' }))
    await sendDue(parts, clinic)
    expect(mail.to(address)).toHaveLength(1)
  })

  it('is held if the client wants no messages by the time it is sent', async () => {
    const made = await done(write())
    await done(caller.patch(client.url, { no_email: true }))
    await sendDue(parts, clinic)
    expect(await done(caller.get(made.url))).toMatchObject({ status: 5, reason: 'no_email' })
    expect(mail.to(address)).toEqual([])
  })

  it('is about what belongs to its client', async () => {
    const stranger = await givenClient(caller)
    const patient = await givenPatient(caller, { client: stranger.url })
    const visit = await givenConsultation(caller, { patients: [patient] })
    const invoice = await givenInvoice(caller, clinic, { client: stranger.url })
    for (const [field, { url }] of Object.entries({ patient, consultation: visit, invoice }))
      expect(codesOf(await write({ [field]: url }))).toEqual({ [field]: 'wrong_client' })
    expect(codesOf(await write({ client: null }))).toEqual({ client: 'null' })
    expect(codesOf(await write({ department: undefined }))).toEqual({ department: 'required' })
    expect(codesOf(await write({ text: 'Hello {{klient}}' }))).toEqual({ text: 'unknown_placeholder' })
  })

  it('is refused once the organisation has written as many as a day allows, by that channel', async () => {
    const { id } = await done(write())
    await clinic.within(async (tx) => {
      const { id: _id, ...row } = await tx
        .selectFrom('client_message')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: maxPersonalADay - 1 }, (_, at) => ({ ...row, request: `another ${at}` }))
      await tx.insertInto('client_message').values(more).execute()
    })
    const refused = await write()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    expect((await write({ channel: bySms, subject: '', text: 'Hello' })).status).toBe(201)
  })
})

it('a sandbox keeps its messages, and shows what would have been sent', async () => {
  const sandbox = await api.givenOrganisation()
  await sandbox.within((tx) => tx.updateTable('organisation').set({ sandbox: true }).execute())
  const staff = await sandbox.caller()
  const nobody = await givenClient(staff, { email: 'nobody@example.com' })
  const { organisation } = await done(staff.get('/me/'))
  expect(organisation).toMatchObject({ email_set_up: true, sms_set_up: true })
  // Its server is not asked.
  await done(staff.patch('/settings/messaging/', { smtp_host: 'smtp.example.com', mail_from: 'a@example.com' }))
  const made = await done(
    staff.post('/message/', letter({ client: nobody.url, department: sandbox.url('department', sandbox.department) })),
  )
  await sendDue(parts, sandbox)
  expect(await done(staff.get(made.url))).toMatchObject({
    status: sent,
    recipient: 'nobody@example.com',
    detail: 'This is a sandbox: the message is kept here, and went to nobody.',
  })
})
