import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../../test/support/api.ts'
import { done, givenDraft, givenInvoiceOver, givenPrepayment, pay } from '../../../test/support/billing.ts'
import {
  detailOf,
  givenAppointment,
  givenClient,
  givenConsultation,
  givenDepartment,
  givenIntegration,
  givenItem,
  givenPatient,
  givenPhoneNumber,
  givenReferral,
  givenRow,
  givenWholesaler,
} from '../../../test/support/clinic.ts'
import { useWorkerParts } from '../../../test/support/deliveries.ts'
import { givenOrder } from '../../../test/support/ordering.ts'
import { contract } from '../../app/contract.ts'
import { inOrganisation } from '../../db/tx.ts'
import { processEvents } from '../../worker/followers.ts'
import { makeDeliveries } from './make-deliveries.ts'
import { triggers, watchedTables } from './triggers.ts'

const api = await useApi()
const { db, publicUrl } = useWorkerParts(api)
let clinic: TestOrganisation
let caller: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})

const follow = async (organisation = clinic.id) => {
  const follower = { name: 'webhooks', resources: watchedTables, process: makeDeliveries(publicUrl) }
  while ((await processEvents(db, organisation, follower)) > 0);
}

const givenHook = async (trigger: number, fields: Readonly<Record<string, unknown>> = {}) => {
  await follow()
  return done(caller.post('/hook/webhook/', { trigger, url: 'https://hooks.example.com/', ...fields }))
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...contract() })
/** Whether a body is one of those that `webhooks` of the contract has. */
const isDescribed = ajv.compile({ $ref: 'openapi#/components/schemas/WebhookEvent' })

/** The bodies that were queued for a webhook, oldest first. Those in JSON are as the contract describes them. */
const told = async (hook: { readonly id: number }) => {
  await follow()
  const queued = await clinic.within((tx) =>
    tx.selectFrom('delivery').select(['body', 'content_type']).where('webhook', '=', hook.id).orderBy('id').execute(),
  )
  return queued.map(({ body, content_type }) => {
    if (content_type === 1) return Object.fromEntries(new URLSearchParams(body))
    const parsed = JSON.parse(body)
    expect([isDescribed(parsed), parsed]).toEqual([true, parsed])
    return parsed
  })
}

const cancel = ({ id }: { readonly id: number }) =>
  caller.post(`/invoicepayment/${id}/cancel_payment/`, { info: 'A mistake', cancel_date: new Date().toISOString() })

const finalizedVisit = async () => {
  const visit = await givenConsultation(caller)
  await givenRow(caller, visit)
  await done(caller.post(`/consultation/${visit.id}/update_status/`, { status: 10 }))
  return visit
}

describe('[S508] webhooks are configured in the settings of integrations', () => {
  it('needs the permission for integration settings', async () => {
    const stranger = await clinic.caller({ write: ['General: Patients and clients'] })
    const sent = { trigger: 9, url: 'https://hooks.example.com/' }
    expect((await stranger.post('/hook/webhook/', sent)).status).toBe(403)
    expect((await caller.post('/hook/webhook/', sent)).status).toBe(201)
  })

  it('names every trigger of the specification', () => {
    expect(Object.values(triggers)).toEqual(
      expect.arrayContaining([
        'Consultation finalized',
        'Invoice finalized',
        'Invoice payment',
        'Unallocated payment',
        'Department settings',
        'Imaging worklist created',
        'Imaging worklist updated',
        'Imaging worklist deleted',
        'Installation',
      ]),
    )
  })
})

describe('a body', () => {
  it('has the id under the name of its resource, the organisation, and in JSON the event', async () => {
    const hook = await givenHook(1)
    const { id } = await givenClient(caller)
    expect(await told(hook)).toEqual([
      {
        client_id: id,
        service_id: clinic.id,
        service_url: `${api.publicUrl}/${clinic.id}/api/0.1/`,
        event_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
        trigger: 1,
        occurred_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*\.\d{6}Z$/),
      },
    ])
  })

  it('is one that the contract has, with the id that belongs to its trigger', async () => {
    const hook = await givenHook(1)
    await givenClient(caller)
    const [body] = await told(hook)
    const { client_id: id, ...rest } = body
    const others = [
      { ...rest, patient_id: id },
      { ...body, trigger: 2 },
      { ...body, trigger: 4 },
    ]
    expect([body, ...others].map((one) => isDescribed(one))).toEqual([true, false, false, false])
    const { delivery } = await done(caller.post(`/hook/webhook/${hook.id}/test/`))
    expect(isDescribed(JSON.parse((await done(caller.get(delivery))).body))).toBe(true)
  })

  it('is the same three values as a form', async () => {
    const hook = await givenHook(1, { content_type: 1 })
    const { id } = await givenClient(caller)
    expect(await told(hook)).toEqual([
      {
        client_id: String(id),
        service_id: String(clinic.id),
        service_url: `${api.publicUrl}/${clinic.id}/api/0.1/`,
      },
    ])
  })

  it('has one event_id for all webhooks, and another for another change', async () => {
    const [one, two] = [await givenHook(1), await givenHook(1)]
    const { id, url } = await givenClient(caller)
    await done(caller.patch(url, { city: 'Turku' }))
    const ids = (await told(one)).map(({ event_id }: { event_id: string }) => event_id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
    expect((await told(two)).map(({ event_id }: { event_id: string }) => event_id)).toEqual(ids)
    expect((await told(one))[0].client_id).toBe(id)
  })
})

describe('what fires', () => {
  it('[S512] a consultation that is finalized, and not one that is owed for again', async () => {
    const hook = await givenHook(45)
    const visit = await finalizedVisit()
    expect(await told(hook)).toMatchObject([{ consultation_id: visit.id, trigger: 45 }])
    const { invoice } = await done(caller.get(`/consultation/${visit.id}/`))
    const { due_sum } = await done(caller.get(invoice))
    const payment = await done(pay(caller, { url: invoice }, due_sum))
    expect((await done(caller.get(`/consultation/${visit.id}/`))).status).toBe(9)
    await done(cancel(payment))
    expect((await done(caller.get(`/consultation/${visit.id}/`))).status).toBe(10)
    expect(await told(hook)).toHaveLength(1)
  })

  it('[S513] an invoice when it gets its number, once, also a credit note', async () => {
    const [finalized, drafts] = [await givenHook(9), await givenHook(10)]
    const draft = await givenDraft(caller, clinic)
    await done(caller.patch(draft.url, { remarks: 'Thank you' }))
    expect(await told(finalized)).toEqual([])
    const changes = (await told(drafts)).length
    expect(changes).toBeGreaterThanOrEqual(2)
    await done(caller.post(`/invoice/${draft.id}/finalize/`))
    const { due_sum } = await done(caller.get(draft.url))
    await done(pay(caller, draft, due_sum))
    expect(await told(finalized)).toMatchObject([{ invoice_id: draft.id, trigger: 9 }])
    const credit = await done(caller.post(`/invoice/${draft.id}/full_refund/`))
    expect(await told(finalized)).toMatchObject([{ invoice_id: draft.id }, { invoice_id: credit.id }])
    expect(await told(drafts)).toHaveLength(changes)
  })

  it('[S514] every payment, also cancellations and set-offs', async () => {
    const hook = await givenHook(11)
    const invoice = await givenInvoiceOver(caller, clinic, '10.00')
    const payment = await done(pay(caller, invoice, '4.00'))
    await done(cancel(payment))
    await done(caller.post(`/invoice/${invoice.id}/full_refund/`))
    const { results } = await done(caller.get('/invoicepayment/'))
    const payments = results.map(({ id }: { id: number }) => id).filter((id: number) => id >= payment.id)
    expect(payments).toHaveLength(4)
    expect((await told(hook)).map((body: { invoicepayment_id: number }) => body.invoicepayment_id)).toEqual(payments)
  })

  it('[S515] a prepayment that is made, and each change of what is left of it', async () => {
    const hook = await givenHook(12)
    const client = await givenClient(caller)
    const prepayment = await givenPrepayment(caller, clinic, { client: client.url, paid: '30.00' })
    expect(await told(hook)).toMatchObject([{ unallocatedpayment_id: prepayment.id, trigger: 12 }])
    const invoice = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    await done(caller.post(`/unallocatedpayment/${prepayment.id}/apply/`, { invoice: invoice.url, amount: '10.00' }))
    expect(await told(hook)).toMatchObject([
      { unallocatedpayment_id: prepayment.id },
      { unallocatedpayment_id: prepayment.id },
    ])
  })

  it('an appointment that is made or changed, and one that is cancelled', async () => {
    const [here, elsewhere] = [await givenDepartment(caller), await givenDepartment(caller)]
    const [hook, ofElsewhere, cancellations] = [
      await givenHook(21, { department: here.url }),
      await givenHook(21, { department: elsewhere.url }),
      await givenHook(22),
    ]
    const { id, url } = await givenAppointment(caller, { department: here.url })
    await done(caller.patch(url, { notes: 'Comes later' }))
    expect(await told(hook)).toMatchObject([
      { appointment_id: id, trigger: 21 },
      { appointment_id: id, trigger: 21 },
    ])
    expect(await told(cancellations)).toEqual([])
    await done(caller.patch(url, { active: false }))
    expect(await told(cancellations)).toMatchObject([{ appointment_id: id, trigger: 22 }])
    expect([(await told(hook)).length, await told(ofElsewhere)]).toEqual([2, []])
  })

  it('an order that is written, sent, changed after that, delivered or withdrawn', async () => {
    const [here, elsewhere] = [await givenDepartment(caller), await givenDepartment(caller)]
    const hook = await givenHook(46)
    const ofHere = await givenHook(46, { department: here.url })
    const counts = async () => [(await told(hook)).length, (await told(ofHere)).length]
    const wholesaler = await givenWholesaler(caller)
    const [item, another] = [await givenItem(caller), await givenItem(caller)]
    const order = await givenOrder(clinic, caller, wholesaler, [{ item }], { department: here.url })
    expect(await told(hook)).toMatchObject([{ order_id: order.id, trigger: 46 }])
    await done(caller.post(`${order.url}send/`))
    expect(await counts()).toEqual([2, 2])
    await done(caller.post('/orderitem/', { order: order.url, item: another.url, quantity: '1' }))
    expect(await counts()).toEqual([3, 3])
    await done((await clinic.userCaller()).post(`${order.url}mark_delivered/`))
    expect(await counts()).toEqual([4, 4])
    const withdrawn = await givenOrder(clinic, caller, wholesaler, [], { department: here.url })
    expect((await caller.delete(withdrawn.url)).status).toBe(204)
    expect(await counts()).toEqual([6, 6])
    await givenOrder(clinic, caller, wholesaler, [], { department: elsewhere.url })
    expect(await counts()).toEqual([7, 6])
  })

  it('[S516] a change of a department or of its settings', async () => {
    const hook = await givenHook(63)
    const department = await givenDepartment(caller)
    expect(await told(hook)).toEqual([])
    await done(caller.patch(department.url, { city: 'Oulu' }))
    await done(caller.patch(`/settings/department/${department.id}/`, { payment_terms_days: 21 }))
    expect(await told(hook)).toMatchObject([{ department_id: department.id }, { department_id: department.id }])
  })

  it('[S517] [S522] a referral that is made, together with the update', async () => {
    const [made, changed] = [await givenHook(6), await givenHook(7)]
    const referral = await givenReferral(caller)
    const body = {
      diagnosticimagingworklist_id: referral.id,
      service_id: clinic.id,
      service_url: `${api.publicUrl}/${clinic.id}/api/0.1/`,
    }
    expect(await told(made)).toMatchObject([{ ...body, trigger: 6 }])
    expect(await told(changed)).toMatchObject([{ ...body, trigger: 7 }])
    const [{ service_url, diagnosticimagingworklist_id }] = await told(made)
    expect((await caller.get(service_url)).status).toBe(200)
    const fetched = await caller.get(`${service_url}diagnosticimaging_referral/${diagnosticimagingworklist_id}/`)
    expect(fetched.status).toBe(200)
  })

  it('[S518] a change of a referral or of its order', async () => {
    const referral = await givenReferral(caller)
    const hook = await givenHook(7)
    await done(caller.patch(`/diagnosticimaging_referral/${referral.id}/`, { remarks: 'Two views' }))
    await done(caller.patch(`/diagnosticimaging_worklist/${referral.id}/`, { status: 1 }))
    expect(await told(hook)).toMatchObject([
      { diagnosticimagingworklist_id: referral.id },
      { diagnosticimagingworklist_id: referral.id },
    ])
  })

  it('[S519] a referral that is deleted', async () => {
    const referral = await givenReferral(caller)
    const [changed, deleted] = [await givenHook(7), await givenHook(8)]
    expect((await caller.delete(`/diagnosticimaging_referral/${referral.id}/`)).status).toBe(204)
    expect(await told(deleted)).toMatchObject([{ diagnosticimagingworklist_id: referral.id, trigger: 8 }])
    expect(await told(changed)).toEqual([])
  })

  it('[S520] an application that is registered, or restored', async () => {
    const hook = await givenHook(100)
    const application = await givenIntegration(caller)
    expect(await told(hook)).toMatchObject([{ application_id: application.id, trigger: 100 }])
    await done(caller.patch(application.url, { name: 'Renamed' }))
    await done(caller.patch(application.url, { archived: true }))
    expect(await told(hook)).toHaveLength(1)
    await done(caller.patch(application.url, { archived: false }))
    expect(await told(hook)).toHaveLength(2)
  })

  it('clients, patients, phone numbers, visits and their rows whenever they change', async () => {
    const [clients, patients, numbers, visits, rows] = [
      await givenHook(1),
      await givenHook(2),
      await givenHook(65),
      await givenHook(3),
      await givenHook(5),
    ]
    const client = await givenClient(caller)
    const number = await givenPhoneNumber(caller, client)
    const patient = await givenPatient(caller, { client: client.url })
    const visit = await givenConsultation(caller, { patients: [patient] })
    const row = await givenRow(caller, visit)
    expect((await told(clients))[0]).toMatchObject({ client_id: client.id })
    expect((await told(numbers))[0]).toMatchObject({ phonenumber_id: number.id })
    expect((await told(patients))[0]).toMatchObject({ patient_id: patient.id })
    expect((await told(visits))[0]).toMatchObject({ consultation_id: visit.id })
    expect((await told(rows))[0]).toMatchObject({ consultationitem_id: row.id })
  })
})

describe('whom it is told to', () => {
  it('a webhook of a department gets what belongs to it, also when it is gone', async () => {
    const [here, elsewhere] = [await givenDepartment(caller), await givenDepartment(caller)]
    const [rows, clients] = [await givenHook(5, { department: here.url }), await givenHook(1, { department: here.url })]
    for (const department of [here, elsewhere]) {
      const client = await givenClient(caller, { home_department: department.url })
      const patient = await givenPatient(caller, { client: client.url, home_department: department.url })
      const visit = await givenConsultation(caller, { patients: [patient] })
      const row = await givenRow(caller, visit)
      expect((await caller.delete(detailOf(row))).status).toBe(204)
      const expected = department === here
      expect((await told(clients)).some((body: { client_id: number }) => body.client_id === client.id)).toBe(expected)
      const ofRow = (await told(rows)).filter(
        (body: { consultationitem_id: number }) => body.consultationitem_id === row.id,
      )
      expect(ofRow.length).toBe(expected ? 2 : 0)
    }
    await givenIntegration(caller)
    const installations = await givenHook(100, { department: here.url })
    await givenIntegration(caller)
    expect(await told(installations)).toEqual([])
  })

  it('a new webhook is not told of what was before it', async () => {
    await givenClient(caller)
    // Not followed in between: the webhook is there when the change is processed.
    const hook = await done(caller.post('/hook/webhook/', { trigger: 1, url: 'https://hooks.example.com/' }))
    expect(await told(hook)).toEqual([])
  })

  it('one that is switched off or archived gets nothing', async () => {
    const [off, archived] = [await givenHook(1), await givenHook(1)]
    await done(caller.patch(`/hook/webhook/${off.id}/`, { active: false }))
    expect((await caller.delete(`/hook/webhook/${archived.id}/`)).status).toBe(204)
    await givenClient(caller)
    expect([await told(off), await told(archived)]).toEqual([[], []])
  })

  it('nothing crosses organisations', async () => {
    const other = await api.givenOrganisation()
    const there = await other.caller()
    const theirs = await done(there.post('/hook/webhook/', { trigger: 1, url: 'https://hooks.example.com/' }))
    await givenClient(caller)
    await follow()
    await follow(other.id)
    expect((await done(there.get(`/hook/queue/?webhook__is=${theirs.id}`))).count).toBe(0)
    expect((await there.get(`/hook/webhook/${(await givenHook(1)).id}/`)).status).toBe(404)
  })

  it('a change that is processed again is not told again', async () => {
    const hook = await givenHook(1)
    await givenClient(caller)
    const before = await told(hook)
    await inOrganisation(db, clinic.id, (tx) =>
      tx.updateTable('follower').set({ position: 0 }).where('name', '=', 'webhooks').execute(),
    )
    expect(await told(hook)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('reaches any number of webhooks, also of many changes at once', async () => {
    const crowd = await api.givenOrganisation()
    await follow(crowd.id)
    await crowd.within(async (tx) => {
      await sql`insert into webhook (trigger, url, secret)
        select 1, 'https://hooks.example.com/', '' from generate_series(1, 25)`.execute(tx)
    })
    await crowd.within(async (tx) => {
      await sql`insert into client (lastname) select 'Client ' || n from generate_series(1, 500) n`.execute(tx)
    })
    await follow(crowd.id)
    const { rows } = await crowd.within((tx) => sql`select count(*)::int as n from delivery`.execute(tx))
    expect(rows).toEqual([{ n: 12_500 }])
  })
})
