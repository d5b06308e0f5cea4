// @module-tag waits
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { startWorker } from '../../src/worker/worker.ts'
import { done, givenInvoice } from '../support/billing.ts'
import { givenConsultation, givenUser } from '../support/clinic.ts'
import { confirm, givenBooking, messagesOf, useMessaging } from '../support/messaging.ts'

const { api, clinic, caller, mail, texts, parts } = await useMessaging()

/** Records about a client. None of them is sent to anybody. */
const records = [
  'alternative_payer',
  'appointment',
  'attachment',
  'client',
  'consultation',
  'countersale',
  'custom_field_value',
  'diagnosticimaging_worklist',
  'import_reference',
  'invoice',
  'onlinebookingclient',
  'openingbalance',
  'patient',
  'phonenumber',
  'prescription',
  'stock_movement',
  'unallocatedpayment',
]

/** The tables with a foreign key to this one. */
const tablesWithLinkTo = async (table: string) => {
  const { rows } = await sql<{ table: string }>`select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = ${table}::regclass order by 1`.execute(api.rows.db)
  return rows.map((row) => row.table)
}

it('[S44] sends nothing automated to a client who wants none', async () => {
  const mails: string[] = []
  const smtp = { send: async ({ to }: { readonly to: string }) => void mails.push(to), close: () => {} }
  const worker = startWorker({ ...parts, smtp })
  onTestFinished(() => worker.stop())
  const { client, patient, appointment, phone, email } = await givenBooking(caller, {
    client: { no_sms: true, no_email: true },
  })
  expect((await confirm(caller, appointment)).body).toEqual({ email: 'no_email', sms: 'no_sms' })
  await givenConsultation(caller, { patients: [patient] })
  const invoice = await givenInvoice(caller, clinic, { client: client.url })
  await done(caller.post('/invoicepayment/', { invoice: invoice.url, paid: '1.00', payment_type: 1 }))
  // These come last: whatever was to be sent before them has been sent.
  const willing = await givenBooking(caller)
  await confirm(caller, willing.appointment)
  const colleague = await givenUser(caller)
  await caller.post(`/user/${colleague.id}/invite/`)
  await expect.poll(() => mails).toContain(colleague.email)
  await expect.poll(() => mail.to(willing.email).length + texts().length).toBe(2)
  expect(mails.filter((to) => !to.startsWith('nurse.'))).toEqual([])
  expect([mail.to(email), texts().filter(({ To }) => To === phone)]).toEqual([[], []])
})

it('[S44] is judged when it is sent, each channel by its own', async () => {
  const { client, appointment, phone, email } = await givenBooking(caller, { client: { no_sms: true } })
  expect((await confirm(caller, appointment)).body).toEqual({ email: 'queued', sms: 'no_sms' })
  await done(caller.patch(client.url, { no_email: true, no_sms: false }))
  const worker = startWorker(parts)
  onTestFinished(() => worker.stop())
  const reasons = async () => (await messagesOf(caller, appointment)).map(({ reason }) => reason)
  await expect.poll(reasons).toEqual(['no_email', 'no_sms'])
  expect((await confirm(caller, appointment)).body).toEqual({ email: 'no_email', sms: 'queued' })
  await expect.poll(() => texts().filter(({ To }) => To === phone).length).toBe(1)
  expect(mail.to(email)).toEqual([])
})

it('[S44] has one outbox for clients, and one for members of staff', async () => {
  expect(await tablesWithLinkTo('client')).toEqual([...records, 'client_message'].toSorted())
  const { rows } = await sql<{ table: string }>`select distinct confrelid::regclass::text as table from pg_constraint
    where contype = 'f' and conrelid = 'message'::regclass order by 1`.execute(api.rows.db)
  // To a user, about their own address or what happened to their account: never to a client.
  expect(rows.map(({ table }) => table)).toEqual(['"user"', 'email_change', 'security_event'])
})

it('[S44] keeps what the client wants', async () => {
  const { body } = await caller.post('/client/', { firstname: 'Aino', no_sms: true, no_email: true })
  expect((await caller.get(body.url)).body).toMatchObject({ no_sms: true, no_email: true })
  await caller.patch(body.url, { no_sms: false })
  expect((await caller.get(body.url)).body).toMatchObject({ no_sms: false, no_email: true })
})
