import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../../../test/support/api.ts'
import { done, givenInvoice } from '../../../test/support/billing.ts'
import { givenClient, givenPatient, givenPhoneNumber, species } from '../../../test/support/clinic.ts'

const api = await useApi()
let clinic: TestOrganisation
let here: ApiClient
let anna: TestResponse['body']
let stables: TestResponse['body']
let bella: TestResponse['body']

beforeAll(async () => {
  clinic = await api.givenOrganisation()
  here = await clinic.caller()
  anna = await givenClient(here, { firstname: 'Anna', lastname: 'Koski', email: 'Anna.Koski@mail.example' })
  stables = await givenClient(here, { organization_name: 'Koskela Stables', firstname: 'Eero', lastname: 'Mäki' })
  await givenPhoneNumber(here, anna, { phone_number: '050 700 1234' })
  bella = await givenPatient(here, {
    client: anna.url,
    name: 'Bella',
    species: species('CAT'),
    microchip: '985112004567321',
  })
  await givenPatient(here, { client: stables.url, name: 'Bella' })
})

type Result = TestResponse['body']
const found = async (q: string, as = here): Promise<Result[]> => {
  const { status, body } = await as.get(`/search/?q=${encodeURIComponent(q)}`)
  expect([q, status]).toEqual([q, 200])
  return body.results
}
const names = async (q: string, as?: ApiClient) => (await found(q, as)).map(({ type, label }) => `${type} ${label}`)

const theStables = 'client Koskela Stables (Eero Mäki)'

describe('the search box', () => {
  it('finds clients by a part of a name, in any case, the full name first', async () => {
    expect(await names('koski')).toEqual(['client Anna Koski'])
    expect(await names('KOSK')).toEqual(['client Anna Koski', theStables])
    expect(await names('ables')).toEqual([theStables])
    const other = await givenClient(here, { firstname: 'Aura', lastname: 'Alakoskinen' })
    expect(await names('koski')).toEqual(['client Anna Koski', 'client Aura Alakoskinen'])
    await here.patch(other.url, { lastname: 'Berg' })
    expect(await names('koski')).toEqual(['client Anna Koski'])
  })

  it('finds who has all the words, in any order, short ones too', async () => {
    expect(await names('anna koski')).toEqual(['client Anna Koski'])
    expect(await names('koski  ANNA')).toEqual(['client Anna Koski'])
    expect(await names('anna mäki')).toEqual([])
    expect(await names('an kosk')).toEqual(['client Anna Koski'])
    expect(await names('ee kosk')).toEqual([theStables])
  })

  it('finds clients by their e-mail address, by what it begins with, a name in it or its domain', async () => {
    for (const typed of ['anna.koski@mail.example', 'ANNA.K', 'koski@', 'mail.exam'])
      expect([typed, await names(typed)]).toEqual([typed, ['client Anna Koski']])
    await here.patch(anna.url, { email: 'other@mail.example' })
    expect(await names('koski@')).toEqual([])
    await here.patch(anna.url, { email: 'Anna.Koski@mail.example' })
  })

  it('finds clients by a phone number as people type it, and shows that number', async () => {
    await givenPhoneNumber(here, anna, { phone_number: '09 55 66 77' })
    for (const typed of ['0507001234', '+358 50 700', '700-12', '1234'])
      expect(await found(typed)).toMatchObject([
        { type: 'client', label: 'Anna Koski', detail: '050 700 1234', found_by: 'phone_number' },
      ])
    expect(await found('556677')).toMatchObject([{ label: 'Anna Koski', detail: '09 55 66 77' }])
    await givenPhoneNumber(here, anna, { phone_number: '+358 48 700 8690' })
    expect(await found('0487008690')).toMatchObject([{ label: 'Anna Koski', detail: '+358 48 700 8690' }])
  })

  it('finds patients by name, with species and owner, and by name and owner together', async () => {
    expect(await found('bella')).toMatchObject([
      { type: 'patient', detail: 'Cat, Anna Koski', found_by: 'name', client: anna.url },
      { type: 'patient', detail: 'Dog, Koskela Stables (Eero Mäki)', client: stables.url },
    ])
    expect(await found('bella koski')).toMatchObject([{ url: bella.url, label: 'Bella', state: 'active' }])
    expect(await found('stables bella')).toMatchObject([{ type: 'patient', client: stables.url }])
    expect(await found('bella anna koski')).toMatchObject([{ url: bella.url }])
    expect(await found('rex koski')).toEqual([])
  })

  it('finds patients by a microchip: whole, by its first digits or by its last four to six', async () => {
    for (const typed of ['985112004567321', '985112', '567321', '7321', '985 112 004 567 321'])
      expect([typed, await found(typed)]).toMatchObject([
        typed,
        [{ url: bella.url, found_by: 'microchip', detail: 'Cat, Anna Koski, 985112004567321' }],
      ])
    expect(await found('11200')).toEqual([])
    await here.patch(bella.url, { microchip: null })
    expect(await found('7321')).toEqual([])
    await here.patch(bella.url, { microchip: '985112004567321' })
  })

  it('puts the deceased and the archived last', async () => {
    const owner = await givenClient(here)
    const ghost = await givenPatient(here, { client: owner.url, name: 'Otso', deceased: '2026-01-01' })
    const gone = await givenPatient(here, { client: owner.url, name: 'Otso', archived: true })
    const alive = await givenPatient(here, { client: owner.url, name: 'Otsonen' })
    const all = await found('otso')
    expect(all.map(({ id, state }) => [id, state])).toEqual([
      [alive.id, 'active'],
      [ghost.id, 'deceased'],
      [gone.id, 'archived'],
    ])
  })

  it('finds an invoice by its number, with or without its prefix, and what is owed', async () => {
    await here.patch(`/settings/department/${clinic.department}/`, { invoice_prefix: 'HKI' })
    const invoice = await givenInvoice(here, clinic, { client: anna.url })
    const expected = {
      type: 'invoice',
      url: invoice.url,
      label: `HKI-${invoice.invoice_number}`,
      detail: 'Anna Koski',
      found_by: 'invoice_number',
      owing: invoice.due_sum,
      client: anna.url,
    }
    for (const typed of [
      String(invoice.invoice_number),
      `hki-${invoice.invoice_number}`,
      `HKI${invoice.invoice_number}`,
      `invoice ${invoice.invoice_number}`,
      `Invoice HKI-${invoice.invoice_number}`,
      `credit note ${invoice.invoice_number}`,
    ])
      expect(await found(typed)).toMatchObject([expected])
    expect(await found(`TKU-${invoice.invoice_number}`)).toEqual([])
    const [client] = await found('anna koski')
    expect(client).toMatchObject({ owing: invoice.due_sum })
    // Who asks at the desk is known by the animal.
    const pet = await givenPatient(here, { client: anna.url, name: 'Pilvikki' })
    expect(await found('pilvikki')).toMatchObject([{ url: pet.url, owing: invoice.due_sum }])
    await done(here.post('/invoicepayment/', { invoice: invoice.url, paid: invoice.due_sum, payment_type: 1 }))
    expect(await found('anna koski')).toMatchObject([{ owing: '0.00' }])
    expect(await found('pilvikki')).toMatchObject([{ owing: '0.00' }])
  })

  it('shows only the kinds that the caller may read', async () => {
    const invoice = await givenInvoice(here, clinic, { client: anna.url })
    const desk = await clinic.caller({ read: ['General: Patients and clients'] })
    const office = await clinic.caller({ read: ['Financial: Invoices'] })
    expect(await found('koski', desk)).toMatchObject([{ label: 'Anna Koski', owing: null }])
    expect(await found(String(invoice.invoice_number), desk)).toEqual([])
    expect(await found('koski', office)).toEqual([])
    expect(await found(String(invoice.invoice_number), office)).toMatchObject([{ type: 'invoice' }])
    const nobody = await clinic.caller({ read: ['General: Appointments'] })
    expect((await nobody.get('/search/?q=koski')).status).toBe(403)
  })

  it('has at most twenty results, and no kind crowds out another', async () => {
    const owner = await givenClient(here, { lastname: 'Solitary' })
    for (let at = 0; at < 25; at++) await givenPatient(here, { client: owner.url, name: `Soliton ${at}` })
    const all = await found('solit')
    expect(all).toHaveLength(20)
    expect(all.filter(({ type }) => type === 'client')).toMatchObject([{ url: owner.url }])
  })

  it('takes anything that can be typed', async () => {
    for (const typed of [
      '',
      ' ',
      'a',
      'ab',
      '%',
      '___',
      "o'b",
      '\\\\\\',
      '((((',
      '+++',
      '   -   ',
      '9'.repeat(127),
      'x'.repeat(127),
    ])
      expect([typed, await found(typed)]).toEqual([typed, []])
    expect((await here.get('/search/')).body).toEqual({ results: [] })
    expect((await here.get(`/search/?q=${'x'.repeat(128)}`)).status).toBe(400)
    expect((await here.get('/search/?query=koski')).status).toBe(400)
  })

  it('finds nothing of another organisation', async () => {
    const elsewhere = await (await api.givenOrganisation()).caller()
    for (const typed of ['koski', 'bella', '0507001234', '7321', 'anna.koski@mail.example'])
      expect([typed, await found(typed, elsewhere)]).toEqual([typed, []])
  })
})
