import { describe, expect, it } from 'vitest'
import { done } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenDepartment,
  givenOnlineClient,
  givenOnlinePatient,
  givenUser,
} from '../../../test/support/clinic.ts'
import { confirm, givenBooking, messagesOf, sendDue, useMessaging } from '../../../test/support/messaging.ts'
import { confirmation, email, held, queued, sent, sms } from '../messaging/kinds.ts'

const { clinic, caller, mail, texts, parts, givenClinic } = await useMessaging()

const path = (id: number, query = '') => `/appointment/${id}/send_appointment_confirmation/${query}`
const textsTo = (phone: string) => texts().filter(({ To }) => To === phone)

describe('the confirmation of an appointment', () => {
  it('[S447] is sent by e-mail and SMS, each once, however often it is asked for', async () => {
    const { appointment, client, phone, email: address } = await givenBooking(caller)
    const first = await confirm(caller, appointment)
    expect([first.status, first.body]).toEqual([200, { email: 'queued', sms: 'queued' }])
    expect((await confirm(caller, appointment)).body).toEqual({ email: 'queued', sms: 'queued' })
    await Promise.all(Array.from({ length: 8 }, () => confirm(caller, appointment)))
    await sendDue(parts, clinic)
    expect((await confirm(caller, appointment)).body).toEqual({ email: 'queued', sms: 'queued' })
    await sendDue(parts, clinic)
    expect([mail.to(address).length, textsTo(phone).length]).toEqual([1, 1])
    expect(await messagesOf(caller, appointment)).toMatchObject([
      { kind: confirmation, channel: email, status: sent, client: client.url, recipient: address, attempts: 1 },
      { kind: confirmation, channel: sms, status: sent, client: client.url, recipient: phone, attempts: 1 },
    ])
  })

  it.each([
    ['?dont_send_email_confirmation', { email: 'not_asked', sms: 'queued' }, [sms]],
    ['?dont_send_sms_confirmation=1', { email: 'queued', sms: 'not_asked' }, [email]],
    ['?dont_send_sms_confirmation=&dont_send_email_confirmation=true', { email: 'not_asked', sms: 'not_asked' }, []],
    ['?dont_send_sms_confirmation=false', { email: 'queued', sms: 'queued' }, [email, sms]],
  ])('[S447] leaves out what the flags of %s say', async (query, answer, channels) => {
    const { appointment, phone, email: address } = await givenBooking(caller)
    expect((await confirm(caller, appointment, query)).body).toEqual(answer)
    await sendDue(parts, clinic)
    expect((await messagesOf(caller, appointment)).map(({ channel }) => channel)).toEqual(channels)
    expect([mail.to(address).length, textsTo(phone).length]).toEqual([
      Number(channels.includes(email)),
      Number(channels.includes(sms)),
    ])
  })

  it('[S447] is refused with another request_hash than the appointment has now', async () => {
    const { appointment } = await givenBooking(caller)
    const ask = (request_hash: unknown) => caller.post(path(appointment.id), { request_hash }, asProblem)
    for (const wrong of ['', 'x', '0'.repeat(64), (await givenBooking(caller)).appointment.request_hash])
      expect(codesOf(await ask(wrong))).toEqual({
        request_hash: wrong === '' ? 'blank' : 'wrong_request_hash',
      })
    expect(codesOf(await caller.post(path(appointment.id), {}, asProblem))).toEqual({ request_hash: 'required' })
    const moved = await done(
      caller.patch(appointment.url, { start: '2027-03-02T09:00:00Z', end: '2027-03-02T09:15:00Z' }),
    )
    expect(codesOf(await ask(appointment.request_hash))).toEqual({ request_hash: 'wrong_request_hash' })
    expect((await ask(moved.request_hash)).status).toBe(200)
    expect(await messagesOf(caller, appointment)).toHaveLength(2)
  })

  it.each([
    ['start', () => ({ start: '2027-03-01T08:55:00Z' })],
    ['end', () => ({ end: '2027-03-01T09:20:00Z' })],
    ['user', async () => ({ user: (await givenUser(caller)).url })],
    ['department', async () => ({ department: (await givenDepartment(caller)).url })],
  ])('is sent again when the appointment has another %s', async (_field, change) => {
    const { appointment, email: address } = await givenBooking(caller)
    await confirm(caller, appointment)
    await sendDue(parts, clinic)
    const changed = await done(caller.patch(appointment.url, await change()))
    expect(changed.request_hash).not.toBe(appointment.request_hash)
    expect((await confirm(caller, changed)).body).toEqual({ email: 'queued', sms: 'queued' })
    await sendDue(parts, clinic)
    expect(mail.to(address)).toHaveLength(2)
  })

  it('[S447] confirms the appointment as it was asked for, and nothing if it was moved since', async () => {
    const { appointment, phone, email: address } = await givenBooking(caller)
    await confirm(caller, appointment)
    await done(caller.patch(appointment.url, { end: '2027-03-01T09:45:00Z' }))
    await sendDue(parts, clinic)
    expect([mail.to(address), textsTo(phone)]).toEqual([[], []])
    expect(await messagesOf(caller, appointment)).toMatchObject([
      { status: held, reason: 'changed' },
      { status: held, reason: 'changed' },
    ])
  })

  it('[S12] [S447] of an online booking needs its online booking client and patient', async () => {
    const appointment = await givenAppointment(caller, { type: 2 })
    const ask = () => caller.post(path(appointment.id), { request_hash: appointment.request_hash }, asProblem)
    expect(codesOf(await ask())).toEqual({ non_field_errors: 'needs_online_booking' })
    const fields = {
      email: 'guest.1@example.com',
      phone_number: '045 999 8877',
      first_name: 'Eino',
      last_name: 'Guest',
    }
    const booked = await givenOnlineClient(caller, { appointment: appointment.url, ...fields })
    expect(codesOf(await ask())).toEqual({ non_field_errors: 'needs_online_booking' })
    expect(await messagesOf(caller, appointment)).toEqual([])
    await givenOnlinePatient(caller, booked, { name: 'Murre' })
    expect((await ask()).body).toEqual({ email: 'queued', sms: 'queued' })
    await sendDue(parts, clinic)
    expect(mail.to('guest.1@example.com')[0]!.text).toMatch(/Eino Guest[^]*Murre/)
    expect(textsTo('+358459998877')).toHaveLength(1)
    expect(await messagesOf(caller, appointment)).toMatchObject([{ client: null }, { client: null }])
  })

  it('goes to the client of an online booking once it is linked to one', async () => {
    const { client, email: address } = await givenBooking(caller)
    const appointment = await givenAppointment(caller, { type: 2 })
    const booked = await givenOnlineClient(caller, { appointment: appointment.url, email: 'guest.2@example.com' })
    await givenOnlinePatient(caller, booked)
    await confirm(caller, appointment, '?dont_send_sms_confirmation')
    await done(caller.patch(appointment.url, { client: client.url }))
    await sendDue(parts, clinic)
    expect([mail.to('guest.2@example.com').length, mail.to(address).length]).toEqual([0, 1])
    expect(await messagesOf(caller, appointment)).toMatchObject([{ client: client.url }])
  })

  it('says why it is held, and is queued when it is asked for again after the cause is gone', async () => {
    const { appointment, client, email: address } = await givenBooking(caller, { client: { no_sms: true, email: '' } })
    expect((await confirm(caller, appointment)).body).toEqual({ email: 'no_recipient', sms: 'no_sms' })
    expect(await messagesOf(caller, appointment)).toMatchObject([
      { status: held, reason: 'no_recipient', due: null, attempts: 0 },
      { status: held, reason: 'no_sms' },
    ])
    expect(await sendDue(parts, clinic)).toBe(0)
    await done(caller.patch(client.url, { email: address }))
    expect((await confirm(caller, appointment)).body).toEqual({ email: 'queued', sms: 'no_sms' })
    expect(await messagesOf(caller, appointment)).toMatchObject([{ status: queued, reason: '' }, { status: held }])
    await sendDue(parts, clinic)
    expect(mail.to(address)).toHaveLength(1)
  })

  it.each([
    ['a cancelled appointment', 'cancelled', { active: false }],
    ['one that has begun', 'past', { start: '2020-03-01T09:00:00Z', end: '2020-03-01T09:15:00Z' }],
  ])('of %s is held as %s', async (_what, reason, change) => {
    const { appointment } = await givenBooking(caller)
    const changed = await done(caller.patch(appointment.url, change))
    expect((await confirm(caller, changed)).body).toEqual({ email: reason, sms: reason })
  })

  it('needs the permission to change appointments, and an appointment', async () => {
    const { appointment } = await givenBooking(caller)
    const reader = await clinic.caller({ read: ['General: Appointments'] })
    expect((await confirm(reader, appointment)).status).toBe(403)
    expect((await confirm(caller, { ...appointment, id: 999_999 })).status).toBe(404)
    expect(await messagesOf(caller, appointment)).toEqual([])
    const writer = await clinic.caller({ write: ['General: Appointments'] })
    expect((await confirm(writer, appointment)).status).toBe(200)
  })

  it('is queued by no dry run', async () => {
    const { appointment } = await givenBooking(caller)
    const dry = { headers: { prefer: 'dry-run' } }
    const { body } = await caller.post(path(appointment.id), { request_hash: appointment.request_hash }, dry)
    expect(body).toEqual({ email: 'queued', sms: 'queued' })
    expect(await messagesOf(caller, appointment)).toEqual([])
  })

  it('is of its own clinic only', async () => {
    const other = await givenClinic()
    const { appointment } = await givenBooking(caller)
    await confirm(caller, appointment)
    await sendDue(parts, clinic)
    expect((await done(other.caller.get('/message/'))).results).toEqual([])
    const [message] = await messagesOf(caller, appointment)
    expect((await other.caller.get(`/message/${message.id}/`)).status).toBe(404)
    expect(texts(other.clinic)).toEqual([])
  })
})
