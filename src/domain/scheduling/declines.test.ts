import { describe, expect, it } from 'vitest'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenOnlineClient, givenOnlinePatient } from '../../../test/support/clinic.ts'
import { messagesOf, sendDue, useMessaging } from '../../../test/support/messaging.ts'
import { bookingDeclined, email, held, sent, sms } from '../messaging/kinds.ts'

const { clinic, caller, mail, texts, parts, givenClinic } = await useMessaging()

let number = 0
const givenDeclined = async (as = caller, fields: Record<string, unknown> = {}) => {
  const address = `declined.${++number}@example.com`
  const booking = await givenOnlineClient(as, { first_name: 'Aino', last_name: 'Virtanen', email: address, ...fields })
  await givenOnlinePatient(as, booking, { name: 'Murre' })
  await done(as.post(`${booking.url}decline/`, { reason: 'We are closed that day.' }))
  const appointment = await done(as.get(booking.appointment))
  return { booking, appointment, address }
}
const tell = (booking: { readonly url: string }, as = caller) => as.post(`${booking.url}send_decline/`, {}, asProblem)

describe('[decision-106] whoever booked online and was declined', () => {
  it('is told so by e-mail with the reason, once for each decision', async () => {
    const { booking, appointment, address } = await givenDeclined()
    expect((await tell(booking)).body).toEqual({ email: 'queued', sms: 'not_asked' })
    expect((await tell(booking)).body).toEqual({ email: 'queued', sms: 'not_asked' })
    await sendDue(parts, clinic)
    await tell(booking)
    await sendDue(parts, clinic)
    const got = mail.to(address)
    expect(got).toHaveLength(1)
    expect(got[0]!.text).toContain('Dear Aino Virtanen,')
    expect(got[0]!.text).toContain('Murre\n\nWe are closed that day.\n')
    expect(await messagesOf(caller, appointment)).toMatchObject([
      { kind: bookingDeclined, channel: email, status: sent, client: null, recipient: address },
    ])
    await done(caller.post(`${booking.url}reopen/`, {}))
    await done(caller.post(`${booking.url}decline/`, { reason: 'No horses here.' }))
    await tell(booking)
    await sendDue(parts, clinic)
    expect(mail.to(address).at(-1)!.text).toContain('No horses here.')
  })

  it('is told by SMS where there is no e-mail address', async () => {
    const { booking } = await givenDeclined(caller, { email: '', phone_number: '+358 45 700 1111' })
    expect((await tell(booking)).body).toEqual({ email: 'no_recipient', sms: 'queued' })
    await sendDue(parts, clinic)
    expect(texts().at(-1)).toMatchObject({ To: '+358457001111' })
    expect(texts().at(-1)!['Body']).toContain('We are closed that day.')
  })

  it('is told nothing once the decision was taken back', async () => {
    const { booking, appointment, address } = await givenDeclined()
    await tell(booking)
    await done(caller.post(`${booking.url}reopen/`, {}))
    await sendDue(parts, clinic)
    expect(mail.to(address)).toEqual([])
    expect(await messagesOf(caller, appointment)).toMatchObject([{ channel: email, status: held, reason: 'changed' }])
  })

  it('is told once where the decision was taken back and made again before the worker came', async () => {
    const { booking, appointment, address } = await givenDeclined()
    await tell(booking)
    await done(caller.post(`${booking.url}reopen/`, {}))
    await done(caller.post(`${booking.url}decline/`, { reason: 'No horses here.' }))
    await tell(booking)
    await sendDue(parts, clinic)
    expect(mail.to(address).map(({ text }) => text)).toEqual([expect.stringContaining('No horses here.')])
    expect(new Set((await messagesOf(caller, appointment)).map(({ reason }) => reason))).toEqual(
      new Set(['changed', '']),
    )
  })

  it('cannot be told before, and the clinic learns at once that it has no server for it', async () => {
    const waiting = await givenOnlineClient(caller)
    expect(codesOf(await tell(waiting))).toEqual({ non_field_errors: 'not_declined' })
    const other = await givenClinic()
    await done(other.caller.patch('/settings/messaging/', { smtp_host: '', sms_gateway_url: '' }))
    const { booking, appointment } = await givenDeclined(other.caller, { phone_number: '+358 45 700 2222' })
    expect((await tell(booking, other.caller)).body).toEqual({ email: 'not_set_up', sms: 'not_set_up' })
    expect((await messagesOf(other.caller, appointment)).map(({ channel }) => channel)).toEqual([email, sms])
  })
})
