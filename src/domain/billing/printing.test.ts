import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { done, givenDraft, givenInvoice, givenInvoiceOver, pay, rowOf } from '../../../test/support/billing.ts'
import {
  givenClient,
  givenConsultation,
  givenItem,
  givenPatient,
  givenPayer,
  givenRow,
  givenVatGroup,
} from '../../../test/support/clinic.ts'
import { linesOf, pagesOf } from '../../../test/support/pdf.ts'

const { api, clinic, caller } = await useClinic({ name: 'Harbour Animal Clinic' })
beforeAll(async () => {
  await done(
    caller.patch(`/organisation/${clinic.id}/`, {
      street_address: 'Fleminginkatu 12 A',
      zip_code: '00530',
      city: 'Helsinki',
      vat_number: 'FI12345678',
      register_number: '1234567-8',
      email: 'front@harbour.example',
    }),
  )
  await settings({ iban: 'FI2112345600000785', bic: 'NDEAFIHH', invoice_prefix: 'V' })
})

type Invoice = { readonly id: number }
const settings = (changes: unknown) => done(caller.patch(`/settings/department/${clinic.department}/`, changes))
const print = async (invoice: Invoice, as = caller) => {
  const answer = await as.get(`/invoice/${invoice.id}/pdf/`)
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.text}`)
  return answer.bytes
}
const lines = async (invoice: Invoice) => linesOf(await print(invoice))

/** A date as people write it in Finland, where the clinic is. */
const onPaper = (date: string) => date.split('-').map(Number).toReversed().join('.')

/** The lines between two that begin so, the first of them included. */
const between = (all: readonly string[], from: string, to: string) =>
  all.slice(
    all.findIndex((line) => line.startsWith(from)),
    all.findIndex((line) => line.startsWith(to)),
  )

const finalizeVisit = async (visit: { readonly id: number }) => {
  for (const status of [5, 6, 10]) await done(caller.post(`/consultation/${visit.id}/update_status/`, { status }))
  const { results } = await done(caller.get(`/invoice/?ordering=-invoice_number&page_size=1`))
  return results[0]
}

describe('a printed invoice', () => {
  it('shows clinic, payer, dates, rows and totals', async () => {
    const client = await givenClient(caller, {
      firstname: 'Aino',
      lastname: 'Aalto',
      organization_name: 'Aalto Oy',
      vat_number: 'FI87654321',
      street_address: 'Mannerheimintie 5',
      zip_code: '00100',
      city: 'Helsinki',
      country: 'FI',
    })
    const vat_group = (await givenVatGroup(caller, '25.50')).url
    const item = await givenItem(caller, { name: 'Dental kit', price: '1234.5678', unit: 'box', vat_group })
    const invoice = await givenInvoice(caller, clinic, {
      client: client.url,
      remarks: 'Thank you.',
      items: [{ item: item.url, quantity: '2' }],
    })
    const printed = await lines(invoice)
    const { invoice_number, invoice_date, invoice_due_date, reference_number } = invoice
    expect(printed.slice(0, 19)).toEqual([
      'Harbour Animal Clinic Invoice',
      'Main',
      'Fleminginkatu 12 A',
      `V-${invoice_number}`,
      '00530 Helsinki',
      'Finland',
      'VAT number FI12345678',
      'Registration number 1234567-8',
      `Invoice to Date of issue ${onPaper(invoice_date)}`,
      `Aalto Oy Due date ${onPaper(invoice_due_date)}`,
      'Aino Aalto',
      'Mannerheimintie 5',
      '00100 Helsinki',
      'Finland',
      'VAT number FI87654321',
      'Description Quantity Net unit price VAT Net EUR',
      'Dental kit 2 box 1 234,5678 25,5 % 2 469,14',
      'VAT rate Net VAT Total Total without VAT 2 469,14',
      'VAT 629,63',
    ])
    const sums = printed.slice(19).join('\n')
    expect(sums).toContain('25,5 % 2 469,14 629,63 3 098,77')
    expect(sums).toContain('Total 3 098,77 EUR')
    expect(sums).toContain('Left to pay 3 098,77 EUR')
    expect(sums).toContain('IBAN FI21 1234 5600 0007 85')
    expect(sums).toContain('BIC NDEAFIHH')
    expect(sums).toContain(`Reference ${reference_number.match(/.{1,4}/g).join(' ')}`)
    expect(printed.slice(-2)).toEqual([
      'Thank you.',
      'Harbour Animal Clinic · VAT FI12345678 · Reg. 1234567-8 · front@harbour.example Page 1 of 1',
    ])
  })

  it('has the VAT by rate, whose sums are those of the invoice to the cent', async () => {
    const groups = await Promise.all(
      [
        ['24.00', 'Standard'],
        ['10.00', 'Medicines'],
        ['0.00', 'Exempt under article 132'],
      ].map(([percentage, title]) => givenVatGroup(caller, percentage, { title })),
    )
    const items = await Promise.all(groups.map(({ url }) => givenItem(caller, { vat_group: url, price: '8.0645' })))
    const invoice = await givenInvoice(caller, clinic, {
      items: [...items, ...items].map(({ url }, at) => ({ item: url, quantity: String(at + 1) })),
    })
    const printed = await lines(invoice)
    const found = printed.flatMap((line) => /^(\d+) ?% (\S+) (\S+) (\S+)/.exec(line)?.slice(1) ?? [])
    const rates = [0, 4, 8].map((at) => found.slice(at, at + 4))
    expect(rates.map(([rate]) => rate)).toEqual(['24', '10', '0'])
    const cents = (at: number) => rates.reduce((sum, rate) => sum + BigInt(rate[at]!.replace(',', '')), 0n)
    expect([cents(1), cents(2), cents(3)]).toEqual(
      [invoice.total, invoice.total_vat, invoice.total_with_vat].map((sum) => BigInt(sum.replace('.', ''))),
    )
    expect(printed.join(' ')).toContain('No VAT is charged at 0 %: Exempt under article 132.')
  })

  it('has a column for discounts only if a row has one', async () => {
    const cheaper = await givenInvoice(caller, clinic, { items: [{ percentage_change: '-12.50' }, {}] })
    const printed = await lines(cheaper)
    expect(printed).toContain('Description Quantity Price with VAT Discount VAT Total EUR')
    expect(printed.join('\n')).toMatch(/1 12,40 −12,5 % 24 % 10,85\nItem \d+ 1 12,40 24 % 12,40/)
    const dearer = await givenInvoice(caller, clinic, { items: [{ percentage_change: '15.00' }] })
    expect((await lines(dearer)).join('\n')).toMatch(/Change VAT Total EUR\nItem \d+ 1 12,40 \+15 % 24 % 14,26/)
  })

  it('names the animals that the rows are for, and counts the heads of a herd', async () => {
    const client = await givenClient(caller)
    const luna = await givenPatient(caller, { client: client.url, name: 'Luna' })
    const herd = await givenPatient(caller, { client: client.url, name: 'Dairy herd', is_herd: true, herd_size: 40 })
    const visit = await givenConsultation(caller, { patients: [luna, herd], started: '2026-02-01T22:30:00Z' })
    const item = (name: string) => givenItem(caller, { name, type_code: 1 })
    await givenRow(caller, visit, { kind: 1, item: (await item('Call-out')).url, no_multiplier: true })
    await givenRow(caller, visit, { kind: 1, item: (await item('Vaccination')).url, patients: [herd.url] })
    await givenRow(caller, visit, { kind: 1, item: (await item('Examination')).url, patients: [luna.url] })
    await givenRow(caller, visit, { kind: 1, item: (await item('Trimming')).url, patients: [herd.url], quantity: '2' })
    const printed = await lines(await finalizeVisit(visit))
    expect(between(printed, 'Description', 'VAT rate').slice(1)).toEqual([
      'Luna, Dairy herd',
      'Call-out 1 12,40 24 % 12,40',
      'Dairy herd',
      'Vaccination 40 12,40 24 % 496,00',
      '1 for each of 40 animals',
      'Trimming 80 12,40 24 % 992,00',
      '2 for each of 40 animals',
      'Luna',
      'Examination 1 12,40 24 % 12,40',
    ])
    expect(printed.join('\n')).toMatch(/Date of supply 2\.2\.2026 to \d+\.\d+\.\d{4}/)
  })

  it('lists payments, without cancelled ones, and what each payer still owes', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url, organization_name: 'Agria' })
    const shared = { client: client.url, alternative_payer: payer.url, alternative_payer_share: '80' }
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', shared)
    const wrong = await done(pay(caller, invoice, '7.00'))
    await done(
      caller.post(`/invoicepayment/${wrong.id}/cancel_payment/`, {
        info: 'Mistyped',
        cancel_date: '2026-03-15T10:00:00Z',
      }),
    )
    await done(pay(caller, invoice, '5.00', { payment_type: 1, date_added: '2026-01-15T23:00:00Z' }))
    await done(pay(caller, invoice, '30.00', { payment_type: 15, date_added: '2026-01-16T23:00:00Z' }))
    const printed = (await lines(invoice)).join('\n')
    expect(printed).not.toContain('7,00')
    for (const line of [
      'Cash, 16.1.2026 −5,00',
      'Insurance claim, 17.1.2026 −30,00',
      'Left to pay 65,00 EUR',
      'Agria (80 %) 50,00',
      'You 15,00',
    ])
      expect(printed).toContain(line)
  })

  it('that is settled has the date of payment instead of the payment details', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '50.00')
    await done(pay(caller, invoice, '20.00', { date_added: '2026-01-10T23:00:00Z' }))
    expect((await lines(invoice)).join('\n')).toMatch(/IBAN[^]*Reference/)
    await done(pay(caller, invoice, '30.00', { date_added: '2026-01-12T23:00:00Z' }))
    const printed = (await lines(invoice)).join('\n')
    expect(printed).toMatch(/^Paid 13\.1\.2026/m)
    expect(printed).not.toMatch(/IBAN|BIC|Reference/)
    const credited = await givenInvoiceOver(caller, clinic, '50.00')
    const note = await done(caller.post(`/invoice/${credited.id}/full_refund/`))
    expect((await lines(credited)).join('\n')).toMatch(new RegExp(`^Credited ${onPaper(note.invoice_date)}`, 'm'))
  })

  it('has a code for the app of a bank, while there is something to pay', async () => {
    const client = await givenClient(caller, { firstname: 'Aino', lastname: 'Aalto' })
    const invoice = await givenInvoiceOver(caller, clinic, '50.00', { client: client.url })
    const printed = () => done(caller.get(`/invoice/${invoice.id}/printed/`))
    await done(pay(caller, invoice, '20.00'))
    const { consumer, payment_code: code } = await printed()
    expect(consumer).toBe(true)
    expect(code.text.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'NDEAFIHH',
      'Harbour Animal Clinic',
      'FI2112345600000785',
      'EUR30.00',
      '',
      invoice.reference_number,
    ])
    // Its upper left corner is the square by which a camera finds it.
    expect(code.path).toContain('M0 0h1v1h-1zM1 0h1v1h-1z')
    expect(code.size).toBeGreaterThan(28)
    const paper = (await lines(invoice)).join('\n')
    expect(paper).toMatch(/Pay with the app of your bank, or with these[^]*30,00 EUR/)
    expect(paper).toContain(`By ${onPaper(invoice.invoice_due_date)}`)
    await done(pay(caller, invoice, '30.00'))
    expect((await printed()).payment_code).toBeNull()
    const draft = await givenDraft(caller, clinic)
    expect((await done(caller.get(`/invoice/${draft.id}/printed/`))).payment_code).toBeNull()
  })

  it('is written as people of the country of the clinic write', async () => {
    const there = await api.givenOrganisation({ country: 'IE', currency: 'EUR' })
    const here = await there.caller()
    const printed = linesOf(await print(await givenInvoiceOver(here, there, '1240.00'), here)).join('\n')
    expect(printed).toContain('Total 1,240.00 EUR')
    expect(printed).toMatch(/Date of issue \d+\/\d+\/\d{4}/)
  })

  it('of a credit note is titled as one, and names the invoice it credits', async () => {
    const invoice = await givenInvoiceOver(caller, clinic, '1240.00')
    const note = await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    const printed = await lines(note)
    const text = printed.join('\n')
    expect(printed[0]).toBe('Harbour Animal Clinic Credit note')
    expect(text).toContain(`V-${note.invoice_number}\n`)
    expect(text).toContain(`Credits invoice V-${invoice.invoice_number} of ${onPaper(invoice.invoice_date)}`)
    expect(text).toContain('Total −1 240,00 EUR')
    expect(text).toContain('Credit invoice, ')
    expect(text).toContain('Left to pay back 0,00 EUR')
    expect(text).not.toMatch(/Due date|IBAN/)
    expect((await lines(invoice)).join('\n')).toContain('Left to pay 0,00 EUR')
  })

  it('of a credit note has the amount of the other payer, which may differ from their share', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url, organization_name: 'Agria' })
    const shared = { client: client.url, alternative_payer: payer.url, alternative_payer_share: '80' }
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', shared)
    await done(pay(caller, invoice, '20.00'))
    await done(pay(caller, invoice, '30.00', { payment_type: 15 }))
    const printed = await lines(await done(caller.post(`/invoice/${invoice.id}/full_refund/`)))
    for (const line of ['Left to pay back −50,00 EUR', 'Agria −30,00', 'You −20,00'])
      expect(printed.join('\n')).toContain(line)
  })

  it('of a draft and of a voided draft says so instead of a number', async () => {
    const draft = await givenDraft(caller, clinic)
    const printed = await lines(draft)
    expect(printed[0]).toBe('Harbour Animal Clinic Invoice')
    expect(printed.join('\n')).toMatch(/Draft$/m)
    expect(printed.join('\n')).toContain('This is a draft and not an invoice. Nothing is due.')
    expect(printed.join('\n')).not.toMatch(/Left to pay|IBAN|Reference/)
    await done(caller.post(`/invoice/${draft.id}/void/`))
    expect((await lines(draft)).join('\n')).toMatch(/Voided$/m)
  })

  it('is printed the same after the clinic, the payer and the animals have changed', async () => {
    const there = await api.givenOrganisation({ name: 'Old name' })
    const here = await there.caller()
    const client = await givenClient(here, { lastname: 'Before' })
    const patient = await givenPatient(here, { client: client.url, name: 'Luna' })
    const payer = await givenPayer(here, { client: client.url, organization_name: 'Insurer before' })
    const invoice = await givenInvoice(here, there, {
      client: client.url,
      alternative_payer: payer.url,
      alternative_payer_share: '10',
      items: [{ patient: patient.url }],
    })
    const before = await print(invoice, here)
    await done(here.patch(`/organisation/${there.id}/`, { name: 'New name', vat_number: 'FI99999999' }))
    await done(here.patch(`/settings/department/${there.department}/`, { iban: 'DE89370400440532013000' }))
    await done(here.patch(client.url, { lastname: 'After' }))
    await done(here.patch(patient.url, { name: 'Renamed' }))
    await done(here.patch(payer.url, { organization_name: 'Insurer after' }))
    expect((await print(invoice, here)).equals(before)).toBe(true)
    const draft = await givenDraft(here, there, { client: client.id })
    expect(linesOf(await print(draft, here))[0]).toBe('New name Invoice')
  })

  it('has the same dates after the time zone of the clinic has changed', async () => {
    const there = await api.givenOrganisation()
    const here = await there.caller()
    const visit = await givenConsultation(here, { started: '2026-02-01T22:30:00Z', finished: '2026-02-02T22:30:00Z' })
    await givenRow(here, visit)
    const { invoice: url } = await done(here.post(`${visit.url}update_status/`, { status: 10 }))
    const invoice = await done(here.get(url))
    await done(pay(here, invoice, '1.00', { date_added: '2026-01-10T23:00:00Z' }))
    const before = await print(invoice, here)
    expect(linesOf(before).join('\n')).toMatch(/Date of supply 2\.2\.2026 to 3\.2\.2026[^]*Card, 11\.1\.2026/)
    await done(here.patch(`/settings/department/${there.department}/`, { time_zone: 'America/New_York' }))
    expect((await print(invoice, here)).equals(before)).toBe(true)
  })

  it('of a credit note names the other payer as its original does', async () => {
    const client = await givenClient(caller)
    const payer = await givenPayer(caller, { client: client.url, organization_name: 'Insurer before' })
    const shared = { client: client.url, alternative_payer: payer.url, alternative_payer_share: '10' }
    const invoice = await givenInvoiceOver(caller, clinic, '100.00', shared)
    await done(pay(caller, invoice, '100.00'))
    await done(caller.patch(payer.url, { organization_name: 'Insurer after' }))
    const printed = (await lines(await done(caller.post(`/invoice/${invoice.id}/full_refund/`)))).join('\n')
    expect(printed).toContain('Insurer before')
    expect(printed).not.toContain('Insurer after')
  })

  it('[S182] shares its number with no other, whatever the prefixes', async () => {
    const there = await api.givenOrganisation()
    const here = await there.caller()
    const numbers: string[] = []
    for (const [invoice_prefix, first_number] of [
      ['1', 11],
      ['11', 1],
      ['', 111],
    ] as const) {
      await done(here.post('/invoice_series/', { prefix: invoice_prefix, first_number }))
      await done(here.patch(`/settings/department/${there.department}/`, { invoice_prefix }))
      const { headers } = await here.get(`/invoice/${(await givenInvoice(here, there)).id}/pdf/`)
      numbers.push(headers.get('content-disposition')!)
    }
    expect(numbers).toEqual(['1-11', '11-1', '111'].map((number) => `inline; filename="invoice-${number}.pdf"`))
  })

  it('continues on further pages, each with the head of the table and the page number', async () => {
    const item = await givenItem(caller)
    const row = await rowOf(clinic, item.id)
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...row, name: `Treatment ${at + 1}` }))
    const pages = pagesOf(await print(await givenDraft(caller, clinic, { rows })))
    expect(pages.length).toBe(3)
    for (const page of pages.slice(0, 2)) expect(page).toContain('Description Quantity Price with VAT VAT Total EUR')
    for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of 3`)
    const printed = [...pages.join('\n').matchAll(/^Treatment (\d+) /gm)].map(([, number]) => Number(number))
    expect(printed).toEqual(rows.map((_, at) => at + 1))
  })

  it.each([
    'Ξένη Παπαδοπούλου',
    'Ольга Щукина-Їжакевич',
    'Łucja Gęślą Jaźń',
    'Győző Őrült Űrhajós',
    'Șerban Țăran',
    'Þóra Æðardóttir Øst',
    'Žofie Ďáblová Ğül İnci',
  ])('writes %s', async (name) => {
    const [firstname, ...rest] = name.split(' ')
    const client = await givenClient(caller, { firstname, lastname: rest.join(' ') })
    expect((await lines(await givenInvoice(caller, clinic, { client: client.url }))).join('\n')).toContain(name)
  })

  it('composes combining accents', async () => {
    const client = await givenClient(caller, { lastname: 'Jose\u0301 Zoe\u0308' })
    expect((await lines(await givenInvoice(caller, clinic, { client: client.url }))).join('\n')).toContain('José Zoë')
  })

  it('breaks names that are too long for their line, and loses no letter', async () => {
    const long = 'Ä'.repeat(255)
    const client = await givenClient(caller, { lastname: 'Z'.repeat(127) })
    const patient = await givenPatient(caller, { client: client.url, name: 'Y'.repeat(127) })
    const item = await givenItem(caller, { name: long, price: '99999999.9999' })
    const invoice = await givenInvoice(caller, clinic, {
      client: client.url,
      items: [{ item: item.url, quantity: '999', patient: patient.url }],
    })
    const text = (await lines(invoice)).join('')
    expect([text.match(/Ä/g)!.length, text.match(/Z/g)!.length, text.match(/Y/g)!.length]).toEqual([255, 127, 127])
    expect(text).toContain('99 899 999 999,90')
  })

  it('has room for the longest remarks', async () => {
    const draft = await givenDraft(caller, clinic)
    const remarks = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ')
    await done(caller.patch(draft.url, { remarks: remarks }))
    const printed = (await lines(draft)).join(' ')
    for (const at of [0, 450, 899]) expect(printed).toContain(`word${at}`)
  })

  it('of a thousand rows does not block other requests while it is rendered', async () => {
    const row = await rowOf(clinic, (await givenItem(caller)).id)
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ ...row, name: `Treatment ${at + 1}` }))
    const draft = await givenDraft(caller, clinic, { rows })
    const answered: string[] = []
    const ask = async (what: string, asked: Promise<unknown>) => {
      await asked
      answered.push(what)
    }
    await Promise.all([
      ask('printed', print(draft)),
      ask('other', caller.get('/limits/')),
      ask('other', caller.get('/')),
    ])
    expect(answered).toEqual(['other', 'other', 'printed'])
    expect(pagesOf(await print(draft)).length).toBeGreaterThan(20)
  })
})

describe('GET /invoice/<id>/pdf/', () => {
  let invoice: Invoice & { readonly invoice_number: number }
  beforeAll(async () => {
    invoice = await givenInvoice(caller, clinic)
  })
  const ask = (headers: Readonly<Record<string, string>>, method = 'GET') =>
    caller.send(method, `/invoice/${invoice.id}/pdf/`, { headers })

  it.each(['application/pdf', '*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json'])(
    'answers a PDF to those who accept %s',
    async (accept) => {
      const { status, headers, bytes } = await ask({ accept })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(headers.get('content-disposition')).toBe(`inline; filename="invoice-V-${invoice.invoice_number}.pdf"`)
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    },
  )

  it('refuses like every other route', async () => {
    const { status, body } = await caller.get('/invoice/999999/pdf/', { headers: { accept: 'application/pdf' } })
    expect([status, body]).toEqual([404, { detail: 'No Invoice matches the given query.' }])
  })

  it('gives the same bytes again, and 304 with If-None-Match', async () => {
    const [first, second] = [await ask({}), await ask({})]
    expect(second.bytes.equals(first.bytes)).toBe(true)
    const etag = first.headers.get('etag')!
    expect(second.headers.get('etag')).toBe(etag)
    const known = await ask({ 'if-none-match': `W/${etag}` })
    expect([known.status, known.bytes.length, known.headers.get('etag')]).toEqual([304, 0, etag])
    await done(pay(caller, await done(caller.get(`/invoice/${invoice.id}/`)), '1.00'))
    expect((await ask({ 'if-none-match': etag })).status).toBe(200)
  })

  it('answers HEAD with the headers of GET', async () => {
    const { status, headers, bytes } = await ask({}, 'HEAD')
    expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'application/pdf', 0])
  })

  it('is refused to another organisation, and without the permission for invoices', async () => {
    const other = await (await api.givenOrganisation()).caller()
    expect((await other.get(`/invoice/${invoice.id}/pdf/`)).status).toBe(404)
    const clerk = await clinic.caller({ read: ['General: Patients and clients'] })
    expect((await clerk.get(`/invoice/${invoice.id}/pdf/`)).status).toBe(403)
    const reader = await clinic.caller({ read: ['Financial: Invoices'] })
    expect((await reader.get(`/invoice/${invoice.id}/pdf/`)).status).toBe(200)
  })

  it('has an ASCII file name', async () => {
    await settings({ invoice_prefix: 'Ä/"7 ' })
    const odd = await givenInvoice(caller, clinic)
    const { headers } = await caller.get(`/invoice/${odd.id}/pdf/`)
    expect(headers.get('content-disposition')).toBe(`inline; filename="invoice----7--${odd.invoice_number}.pdf"`)
    await settings({ invoice_prefix: 'V' })
  })
})

describe('the bank account of a department', () => {
  it.each([
    ['iban', 'FI2112345600000786', 'Enter a valid IBAN without spaces, for example FI2112345600000785.'],
    ['iban', 'FI21 1234 5600 0007 85', 'Enter a valid IBAN without spaces, for example FI2112345600000785.'],
    ['iban', 'nonsense', 'Enter a valid IBAN without spaces, for example FI2112345600000785.'],
    ['bic', 'NDEAFI', 'Enter a BIC of 8 or 11 signs, for example NDEAFIHH.'],
  ])('has no %s %s', async (field, value, message) => {
    const { status, body } = await caller.patch(`/settings/department/${clinic.department}/`, { [field]: value })
    expect([status, body]).toEqual([400, { [field]: [message] }])
  })

  it.each(['DE89370400440532013000', 'GB82WEST12345698765432', 'MT84MALT011000012345MTLCAST001S', ''])(
    'has the IBAN "%s"',
    async (value) => {
      expect(await settings({ iban: value })).toMatchObject({ iban: value })
    },
  )
})

describe('what is printed, as data', () => {
  it('has the clinic, the payer, rows with VAT, VAT by rate, and payments that were not cancelled', async () => {
    const high = await givenVatGroup(caller, '25.50')
    const low = await givenVatGroup(caller, '14.00')
    const invoice = await givenInvoice(caller, clinic, {
      client: (await givenClient(caller, { firstname: 'Anna', lastname: 'Koski' })).url,
      items: [
        { list_price: '45.00', vat_group: high.url },
        { list_price: '10.00', vat_group: low.url },
      ],
    })
    const mistake = await done(pay(caller, invoice, '5.00'))
    await done(
      caller.post(`${mistake.url}cancel_payment/`, { info: 'Wrong invoice', cancel_date: new Date().toISOString() }),
    )
    await done(pay(caller, invoice, '30.00'))
    const printed = await done(caller.get(`/invoice/${invoice.id}/printed/`))
    expect(printed).toMatchObject({
      number: `V-${invoice.invoice_number}`,
      letterhead: { name: 'Harbour Animal Clinic', vat_number: 'FI12345678' },
      payer: { name: 'Anna Koski' },
      rows: [
        { sum: '45.00', sum_total: '56.48', price_with_vat: '56.48' },
        { sum: '10.00', sum_total: '11.40' },
      ],
      vat: [
        { percentage: '25.50', sum: '45.00', sum_vat: '11.48', sum_total: '56.48' },
        { percentage: '14.00', sum: '10.00', sum_vat: '1.40', sum_total: '11.40' },
      ],
      payments: [{ type: 0, less: '-30.00' }],
      due: '37.88',
    })
    expect((await caller.get('/invoice/999999/printed/')).status).toBe(404)
  })
})
