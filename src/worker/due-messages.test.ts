// @module-tag waits
import { afterEach, describe, expect, it } from 'vitest'
import type { TestOrganisation, TestResponse } from '../../test/support/api.ts'
import { done, givenInvoice } from '../../test/support/billing.ts'
import { detailOf, givenConsultation, givenItem, givenReminder, givenRow } from '../../test/support/clinic.ts'
import { givenBooking, messagesOf, sendDue, useMessaging } from '../../test/support/messaging.ts'
import { linesOf } from '../../test/support/pdf.ts'
import { queueRecalls } from './recalls.ts'
import { queueReminders } from './reminders.ts'
import { startWorker, type Worker } from './worker.ts'

const { parts, mail, givenClinic } = await useMessaging()

const workers: Worker[] = []
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())))

type Body = TestResponse['body']

/** Sets the clock of a clinic, which runs on from there. */
const setClock = (clinic: TestOrganisation, moment: string) =>
  clinic.within((tx) =>
    tx
      .updateTable('organisation')
      .set({ sandbox: true, clock_offset: Math.round((Date.parse(moment) - Date.now()) / 1000) })
      .execute(),
  )
const queueing = {
  db: parts.db,
  app: parts.app,
  shouldContinue: () => true,
  onFailure: (_organisation: number, problem: unknown) => {
    throw problem
  },
}
const noon = { start: '2027-03-01T10:00:00Z', end: '2027-03-01T10:15:00Z' }

describe('a reminder', () => {
  it('[S448] arrives by e-mail and SMS when it is due, and is sent then', async () => {
    const { clinic, caller } = await givenClinic()
    const booking = await givenBooking(caller, { appointment: noon })
    const reminder = await givenReminder(caller, { appointment: booking.appointment.url, hours_before: 2 })
    workers.push(startWorker(parts), startWorker(parts))
    await setClock(clinic, '2027-03-01T08:00:30Z')
    await expect.poll(async () => (await caller.get(reminder.url)).body.status).toBe(3)
    await expect
      .poll(async () => (await messagesOf(caller, booking.appointment)).map(({ status }: Body) => status))
      .toEqual([3, 3])
    // A worker that was suspended while it sent may repeat the mail, under the same Message-ID.
    const arrived = mail.to(booking.email).map(({ messageId, subject }) => `${messageId} ${subject}`)
    expect([...new Set(arrived)]).toEqual([
      expect.stringContaining('Reminder: your appointment on Monday, 1 March 2027'),
    ])
  })

  it('waits for the morning, and is held if the appointment is moved or cancelled meanwhile', async () => {
    const { clinic, caller } = await givenClinic()
    const [moved, cancelled, kept] = [
      await givenBooking(caller, { appointment: noon }),
      await givenBooking(caller, { appointment: noon }),
      await givenBooking(caller, { appointment: noon }),
    ]
    for (const { appointment } of [moved, cancelled, kept])
      await givenReminder(caller, { appointment: appointment.url, hours_before: 6, send_sms: false })
    await setClock(clinic, '2027-03-01T04:10:00Z')
    await queueReminders(queueing)
    await sendDue(parts, clinic)
    expect(mail.to(kept.email)).toEqual([])
    await done(caller.patch(moved.appointment.url, { start: '2027-03-01T11:00:00Z', end: '2027-03-01T11:15:00Z' }))
    await done(caller.patch(cancelled.appointment.url, { active: false }))
    await setClock(clinic, '2027-03-01T06:00:30Z')
    await sendDue(parts, clinic)
    const reasonOf = async ({ appointment }: Body) =>
      (await messagesOf(caller, appointment)).map(({ status, reason }: Body) => [status, reason])
    expect(await reasonOf(moved)).toEqual([[5, 'changed']])
    expect(await reasonOf(cancelled)).toEqual([[5, 'cancelled']])
    expect(await reasonOf(kept)).toEqual([[3, '']])
    expect([mail.to(moved.email), mail.to(cancelled.email)]).toEqual([[], []])
    expect(mail.to(kept.email)).toHaveLength(1)
  })
})

describe('a recall', () => {
  const given = async () => {
    const { clinic, caller } = await givenClinic()
    const vaccine = await givenItem(caller, {
      type_code: 2,
      name: 'Rabies, batch bought in spring',
      print_name: 'Rabies vaccine',
      is_vaccine: true,
      recall_interval_days: 365,
    })
    const vaccinate = async (started = '2026-03-02T09:00:00Z', patient?: Body) => {
      const booking = patient === undefined ? await givenBooking(caller) : undefined
      const animal = patient ?? booking!.patient
      const visit = await givenConsultation(caller, { patients: [animal], started })
      const row = await givenRow(caller, visit, { item: vaccine.url })
      return { patient: animal, email: booking?.email ?? '', row, visit }
    }
    const recallOf = async ({ id }: Body): Promise<Body> =>
      (await done(caller.get(`/recall/?patient__is=${id}`))).results[0]
    return { clinic, caller, vaccinate, recallOf }
  }

  it('arrives on its day, with what is due and for whom', async () => {
    const { clinic, vaccinate, recallOf } = await given()
    const { patient, email } = await vaccinate()
    await setClock(clinic, '2027-03-02T08:00:00Z')
    await queueRecalls(queueing)
    await sendDue(parts, clinic)
    const [got, ...more] = mail.to(email)
    expect(more).toEqual([])
    expect(got!.subject).toBe(`${patient.name}: Rabies vaccine is due`)
    expect(got!.text).toContain('is due on 2 March 2027')
    expect((await recallOf(patient)).status).toBe(3)
  })

  it('is held when its visit moves to a later day, and sent when that was a mistake', async () => {
    const { clinic, caller, vaccinate } = await given()
    const { email, visit } = await vaccinate()
    await setClock(clinic, '2027-03-02T08:00:00Z')
    await queueRecalls(queueing)
    await done(caller.patch(visit.url, { started: '2026-03-05T09:00:00Z' }))
    await queueRecalls(queueing)
    await sendDue(parts, clinic)
    expect(mail.to(email)).toEqual([])
    await done(caller.patch(visit.url, { started: '2026-03-02T09:00:00Z' }))
    await queueRecalls(queueing)
    await queueRecalls(queueing)
    await sendDue(parts, clinic)
    const { results } = await done(caller.get('/message/?kind__is=3'))
    expect(results.map(({ status, reason }: Body) => [status, reason])).toEqual([
      [5, 'changed'],
      [3, ''],
    ])
    expect(mail.to(email).map(({ text }) => text)).toEqual([expect.stringContaining('is due on 2 March 2027')])
  })

  it('is held for an animal that has died or is archived, and if it was vaccinated again or its row removed', async () => {
    const { clinic, caller, vaccinate, recallOf } = await given()
    const [dead, archived, again, removed] = [
      await vaccinate(),
      await vaccinate(),
      await vaccinate(),
      await vaccinate(),
    ]
    await setClock(clinic, '2027-03-02T08:00:00Z')
    await queueRecalls(queueing)
    await done(caller.patch(dead.patient.url, { deceased: '2027-01-01' }))
    await done(caller.patch(archived.patient.url, { archived: true }))
    await vaccinate('2027-03-02T07:30:00Z', again.patient)
    await done(caller.delete(detailOf(removed.row)))
    await sendDue(parts, clinic)
    expect([dead, archived, again, removed].flatMap(({ email }) => mail.to(email))).toEqual([])
    const { results } = await done(caller.get('/message/?kind__is=3'))
    expect(results.map(({ status, reason }: Body) => [status, reason])).toEqual([
      [5, 'patient_deceased'],
      [5, 'patient_archived'],
      [5, 'changed'],
      [5, 'cancelled'],
    ])
    expect((await recallOf(dead.patient)).status).toBe(4)
  })
})

describe('an invoice', () => {
  it('arrives as a PDF that says what is owed, although the client wants no automated mail', async () => {
    const { clinic, caller } = await givenClinic()
    const { client, email } = await givenBooking(caller, { client: { no_email: true } })
    const invoice = await givenInvoice(caller, clinic, { client: client.url })
    const { no_email, message } = await done(caller.post(`${invoice.url}send/`, {}))
    expect(no_email).toBe(true)
    await sendDue(parts, clinic)
    expect(await done(caller.get(message))).toMatchObject({ status: 3, recipient: email, invoice: invoice.url })
    const [got, ...more] = mail.to(email)
    expect(more).toEqual([])
    const [file] = got!.attachments
    expect(file!.filename).toBe(`invoice-${invoice.invoice_number}.pdf`)
    expect(linesOf(file!.content).join('\n')).toContain(String(invoice.invoice_number))
    expect(got!.text).toContain(invoice.due_sum)
  })
})
