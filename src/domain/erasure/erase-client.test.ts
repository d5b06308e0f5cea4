import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { connected } from '../../../scripts/database.ts'
import { useApi, type ApiClient, type TestResponse } from '../../../test/support/api.ts'
import { done, givenDraft, givenInvoiceOver, givenPrepayment, pay } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenClient,
  givenCustomField,
  givenConsultation,
  givenFile,
  givenItem,
  givenOnlineClient,
  givenOnlinePatient,
  givenPatient,
  givenPayer,
  givenPhoneNumber,
  givenRow,
  idsIn,
} from '../../../test/support/clinic.ts'
import { findAnywhere } from '../../../test/support/find-anywhere.ts'
import { carryOut, givenImport } from '../../../test/support/imports.ts'
import { eraseClientAgain } from './erase-client.ts'
import { eraseKeptPayers } from './kept-payers.ts'

type Body = TestResponse['body']
const api = await useApi()
const clinic = await api.givenOrganisation({ country: 'FI' })
const caller = await clinic.userCaller()

const dryRun = { headers: { prefer: 'dry-run' } }
const erase = (client: Body, options = {}, by: ApiClient = caller) =>
  by.post(`/client/${client.id}/erase/`, {}, options)

let made = 0
/** A client with words that nobody else has. */
const person = () => {
  const word = `Zq${(++made).toString(36)}w${process.pid.toString(36)}`
  return {
    words: [word, `${word}@mail.example`.toLowerCase(), `+35840${String(7_000_000 + made)}`],
    lastname: `${word}nen`,
    email: `Anna@${word}.example`,
    phone: `040 ${String(7_000_000 + made)}`,
    word,
  }
}

const find = (texts: readonly string[]) =>
  connected(api.database.superuserUrl, async (client) =>
    (await findAnywhere(client, texts)).map(({ table, column }) => `${table}.${column}`),
  )

/** A message that was sent. */
const givenMessage = (fields: object) =>
  clinic.within(async (tx) => {
    const { id: department } = await tx.selectFrom('department').select('id').limit(1).executeTakeFirstOrThrow()
    const sent = new Date()
    await tx
      .insertInto('client_message')
      .values({ kind: 5, channel: 1, request: `${++made}`, department, status: 3, sent, ...fields })
      .execute()
  })

/** A client of whom there is something of every kind. */
const givenEverything = async () => {
  const { word, lastname, email, phone, words } = person()
  const client = await givenClient(caller, {
    firstname: `Given${word}`,
    lastname,
    email,
    street_address: `${word} street 5`,
    city: `${word}town`,
    id_number: `${word}-123`,
    remarks: `Knows ${word}.`,
    tags_rel: [word],
  })
  const key = { headers: { 'idempotency-key': `key-${client.id}` } }
  await caller.patch(client.url, { critical_notes: `Again ${word}` }, key)
  const number = await givenPhoneNumber(caller, client, { phone_number: phone, description: `${word} work` })
  const patient = await givenPatient(caller, {
    client: client.url,
    insurance: `Policy ${word}`,
    insurance_company: 'If',
  })
  const payer = await givenPayer(caller, { client: client.url, organization_name: `Insurer ${word}` })
  const file = await givenFile(caller, { client: client.url, name: `${word}.txt`, content_type: 'text/plain' })
  return { client, number, patient, payer, file, word, words, email, phone, lastname }
}

describe('erasing a client', () => {
  it('leaves none of their data in any table, says what went, and keeps the chain [security-3]', async () => {
    const { client, word, words, email, patient } = await givenEverything()
    expect(new Set(await find([word]))).toContain('suffix.suffix')
    const { status, body } = await erase(client)
    expect(status).toBe(200)
    expect(Object.fromEntries(body.erased.map(({ kind, count }: Body) => [kind, count]))).toMatchObject({
      client: 1,
      phone_numbers: 1,
      alternative_payers: 1,
      insurance: 1,
      files: 1,
      stored_answers: 1,
    })
    expect(body.kept).toEqual([])
    expect(await find([word, email, ...words])).toEqual([])
    expect(await find([word.slice(1).toLowerCase()])).toEqual([])
    expect((await caller.get(client.url)).body).toMatchObject({
      lastname: 'Erased client',
      firstname: '',
      email: '',
      archived: true,
      phone_numbers: [],
      patients: [patient.url],
    })
    const { rows } = await clinic.within((tx) => sql<{ said: string }>`select verify_audit() as said`.execute(tx))
    expect(rows).toEqual([])
  })

  it('finds what was the client’s before: former names, addresses and numbers', async () => {
    const { word, email, phone } = person()
    const client = await givenClient(caller, { lastname: `${word}son`, email })
    const number = await givenPhoneNumber(caller, client, { phone_number: phone })
    await caller.patch(number.url, { phone_number: '040 123 4567' })
    await caller.patch(client.url, { lastname: 'Other', email: 'other@example.com' })
    expect(await find([word])).not.toEqual([])
    await done(erase(client))
    expect(await find([word, phone.replaceAll(' ', ''), phone])).toEqual([])
  })

  it('says in a dry run the same, and erases nothing', async () => {
    const { client, word } = await givenEverything()
    const before = (await find([word])).toSorted()
    const tried = await erase(client, dryRun)
    expect((await find([word])).toSorted()).toEqual(before)
    expect((await caller.get(client.url)).body.lastname).toBe(client.lastname)
    const { body } = await erase(client)
    expect(tried.body).toEqual(body)
  })

  it('is repeated under its key with the same answer, and refused as another request', async () => {
    const { client } = await givenEverything()
    const key = { headers: { 'idempotency-key': `erase-${client.id}` } }
    const first = await erase(client, key)
    const second = await erase(client, key)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(codesOf(await erase(client, asProblem))).toEqual({ non_field_errors: 'erased' })
  })

  it('keeps the file of nobody else, and has the store delete the client’s', async () => {
    const { client, file } = await givenEverything()
    const other = await givenFile(caller, {}, undefined)
    await done(erase(client))
    expect((await caller.get(file.url)).status).toBe(404)
    expect((await caller.get(other.url)).status).toBe(200)
    const { rows } = await clinic.within((tx) => sql`select from stray_file where due <= clock_timestamp()`.execute(tx))
    expect(rows.length).toBeGreaterThan(0)
  })

  it('refuses while a visit is not finalized, or an appointment is to come', async () => {
    const patient = await givenPatient(caller)
    const client = (await caller.get(patient.client)).body
    await givenConsultation(caller, { patients: [patient] })
    expect(codesOf(await erase(client, asProblem))).toEqual({ non_field_errors: 'still_open' })
    const booked = await givenClient(caller)
    const start = new Date(Date.now() + 86_400_000)
    const appointment = await givenAppointment(caller, {
      client: booked.url,
      start: start.toISOString(),
      end: new Date(start.getTime() + 900_000).toISOString(),
    })
    expect(codesOf(await erase(booked, asProblem))).toEqual({ non_field_errors: 'still_open' })
    await done(caller.patch(appointment.url, { active: false }))
    expect((await erase(booked)).status).toBe(200)
  })

  it('refuses while an online booking from the same address waits for a decision', async () => {
    const { word, lastname, email } = person()
    const client = await givenClient(caller, { lastname, email })
    const booking = await givenOnlineClient(caller, { last_name: lastname, email: email.toUpperCase() })
    expect(codesOf(await erase(client, asProblem))).toEqual({ non_field_errors: 'still_open' })
    await done(caller.post(`/onlinebookingclient/${booking.id}/decline/`, { reason: word }))
    await done(erase(client))
    expect(await find([word])).toEqual([])
  })

  it('declines, after a restore, a booking that the backup has undecided', async () => {
    const { word, lastname, email } = person()
    const client = await givenClient(caller, { lastname, email })
    const booking = await givenOnlineClient(caller, { last_name: lastname, email })
    const isErased = await clinic.within((tx) => eraseClientAgain(tx, client.id, { erased: new Date(), files: [] }))
    expect(isErased).toBe(true)
    expect(await find([word])).toEqual([])
    expect((await caller.get(booking.url)).body).toMatchObject({ status: 3, last_name: '' })
    expect((await caller.get(booking.appointment)).body.active).toBe(false)
  })

  it('empties past appointments and online bookings, and those from the same address that nobody linked', async () => {
    const { word, lastname, email } = person()
    const client = await givenClient(caller, { lastname, email })
    const past = { start: '2026-02-02T08:00:00Z', end: '2026-02-02T08:30:00Z' }
    const appointment = await givenAppointment(caller, {
      client: client.url,
      ...past,
      notes: `Call ${word}`,
      complaint: word,
    })
    const declined = await givenOnlineClient(caller, { last_name: lastname, email, street_address: word })
    await givenOnlinePatient(caller, declined, { notes: `of ${word}` })
    await done(caller.post(`/onlinebookingclient/${declined.id}/decline/`, { reason: word }))
    const { status, body } = await erase(client)
    expect({ status, text: JSON.stringify(body) }).toMatchObject({ status: 200 })
    expect(await find([word])).toEqual([])
    expect((await caller.get(appointment.url)).body).toMatchObject({ notes: '', complaint: '', client: client.url })
  })

  it('empties what a declined booking from the same number was told, and the answer that it got', async () => {
    const { word, phone } = person()
    const client = await givenClient(caller)
    await givenPhoneNumber(caller, client, { phone_number: phone })
    const appointment = await givenAppointment(caller, { type: 2 })
    const booking = await caller.post(
      '/onlinebookingclient/',
      { appointment: appointment.url, last_name: word, phone_number: `0${phone.slice(1).replaceAll(' ', '-')}` },
      { headers: { 'idempotency-key': `booking-${client.id}` } },
    )
    await done(caller.post(`/onlinebookingclient/${booking.body.id}/decline/`, { reason: 'No time.' }))
    await givenMessage({ appointment: appointment.id, recipient: `${word}@mail.example`, text: `Dear ${word}` })
    expect(new Set(await find([word]))).toContain('idempotency_key.body')
    await done(erase(client))
    expect(await find([word])).toEqual([])
  })

  it('leaves messages about an animal that went to whoever had it before', async () => {
    const { word } = person()
    const patient = await givenPatient(caller)
    const [before, client] = [(await caller.get(patient.client)).body, await givenClient(caller)]
    await givenMessage({ client: before.id, patient: patient.id, recipient: `${word}@mail.example` })
    await givenMessage({ patient: patient.id, recipient: `new.${word}@mail.example` })
    await done(caller.patch(patient.url, { client: client.url }))
    await done(erase(client))
    expect(await find([`new.${word}`])).toEqual([])
    expect(await find([word])).toEqual(['client_message.recipient'])
  })

  it('takes what was said on the phone about a recall', async () => {
    const { word } = person()
    const patient = await givenPatient(caller)
    const vaccine = await givenItem(caller, { type_code: 2, is_vaccine: true, recall_interval_days: 365 })
    const visit = await givenConsultation(caller, { patients: [patient] })
    await givenRow(caller, visit, { item: vaccine.url })
    const [recall] = (await caller.get(`/recall/?patient__is=${patient.id}`)).body.results
    await done(caller.patch(recall.url, { called: '2026-03-04T05:06:07Z', call_note: `Ask for ${word}` }))
    await clinic.within((tx) => tx.updateTable('consultation').set({ status: 10 }).where('id', '=', visit.id).execute())
    const client = (await caller.get(patient.client)).body
    const { body } = await erase(client)
    expect(body.erased).toContainEqual({ kind: 'recalls', count: 1 })
    expect(await find([word])).toEqual([])
  })

  it('empties the rows of imports that name the client, and forgets the reference', async () => {
    const { word, lastname, email, phone } = person()
    const id = await givenImport(caller, {
      clients: `reference,lastname,email\nold-${word},${lastname},${email}\nother-7,Neighbour,neighbour@example.com\n`,
      phone_numbers: `client_reference,phone_number,type_code\nold-${word},${phone},1\n`,
    })
    const outcome = await carryOut(api, clinic, caller, id, 'run')
    expect(outcome.state).toBe('done')
    const [client] = (await caller.get(`/client/?lastname__is=${lastname}`)).body.results
    await done(erase(client))
    expect(await find([word, phone.replaceAll(' ', '')])).toEqual([])
    expect(await find(['neighbour@example.com'])).toContain('import_row.cells')
  })

  it('empties a row that has the address in a text, and none of somebody whose address ends like it', async () => {
    const { word, lastname } = person()
    const email = `an+b@${word}.example`
    const client = await givenClient(caller, { lastname, email })
    const id = await givenImport(caller, {
      clients: `reference,lastname,email,remarks\n1,Juhan,juhan+b@${word}.example,\n2,Ann,an@other.example,"Wife of\n${email}."\n`,
    })
    await done(erase(client))
    const rows = await clinic.within((tx) =>
      tx.selectFrom('import_row').select('cells').where('import', '=', id).orderBy('line').execute(),
    )
    expect(rows.map(({ cells }) => cells)).toEqual([expect.objectContaining({ lastname: 'Juhan' }), null])
  })

  it('takes custom fields, and the clients whose invoices went there', async () => {
    const { word, lastname } = person()
    const field = await givenCustomField(caller)
    const client = await givenClient(caller, { lastname, fields_rel: [{ field_id: field.id, value: word }] })
    const child = await givenClient(caller, { invoicing_client: client.url })
    const { body } = await erase(client)
    expect(body.erased).toContainEqual({ kind: 'invoicing_clients', count: 1 })
    expect((await caller.get(child.url)).body.invoicing_client).toBeNull()
    expect(await find([word])).toEqual([])
  })
})

describe('what is left of an erased client', () => {
  const given = async () => {
    const patient = await givenPatient(caller)
    const client = (await caller.get(patient.client)).body
    await done(erase(client))
    return { client, patient }
  }

  it('cannot be changed or used', async () => {
    const { client } = await given()
    const other = await givenClient(caller)
    const refused = { client: 'erased' }
    expect(codesOf(await caller.patch(client.url, { lastname: 'Back' }, asProblem))).toEqual({
      non_field_errors: 'erased',
    })
    expect(codesOf(await caller.patch(client.url, { archived: false }, asProblem))).toEqual({
      non_field_errors: 'erased',
    })
    const post = (path: string, body: object) => caller.post(path, { client: client.url, ...body }, asProblem)
    expect(codesOf(await post('/phonenumber/', { phone_number: '040 123 4567', type_code: 1 }))).toEqual(refused)
    expect(codesOf(await post('/patient/', { name: 'New' }))).toEqual(refused)
    expect(codesOf(await post('/alternative_payer/', { name: 'Payer' }))).toEqual(refused)
    expect(codesOf(await post('/attachment/', { name: 'a.txt', content_type: 'text/plain', size: 3 }))).toEqual(refused)
    expect(codesOf(await caller.patch(other.url, { invoicing_client: client.url }, asProblem))).toEqual({
      invoicing_client: 'erased',
    })
  })

  it('still has the animals, which may go to somebody else', async () => {
    const { patient } = await given()
    const owner = await givenClient(caller)
    expect((await caller.get(patient.url)).body.name).toBe(patient.name)
    expect((await caller.patch(patient.url, { client: owner.url })).body.client).toBe(owner.url)
  })

  it('is found by nobody’s search, list or event', async () => {
    const { client, word } = await givenEverything()
    await done(erase(client))
    expect((await caller.get(`/search/?q=${word}`)).text).not.toContain(word)
    expect(idsIn(await caller.get(`/client/?lastname__icontains=${word}`))).toEqual([])
    const events = await caller.get(`/auditevent/?resource__is=client&record__is=${client.id}`)
    expect(events.body.results.map(({ changes }: Body) => changes)).toEqual(events.body.results.map(() => ({})))
    expect(events.body.results.length).toBeGreaterThan(2)
    expect((await caller.get('/events/?limit=1000')).text).not.toContain(word)
  })

  it('is not named in a draft', async () => {
    const { word, lastname } = person()
    const client = await givenClient(caller, { lastname, street_address: word })
    const draft = await givenDraft(caller, clinic, { client: client.id })
    const { body } = await erase(client)
    expect(body.erased).toContainEqual({ kind: 'drafts', count: 1 })
    const shown = (await caller.get(draft.url)).body
    expect(shown.payer_name).toBe('Erased client')
    expect(JSON.stringify(await caller.get(`/invoice/${draft.id}/printed/`))).not.toContain(word)
    expect(await find([word])).toEqual([])
  })
})

describe('what bookkeeping keeps', () => {
  it('is whoever pays a numbered invoice, until the term is over', async () => {
    const { word, lastname } = person()
    const client = await givenClient(caller, { lastname, city: word })
    const invoice = await givenInvoiceOver(caller, clinic, '12.40', { client: client.url })
    const { body } = await erase(client)
    const year = Number(invoice.invoice_date.slice(0, 4)) + 6
    expect(body.kept).toContainEqual({ kind: 'invoices', count: 1, until: `${year}-12-31` })
    expect(new Set((await find([word])).map((place) => place.split('.')[0]))).toEqual(
      new Set(['invoice', 'auditevent']),
    )
    expect((await pay(caller, invoice, '12.40')).status).toBe(201)
    const at = (today: string) => clinic.within((tx) => eraseKeptPayers(tx, { today }))
    expect(await at(`${year}-12-31`)).toBe(0)
    expect(await find([word])).not.toEqual([])
    expect(await at(`${year + 1}-01-01`)).toBe(1)
    expect(await find([word])).toEqual([])
    expect((await caller.get(invoice.url)).body).toMatchObject({
      payer_name: 'Erased client',
      total_with_vat: invoice.total_with_vat,
    })
    expect(await at(`${year + 1}-01-01`)).toBe(0)
  })

  it('goes after the term from answers under a key, too, that were stored after the erasure', async () => {
    const { word, lastname } = person()
    const client = await givenClient(caller, { lastname, city: word })
    const invoice = await givenInvoiceOver(caller, clinic, '12.40', { client: client.url })
    await done(erase(client))
    const key = { headers: { 'idempotency-key': `credit-${client.id}` } }
    const credit = () => caller.post(`/invoice/${invoice.id}/full_refund/`, {}, key)
    const first = await credit()
    expect(first.text).toContain(word)
    expect((await credit()).text).toBe(first.text)
    expect(await find([word])).toContain('idempotency_key.body')
    await clinic.within((tx) => eraseKeptPayers(tx, { today: '2099-01-01' }))
    expect(await find([word])).toEqual([])
    const again = await credit()
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: '' })
  })

  it('is kept of prepayments too, and the invoice can be credited', async () => {
    const client = await givenClient(caller)
    const invoice = await givenInvoiceOver(caller, clinic, '20.00', { client: client.url })
    await givenPrepayment(caller, clinic, { client: client.url })
    const { body } = await erase(client)
    expect(body.kept.map(({ kind }: Body) => kind)).toEqual(['invoices', 'payments'])
    expect((await caller.post(`/invoice/${invoice.id}/full_refund/`, {})).status).toBe(201)
  })
})

describe('who may', () => {
  it('needs both permissions, and is a person', async () => {
    const client = await givenClient(caller)
    const only = await clinic.userCaller({ write: ['General: Patients and clients'] })
    expect((await erase(client, {}, only)).status).toBe(403)
    expect((await erase(client, {}, await clinic.caller())).status).toBe(403)
  })

  it('reaches no client of another organisation', async () => {
    const other = await api.givenOrganisation()
    const stranger = await givenClient(await other.caller())
    expect((await erase(stranger)).status).toBe(404)
    expect((await (await other.caller()).get(stranger.url)).body.lastname).toBe(stranger.lastname)
  })

  it('is told of by a security event', async () => {
    const client = await givenClient(caller)
    await done(erase(client))
    const { rows } = await clinic.within((tx) =>
      sql`select from security_event where kind = 'client.erased' and details ->> 'client' = ${String(client.id)}`.execute(
        tx,
      ),
    )
    expect(rows).toHaveLength(1)
  })
})
