// @module-tag waits
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestOrganisation, TestResponse } from '../../test/support/api.ts'
import { done } from '../../test/support/billing.ts'
import { givenDepartment } from '../../test/support/clinic.ts'
import {
  confirm,
  givenBooking,
  letLeasesExpire,
  messagesOf,
  sendDue,
  takeDue,
  useMessaging,
} from '../../test/support/messaging.ts'
import { email, failed, held, queued, sending, sent, unknown } from '../domain/messaging/kinds.ts'
import { maxAttempts, sendClientMessage } from './client-messages.ts'
import { startWorker, type Worker } from './worker.ts'

const { api, clinic, caller, mail, gateway, texts, parts, givenClinic } = await useMessaging()

const workers: Worker[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
const start = () => workers.push(startWorker(parts))

type Body = TestResponse['body']
type Booking = Awaited<ReturnType<typeof givenBooking>>

const [mailOnly, smsOnly] = ['?dont_send_sms_confirmation', '?dont_send_email_confirmation']
const textsTo = (phone: string) => texts().filter(({ To }) => To === phone)
const smsPath = `/sms-${clinic.id}`

/** A confirmation that is queued. */
const givenQueued = async (query: string, fields: Parameters<typeof givenBooking>[1] = {}): Promise<Booking> => {
  const booking = await givenBooking(caller, fields)
  await done(confirm(caller, booking.appointment, query))
  return booking
}
const messageOf = async ({ appointment }: Pick<Booking, 'appointment'>): Promise<Body> =>
  (await messagesOf(caller, appointment))[0]

/** Sets the clock of a clinic, which runs on from there. */
const setClock = async ({ id }: TestOrganisation, moment: string) => {
  const offset = Math.round((Date.parse(moment) - Date.now()) / 1000)
  await api.owner.db.transaction().execute(async (tx) => {
    await sql`select set_config('app.organisation', ${String(id)}, true)`.execute(tx)
    await sql`update organisation set sandbox = true, clock_offset = ${offset} where id = ${id}`.execute(tx)
  })
}

describe('a message to a client', () => {
  it('is written when it is sent, in the client’s language and in local time, as text and as HTML', async () => {
    const department = await givenDepartment(caller, {
      name: 'Harbour <1>',
      street_address: 'Satama 1',
      zip_code: '00100',
      city: 'Helsinki',
      phone: '+358 9 555',
      email: 'harbour@example.com',
    })
    const fields = { department: department.url, start: '2027-07-01T06:30:00Z', end: '2027-07-01T06:45:00Z' }
    const booking = await givenQueued('', { language: 'fi', appointment: fields })
    await done(caller.patch(booking.patient.url, { name: 'Murre & <b>' }))
    await sendDue(parts, clinic)
    const [got] = mail.to(booking.email)
    expect(got).toMatchObject({
      from: '"Test clinic" <clinic@example.com>',
      replyTo: 'harbour@example.com',
      subject: 'Ajanvaraus: torstai 1. heinäkuuta 2027',
    })
    expect(got!.text).toContain(`Hei ${booking.client.firstname} ${booking.client.lastname},`)
    expect(got!.text).toContain('torstai 1. heinäkuuta 2027, 9.30\nMurre & <b>')
    expect(got!.text).toContain('Harbour <1>\nSatama 1, 00100 Helsinki\n')
    expect(got!.html).toContain('<html lang="fi">')
    expect(got!.html).toContain('Murre &amp; &lt;b&gt;')
    expect(textsTo(booking.phone)).toEqual([
      {
        To: booking.phone,
        From: 'Clinic',
        Body: 'Test clinic: Ajanvarauksenne on vahvistettu: torstai 1. heinäkuuta 2027 klo 9.30.\n+358 9 555',
      },
    ])
    const { body, headers } = gateway.to(smsPath).at(-1)!
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(headers.authorization).toBe(`Basic ${Buffer.from('AC1:a token of the gateway').toString('base64')}`)
    expect(body).toContain('To=%2B358')
    expect(await messagesOf(caller, booking.appointment)).toMatchObject([
      { status: sent, recipient: booking.email, subject: got!.subject, text: got!.text.trim(), due: null },
      { status: sent, recipient: booking.phone, subject: '' },
    ])
  })

  it('has the clinic’s own wording where there is one for the language', async () => {
    const wording = { kind: 1, channel: 1, language: 'sv', subject: 'Hej {{client}}', text: 'Välkommen!\n{{reason}}' }
    const template = await done(caller.post('/message_template/', wording))
    const [swede, german] = [
      await givenQueued(mailOnly, { language: 'sv', client: { firstname: 'Åsa', lastname: 'Ek' } }),
      await givenQueued(mailOnly, { language: 'de' }),
    ]
    await sendDue(parts, clinic)
    expect(mail.to(swede.email)).toMatchObject([{ subject: 'Hej Åsa Ek', text: 'Välkommen!\n' }])
    expect(mail.to(german.email)[0]!.text).toContain('bestätigen wir Ihren Termin')
    await caller.delete(template.url)
    const again = await givenQueued(mailOnly, { language: 'sv' })
    await sendDue(parts, clinic)
    expect(mail.to(again.email)[0]!.text).toContain('Vi bekräftar din bokade tid')
  })

  it('is written in the organisation’s language to a client without one', async () => {
    const other = await givenClinic()
    await done(other.caller.patch(`/organisation/${other.clinic.id}/`, { language: 'es' }))
    const { appointment, email: address } = await givenBooking(other.caller)
    await confirm(other.caller, appointment)
    await sendDue(parts, other.clinic)
    expect(mail.to(address)[0]!.text).toContain('Le confirmamos su cita')
  })
})

describe('once for each request', () => {
  it('an e-mail whose worker died after the server took it is sent again under the same Message-ID', async () => {
    const booking = await givenQueued(mailOnly)
    const [taken] = await takeDue(parts, clinic)
    // The worker is gone when the server answers: it cannot write down that it was sent.
    const dying = {
      ...parts,
      mailer: {
        send: async (...mailing: Parameters<typeof parts.mailer.send>) => {
          await parts.mailer.send(...mailing)
          throw new Error('killed')
        },
      },
    }
    await expect(sendClientMessage(dying, taken!, performance.now())).rejects.toThrow('killed')
    expect(await messageOf(booking)).toMatchObject({ status: sending, attempts: 1 })
    expect(await sendDue(parts, clinic)).toBe(0)
    await letLeasesExpire(clinic)
    await sendDue(parts, clinic)
    const got = mail.to(booking.email)
    expect(got).toHaveLength(2)
    expect(new Set(got.map(({ messageId }) => messageId)).size).toBe(1)
    const { id } = await messageOf(booking)
    expect(got[0]!.messageId).toBe(`<client-message-${clinic.id}-${id}@127.0.0.1>`)
    expect(await messageOf(booking)).toMatchObject({ status: sent, attempts: 2 })
  })

  it('an SMS whose worker died is unknown, and is not sent again', async () => {
    const booking = await givenQueued(smsOnly)
    const [taken] = await takeDue(parts, clinic)
    const dying = {
      ...parts,
      outgoing: {
        ...parts.outgoing,
        post: async (...posting: Parameters<typeof parts.outgoing.post>) => {
          await parts.outgoing.post(...posting)
          throw new Error('killed')
        },
      },
    }
    await expect(sendClientMessage(dying, taken!, performance.now())).rejects.toThrow('killed')
    await letLeasesExpire(clinic)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: unknown, reason: 'no_answer', attempts: 1 })
    expect((await confirm(caller, booking.appointment, smsOnly)).body).toMatchObject({ sms: 'queued' })
    await letLeasesExpire(clinic)
    await sendDue(parts, clinic)
    expect(textsTo(booking.phone)).toHaveLength(1)
  })

  it('is sent by one of many workers, and by a worker that was suspended not at all', async () => {
    const bookings: Booking[] = []
    for (let at = 0; at < 8; at++) bookings.push(await givenQueued(''))
    const late = await takeDue(parts, clinic)
    await letLeasesExpire(clinic)
    await Promise.all(Array.from({ length: 4 }, () => sendDue(parts, clinic)))
    for (const taken of late) await sendClientMessage(parts, taken, performance.now())
    for (const { email: address, phone } of bookings)
      expect([mail.to(address).length, textsTo(phone).length]).toEqual([1, 1])
  })
})

describe('a failure', () => {
  it('of the recipient is a bounce: nobody tries again', async () => {
    const booking = await givenBooking(caller)
    mail.refuse(booking.email, { responseCode: 550, at: 'recipient' })
    await confirm(caller, booking.appointment, mailOnly)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: failed, reason: 'bounced', attempts: 1, sent: null })
    expect((await messageOf(booking)).detail).toMatch(/550/)
    await letLeasesExpire(clinic)
    expect(await sendDue(parts, clinic)).toBe(0)
    // Asked for again when the address is right.
    mail.refuse(booking.email, undefined)
    expect((await confirm(caller, booking.appointment, mailOnly)).body).toMatchObject({ email: 'queued' })
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: sent, reason: '', detail: '' })
  })

  it('of the message is final, too', async () => {
    const booking = await givenBooking(caller)
    mail.refuse(booking.email, { responseCode: 554, at: 'message' })
    await confirm(caller, booking.appointment, mailOnly)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: failed, reason: 'refused' })
  })

  it('for a time is tried again, and given up after a day', async () => {
    const booking = await givenBooking(caller)
    mail.refuse(booking.email, { responseCode: 451, at: 'recipient' })
    await confirm(caller, booking.appointment, mailOnly)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: queued, attempts: 1, reason: '' })
    expect(await sendDue(parts, clinic)).toBe(0)
    await letLeasesExpire(clinic)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: queued, attempts: 2 })
    await clinic.within((tx) =>
      tx
        .updateTable('client_message')
        .set({ attempts: maxAttempts - 1 })
        .where('status', '=', queued)
        .execute(),
    )
    await letLeasesExpire(clinic)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: failed, reason: 'gave_up', attempts: maxAttempts })
  })

  it.each([
    ['an answer of 503', 503, queued],
    ['an answer of 429', 429, queued],
    ['an answer of 401', 401, queued],
    ['a redirect', 307, queued],
    ['an answer of 400', 400, failed],
  ])('of the SMS gateway: %s', async (_what, status, outcome) => {
    const other = await givenClinic()
    const { appointment } = await givenBooking(other.caller)
    gateway.answerAt(`/sms-${other.clinic.id}`, (response) =>
      response
        .writeHead(status, { 'content-type': 'application/json', location: gateway.at('/elsewhere') })
        .end('{"code": 21211, "message": "AC1 a token of the gateway"}'),
    )
    await confirm(other.caller, appointment, smsOnly)
    await sendDue(parts, other.clinic)
    const [message] = await messagesOf(other.caller, appointment)
    expect(message).toMatchObject({
      status: outcome,
      detail: `The SMS gateway answered ${status} with the code 21211.`,
    })
    expect(gateway.to('/elsewhere')).toEqual([])
  })

  it.each([
    ['never answers', 'no complete answer', (response: { destroy: () => void }) => void response],
    ['cuts its answer short', 'closed', (response: { destroy: () => void }) => response.destroy()],
  ])('of an SMS gateway that %s leaves it unknown', async (_what, detail, answer) => {
    const other = await givenClinic()
    const { appointment } = await givenBooking(other.caller)
    gateway.answerAt(`/sms-${other.clinic.id}`, answer)
    await confirm(other.caller, appointment, smsOnly)
    await sendDue(parts, other.clinic)
    const [message] = await messagesOf(other.caller, appointment)
    expect(message).toMatchObject({ status: unknown, reason: 'no_answer' })
    expect(message.detail).toContain(detail)
    await letLeasesExpire(other.clinic)
    expect(await sendDue(parts, other.clinic)).toBe(0)
  })

  it('to connect to the SMS gateway is tried again', async () => {
    const other = await givenClinic()
    const { appointment } = await givenBooking(other.caller)
    await confirm(other.caller, appointment, smsOnly)
    const closed = {
      ...parts,
      outgoing: {
        ...parts.outgoing,
        post: () =>
          Promise.resolve({ kind: 'failed', reason: 'The connection was refused.', mayHaveArrived: false } as const),
      },
    }
    await sendDue(closed, other.clinic)
    expect(await messagesOf(other.caller, appointment)).toMatchObject([{ status: queued, attempts: 1 }])
  })

  it('to read the settings is tried again later, and sends nothing', async () => {
    const other = await givenClinic()
    const { appointment, email: address } = await givenBooking(other.caller)
    await confirm(other.caller, appointment)
    await other.clinic.within((tx) =>
      tx
        .updateTable('message_settings')
        .set({ smtp_password: Buffer.from('not sealed') })
        .execute(),
    )
    const taken = (await takeDue(parts, other.clinic)).find(({ channel }) => channel === email)!
    await expect(sendClientMessage(parts, taken, performance.now())).rejects.toThrow('authentication tag')
    expect(mail.to(address)).toEqual([])
    expect((await messagesOf(other.caller, appointment))[0]).toMatchObject({ status: queued, attempts: 1 })
    expect(
      (await takeDue(parts, other.clinic)).filter(
        ({ organisation, channel }) => organisation === other.clinic.id && channel === email,
      ),
    ).toEqual([])
  })
})

describe('what holds a message at the moment of sending', () => {
  it.each<[string, string, string, (booking: Booking) => Promise<unknown>]>([
    ['no_email', 'no_email', mailOnly, ({ client }) => done(caller.patch(client.url, { no_email: true }))],
    ['no_sms', 'no_sms', smsOnly, ({ client }) => done(caller.patch(client.url, { no_sms: true }))],
    [
      'a preference answered no for e-mail',
      'preference',
      mailOnly,
      ({ client }) => done(caller.patch(client.url, { communication_preferences: { email: false } })),
    ],
    [
      'a preference answered no for SMS',
      'preference',
      smsOnly,
      ({ client }) => done(caller.patch(client.url, { communication_preferences: { sms: false } })),
    ],
    [
      'an archived client',
      'client_archived',
      mailOnly,
      ({ client }) => done(caller.patch(client.url, { archived: true })),
    ],
    [
      'an archived patient',
      'patient_archived',
      smsOnly,
      ({ patient }) => done(caller.patch(patient.url, { archived: true })),
    ],
    [
      'a deceased patient',
      'patient_deceased',
      mailOnly,
      ({ patient }) => done(caller.patch(patient.url, { deceased: '2026-01-01' })),
    ],
    ['no address', 'no_recipient', mailOnly, ({ client }) => done(caller.patch(client.url, { email: '' }))],
    [
      'a cancelled appointment',
      'cancelled',
      smsOnly,
      ({ appointment }) => done(caller.patch(appointment.url, { active: false })),
    ],
    [
      'an appointment that was moved',
      'changed',
      mailOnly,
      ({ appointment }) => done(caller.patch(appointment.url, { end: '2027-03-01T09:30:00Z' })),
    ],
  ])('is %s', async (_what, reason, query, change) => {
    const booking = await givenQueued(query)
    await change(booking)
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: held, reason, recipient: '', text: '', sent: null })
    expect((await messageOf(booking)).detail).not.toBe('')
    expect([mail.to(booking.email), textsTo(booking.phone)]).toEqual([[], []])
    await letLeasesExpire(clinic)
    expect(await sendDue(parts, clinic)).toBe(0)
  })

  it.each([
    ['no_email', smsOnly, { no_email: true }],
    ['no_sms', mailOnly, { no_sms: true }],
    [
      'a preference answered no for the other channel',
      mailOnly,
      { communication_preferences: { sms: false, email: true } },
    ],
    ['questions that were not answered', mailOnly, { communication_preferences: { sms: null, email: null } }],
  ])('is not %s by the other channel', async (_what, query, client) => {
    const booking = await givenQueued(query, { client })
    await sendDue(parts, clinic)
    expect(await messageOf(booking)).toMatchObject({ status: sent })
  })

  it('is a clinic without servers', async () => {
    const other = await givenClinic()
    const { appointment } = await givenBooking(other.caller)
    await confirm(other.caller, appointment)
    await done(other.caller.patch('/settings/messaging/', { smtp_host: '', sms_from: '' }))
    await sendDue(parts, other.clinic)
    expect(await messagesOf(other.caller, appointment)).toMatchObject([
      { reason: 'not_set_up' },
      { reason: 'not_set_up' },
    ])
  })

  it('is the eleventh message to one recipient within 24 hours, also of several clients and at once', async () => {
    const address = 'shared@example.com'
    const bookings: Booking[] = []
    for (let at = 0; at < 12; at++)
      bookings.push(await givenQueued(mailOnly, { client: { email: at % 2 ? address : 'Shared@example.com' } }))
    const taken = await takeDue(parts, clinic)
    await Promise.all(taken.map((one) => sendClientMessage(parts, one, performance.now())))
    const all = await Promise.all(bookings.map(messageOf))
    expect(all.filter(({ status }) => status === sent)).toHaveLength(10)
    expect(all.filter(({ reason }) => reason === 'too_many')).toHaveLength(2)
    const next = await givenBooking(caller, { client: { email: address } })
    expect((await confirm(caller, next.appointment, mailOnly)).body).toMatchObject({ email: 'too_many' })
    await clinic.within((tx) =>
      tx.updateTable('client_message').set({ last_attempt: sql<Date>`last_attempt - interval '25 hours'` }).execute(),
    )
    expect((await confirm(caller, next.appointment, mailOnly)).body).toMatchObject({ email: 'queued' })
  })
})

describe('the clock of the organisation', () => {
  it('decides what is due', async () => {
    const other = await givenClinic()
    const booking = await givenBooking(other.caller)
    await setClock(other.clinic, '2026-01-05T10:00:00Z')
    await confirm(other.caller, booking.appointment, mailOnly)
    await other.clinic.within((tx) => tx.updateTable('client_message').set({ due: '2026-01-06T10:00:00Z' }).execute())
    expect(await sendDue(parts, other.clinic)).toBe(0)
    await setClock(other.clinic, '2026-01-06T10:00:01Z')
    expect(await sendDue(parts, other.clinic)).toBe(1)
    expect(mail.to(booking.email)).toHaveLength(1)
  })

  it('sends a confirmation at night', async () => {
    const other = await givenClinic()
    await setClock(other.clinic, '2026-01-05T00:30:00Z')
    const booking = await givenBooking(other.caller)
    await confirm(other.caller, booking.appointment, mailOnly)
    await sendDue(parts, other.clinic)
    expect(mail.to(booking.email)).toHaveLength(1)
  })
})

describe('a slow server', () => {
  it('holds up only its own clinic', async () => {
    let answer = () => {}
    const stuck = new Promise<void>((resolve) => {
      answer = resolve
    })
    const other = await givenClinic()
    for (let at = 0; at < 12; at++) {
      const { appointment, email: address } = await givenBooking(other.caller)
      mail.delay(address, stuck)
      await confirm(other.caller, appointment, mailOnly)
    }
    start()
    await expect.poll(() => mail.mails.filter(({ to }) => to.startsWith('client.')).length).toBeGreaterThan(0)
    // The other clinic's server answers only after these have arrived, however long that takes.
    const quick: Booking[] = []
    for (let at = 0; at < 5; at++) quick.push(await givenQueued(''))
    await expect
      .poll(
        () => quick.filter(({ email: address, phone }) => mail.to(address).length + textsTo(phone).length === 2).length,
      )
      .toBe(5)
    answer()
  })
})
