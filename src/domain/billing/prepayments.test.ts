import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asItIs, done, givenDraft, givenInvoiceOver, givenPrepayment, pay } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenClient, givenDepartment, givenPayer, idsIn } from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic()

type Body = Readonly<Record<string, unknown>>
const apply = (money: { readonly id: number }, invoice: { readonly url: string }, amount: string) =>
  caller.post(`/unallocatedpayment/${money.id}/apply/`, { invoice: invoice.url, amount })

describe('a prepayment', () => {
  const given = async () => ({
    department: clinic.url('department', clinic.department),
    client: (await givenClient(caller)).url,
    payment_type: 7,
    paid: '120.50',
  })
  const taken = async (fields: Body = {}) => {
    const sent = { ...(await given()), ...fields }
    return { sent, body: await done(caller.post('/unallocatedpayment/', sent)) }
  }

  it('[S409] [S411] is created and read', async () => {
    const { status, body } = await caller.post('/unallocatedpayment/', await given())
    expect(status).toBe(201)
    expect(await asItIs(caller, body)).toEqual(body)
  })

  it('[S192] [S193] [S194] belongs to the department and the client named, by the payment type named', async () => {
    const { sent, body } = await taken()
    expect([body.department, body.client, body.payment_type]).toEqual([sent.department, sent.client, 7])
  })

  it('[S195] has the amount paid, which never changes', async () => {
    const { body } = await taken()
    expect([body.paid, (await done(caller.patch(body.url, { paid: '1.00' }))).paid]).toEqual(['120.50', '120.50'])
  })

  it('[S196] may have a description', async () => {
    expect((await taken({ description: 'For the operation' })).body.description).toBe('For the operation')
    expect((await taken()).body.description).toBe('')
  })

  it('[S198] [S199] is unused, whatever is sent', async () => {
    const sent = { unused_amount: '1.00', fully_used: true }
    const { body } = await taken(sent)
    expect(body).toMatchObject({ unused_amount: '120.50', fully_used: false, refunds: null })
    expect(await done(caller.patch(body.url, sent))).toMatchObject({ unused_amount: '120.50', fully_used: false })
  })

  it('[S200] always has external_info', async () => {
    expect((await taken()).body.external_info).toEqual({ external_id: '', metadata: {} })
  })

  it('[S201] is modified when it changes', async () => {
    const { body } = await taken()
    expect(body.modified).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    const after = await done(caller.patch(body.url, { external_info: { external_id: 'A' } }))
    expect(after.modified > body.modified).toBe(true)
  })

  it.each([0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 15])('[S194] can have payment type %i', async (payment_type) => {
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

  it.each<[string, Body, Readonly<Record<string, string>>]>([
    ['[S194] type 8', { payment_type: 8 }, { payment_type: 'invalid_choice' }],
    ['rounding', { payment_type: 3 }, { payment_type: 'invalid_choice' }],
    ['zero', { paid: '0.00' }, { paid: 'zero' }],
    ['[S409] a negative amount that refunds nothing', { paid: '-5.00' }, { refunds: 'refund' }],
    ['no client', { client: undefined }, { client: 'required' }],
    ['no department', { department: undefined }, { department: 'required' }],
    ['external information that is not an object', { external_info: 'A' }, { external_info: 'not_an_object' }],
    ['an external id that is a number', { external_info: { external_id: 5 } }, { external_info: 'invalid' }],
    ['metadata that is a list', { external_info: { metadata: [] } }, { external_info: 'not_an_object' }],
    [
      'metadata that is too long',
      { external_info: { metadata: { a: 'x'.repeat(10_000) } } },
      { external_info: 'max_length' },
    ],
    ['metadata with a null character', { external_info: { metadata: { 'a\0': 1 } } }, { external_info: 'invalid' }],
  ])('of %s is refused', async (_what, fields, codes) => {
    const client = await givenClient(caller)
    const department = clinic.url('department', clinic.department)
    const body = { department, client: client.url, payment_type: 1, paid: '5.00', ...fields }
    expect(codesOf(await caller.post('/unallocatedpayment/', body, asProblem))).toEqual(codes)
  })

  it('[S200] keeps what an external system stores about it, each part by itself', async () => {
    const money = await givenPrepayment(caller, clinic)
    const metadata = { ledger: 'A', lines: [1, { deep: true }], precise: '1.10' }
    expect((await done(caller.patch(money.url, { external_info: { metadata } }))).external_info).toEqual({
      external_id: '',
      metadata,
    })
    const after = await done(caller.patch(money.url, { external_info: { external_id: 'DOC-7' }, paid: '1.00' }))
    expect(after).toMatchObject({ external_info: { external_id: 'DOC-7', metadata }, paid: '100.00' })
  })

  it('[S200] gives metadata back as it was sent, number for number', async () => {
    const money = await givenPrepayment(caller, clinic)
    const metadata =
      '{"5":5.0,"b":1e3,"c":12345678901234567890,"d":-0.10,"e":[1E-7,0,1e400],"f":{"g":"5.0","h":null,"i":true,"ä\\"":""}}'
    const changed = await caller.patch(money.url, `{"external_info":{"metadata":${metadata}}}`, {
      headers: { 'content-type': 'application/json' },
    })
    const { text } = await caller.get(money.url)
    for (const answer of [changed.text, text])
      expect(answer).toContain(`"external_info":{"external_id" : "", "metadata" : ${metadata}}`)
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
  it('[S195] [S197] [S409] is a record of its own, and reduces unused_amount', async () => {
    const money = await givenPrepayment(caller, clinic, { paid: '100.00' })
    const refund = await givenPrepayment(caller, clinic, { client: money.client, paid: '-30.00', refunds: money.url })
    expect(refund).toMatchObject({ paid: '-30.00', refunds: money.url, unused_amount: '0.00', fully_used: true })
    expect(await asItIs(caller, money)).toMatchObject({ paid: '100.00', unused_amount: '70.00', fully_used: false })
    await givenPrepayment(caller, clinic, { client: money.client, paid: '-70.00', refunds: money.url })
    expect(await asItIs(caller, money)).toMatchObject({ unused_amount: '0.00', fully_used: true })
    const { results } = await done(caller.get(`/unallocatedpayment/?refunds__is=${money.id}`))
    expect(results.map(({ paid }: Body) => paid)).toEqual(['-30.00', '-70.00'])
  })

  it.each<[string, (given: { other: string; elsewhere: string; refund: string }) => Body, string, string]>([
    ['[S409] of more than is unused', () => ({ paid: '-100.01' }), 'paid', 'more_than_unused'],
    ['[S409] that is positive', () => ({ paid: '5.00' }), 'paid', 'refund'],
    ['to another client', ({ other }) => ({ client: other }), 'client', 'wrong_client'],
    ['in another department', ({ elsewhere }) => ({ department: elsewhere }), 'department', 'wrong_department'],
    ['of a refund', ({ refund }) => ({ refunds: refund }), 'refunds', 'refund'],
  ])('%s is refused', async (_what, changes, field, code) => {
    const money = await givenPrepayment(caller, clinic, { paid: '110.00' })
    const refund = await givenPrepayment(caller, clinic, { client: money.client, paid: '-10.00', refunds: money.url })
    const body = {
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
    }
    expect(codesOf(await caller.post('/unallocatedpayment/', body, asProblem))).toEqual({ [field]: code })
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

  it('can pay invoices of clients whose invoicing client it belongs to', async () => {
    const company = await givenClient(caller, { organization_name: 'Stable' })
    const client = await givenClient(caller, { invoicing_client: company.url })
    const money = await givenPrepayment(caller, clinic, { client: company.url })
    const invoice = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    expect((await apply(money, invoice, '10.00')).status).toBe(200)
  })

  it('belongs to the payer at the time of invoicing, and is refunded to them', async () => {
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
    ['more than is unused', '30.01', 'more_than_unused'],
    ['more than is owed', '50.01', 'more_than_owed'],
    ['zero', '0.00', 'min_value'],
    ['a negative amount', '-1.00', 'min_value'],
  ])('%s is refused', async (_what, amount, code) => {
    const client = await givenClient(caller)
    const money = await givenPrepayment(caller, clinic, {
      client: client.url,
      paid: amount === '50.01' ? '90.00' : '30.00',
    })
    const invoice = await givenInvoiceOver(caller, clinic, '50.00', { client: client.url })
    const body = { invoice: invoice.url, amount }
    const refused = await caller.post(`/unallocatedpayment/${money.id}/apply/`, body, asProblem)
    expect(codesOf(refused)).toEqual({ amount: code })
    expect([await asItIs(caller, money), await asItIs(caller, invoice)]).toEqual([money, invoice])
  })

  it('to a draft, a credit note, an invoice of another client or of none is refused, and so is a refund', async () => {
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
  it('is what they owe, are owed and have prepaid', async () => {
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

  it('is asked for several clients at once, for a list', async () => {
    const [owes, pays, nobody] = [await givenClient(caller), await givenClient(caller), await givenClient(caller)]
    await givenInvoiceOver(caller, clinic, '10.00', { client: owes.url })
    await givenInvoiceOver(caller, clinic, '2.50', { client: owes.url })
    await done(caller.patch(nobody.url, { invoicing_client: pays.url }))
    await givenInvoiceOver(caller, clinic, '4.00', { client: nobody.url })
    const ids = [pays.id, owes.id, nobody.id, 999_999_999]
    expect(await done(caller.get(`/client/owing/?client__in=${ids.join(',')}`))).toEqual({
      results: [
        { client: owes.id, owing: '12.50' },
        { client: pays.id, owing: '4.00' },
        { client: nobody.id, owing: '0.00' },
      ],
    })
    const refused = async (listed: string) =>
      codesOf(await caller.get(`/client/owing/?client__in=${listed}`, asProblem))
    expect(await refused('3,x')).toEqual({ client__in: 'does_not_exist' })
    expect(await refused(Array.from({ length: 1001 }, (_, at) => at + 1).join(','))).toEqual({
      client__in: 'max_items',
    })
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
