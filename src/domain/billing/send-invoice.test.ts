import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { asItIs, givenDraft, givenInvoice, pay } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenClient } from '../../../test/support/clinic.ts'
import { linesOf } from '../../../test/support/pdf.ts'
import type { QueuedMessage } from '../messaging/content.ts'
import { queuedColumns } from '../messaging/request-message.ts'
import { invoiceContent } from './invoice-message.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()
const setUpMail = (settings: Body = { smtp_host: 'mail.example.com', mail_from: 'clinic@example.com' }) =>
  clinic.within((tx) => tx.updateTable('message_settings').set(settings).execute())
beforeAll(() => setUpMail())

const sendTo = (invoice: Body, body: Body = {}) => caller.post(`${invoice.url}send/`, body, asProblem)
const messagesOf = ({ id }: Body) =>
  clinic.within(
    (tx) =>
      tx
        .selectFrom('client_message')
        .select([...queuedColumns, 'status'])
        .where('invoice', '=', id)
        .orderBy('id')
        .execute() as Promise<(QueuedMessage & { status: number })[]>,
  )
const givenBilled = async (fields: Body = {}) => {
  const client = await givenClient(caller, { firstname: 'Aino', email: 'aino@example.com', ...fields })
  return { client, invoice: await givenInvoice(caller, clinic, { client: client.url }) }
}

describe('mailing an invoice', () => {
  it('queues it to the client and sets sent, while it can still be paid', async () => {
    const { client, invoice } = await givenBilled()
    expect(invoice.sent).toBe(null)
    const { status, body } = await sendTo(invoice)
    const after = await asItIs(caller, invoice)
    const [message, ...more] = await messagesOf(invoice)
    expect(more).toEqual([])
    expect(status).toBe(200)
    expect(body).toEqual({
      message: clinic.url('message', message!.id),
      recipient: 'aino@example.com',
      no_email: false,
      status: 3,
      sent: after.sent,
    })
    expect(message).toMatchObject({ kind: 4, channel: 1, client: client.id, invoice: invoice.id, status: 1 })
    expect(after).toMatchObject({ status: 3, sent: expect.stringMatching(/^\d{4}-/), due_sum: invoice.due_sum })
    expect((await caller.get(body.message)).body).toMatchObject({ invoice: invoice.url, kind: 4 })
    expect((await pay(caller, invoice, invoice.due_sum)).status).toBe(201)
  })

  it('changes the status to 1 (Sent) where that is asked for, also when it is sent again', async () => {
    const { invoice } = await givenBilled()
    expect((await sendTo(invoice, { update_status: true })).body.status).toBe(1)
    expect((await asItIs(caller, invoice)).status).toBe(1)
    expect((await sendTo(invoice, { update_status: true })).body.status).toBe(1)
    expect(await messagesOf(invoice)).toHaveLength(2)
    await caller.post(`${invoice.url}update_status/`, { status: 3 })
    await caller.post(`${invoice.url}update_status/`, { status: 2 })
    expect(codesOf(await sendTo(invoice, { update_status: true }))).toEqual({ status: 'invalid_transition' })
    expect((await sendTo(invoice)).body.status).toBe(2)
  })

  it('is the clinic’s own act: no_email does not stop it, and the answer says that it is set', async () => {
    const { invoice } = await givenBilled({ no_email: true })
    expect((await sendTo(invoice)).body).toMatchObject({ no_email: true, recipient: 'aino@example.com' })
    expect(await messagesOf(invoice)).toHaveLength(1)
  })

  it('goes to the client who pays', async () => {
    const payer = await givenClient(caller, { email: 'stable@example.com' })
    const { invoice } = await givenBilled({ invoicing_client: payer.url })
    expect((await sendTo(invoice)).body.recipient).toBe('stable@example.com')
    expect((await messagesOf(invoice))[0]?.client).toBe(payer.id)
  })

  it('is once for one Idempotency-Key', async () => {
    const { invoice } = await givenBilled()
    const options = { headers: { 'idempotency-key': `send-${invoice.id}` } }
    const first = await caller.post(`${invoice.url}send/`, {}, options)
    expect(first.status).toBe(200)
    expect((await caller.post(`${invoice.url}send/`, {}, options)).text).toBe(first.text)
    expect(await messagesOf(invoice)).toHaveLength(1)
  })

  it('refuses drafts and voided drafts', async () => {
    const { client } = await givenBilled()
    const draft = await givenDraft(caller, clinic, { client: client.id })
    expect(codesOf(await sendTo(draft))).toEqual({ non_field_errors: 'no_number' })
    await caller.post(`${draft.url}void/`)
    expect(codesOf(await sendTo(draft))).toEqual({ non_field_errors: 'no_number' })
    expect(await messagesOf(draft)).toEqual([])
  })

  it('refuses without an address to send to, and says what to do', async () => {
    const { invoice } = await givenBilled({ email: '' })
    const refused = await sendTo(invoice)
    expect(codesOf(refused)).toEqual({ non_field_errors: 'no_address' })
    expect(refused.body.errors.non_field_errors[0].message).toContain('Add one to the client')
    expect((await asItIs(caller, invoice)).sent).toBe(null)
    expect(codesOf(await sendTo(await givenInvoice(caller, clinic)))).toEqual({ non_field_errors: 'no_client' })
  })

  it('refuses where the organisation has no mail server', async () => {
    const other = await api.givenOrganisation()
    const as = await other.caller()
    const client = await givenClient(as, { email: 'aino@example.com' })
    const invoice = await givenInvoice(as, other, { client: client.url })
    expect(codesOf(await as.post(`${invoice.url}send/`, {}, asProblem))).toEqual({
      non_field_errors: 'mail_not_set_up',
    })
  })
})

describe('the mail with an invoice', () => {
  it('has the invoice as a PDF, as it is when it is sent', async () => {
    const { invoice } = await givenBilled({ lastname: 'Aalto', language: 'fi', no_email: true })
    await sendTo(invoice)
    await pay(caller, invoice, '1.00')
    const [message] = await messagesOf(invoice)
    const content = await clinic.within((tx) => invoiceContent(tx, message!, new Date()))
    expect(content).toMatchObject({
      to: { email: 'aino@example.com' },
      language: 'fi',
      isSentByStaff: true,
      isQuietAtNight: false,
      patients: [],
      values: { client: 'Aino Aalto', number: String(invoice.invoice_number) },
    })
    const { client_due_sum } = await asItIs(caller, invoice)
    expect(content.values.amount!.replaceAll(/[^\d,]/g, '')).toBe(client_due_sum.replace('.', ','))
    const [attachment] = content.attachments!
    expect(attachment).toMatchObject({
      filename: `invoice-${invoice.invoice_number}.pdf`,
      contentType: 'application/pdf',
    })
    expect(linesOf(await attachment!.make({ read: async () => undefined })).join('\n')).toContain(
      `${invoice.invoice_number}`,
    )
  })
})
