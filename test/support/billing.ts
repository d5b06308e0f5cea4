import { expect } from 'vitest'
import { finalizeInvoice } from '../../src/domain/billing/finalize-invoice.ts'
import { holdBooks } from '../../src/domain/billing/hold-books.ts'
import { makeInvoice, type NewInvoice, type NewRow } from '../../src/domain/billing/make-invoice.ts'
import { type NewBalance, recordOpeningBalance } from '../../src/domain/billing/opening-balances.ts'
import { actorOf, type TestResponse, type ApiClient, type TestOrganisation } from './api.ts'
import { givenClient, givenItem, givenPatient, givenVatGroup } from './clinic.ts'

type Fields = Readonly<Record<string, unknown>>
type Shown = TestResponse['body']

/** Expects a request to succeed, and returns its body. */
export const done = async (answer: Promise<TestResponse>): Promise<Shown> => {
  const { status, body, text } = await answer
  // An assertion, so that `npm run mutate` counts it as noticed.
  expect(status < 300 ? 'done' : `${status}: ${text}`).toBe('done')
  return body
}

/** A sale over the counter that is not finalized, of one item at ten net unless rows are given. */
export const givenSale = async (
  caller: ApiClient,
  { department }: Pick<TestOrganisation, 'department'>,
  { items = [{}], ...fields }: Fields & { readonly items?: readonly Fields[] } = {},
) => {
  const base = (await done(caller.get('/department/'))).results.find(({ id }: Shown) => id === department).url
  const sale = await done(caller.post('/countersale/', { department: base, ...fields }))
  for (const { item, price_with_vat, list_price = '10.00', vat_group, ...row } of items as readonly Shown[])
    await done(
      caller.post(`/countersale/${sale.id}/add_item/`, {
        item:
          item ??
          (
            await givenItem(caller, {
              ...(vat_group && { vat_group }),
              ...(price_with_vat ? { price_with_vat } : { price: list_price }),
            })
          ).url,
        quantity: '1',
        ...row,
      }),
    )
  return (await caller.get(`/countersale/${sale.id}/`)).body
}

/** A finalized invoice of a sale over the counter. */
export const givenInvoice = async (
  caller: ApiClient,
  clinic: Pick<TestOrganisation, 'department'>,
  fields: Parameters<typeof givenSale>[2] = {},
) => {
  const sale = await givenSale(caller, clinic, fields)
  const { invoice } = await done(caller.post(`/countersale/${sale.id}/finalize/`))
  return done(caller.get(invoice))
}

/** A finalized invoice that comes to this much with VAT. */
export const givenInvoiceOver = (
  caller: ApiClient,
  clinic: Pick<TestOrganisation, 'department'>,
  total: string,
  fields: Fields = {},
) => givenInvoice(caller, clinic, { ...fields, items: [{ price_with_vat: total }] })

export const givenPrepayment = async (
  caller: ApiClient,
  clinic: Pick<TestOrganisation, 'department' | 'url'>,
  fields: Fields = {},
) =>
  done(
    caller.post('/unallocatedpayment/', {
      department: clinic.url('department', clinic.department),
      client: fields.client ?? (await givenClient(caller)).url,
      payment_type: 1,
      paid: '100.00',
      ...fields,
    }),
  )

export const pay = (caller: ApiClient, invoice: { readonly url: string }, paid: string, fields: Fields = {}) =>
  caller.post('/invoicepayment/', { invoice: invoice.url, payment_type: 0, paid, ...fields })

export const asItIs = async (caller: ApiClient, { url }: { readonly url: string }) => done(caller.get(url))

/** What a row of ten net at 24 % is made of, for an item there is. */
export const rowOf = async (clinic: TestOrganisation, item: number, changes: Partial<NewRow> = {}): Promise<NewRow> => {
  const { vat_group } = await clinic.within((tx) =>
    tx.selectFrom('item').select('vat_group').where('id', '=', item).executeTakeFirstOrThrow(),
  )
  return {
    item,
    code: '',
    name: 'Consultation',
    unit: '',
    list_price: '10.0000',
    alternativepricing: null,
    package_price: '10.0000',
    dosage_units: '1',
    price: '10.0000',
    vat_group,
    vat_percentage: '24.00',
    percentage_change: '0.00',
    sent_quantity: '1',
    ...changes,
  }
}

const someUser = (clinic: TestOrganisation) =>
  clinic.within((tx) => tx.selectFrom('user').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow())

type DraftChanges = Partial<NewInvoice> & { readonly department?: number }

/** A draft as finalizing a visit creates it, from the rows of the visit. */
export const givenDraft = async (
  caller: ApiClient,
  clinic: TestOrganisation,
  { department = clinic.department, ...changes }: DraftChanges = {},
) => {
  const rows = changes.rows ?? [await rowOf(clinic, (await givenItem(caller)).id)]
  const { id: user } = await someUser(clinic)
  const client = changes.client === undefined ? (await givenClient(caller)).id : changes.client
  const actor = actorOf(clinic.id, { user, now: new Date() })
  const id = await clinic.within(async (tx) =>
    makeInvoice(tx, actor, await holdBooks(tx, actor, department), { client, ...changes, rows }),
  )
  return done(caller.get(`/invoice/${id}/`))
}

/** A visit that is finalized, with its invoice. */
export const givenVisitInvoice = async (caller: ApiClient, clinic: TestOrganisation, changes: DraftChanges = {}) => {
  const { id: patient, client } = await givenPatient(caller)
  const owner = Number(client.split('/').at(-2))
  const { id: user } = await someUser(clinic)
  const now = new Date()
  const consultation = await clinic.within(async (tx) => {
    const { id } = await tx
      .insertInto('consultation')
      .values({
        client: owner,
        department: clinic.department,
        supervising_veterinarian: user,
        type: 1,
        status: 10,
        status_changed: now,
        started: now,
        reporting_dimension_1: 'visit',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('consultation_patient').values({ consultation: id, patient }).execute()
    return id
  })
  const draft = await givenDraft(caller, clinic, { client: owner, consultation, ...changes })
  await clinic.within((tx) => finalizeInvoice(tx, actorOf(clinic.id, { user, now }), draft.id))
  return { consultation, patient, invoice: await done(caller.get(`/invoice/${draft.id}/`)) }
}

/** The item that opening balances are invoiced as. */
export const givenOpeningItem = async (caller: ApiClient, percentage = '0.00') =>
  givenItem(caller, {
    code: 'OPENING-BALANCE',
    name: 'Opening balance',
    vat_group: (await givenVatGroup(caller, percentage)).url,
  })

/** An opening balance as `fetlock import` makes it. */
export const givenOpeningBalance = async (clinic: TestOrganisation, balance: NewBalance) => {
  const { id: user } = await someUser(clinic)
  return clinic.within((tx) => recordOpeningBalance(tx, actorOf(clinic.id, { user, now: new Date() }), balance))
}
