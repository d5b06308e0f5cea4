// @module-tag waits
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assembleApi } from '../../src/app/api.ts'
import { resources } from '../../src/app/resources.ts'
import { fingerprint } from '../../src/domain/identity/secrets.ts'
import type { Field } from '../../src/kernel/fields.ts'
import { pathOf } from '../../src/kernel/resource.ts'
import { startWorker, type Worker } from '../../src/worker/worker.ts'
import { useApi, type ApiClient, type TestOrganisation, type TestResponse } from '../support/api.ts'
import { done, givenInvoiceOver, givenPrepayment, pay } from '../support/billing.ts'
import { catalogOf, processCatalogs, uploadCatalog } from '../support/catalog-files.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenConsultation,
  givenCustomField,
  givenDepartment,
  givenDiagnosis,
  givenInstruction,
  givenNote,
  givenPatient,
  givenPrescription,
  givenReferral,
  givenRow,
  idsIn,
  species,
} from '../support/clinic.ts'
import { useReceiver, useWorkerParts } from '../support/deliveries.ts'
import {
  givenConnection,
  givenSentOrder,
  givenSupplied,
  lineOf,
  placedOf,
  receiptOf,
  submit,
} from '../support/ordering.ts'
import { fillPath, nameOf, routesIn, routeTable } from '../support/routes.ts'
import { fill } from '../support/samples/fill.ts'

type Body = TestResponse['body']
const receiver = await useReceiver()
const api = await useApi({ allowedPrivate: [receiver.host] })
const parts = useWorkerParts(api, [receiver.host])
let clinic: TestOrganisation
let caller: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})
const read = async ({ url }: { readonly url: string }): Promise<Body> => done(caller.get(url))
const json = 'application/json; charset=utf-8'

/** The related records that the specification names, by resource and field, and the resource of each. */
const related: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  phonenumber: { client: 'client' },
  patient: { client: 'client', home_department: 'department' },
  consultation: {
    client: 'client',
    patients: 'patient',
    invoice: 'invoice',
    supervising_veterinarian: 'user',
    department: 'department',
    consultation_items: 'consultationitem',
  },
  consultationitem: { consultation: 'consultation', patients: 'patient', item: 'item' },
  invoicepayment: { invoice: 'invoice' },
  unallocatedpayment: { department: 'department', client: 'client', refunds: 'unallocatedpayment' },
  'eprescription/prescription': {
    consultation: 'consultation',
    prescriber: 'user',
    department: 'department',
    client: 'client',
    patients: 'patient',
    items: 'eprescription/prescription_item',
  },
  appointment: { department: 'department' },
  onlinebookingclient: { appointment: 'appointment' },
  onlinebookingpatient: { onlinebookingclient: 'onlinebookingclient' },
}

describe('the API', () => {
  it('[S7] answers in JSON over HTTP wherever its root leads', async () => {
    const people = await clinic.userCaller()
    const root = await people.get('/')
    expect([root.status, root.headers.get('content-type')]).toEqual([200, json])
    const addresses = Object.values<string>(root.body)
    expect(addresses.length).toBeGreaterThan(40)
    for (const url of addresses) {
      const { status, headers, body } = await people.get(url)
      expect([url, status, headers.get('content-type')]).toEqual([url, 200, json])
      expect(body).toEqual(expect.any(Object))
    }
  })

  it('[S7] creates, reads, changes, replaces and deletes a record by the method, with JSON bodies', async () => {
    const client = await givenClient(caller)
    const sent = { client: client.url, name: 'Claims', city: 'Turku' }
    const created = await caller.post('/alternative_payer/', sent)
    expect([created.status, created.headers.get('content-type')]).toEqual([201, json])
    expect(created.body).toMatchObject(sent)
    const { url } = created.body
    expect((await caller.get(url)).body).toEqual(created.body)
    const changed = await caller.patch(url, { city: 'Oulu' })
    expect([changed.status, changed.headers.get('content-type')]).toEqual([200, json])
    expect(changed.body).toMatchObject({ ...sent, city: 'Oulu' })
    const replaced = await caller.put(url, { client: client.url, name: 'Insurer' })
    expect([replaced.status, replaced.body]).toMatchObject([200, { name: 'Insurer', city: '' }])
    expect((await caller.get(url)).body).toEqual(replaced.body)
    const deleted = await caller.delete(url)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    expect(
      (await caller.post('/alternative_payer/', '<payer/>', { headers: { 'content-type': 'text/xml' } })).status,
    ).toBe(415)
  })

  it('[S19] is at scheme and host, the organisation, and /api/0.1', async () => {
    expect(clinic.base).toBe(`${api.publicUrl}/${clinic.id}/api/0.1`)
    const other = await api.givenOrganisation()
    const at = async (base: string) => (await caller.get(`${base}/client/`)).status
    expect(await at(`${api.publicUrl}/${clinic.id}/api/0.1`)).toBe(200)
    expect(await at(`${api.publicUrl}/${other.id}/api/0.1`)).toBe(401)
    for (const base of ['', '/api/0.1', `/${clinic.id}`, `/${clinic.id}/api`, `/${clinic.id}/api/0.2`])
      expect([base, await at(`${api.publicUrl}${base}`)]).toEqual([base, 404])
  })

  it.each(['https://vet.example', 'https://nordic.vet.example', 'https://enterprise.vet.example'])(
    '[S19] names records by the host of its deployment, %s, with the prefix of the environment if it has one',
    async (publicUrl) => {
      const { id, home_department } = await givenClient(caller, {
        home_department: (await givenDepartment(caller)).url,
      })
      const app = await assembleApi({ ...api.options, publicUrl })
      onTestFinished(() => app.close())
      const origin = await app.listen({ host: '127.0.0.1', port: 0 })
      const { body } = await caller.get(`${origin}/${clinic.id}/api/0.1/client/${id}/`)
      const base = `${publicUrl}/${clinic.id}/api/0.1`
      expect([body.url, body.home_department]).toEqual([
        `${base}/client/${id}/`,
        home_department.replace(clinic.base, base),
      ])
    },
  )

  it('[S19] shows every related record as its whole address', async () => {
    const organisation = await api.givenOrganisation()
    const people = await organisation.userCaller()
    await fill(organisation, people)
    const visit = await givenConsultation(people)
    await givenRow(people, visit)
    await done(people.post(`${visit.url}update_status/`, { status: 10 }))
    const money = await givenPrepayment(people, organisation)
    await givenPrepayment(people, organisation, { client: money.client, paid: '-30.00', refunds: money.url })
    const base = `${api.publicUrl}/${organisation.id}/api/0.1`
    const [shown, addresses] = [new Set<string>(), new Set<string>()]
    for (const [resource, fields] of Object.entries(related)) {
      const { results } = await done(people.get(`${base}/${resource}/?page_size=1000`))
      for (const [name, target] of Object.entries(fields))
        for (const value of results.flatMap((record: Body) => record[name] ?? [])) {
          expect([resource, name, value]).toEqual([resource, name, expect.stringMatching(/\/\d+\/$/)])
          expect([resource, name, value.replace(/\d+\/$/, '')]).toEqual([resource, name, `${base}/${target}/`])
          shown.add(`${resource} ${name}`)
          addresses.add(value)
        }
    }
    const all = Object.entries(related).flatMap(([resource, fields]) =>
      Object.keys(fields).map((name) => `${resource} ${name}`),
    )
    expect(all.filter((one) => !shown.has(one))).toEqual([])
    for (const url of addresses) expect((await done(people.get(url))).url).toBe(url)
  })

  it('shows every field that the reference calls a link as the whole address of such a record', async () => {
    const organisation = await api.givenOrganisation()
    const people = await organisation.userCaller()
    await fill(organisation, people)
    let checked = 0
    for (const resource of resources.filter(({ list, within, shared }) => list && !within && !shared)) {
      const { results } = await done(people.get(`/${pathOf(resource)}/?page_size=1000`))
      for (const [name, { options, schema }] of Object.entries<Field>(resource.fields)) {
        const target = schema['x-links-to'] ?? (schema['items'] as Body)?.['x-links-to']
        if (target === undefined || options.writeOnly) continue
        for (const value of results.flatMap((record: Body) => record[name] ?? [])) {
          const id = String(value).split('/').at(-2)
          expect([resource.name, name, value]).toEqual([resource.name, name, organisation.url(target, Number(id))])
          checked += 1
        }
      }
    }
    expect(checked).toBeGreaterThan(150)
  })

  it('[S19] takes the whole address of a related record and no number, and a number only where that is said', async () => {
    const client = await givenClient(caller)
    const asNumber = await caller.post('/patient/', { client: client.id }, asProblem)
    expect(codesOf(asNumber)).toEqual({ client: 'incorrect_type' })
    const patient = await done(caller.post('/patient/', { client: client.url, species: species('DOG') }))
    expect(patient).toMatchObject({ client: client.url, species: 'Dog', species_code: species('DOG') })
    const asAddress = await caller.post(
      '/patient/',
      { client: client.url, species: `${clinic.base}/codelist/species/${species('DOG')}/` },
      asProblem,
    )
    expect(codesOf(asAddress)).toEqual({ species: 'invalid' })
    expect(await givenPrescription(caller, { patient })).toMatchObject({ client: client.url, patients: [patient.url] })
    const byAddress = { client_id: client.url, department_id: 1, prescriber_id: 1, issue_time: '2026-03-31T09:30:00Z' }
    const refused = await caller.post(
      '/eprescription/prescription/',
      { ...byAddress, prescription_items: [] },
      asProblem,
    )
    expect(codesOf(refused)).toMatchObject({ client_id: 'incorrect_type' })
  })
})

describe('a client', () => {
  it('[S9] has many patients, and a patient has exactly one client', async () => {
    const [first, second] = [await givenClient(caller), await givenClient(caller)]
    const patients = [
      await givenPatient(caller, { client: first.url }),
      await givenPatient(caller, { client: first.url }),
      await givenPatient(caller, { client: first.url }),
    ]
    const [moved, ...staying] = patients
    const ofClient = async ({ id, url }: Body) => {
      expect(idsIn(await caller.get(`/patient/?client__is=${id}`))).toEqual(
        (await read({ url })).patients.map((one: string) => Number(one.split('/').at(-2))),
      )
      return (await read({ url })).patients
    }
    expect(await ofClient(first)).toEqual(patients.map(({ url }) => url))
    expect(await ofClient(second)).toEqual([])
    for (const client of [undefined, null, '', [], [first.url, second.url]])
      expect((await caller.post('/patient/', { name: 'Nobody’s', client })).status).toBe(400)
    for (const client of [null, '', [], [first.url, second.url]])
      expect((await caller.patch(moved.url, { client })).status).toBe(400)
    await done(caller.patch(moved.url, { client: second.url }))
    expect((await read(moved)).client).toBe(second.url)
    expect(await ofClient(first)).toEqual(staying.map(({ url }) => url))
    expect(await ofClient(second)).toEqual([moved.url])
  })
})

describe('a consultation', () => {
  const subresources = {
    medicines: (visit: Body) => givenRow(caller, visit, { kind: 2 }),
    procedures: (visit: Body) => givenRow(caller, visit, { kind: 1 }),
    supplies: (visit: Body) => givenRow(caller, visit, { kind: 3 }),
    foods: (visit: Body) => givenRow(caller, visit, { kind: 4 }),
    consultationdiagnosis: (visit: Body) => givenDiagnosis(caller, visit),
    consultationnote: (visit: Body) => givenNote(caller, visit),
    consultationdischargeinstruction: (visit: Body) => givenInstruction(caller, visit),
  }
  it.each(Object.entries(subresources))('[S10] has %s of its own', async (name, given) => {
    const [visit, other] = [await givenConsultation(caller), await givenConsultation(caller)]
    const [mine, theirs] = [await given(visit), await given(other)]
    expect(idsIn(await caller.get(`/consultation/${visit.id}/${name}/`))).toEqual([mine.id])
    expect(idsIn(await caller.get(`/consultation/${other.id}/${name}/`))).toEqual([theirs.id])
    for (const another of Object.keys(subresources).filter((each) => each !== name))
      expect(idsIn(await caller.get(`/consultation/${visit.id}/${another}/`))).toEqual([])
  })
})

describe('a clinic', () => {
  it('[S11] bills visits and sales with rows, is paid and prepaid, refunds, and is followed by bookkeeping', async () => {
    const began = new Date().toISOString()
    const visit = await givenConsultation(caller)
    await givenRow(caller, visit)
    expect((await read(visit)).invoice).toBeNull()
    await done(caller.post(`${visit.url}update_status/`, { status: 10 }))
    const ofVisit = await read({ url: (await read(visit)).invoice })
    const ofSale = await givenInvoiceOver(caller, clinic, '10.00')
    for (const { id, status } of [ofVisit, ofSale]) {
      expect(status).toBe(3)
      expect((await done(caller.get(`/invoicerow/?invoice__is=${id}`))).count).toBe(1)
    }
    expect((await caller.post('/invoice/', { client: visit.client })).status).toBe(405)
    const payment = await done(pay(caller, ofSale, '10.00'))
    expect((await done(caller.get(`/invoicepayment/?invoice__is=${ofSale.id}`))).results).toEqual([payment])
    const credit = await done(caller.post(`/invoice/${ofVisit.id}/full_refund/`))
    expect(await read(credit)).toMatchObject({ credit_note: true, total_with_vat: `-${ofVisit.total_with_vat}` })
    const prepayment = await givenPrepayment(caller, clinic, { paid: '30.00' })
    expect(await read(prepayment)).toMatchObject({ paid: '30.00', unused_amount: '30.00' })
    const changed = async (path: string) => idsIn(await caller.get(`${path}?modified__gte=${began}`))
    expect(await changed('/invoice/')).toEqual([ofVisit.id, ofSale.id, credit.id])
    expect(await changed('/unallocatedpayment/')).toEqual([prepayment.id])
  })

  it.each([
    ['client', givenClient],
    ['patient', givenPatient],
    ['consultation', givenConsultation],
  ] as const)('[S13] defines a field of its own for a %s and keeps a value in it', async (content_type, given) => {
    const field = await givenCustomField(caller, { content_type })
    expect((await done(caller.get('/custom_fields/'))).results).toContainEqual(field)
    const [record, other] = [await given(caller), await given(caller)]
    const sent = { field: field.id, object_id: record.id, value: 'Kept in the barn' }
    await done(caller.post('/custom_field_values/', sent))
    const shown = { field_id: field.id, label: field.name, value: 'Kept in the barn' }
    expect((await read(record)).fields_rel).toMatchObject([shown])
    expect((await read(other)).fields_rel).toEqual([])
    const elsewhere = await caller.post('/custom_field_values/', { ...sent, object_id: 999_999_999 })
    expect(elsewhere.status).toBe(400)
  })

  it('[S14] prescribes a medicine electronically, and refers a patient to imaging', async () => {
    const patient = await givenPatient(caller)
    const prescription = await givenPrescription(caller, { patient })
    expect(await read(prescription)).toMatchObject({ client: patient.client, patients: [patient.url], status: 1 })
    const [item] = prescription.items
    expect(await read({ url: item })).toMatchObject({ prescription: prescription.url, name: 'Amoxicillin 250 mg' })
    const referral = await givenReferral(caller, { patient: patient.url, remarks: 'Lame' })
    expect(await read(referral)).toMatchObject({ url: referral.url, remarks: 'Lame' })
    expect(await read({ url: referral.worklist })).toMatchObject({ patient: patient.url, referral: referral.url })
  })

  it('[S15] is connected to a wholesaler, which uploads a catalog, gets an order and submits a receipt', async () => {
    const { caller: integration, registration, wholesaler } = await givenConnection(clinic, caller)
    expect(await done(integration.get(`/available_wholesaler/${registration.id}/`))).toEqual(registration)
    expect(wholesaler.available_wholesaler).toBe(registration.url)
    const { upload_id } = await uploadCatalog(integration, wholesaler, catalogOf(2))
    await processCatalogs(parts)
    expect(await done(caller.get(`/catalog_upload/${upload_id}/`))).toMatchObject({
      status: 'accepted',
      rows_accepted: 2,
    })
    const item = await givenSupplied(clinic, caller, { primary: [wholesaler, 'P1'] })
    const order = await givenSentOrder(clinic, caller, wholesaler, [{ item, quantity: '3' }])
    expect(await placedOf(clinic, order)).toMatchObject([
      {
        event: 'order.placed',
        wholesaler: { id: wholesaler.id },
        order: { id: order.id, items: [{ product_number: 'P1', quantity: '3.000' }] },
      },
    ])
    const line = receiptOf('delivery 1', { product_number: 'P1', order_id: order.id })
    const { receipt_lines } = await submit(integration, wholesaler, [line])
    expect(receipt_lines).toMatchObject([
      { id: 'delivery 1', status: 'accepted', order_id: order.id, matched_item: true },
    ])
    expect(await lineOf(caller, wholesaler, 'delivery 1')).toMatchObject({ quantity: '3.000' })
  })
})

describe('a webhook', () => {
  let worker: Worker | undefined
  afterEach(() => worker?.stop())

  it('[S16] is posted to an integration when something changes, and only in its own organisation', async () => {
    const other = await api.givenOrganisation()
    const others = await other.caller()
    await done(caller.post('/hook/webhook/', { trigger: 1, url: receiver.at('/mine') }))
    await done(others.post('/hook/webhook/', { trigger: 1, url: receiver.at('/theirs') }))
    const client = await givenClient(caller)
    worker = startWorker(parts)
    const told = () => receiver.to('/mine').map(({ body }) => JSON.parse(body))
    const until = async (times: number) => {
      await expect.poll(() => told().length).toBe(times)
    }
    const created = { client_id: client.id, service_id: clinic.id, service_url: `${clinic.base}/` }
    await until(1)
    expect(told()).toMatchObject([created])
    await done(caller.patch(client.url, { city: 'Turku' }))
    await until(2)
    expect(told()).toMatchObject([created, created])
    const theirs = await givenClient(others)
    await expect.poll(() => receiver.to('/theirs').length).toBe(1)
    expect(JSON.parse(receiver.to('/theirs')[0]!.body)).toMatchObject({ client_id: theirs.id, service_id: other.id })
    expect(told()).toHaveLength(2)
  })
})

describe('401', () => {
  const statusWith = async (token: string) => (await clinic.as(`Bearer ${token}`).get('/client/')).status

  it('[S553] answers an access token that is unknown, has expired or is another organisation’s', async () => {
    const [valid, expired] = [await clinic.userToken(), await clinic.userToken()]
    await clinic.within((tx) =>
      tx
        .updateTable('oauth_record')
        .set({ expires: new Date(Date.now() - 1_000) })
        .where('id', '=', fingerprint(expired))
        .execute(),
    )
    const foreign = await (await api.givenOrganisation()).userToken()
    expect(await statusWith(valid)).toBe(200)
    for (const token of [expired, foreign, `${valid}x`, 'nonsense']) {
      const { status, body, headers } = await clinic.as(`Bearer ${token}`).get('/client/')
      expect([status, Object.keys(body), headers.get('www-authenticate')]).toEqual([401, ['detail'], 'Bearer'])
    }
    const application = await clinic.givenApplication()
    const token = await clinic.tokenOf(application)
    expect(await statusWith(token)).toBe(200)
  })

  const oauthOnly = routesIn(routeTable).filter((route) => route.oauthOnly)
  it('[S553] answers a legacy key wherever OAuth is required', async () => {
    const legacy = await clinic.legacyCaller()
    expect((await legacy.get('/client/')).status).toBe(200)
    expect(oauthOnly.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /available_wholesaler/',
        'POST /custom_fields/',
        'PATCH /custom_fields/{id}/',
        'DELETE /custom_fields/{id}/',
      ]),
    )
    const field = await givenCustomField(caller)
    for (const route of oauthOnly) {
      const { status } = await legacy.send(route.method, fillPath(route.path, { custom_field: field.id }), { body: {} })
      expect([nameOf(route), status]).toEqual([nameOf(route), 401])
    }
    expect(await read(field)).toEqual(field)
  })
})
