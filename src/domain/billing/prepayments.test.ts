import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asItIs, done, givenDraft, givenInvoiceOver, givenPrepayment, pay } from '../../../test/support/billing.ts'
import { givenClient, givenDepartment, givenPayer, idsIn } from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()

type Body = Readonly<Record<string, unknown>>
const apply = (money: { readonly id: number }, invoice: { readonly url: string }, amount: string) =>
  caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: invoice.url, amount })

describe('a prepayment', () => {
  it('[S192] [S193] [S194] [S195] [S196] [S198] [S199] [S200] [S201] [S409] [S411] is taken, and all of it is unused', async () => {
    const client = await givenClient(caller)
    const department = clinic.url('department', clinic.department)
    const sent = { department, client: client.url, payment_type: 7, paid: '120.50', description: 'For the operation' }
    const notTheirs = { unused_amount: '1.00', fully_used: true }
    const { status, body } = await caller.post('/unallocatedpayment/', { ...sent, ...notTheirs })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...sent,
      refunds: null,
      unused_amount: '120.50',
      fully_used: false,
      external_info: { external_id: '', metadata: {} },
    })
    expect(body.modified).toMatch(/Z$/)
    expect(await asItIs(caller, body)).toEqual(body)
    const after = await done(caller.patch(body.url, { ...notTheirs, paid: '1.00' }))
    expect({ ...after, modified: body.modified }).toEqual(body)
  })

  it.each([0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 15])('[S194] comes by payment type %i', async (payment_type) => {
    expect((await givenPrepayment(caller, clinic, { payment_type })).payment_type).toBe(payment_type)
  })

  it('[S194] has the payment types of payments', async () => {
    const choicesAt = async (path: string) => (await caller.send('OPTIONS', path)).body.fields.payment_type.choices
    expect(await choicesAt('/unallocatedpayment/')).toEqual(await choicesAt('/invoicepayment/'))
  })

  it('[S410] is found by its client and by when it changed', async () => {
    const client = await givenClient(caller)
    const [one, other] = [
      await givenPrepayment(caller, clinic, { client: client.url }),
      await givenPrepayment(caller, clinic, { client: client.url }),
    ]
    const list = `/unallocatedpayment/?client__is=${client.id}`
    expect(idsIn(await caller.get(list))).toEqual([one.id, other.id])
    await done(caller.patch(one.url, { external_info: { external_id: 'A' } }))
    expect(idsIn(await caller.get(`${list}&modified__gte=${encodeURIComponent(other.modified)}`))).toEqual([
      one.id,
      other.id,
    ])
    const { modified } = await asItIs(caller, one)
    expect(idsIn(await caller.get(`${list}&modified__gte=${encodeURIComponent(modified)}`))).toEqual([one.id])
  })

  it.each([
    ['[S194] type 8', { payment_type: 8 }, 'payment_type'],
    ['rounding', { payment_type: 3 }, 'payment_type'],
    ['nothing', { paid: '0.00' }, 'paid'],
    ['[S409] a negative amount that refunds nothing', { paid: '-5.00' }, 'refunds'],
    ['no client', { client: undefined }, 'client'],
    ['no department', { department: undefined }, 'department'],
    ['external information that is no object', { external_info: 'A' }, 'external_info'],
    ['an external id that is a number', { external_info: { external_id: 5 } }, 'external_info'],
    ['metadata that is a list', { external_info: { metadata: [] } }, 'external_info'],
    ['metadata that is too long', { external_info: { metadata: { a: 'x'.repeat(10_000) } } }, 'external_info'],
    ['metadata with a null character', { external_info: { metadata: { 'a\0': 1 } } }, 'external_info'],
  ])('of %s is refused', async (_what, fields: Body, field) => {
    const client = await givenClient(caller)
    const department = clinic.url('department', clinic.department)
    const { status, body } = await caller.post('/unallocatedpayment/', {
      department,
      client: client.url,
      payment_type: 1,
      paid: '5.00',
      ...fields,
    })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it('[S200] keeps what another system notes about it, each part by itself', async () => {
    const money = await givenPrepayment(caller, clinic)
    const metadata = { ledger: 'A', lines: [1, { deep: true }], precise: '1.10' }
    expect((await done(caller.patch(money.url, { external_info: { metadata } }))).external_info).toEqual({
      external_id: '',
      metadata,
    })
    const after = await done(caller.patch(money.url, { external_info: { external_id: 'DOC-7' }, paid: '1.00' }))
    expect(after).toMatchObject({ external_info: { external_id: 'DOC-7', metadata }, paid: '100.00' })
  })

  it('is refused while today is locked', async () => {
    const { id, url } = await givenDepartment(caller)
    await done(caller.patch(`/settings/department/${id}/`, { financial_period_lock_date: '2999-01-01' }))
    const client = await givenClient(caller)
    const { status, body } = await caller.post('/unallocatedpayment/', {
      department: url,
      client: client.url,
      payment_type: 1,
      paid: '5.00',
    })
    expect([status, body.non_field_errors]).toEqual([400, [expect.stringContaining('locked before 2999-01-01')]])
  })
})

describe('a refund of a prepayment', () => {
  it('[S195] [S197] [S409] is a record of its own, and what is unused becomes less', async () => {
    const money = await givenPrepayment(caller, clinic, { paid: '100.00' })
    const refund = await givenPrepayment(caller, clinic, { client: money.client, paid: '-30.00', refunds: money.url })
    expect(refund).toMatchObject({ paid: '-30.00', refunds: money.url, unused_amount: '0.00', fully_used: true })
    expect(await asItIs(caller, money)).toMatchObject({ paid: '100.00', unused_amount: '70.00', fully_used: false })
    await givenPrepayment(caller, clinic, { client: money.client, paid: '-70.00', refunds: money.url })
    expect(await asItIs(caller, money)).toMatchObject({ unused_amount: '0.00', fully_used: true })
    const { results } = await done(caller.get(`/unallocatedpayment/?refunds__is=${money.id}`))
    expect(results.map(({ paid }: Body) => paid)).toEqual(['-30.00', '-70.00'])
  })

  it.each<[string, (given: { other: string; elsewhere: string; refund: string }) => Body, string]>([
    ['[S409] of more than is unused', () => ({ paid: '-100.01' }), 'paid'],
    ['[S409] that is positive', () => ({ paid: '5.00' }), 'paid'],
    ['to another client', ({ other }) => ({ client: other }), 'client'],
    ['in another department', ({ elsewhere }) => ({ department: elsewhere }), 'department'],
    ['of a refund', ({ refund }) => ({ refunds: refund }), 'refunds'],
  ])('%s is refused', async (_what, changes, field) => {
    const money = await givenPrepayment(caller, clinic, { paid: '110.00' })
    const refund = await givenPrepayment(caller, clinic, { client: money.client, paid: '-10.00', refunds: money.url })
    const { status, body } = await caller.post('/unallocatedpayment/', {
      department: money.department,
      client: money.client,
      payment_type: 1,
      paid: '-5.00',
      refunds: money.url,
      ...changes({
        other: (await givenClient(caller)).url,
        elsewhere: (await givenDepartment(caller)).url,
        refund: refund.url,
      }),
    })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
    expect((await asItIs(caller, money)).unused_amount).toBe('100.00')
  })
})

describe('applying a prepayment', () => {
  it('[S198] [S199] pays an invoice from it', async () => {
    const client = await givenClient(caller)
    const money = await givenPrepayment(caller, clinic, { client: client.url, paid: '80.00' })
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', { client: client.url })
    const { status, body } = await apply(money, invoice, '80.00')
    expect([status, body]).toMatchObject([200, { id: money.id, unused_amount: '0.00', fully_used: true }])
    const after = await asItIs(caller, invoice)
    expect(after.due_sum).toBe('20.00')
    expect(await asItIs(caller, { url: after.invoice_payment[0] })).toMatchObject({
      payment_type: 8,
      paid: '80.00',
      unallocatedpayment: money.url,
    })
  })

  it('pays for those whose invoices its client pays', async () => {
    const company = await givenClient(caller, { organization_name: 'Stable' })
    const client = await givenClient(caller, { invoicing_client: company.url })
    const money = await givenPrepayment(caller, clinic, { client: company.url })
    const invoice = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    expect((await apply(money, invoice, '10.00')).status).toBe(200)
  })

  it('is of whoever paid for the client when the invoice was made, and goes back to them', async () => {
    const [before, since] = [await givenClient(caller), await givenClient(caller)]
    const client = await givenClient(caller, { invoicing_client: before.url })
    const invoice = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    await done(caller.patch(client.url, { invoicing_client: since.url }))
    const [theirs, another] = [
      await givenPrepayment(caller, clinic, { client: before.url, paid: '10.00' }),
      await givenPrepayment(caller, clinic, { client: since.url, paid: '10.00' }),
    ]
    const own = await givenPrepayment(caller, clinic, { client: client.url, paid: '10.00' })
    const owing = async ({ id }: { id: number }) => (await done(caller.get(`/client/${id}/balance/`))).owing
    expect([await owing(client), await owing(before), await owing(since)]).toEqual(['0.00', '10.00', '0.00'])
    for (const wrong of [own, another])
      expect(Object.keys((await apply(wrong, invoice, '10.00')).body)).toEqual(['invoice'])
    await done(apply(theirs, invoice, '10.00'))
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    await done(caller.post(`/invoice/${note.id}/to_prepayment/`))
    const ofClients = async ({ id }: { id: number }) =>
      (await done(caller.get(`/unallocatedpayment/?client__is=${id}`))).results.map(
        ({ unused_amount }: { unused_amount: string }) => unused_amount,
      )
    expect([await ofClients(client), await ofClients(before)]).toEqual([['10.00'], ['0.00', '10.00']])
  })

  it.each([
    ['more than is unused', '30.01', 'amount'],
    ['more than is owed', '50.01', 'amount'],
    ['nothing', '0.00', 'amount'],
    ['less than nothing', '-1.00', 'amount'],
  ])('%s is refused', async (_what, amount, field) => {
    const client = await givenClient(caller)
    const money = await givenPrepayment(caller, clinic, {
      client: client.url,
      paid: amount === '50.01' ? '90.00' : '30.00',
    })
    const invoice = await givenInvoiceOver(caller, clinic, '50.00', { client: client.url })
    const { status, body } = await apply(money, invoice, amount)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
    expect([await asItIs(caller, money), await asItIs(caller, invoice)]).toEqual([money, invoice])
  })

  it('to a draft, a credit note, another’s invoice or a walk-in’s is refused, and so is a refund', async () => {
    const client = await givenClient(caller)
    const money = await givenPrepayment(caller, clinic, { client: client.url })
    const own = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    await done(pay(caller, own, '10.00'))
    const note = await done(caller.post(`/invoice/${own.id}/full_refund/`))
    const refused = [
      await givenDraft(caller, clinic, { client: client.id }),
      note,
      await givenInvoiceOver(caller, clinic, '10.00', { client: (await givenClient(caller)).url }),
      await givenInvoiceOver(caller, clinic, '10.00'),
    ]
    for (const invoice of refused) {
      const { status, body } = await apply(money, invoice, '1.00')
      expect([status, Object.keys(body)]).toEqual([400, ['invoice']])
    }
    const refund = await givenPrepayment(caller, clinic, { client: client.url, paid: '-1.00', refunds: money.url })
    const open = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    expect((await apply(refund, open, '1.00')).status).toBe(400)
  })
})

describe('a client’s balance', () => {
  it('is what they owe, are owed and have paid ahead', async () => {
    const client = await givenClient(caller)
    const balance = async () => done(caller.get(`/client/${client.id}/balance/`))
    expect(await balance()).toEqual({ owing: '0.00', owed_to_client: '0.00', prepaid: '0.00' })
    await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    const paid = await givenInvoiceOver(caller, clinic, '7.00', { client: client.url })
    await done(pay(caller, paid, '7.00'))
    await done(caller.post(`/invoice/${paid.id}/full_refund/`))
    await givenDraft(caller, clinic, { client: client.id })
    await givenPrepayment(caller, clinic, { client: client.url, paid: '3.00' })
    expect(await balance()).toEqual({ owing: '10.00', owed_to_client: '7.00', prepaid: '3.00' })
  })

  it('leaves out what another payer owes and is owed', async () => {
    const client = await givenClient(caller)
    const { url: alternative_payer } = await givenPayer(caller, { client: client.url })
    const fields = { client: client.url, alternative_payer, alternative_payer_share: '80' }
    const balance = async () => done(caller.get(`/client/${client.id}/balance/`))
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', fields)
    expect(await balance()).toEqual({ owing: '20.00', owed_to_client: '0.00', prepaid: '0.00' })
    await done(pay(caller, invoice, '80.00', { payment_type: 15 }))
    await done(pay(caller, invoice, '20.00'))
    await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    expect(await balance()).toEqual({ owing: '0.00', owed_to_client: '20.00', prepaid: '0.00' })
  })
})
