import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asItIs,
  done,
  givenDraft,
  givenInvoice,
  givenInvoiceOver,
  givenSale,
  givenVisitInvoice,
  pay,
} from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenPayer,
  givenRow,
  idsIn,
} from '../../../test/support/clinic.ts'
import { invoiceStatuses } from './statuses.ts'

const { api, clinic, caller } = await useClinic()

const act = (invoice: { readonly id: number }, action: string, body?: unknown) =>
  caller.post(`/invoice/${invoice.id}/${action}/`, body)
const settingsOf = (department: number, changes: unknown) =>
  done(caller.patch(`/settings/department/${department}/`, changes))

/** Checks a creditor reference as a bank does: letters become numbers, and the whole leaves 1 when divided by 97. */
const isReference = (reference: string) =>
  BigInt([...(reference.slice(4) + reference.slice(0, 4))].map((sign) => Number.parseInt(sign, 36)).join('')) % 97n ===
  1n

describe('an invoice of a visit', () => {
  const givenDraftIn = async (settings: unknown) => {
    const { id } = await givenDepartment(caller)
    await settingsOf(id, settings)
    return givenDraft(caller, clinic, { department: id })
  }

  it('[S167] [S168] [S282] is a draft with an id', async () => {
    const draft = await givenDraftIn({})
    expect(draft).toMatchObject({
      id: expect.any(Number),
      status: 0,
      total: '10.00',
      total_vat: '2.40',
      total_with_vat: '12.40',
      due_sum: '12.40',
      countersale: false,
      credit_note: false,
    })
    expect(draft.url).toBe(clinic.url('invoice', draft.id))
    expect((await done(act(draft, 'finalize'))).id).toBe(draft.id)
  })

  it('[S170] gets its number when it is finalized, and none before', async () => {
    const draft = await givenDraftIn({ invoice_prefix: 'N' })
    expect(draft.invoice_number).toBeNull()
    expect((await done(caller.patch(draft.url, { invoice_number: 77 }))).invoice_number).toBeNull()
    expect((await done(act(draft, 'finalize'))).invoice_number).toBe(1)
  })

  it('[S171] gets the prefix of its department when it is finalized, and none where there is none', async () => {
    const [draft, plain] = [await givenDraftIn({ invoice_prefix: 'V' }), await givenDraftIn({})]
    expect(draft.invoice_prefix).toBe('')
    expect((await done(act(draft, 'finalize'))).invoice_prefix).toBe('V')
    expect((await done(act(plain, 'finalize'))).invoice_prefix).toBe('')
  })

  it('[S172] gets its reference number when it is finalized', async () => {
    const draft = await givenDraftIn({})
    expect(draft.reference_number).toBeNull()
    expect(isReference((await done(act(draft, 'finalize'))).reference_number)).toBe(true)
  })

  it('[S173] gets the additional reference of its department when it is finalized, and null where there is none', async () => {
    const [draft, plain] = [await givenDraftIn({ additional_reference: 'Branch 7' }), await givenDraftIn({})]
    expect(draft.additional_reference).toBeNull()
    expect((await done(act(draft, 'finalize'))).additional_reference).toBe('Branch 7')
    expect((await done(act(plain, 'finalize'))).additional_reference).toBeNull()
  })

  it('[S174] keeps the date that its draft was given', async () => {
    const draft = await givenDraftIn({})
    expect((await done(caller.patch(draft.url, { invoice_date: '2026-02-03' }))).invoice_date).toBe('2026-02-03')
    expect((await done(act(draft, 'finalize'))).invoice_date).toBe('2026-02-03')
  })

  it('[S174] is dated today, and not dated otherwise once it is finalized', async () => {
    const draft = await givenDraftIn({ time_zone: 'UTC' })
    const [before, after] = [draft.created.slice(0, 10), new Date().toISOString().slice(0, 10)]
    expect([before, after]).toContain(draft.invoice_date)
    const { invoice_date } = await done(act(draft, 'finalize'))
    expect((await caller.patch(draft.url, { invoice_date: '2026-02-03' })).status).toBe(400)
    expect((await asItIs(caller, draft)).invoice_date).toBe(invoice_date)
  })

  it('[S176] has the time of creation, whatever is sent and however it changes', async () => {
    const before = new Date().toISOString()
    const draft = await givenDraftIn({})
    const after = new Date().toISOString()
    // The machine's clock and PostgreSQL's are the same one; ours has milliseconds, and a microsecond is less than one.
    expect([
      draft.created.slice(0, 23) >= before.slice(0, 23),
      draft.created.slice(0, 23) <= after.slice(0, 23),
    ]).toEqual([true, true])
    const changed = await done(caller.patch(draft.url, { created: '2000-01-01T00:00:00Z', remarks: 'Changed' }))
    expect([changed.created, (await done(act(draft, 'finalize'))).created]).toEqual([draft.created, draft.created])
  })

  it('[S177] is modified by every change, and not by what is sent as modified', async () => {
    const draft = await givenDraftIn({})
    const changed = await done(caller.patch(draft.url, { modified: '2000-01-01T00:00:00Z', remarks: 'Changed' }))
    expect(changed.modified > draft.modified).toBe(true)
    expect((await done(act(draft, 'finalize'))).modified > changed.modified).toBe(true)
  })

  it('[S178] has the payer as of invoicing, whatever is changed later', async () => {
    const them = {
      firstname: 'Aino',
      lastname: 'Aalto',
      organization_name: 'Aalto Oy',
      vat_number: 'FI12345678',
      register_number: '1234567-8',
      country: 'SE',
      street_address: 'Storgatan 1',
      street_address_2: 'B',
      zip_code: '111 22',
      city: 'Stockholm',
      state: 'Svealand',
    }
    const client = await givenClient(caller, them)
    const payer = {
      payer_name: 'Aino Aalto',
      payer_organization_name: 'Aalto Oy',
      payer_vat_number: 'FI12345678',
      payer_register_number: '1234567-8',
      payer_country_code: 'SE',
      payer_street_address: 'Storgatan 1',
      payer_street_address_2: 'B',
      payer_zip_code: '111 22',
      payer_city: 'Stockholm',
      payer_state: 'Svealand',
    }
    const draft = await givenDraft(caller, clinic, { client: client.id })
    expect(draft).toMatchObject(payer)
    const others = Object.fromEntries(Object.keys(them).map((name) => [name, name === 'country' ? 'FI' : 'Other']))
    await done(caller.patch(client.url, others))
    expect(await done(act(draft, 'finalize'))).toMatchObject(payer)
    expect(await asItIs(caller, draft)).toMatchObject(payer)
  })

  it('is paid by the client’s invoicing client, by their payment terms', async () => {
    const company = await givenClient(caller, { organization_name: 'Stable', due_date_delay: 45 })
    const client = await givenClient(caller, { invoicing_client: company.url, due_date_delay: 1 })
    const draft = await givenDraft(caller, clinic, { client: client.id })
    expect(draft).toMatchObject({ payer_organization_name: 'Stable', client: client.url })
    const days = (Date.parse(draft.invoice_due_date) - Date.parse(draft.invoice_date)) / 86_400_000
    expect(days).toBe(45)
  })

  it('is due by the department’s payment terms where the payer has none', async () => {
    const { id } = await givenDepartment(caller)
    await settingsOf(id, { payment_terms_days: 0 })
    const draft = await givenDraft(caller, clinic, { department: id })
    expect(draft.invoice_due_date).toBe(draft.invoice_date)
  })

  it('names the animals of the visit', async () => {
    const { invoice, patient } = await givenVisitInvoice(caller, clinic)
    expect(invoice.patients).toEqual([clinic.url('patient', patient)])
    expect((await asItIs(caller, { url: invoice.invoice_row[0] })).reporting_dimension_1).toBe('visit')
  })

  it('has no reference number where the organisation has switched them off', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    await done(there.patch(`/organisation/${other.id}/`, { reference_numbers: false }))
    expect((await givenInvoiceOver(there, other, '10.00')).reference_number).toBeNull()
  })
})

describe('a draft', () => {
  it('[S174] is changed in its dates, remarks and other payer', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url })
    const draft = await givenDraft(caller, clinic, { client: client.id })
    const changes = {
      invoice_date: '2026-02-03',
      invoice_due_date: '2026-02-20',
      remarks: 'Thank you',
      alternative_payer: payer.url,
      alternative_payer_share: '50.00',
    }
    expect(await done(caller.patch(draft.url, changes))).toMatchObject({ ...changes, client_due_sum: '6.20' })
    const without = { alternative_payer: null, alternative_payer_share: null }
    expect((await done(caller.patch(draft.url, without))).client_due_sum).toBe('12.40')
  })

  it.each<[string, Readonly<Record<string, unknown>>, Readonly<Record<string, string>>]>([
    [
      'due before its date',
      { invoice_date: '2026-02-03', invoice_due_date: '2026-02-02' },
      { invoice_due_date: 'too_early' },
    ],
    ['dated on a day that does not exist', { invoice_date: '2026-02-30' }, { invoice_date: 'invalid' }],
    ['dated in an implausible year', { invoice_date: '0206-11-15' }, { invoice_date: 'implausible_date' }],
    ['due in an implausible year', { invoice_due_date: '2262-11-15' }, { invoice_due_date: 'implausible_date' }],
    ['with a share that nobody pays', { alternative_payer_share: '50' }, { alternative_payer_share: 'required' }],
    ['with a share of zero', { alternative_payer_share: '0' }, { alternative_payer_share: 'min_value' }],
  ])('cannot be %s', async (_what, changes, codes) => {
    const draft = await givenDraft(caller, clinic)
    expect(codesOf(await caller.patch(draft.url, changes, asProblem))).toEqual(codes)
    expect(await asItIs(caller, draft)).toEqual(draft)
  })

  it('is not paid by another client’s payer, nor for more than all of it', async () => {
    const client = await givenClient(caller)
    const draft = await givenDraft(caller, clinic, { client: client.id })
    const [own, other] = [await givenPayer(caller, { client: client.url }), await givenPayer(caller)]
    const changed = (payer: { url: string }, alternative_payer_share: string) =>
      caller.patch(draft.url, { alternative_payer: payer.url, alternative_payer_share })
    expect(Object.keys((await changed(other, '10')).body)).toEqual(['alternative_payer'])
    expect(Object.keys((await changed(own, '100.01')).body)).toEqual(['alternative_payer_share'])
    expect((await changed(own, '100')).body.client_due_sum).toBe('0.00')
  })

  it('[S207] dated before the lock is not finalized', async () => {
    const { id } = await givenDepartment(caller)
    const draft = await givenDraft(caller, clinic, { department: id })
    await done(caller.patch(draft.url, { invoice_date: '2026-02-03' }))
    await settingsOf(id, { financial_period_lock_date: '2026-02-04' })
    const refused = await act(draft, 'finalize')
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['invoice_date']])
    await done(caller.patch(draft.url, { invoice_date: '2026-02-04' }))
    expect((await act(draft, 'finalize')).status).toBe(200)
  })

  it('[S287] is voided, owes nothing, and then stays so', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url })
    const draft = await givenDraft(caller, clinic, { client: client.id })
    await done(caller.patch(draft.url, { alternative_payer: payer.url, alternative_payer_share: '50' }))
    expect(await done(act(draft, 'void'))).toMatchObject({
      status: 99,
      invoice_number: null,
      date_paid: null,
      total_with_vat: '12.40',
      due_sum: '0.00',
      client_due_sum: '0.00',
    })
    expect(idsIn(await caller.get(`/invoice/?due_sum__gt=0&client__is=${client.id}`))).toEqual([])
    for (const action of ['void', 'finalize', 'full_refund'])
      expect([action, (await act(draft, action)).status]).toEqual([action, 400])
    expect((await caller.patch(draft.url, { remarks: 'No' })).status).toBe(400)
  })
})

describe('a finalized invoice', () => {
  it('is neither changed, voided nor finalized again', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    for (const { status, body } of [
      await caller.patch(invoice.url, { remarks: 'No' }),
      await caller.patch(invoice.url, {}),
      await act(invoice, 'void'),
      await act(invoice, 'finalize'),
    ])
      expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
    expect(await asItIs(caller, invoice)).toEqual(invoice)
    expect((await caller.delete(invoice.url)).status).toBe(405)
  })

  it.each(['/invoice/', '/openingbalance/'])('[S11] cannot be made by POST %s', async (path) => {
    const client = (await givenClient(caller)).url
    const body = { client, department: clinic.url('department', clinic.department), amount: '10.00' }
    expect((await caller.post(path, body)).status).toBe(405)
    expect((await caller.get(path)).status).toBe(200)
  })

  const statuses = Object.keys(invoiceStatuses).map(Number)
  const givenIn = async (status: number) => {
    const draft = await givenDraft(caller, clinic)
    if (status === 99) await done(act(draft, 'void'))
    else if (status !== 0) await done(act(draft, 'finalize'))
    if ([1, 2, 4].includes(status)) await done(act(draft, 'update_status', { status }))
    return asItIs(caller, draft)
  }
  const moves: Readonly<Record<number, readonly number[]>> = { 0: [], 1: [3], 2: [3], 3: [1, 2, 4], 4: [3], 99: [] }

  it.each([
    ['[S282]', 0, 'Draft'],
    ['[S283]', 1, 'Sent'],
    ['[S284]', 2, 'Open'],
    ['[S285]', 3, 'Finalized'],
    ['[S286]', 4, 'Invoicing'],
    ['[S287]', 99, 'Voided'],
  ])(
    '%s that is %i is called %s, is found as such, and is payable only when it is finalized',
    async (_lines, status, label) => {
      const { body } = await caller.send('OPTIONS', '/invoice/')
      expect(body.fields.status.choices[status]).toBe(label)
      const invoice = await givenIn(status)
      expect(invoice.status).toBe(status)
      expect(idsIn(await caller.get(`/invoice/?status__is=${status}&id__gte=${invoice.id}`))).toEqual([invoice.id])
      const paid = await pay(caller, invoice, '1.00')
      expect([paid.status, Object.keys(paid.body).includes('id') || Object.keys(paid.body)]).toEqual(
        status === 3 ? [201, true] : [400, ['invoice']],
      )
    },
  )

  it.each(statuses)('changes from status %i only as allowed', async (from) => {
    for (const to of statuses) {
      const { id } = await givenIn(from)
      const answer = await caller.post(`/invoice/${id}/update_status/`, { status: to }, asProblem)
      const given = answer.status === 200 ? answer.body.status : codesOf(answer)
      const code = [0, 99].includes(to) ? 'invalid_choice' : 'invalid_transition'
      expect([from, to, given]).toEqual([from, to, moves[from]!.includes(to) ? to : { status: code }])
    }
  })

  it('offers for update_status only what some invoice can become', async () => {
    const { body } = await caller.get('/openapi.json')
    const { InvoiceUpdateStatus, InvoiceStatusToSet } = body.components.schemas
    expect(InvoiceUpdateStatus.properties.status.$ref).toBe('#/components/schemas/InvoiceStatusToSet')
    expect(InvoiceStatusToSet.enum).toEqual(
      [...new Set(Object.values(moves).flat())].toSorted((one, other) => one - other),
    )
  })

  it('of 0.00 has date_paid when it is finalized', async () => {
    const invoice = await givenInvoice(caller, clinic, { items: [{ percentage_change: '-100' }] })
    expect(invoice).toMatchObject({ total_with_vat: '0.00', due_sum: '0.00', date_paid: invoice.invoice_date })
  })
})

describe('a dry run of what makes an invoice', () => {
  const dry = { headers: { prefer: 'dry-run' } }
  const made = { status: 3, total: '10.00', total_vat: '2.40', total_with_vat: '12.40', due_sum: '12.40' }
  const givenVisit = async () => {
    const visit = await givenConsultation(caller)
    await givenRow(caller, visit, { item: (await givenItem(caller, { type_code: 2, price: '10.00' })).url })
    return visit
  }

  it('shows the invoice that finalizing a visit would create, because its link does not exist', async () => {
    const visit = await givenVisit()
    const path = `/consultation/${visit.id}/update_status/`
    const tried = await done(caller.post(path, { status: 10 }, dry))
    expect(tried).toMatchObject({ status: 10, invoice_data: { ...made, url: tried.invoice, consultation: visit.url } })
    expect((await caller.get(tried.invoice)).status).toBe(404)
    expect(await done(caller.post(path, { status: 10 }))).not.toHaveProperty('invoice_data')
  })

  it('shows the invoice that finalizing a sale would make', async () => {
    const sale = await givenSale(caller, clinic)
    const tried = await done(caller.post(`/countersale/${sale.id}/finalize/`, undefined, dry))
    expect(tried).toMatchObject({ finalized: true, invoice_data: { ...made, url: tried.invoice, countersale: true } })
  })

  it('shows a draft as it would be finalized', async () => {
    const draft = await givenDraft(caller, clinic)
    expect(await done(caller.post(`/invoice/${draft.id}/finalize/`, undefined, dry))).toMatchObject({
      ...made,
      invoice_number: expect.any(Number),
    })
  })

  it('shows no invoice to those who may not read invoices', async () => {
    const visit = await givenVisit()
    const vet = await clinic.caller({ write: ['Clinical: Consultations'] })
    const tried = await done(vet.post(`/consultation/${visit.id}/update_status/`, { status: 10 }, dry))
    expect([tried.status, 'invoice_data' in tried]).toEqual([10, false])
  })
})

describe('the numbers', () => {
  it('[S170] [S171] run in one series for each prefix, credit notes among them', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const [one, two, three] = [other.department, (await givenDepartment(there)).id, (await givenDepartment(there)).id]
    await done(there.patch(`/settings/department/${three}/`, { invoice_prefix: 'C' }))
    const sold = async (department: number) => {
      const { invoice_prefix, invoice_number } = await givenInvoiceOver(there, { department }, '10.00')
      return `${invoice_prefix}-${invoice_number}`
    }
    expect([await sold(one), await sold(two), await sold(three), await sold(one), await sold(three)]).toEqual([
      '-1',
      '-2',
      'C-1',
      '-3',
      'C-2',
    ])
    const invoice = await givenInvoiceOver(there, other, '10.00')
    const note = await done(there.post(`/invoice/${invoice.id}/full_refund/`))
    expect([invoice.invoice_number, note.invoice_number, await sold(one)]).toEqual([4, 5, '-6'])
  })

  it('start at first_number, which can be changed until a number is assigned', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const series = await done(there.post('/invoice_series/', { prefix: '', first_number: 500 }))
    expect(series).toMatchObject({ prefix: '', first_number: 500, last_number: null })
    await done(there.patch(series.url, { first_number: 1000 }))
    expect((await givenInvoiceOver(there, other, '10.00')).invoice_number).toBe(1000)
    expect(await asItIs(there, series)).toMatchObject({ last_number: 1000 })
    const refused = await there.patch(series.url, { first_number: 1 })
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['first_number']])
    const twice = await there.post('/invoice_series/', { prefix: '' })
    expect([twice.status, Object.keys(twice.body)]).toEqual([400, ['prefix']])
    for (const first_number of [0, 100_000_000_000])
      expect((await there.post('/invoice_series/', { prefix: 'X', first_number })).status).toBe(400)
  })

  it('are not used up by refused requests and dry runs', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const invoice = await givenInvoiceOver(there, other, '10.00')
    const dry = { headers: { prefer: 'dry-run' } }
    const tried = await there.post(`/invoice/${invoice.id}/full_refund/`, {}, dry)
    expect(tried.body.invoice_number).toBe(2)
    await done(there.patch(`/settings/department/${other.department}/`, { financial_period_lock_date: '2999-01-01' }))
    expect((await there.post(`/invoice/${invoice.id}/full_refund/`)).status).toBe(400)
    await done(there.patch(`/settings/department/${other.department}/`, { financial_period_lock_date: null }))
    expect((await givenInvoiceOver(there, other, '10.00')).invoice_number).toBe(2)
  })

  it('[S182] make the document number with their prefix, and a draft has its id', async () => {
    const { id } = await givenDepartment(caller)
    await settingsOf(id, { invoice_prefix: 'DOC' })
    const fileOf = async (invoice: { readonly id: number }) =>
      (await caller.get(`/invoice/${invoice.id}/pdf/`)).headers.get('content-disposition')
    const draft = await givenDraft(caller, clinic, { department: id })
    expect([draft.id > 0, await fileOf(draft)]).toEqual([true, `inline; filename="invoice-draft-${draft.id}.pdf"`])
    const invoice = await done(act(draft, 'finalize'))
    const note = await done(act(draft, 'full_refund'))
    expect([invoice.invoice_prefix, invoice.invoice_number, await fileOf(invoice)]).toEqual([
      'DOC',
      1,
      'inline; filename="invoice-DOC-1.pdf"',
    ])
    expect(await fileOf(note)).toBe('inline; filename="invoice-DOC-2.pdf"')
  })

  it('give every invoice its own reference number', async () => {
    const { id } = await givenDepartment(caller)
    await settingsOf(id, { invoice_prefix: 'R' })
    const invoices = [
      await givenInvoiceOver(caller, clinic, '1.00'),
      await givenInvoiceOver(caller, { department: id }, '1.00'),
      await givenInvoiceOver(caller, { department: id }, '1.00'),
    ]
    const references = invoices.map(({ reference_number }) => reference_number)
    expect(references.map(isReference)).toEqual([true, true, true])
    expect(new Set(references).size).toBe(3)
    expect(isReference(references[0].replace(/.$/, (digit: string) => String((Number(digit) + 1) % 10)))).toBe(false)
  })
})

describe('the list of invoices', () => {
  it('[S177] [S401] [S402] is filtered by each of these', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const client = await givenClient(there)
    const department = await givenDepartment(there)
    const sold = await givenInvoiceOver(there, { department: department.id }, '10.00', { client: client.url })
    await done(there.post('/invoicepayment/', { invoice: sold.url, payment_type: 0, paid: '10.00' }))
    const draft = await givenDraft(there, other)
    await done(there.patch(draft.url, { invoice_date: '2026-02-03' }))
    const visit = await done(there.post(`/invoice/${draft.id}/finalize/`))
    const note = await done(there.post(`/invoice/${visit.id}/full_refund/`))
    const open = await givenDraft(there, other)
    const found = async (query: string) => idsIn(await there.get(`/invoice/?${query}`))
    expect(await found('status__is=0')).toEqual([open.id])
    expect(await found('status__is=3')).toEqual([sold.id, visit.id, note.id])
    expect(await found('invoice_date__lte=2026-02-28')).toEqual([visit.id])
    expect(await found('invoice_date__gte=2026-02-04')).toEqual([sold.id, note.id, open.id])
    const today = (await asItIs(there, sold)).date_paid
    expect(await found(`date_paid__gte=${today}`)).toEqual([sold.id, visit.id, note.id])
    expect(await found('date_paid__gte=2999-01-01')).toEqual([])
    expect(await found('date_paid__is_null=true')).toEqual([open.id])
    expect(await found(`client__is=${client.id}`)).toEqual([sold.id])
    expect(await found(`department__is=${department.id}`)).toEqual([sold.id])
    expect(await found('credit_note__is=true')).toEqual([note.id])
    expect(await found('countersale__is=false')).toEqual([visit.id, note.id, open.id])
    expect(await found('countersale__is=true')).toEqual([sold.id])
    expect(await found(`invoice_number__is=${note.invoice_number}`)).toEqual([note.id])
    expect(await found(`credit_note_original_invoice__is=${visit.id}`)).toEqual([note.id])
    expect(await found('credit_note_original_invoice__is_null=true')).toEqual([sold.id, visit.id, open.id])
    expect(await found(`countersale_record__is=${encodeURIComponent(sold.countersale_record)}`)).toEqual([sold.id])
    expect(await found(`modified__gte=${encodeURIComponent((await asItIs(there, note)).modified)}`)).toEqual([
      visit.id,
      note.id,
      open.id,
    ])
    const page = (await there.get('/invoice/?page_size=2')).body
    expect(page).toMatchObject({ count: 4, num_pages: 2 })
    for (const one of page.results) expect(await done(there.get(`/invoice/${one.id}/`))).toEqual(one)
  })

  it.each([
    ['[S575] /invoice/', 60, () => '/invoice/'],
    ['[S576] /invoice/<id>/', 250, (id: number) => `/invoice/${id}/`],
    ['[S577] /unallocatedpayment/', 200, () => '/unallocatedpayment/'],
    ['[S578] /unallocatedpayment/<id>/', 800, () => '/unallocatedpayment/1/'],
    ['[S579] /invoicerow/', 100, () => '/invoicerow/'],
  ])('GET %s is answered %i times a minute', async (_path, rate, path) => {
    const { id } = await givenInvoiceOver(caller, clinic, '1.00')
    const { headers } = await (await clinic.caller()).get(path(id))
    expect(headers.get('ratelimit-policy')).toContain(`q=${rate};w=60`)
  })

  it('shows no invoices of another organisation', async () => {
    const stranger = await (await api.givenOrganisation()).caller()
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    expect((await stranger.get(`/invoice/${invoice.id}/`)).status).toBe(404)
    for (const action of ['finalize', 'void', 'full_refund', 'to_prepayment'])
      expect((await stranger.post(`/invoice/${invoice.id}/${action}/`)).status).toBe(404)
    expect(idsIn(await stranger.get('/invoice/'))).toEqual([])
    expect((await pay(stranger, invoice, '1.00')).status).toBe(400)
  })
})

describe('receivables', () => {
  it('are zero where nothing was sold, and 404 for an unknown department', async () => {
    const here = await api.givenOrganisation()
    const as = await here.caller()
    const nothing = expect.objectContaining({ not_due: '0.00', late_over_90: '0.00', total: '0.00' })
    expect(await done(as.get('/accountingreport/receivables/'))).toEqual(nothing)
    expect(await done(as.get(`/department/${here.department}/receivables/`))).toEqual(nothing)
    expect((await as.get('/department/999999/receivables/')).status).toBe(404)
  })

  it('are grouped by days overdue, without drafts and voided drafts', async () => {
    const { id } = await givenDepartment(caller)
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Helsinki' }).format(new Date())
    const ago = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
    for (const days of [-5, 0, 1, 30, 31, 60, 61, 90, 91, 400]) {
      const draft = await givenDraft(caller, clinic, { department: id })
      await done(caller.patch(draft.url, { invoice_date: ago(400), invoice_due_date: ago(days) }))
      await done(act(draft, 'finalize'))
    }
    await givenDraft(caller, clinic, { department: id })
    await done(act(await givenDraft(caller, clinic, { department: id }), 'void'))
    const manager = await clinic.caller({ read: ['Financial: End of day and accounting reports'] })
    const everywhere = () => done(manager.get('/accountingreport/receivables/'))
    const before = await everywhere()
    const elsewhere = await givenDepartment(caller)
    await givenInvoiceOver(caller, { department: elsewhere.id }, '10.00')
    const after = await everywhere()
    for (const name of ['not_due', 'total']) expect(Number(after[name]) - Number(before[name])).toBeCloseTo(10, 2)
    expect(after.late_over_90).toBe(before.late_over_90)
    expect((await manager.get(`/department/${id}/receivables/`)).status).toBe(403)
    const receivables = await done(caller.get(`/department/${id}/receivables/`))
    expect(receivables).toEqual({
      not_due: '24.80',
      late_1_to_30: '24.80',
      late_31_to_60: '24.80',
      late_61_to_90: '24.80',
      late_over_90: '24.80',
      total: '124.00',
    })
  })
})
