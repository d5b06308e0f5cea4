import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { done, givenSale } from '../../../test/support/billing.ts'
import {
  asProblem,
  codesOf,
  givenConsultation,
  givenDepartment,
  givenItem,
  givenPatient,
  givenPrescription,
  givenReferral,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const hintsOf = async (visit: Body): Promise<Body[]> => (await done(caller.get(`${visit.url}charge_hints/`))).results
const givenVisit = async (fields: Body = {}) => {
  const patient = await givenPatient(caller)
  return { patient, visit: await givenConsultation(caller, { patients: [patient], ...fields }) }
}
const procedure = (fields: Body = {}) => givenItem(caller, { type_code: 1, ...fields })
const charge = (visit: Body, item: Body, quantity = '1') =>
  done(caller.post(`${visit.url}procedures/`, { item: item.url, quantity }))

describe('a default item of the reason', () => {
  const givenReason = async (items: Body[], quantity = '1') => {
    const reason = await done(caller.post('/reason/', { name: 'Vaccination' }))
    for (const item of items) await done(caller.post('/reason_item/', { reason: reason.url, item: item.url, quantity }))
    return done(caller.get(reason.url))
  }

  it('is hinted at until it is charged', async () => {
    const [exam, certificate] = [await procedure(), await procedure()]
    const reason = await givenReason([exam, certificate], '2.500')
    const { visit } = await givenVisit({ reason: reason.url })
    expect(await hintsOf(visit)).toEqual(
      [exam, certificate].map((item, at) => ({
        id: expect.any(Number),
        kind: 'default_item',
        source: reason.default_items[at],
        item: item.url,
        quantity: '2.500',
        patient: null,
        declined: null,
      })),
    )
    await charge(visit, exam)
    expect((await hintsOf(visit)).map(({ item }) => item)).toEqual([certificate.url])
    const { visit: other } = await givenVisit()
    expect(await hintsOf(other)).toEqual([])
  })

  it('is not hinted at once the item is archived', async () => {
    const exam = await procedure()
    const { visit } = await givenVisit({ reason: (await givenReason([exam])).url })
    await done(caller.patch(exam.url, { archived: true }))
    expect(await hintsOf(visit)).toEqual([])
  })
})

describe('an imaging order', () => {
  it('is hinted at where the clinic has an item of its modality, unless as many are charged', async () => {
    const { patient, visit } = await givenVisit()
    const order = (modality: string) =>
      givenReferral(caller, { patient: patient.url, consultation_id: visit.id, modality, target_areas: ['Thorax'] })
    const first = await order('MR')
    expect(await hintsOf(visit)).toEqual([])
    const item = await procedure({ modality: 'MR' })
    expect(await hintsOf(visit)).toMatchObject([
      { kind: 'imaging', source: first.worklist, item: item.url, quantity: '1', patient: patient.url },
    ])
    const second = await order('MR')
    expect(await hintsOf(visit)).toHaveLength(2)
    await charge(visit, item)
    expect(await hintsOf(visit)).toMatchObject([{ source: second.worklist }])
    await procedure({ modality: 'MR' })
    expect(await hintsOf(visit)).toMatchObject([{ source: second.worklist, item: null }])
    await done(caller.patch(second.worklist, { status: 4 }))
    expect(await hintsOf(visit)).toEqual([])
  })

  it('counts a row of two for two orders', async () => {
    const { patient, visit } = await givenVisit()
    const item = await procedure({ modality: 'CT' })
    for (const target of ['Head', 'Thorax'])
      await givenReferral(caller, {
        patient: patient.url,
        consultation_id: visit.id,
        modality: 'CT',
        target_areas: [target],
      })
    await charge(visit, item, '2')
    expect(await hintsOf(visit)).toEqual([])
  })
})

describe('a prescription', () => {
  const givenPrescribed = async () => {
    const [department, fee] = [await givenDepartment(caller), await procedure({ name: 'Prescription fee' })]
    await done(caller.patch(`/settings/department/${department.id}/`, { prescription_fee_item: fee.id }))
    const { patient, visit } = await givenVisit({ department: department.url })
    const prescription = await givenPrescription(caller, {
      patient,
      consultation_id: visit.id,
      department_id: department.id,
    })
    return { fee, visit, patient, prescription, department }
  }

  it('is hinted at until the fee is charged in the visit', async () => {
    const { fee, visit, prescription } = await givenPrescribed()
    expect(await hintsOf(visit)).toMatchObject([
      { kind: 'prescription_fee', source: prescription.url, item: fee.url, quantity: '1' },
    ])
    await charge(visit, fee)
    expect(await hintsOf(visit)).toEqual([])
  })

  it('is not hinted at where the fee was sold over the counter, or nothing was prescribed in the end', async () => {
    const sold = await givenPrescribed()
    await givenSale(
      caller,
      { department: sold.department.id },
      { client: sold.patient.client, items: [{ item: sold.fee.url }] },
    )
    expect(await hintsOf(sold.visit)).toEqual([])
    const cancelled = await givenPrescribed()
    await done(caller.patch(cancelled.prescription.url, { status: 6 }))
    expect(await hintsOf(cancelled.visit)).toEqual([])
  })
})

describe('several visits', () => {
  const count = (ids: string, as = caller) => as.get(`/consultation/charge_hints/?consultation__in=${ids}`, asProblem)

  it('are each counted by what nobody has decided on', async () => {
    const [item, other, reason] = [
      await procedure({ modality: 'US' }),
      await procedure(),
      await done(caller.post('/reason/', { name: 'Dental' })),
    ]
    for (const usual of [item, other]) await done(caller.post('/reason_item/', { reason: reason.url, item: usual.url }))
    const [one, two, none] = [
      await givenVisit({ reason: reason.url }),
      await givenVisit({ reason: reason.url }),
      await givenVisit(),
    ]
    for (const { patient, visit } of [one, two])
      await givenReferral(caller, {
        patient: patient.url,
        consultation_id: visit.id,
        modality: 'US',
        target_areas: ['Heart'],
      })
    const ids = [two, one, none].map(({ visit }) => visit.id)
    const counted = async () => (await done(count(ids.join(',')))).results
    expect(await counted()).toEqual([
      { consultation: one.visit.url, open: 3 },
      { consultation: two.visit.url, open: 3 },
    ])
    await charge(one.visit, item)
    const [hint] = await hintsOf(two.visit)
    await done(caller.post(`${two.visit.url}charge_hints/${hint.id}/decline/`, { reason: 'A gift' }))
    expect(await counted()).toEqual([
      { consultation: one.visit.url, open: 1 },
      { consultation: two.visit.url, open: 2 },
    ])
    for (const { visit } of [one, two, none])
      expect((await hintsOf(visit)).filter(({ declined }) => declined === null)).toHaveLength(
        (await counted()).find(({ consultation }: Body) => consultation === visit.url)?.open ?? 0,
      )
  })

  it('are counted of named visits, for those who may see them', async () => {
    expect((await done(caller.get('/consultation/charge_hints/'))).results).toEqual([])
    expect(codesOf(await count('x'))).toEqual({ consultation__in: 'does_not_exist' })
    const many = Array.from({ length: 1001 }, (_, id) => id + 1).join(',')
    expect(codesOf(await count(many))).toEqual({ consultation__in: 'max_items' })
    expect((await done(count('999999999'))).results).toEqual([])
    expect((await count('1', await clinic.caller({ read: ['Financial: Invoices'] }))).status).toBe(403)
  })
})

describe('all visits of the last days', () => {
  const missing = async (query = '', as = caller) => done(as.get(`/consultation/missing_charges/${query}`))
  const dayMs = 86_400_000
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
  /** A visit of a department of its own, with something that is usually charged. */
  const givenUncharged = async (fields: Body = {}) => {
    const [item, reason, department] = [
      await procedure(),
      await done(caller.post('/reason/', { name: 'Dental' })),
      await givenDepartment(caller),
    ]
    await done(caller.post('/reason_item/', { reason: reason.url, item: item.url, quantity: '2' }))
    const { visit } = await givenVisit({ reason: reason.url, department: department.url, ...fields })
    return { item, visit, department, reason }
  }

  it('are asked at once for what nobody has decided on', async () => {
    const { item, visit, department, reason } = await givenUncharged()
    const { visit: earlier } = await givenVisit({
      reason: reason.url,
      department: department.url,
      started: daysAgo(2),
    })
    const [hint] = await hintsOf(visit)
    const asked = `?department__is=${department.id}`
    expect(await missing(asked)).toEqual({
      count: 2,
      results: [
        { consultation: visit.url, ...hint },
        { consultation: earlier.url, ...hint },
      ],
    })
    expect(hint).toMatchObject({ item: item.url, quantity: '2.000', declined: null })
    expect((await missing()).results).toEqual(expect.arrayContaining([{ consultation: visit.url, ...hint }]))
    await done(caller.post(`${visit.url}charge_hints/${hint.id}/decline/`, { reason: 'A gift' }))
    await charge(earlier, item)
    expect(await missing(asked)).toEqual({ count: 0, results: [] })
  })

  it('are those of the last seven days unless others are asked for, and not those that are finalized', async () => {
    const { visit, department } = await givenUncharged({ started: daysAgo(8) })
    const count = async (query = '') => (await missing(`?department__is=${department.id}${query}`)).count
    expect([await count(), await count('&days=9'), await count('&days=7')]).toEqual([0, 1, 0])
    await done(caller.post(`${visit.url}update_status/`, { status: 8 }))
    expect(await count('&days=9')).toBe(1)
    await done(caller.post(`${visit.url}update_status/`, { status: 10 }))
    expect(await count('&days=9')).toBe(0)
  })

  it('are refused with another number of days, and to those who may not see visits', async () => {
    const get = (query: string, as = caller) => as.get(`/consultation/missing_charges/${query}`, asProblem)
    for (const days of ['0', '32', 'x']) expect((await get(`?days=${days}`)).status).toBe(400)
    expect((await get('', await clinic.caller({ read: ['Financial: Invoices'] }))).status).toBe(403)
  })
})

describe('declining a hint', () => {
  const givenHint = async () => {
    const [item, reason] = [await procedure(), await done(caller.post('/reason/', { name: 'Recheck' }))]
    await done(caller.post('/reason_item/', { reason: reason.url, item: item.url }))
    const { visit } = await givenVisit({ reason: reason.url })
    const [hint] = await hintsOf(visit)
    return { visit, hint, address: `${visit.url}charge_hints/${hint.id}/decline/` }
  }

  it('keeps who said why, and shows it', async () => {
    const { visit, hint, address } = await givenHint()
    const as = await clinic.userCaller()
    const declined = await done(as.post(address, { reason: 'Free recheck' }))
    const { user } = await done(as.get('/me/'))
    expect(declined).toEqual({
      ...hint,
      declined: { reason: 'Free recheck', user: user.url, declined_at: expect.stringMatching(/Z$/) },
    })
    expect(await hintsOf(visit)).toEqual([declined])
    await done(caller.post(address, { reason: 'Staff’s own dog' }))
    expect(await hintsOf(visit)).toMatchObject([{ declined: { reason: 'Staff’s own dog' } }])
  })

  it('is in the audit trail', async () => {
    const { visit, hint, address } = await givenHint()
    await done(caller.post(address, { reason: 'Agreed on the phone' }))
    await done(caller.post(address, { reason: 'A gift' }))
    const events = await done(caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}&ordering=-id`))
    const told = events.results.flatMap(({ changes }: Body) => changes.charge_hints ?? [])
    const first = { hint: hint.id, declined: 'Agreed on the phone' }
    expect(told).toEqual([
      { from: first, to: { hint: hint.id, declined: 'A gift' } },
      { from: null, to: first },
    ])
    expect((await done(caller.get(visit.url))).modified > visit.modified).toBe(true)
  })

  it('is refused without a reason, for a hint that does not exist, and once the visit is finalized', async () => {
    const { visit, address } = await givenHint()
    expect(codesOf(await caller.post(address, {}, asProblem))).toEqual({ reason: 'required' })
    expect((await caller.post(`${visit.url}charge_hints/99999/decline/`, { reason: 'x' })).status).toBe(404)
    const { visit: other } = await givenVisit()
    expect((await caller.post(address.replace(visit.url, other.url), { reason: 'x' })).status).toBe(404)
    await done(caller.post(`${visit.url}update_status/`, { status: 8 }))
    await done(caller.post(`${visit.url}update_status/`, { status: 10 }))
    expect(codesOf(await caller.post(address, { reason: 'x' }, asProblem))).toEqual({ non_field_errors: 'finalized' })
  })

  it('does not keep a visit from being withdrawn', async () => {
    const { visit, address } = await givenHint()
    await done(caller.post(address, { reason: 'Never came' }))
    expect((await caller.delete(visit.url)).status).toBe(204)
    expect((await caller.get(`${visit.url}charge_hints/`)).status).toBe(404)
  })
})

describe('the default items of a reason', () => {
  it('are each there once, and change and go', async () => {
    const [item, reason] = [await procedure(), await done(caller.post('/reason/', { name: 'Dental' }))]
    const made = await done(caller.post('/reason_item/', { reason: reason.url, item: item.url }))
    expect(made).toMatchObject({ reason: reason.url, item: item.url, quantity: '1.000' })
    const again = await caller.post('/reason_item/', { reason: reason.url, item: item.url }, asProblem)
    expect(codesOf(again)).toEqual({ item: 'unique' })
    expect(await done(caller.patch(made.url, { quantity: '2' }))).toMatchObject({ quantity: '2.000' })
    const changed = await done(caller.get(reason.url))
    expect(changed.default_items).toEqual([made.url])
    expect(changed.modified > reason.modified).toBe(true)
    expect((await caller.delete(made.url)).status).toBe(204)
    const after = await done(caller.get(reason.url))
    expect(after.default_items).toEqual([])
    expect(after.modified > changed.modified).toBe(true)
  })

  it('are refused where the item or the reason is archived', async () => {
    const [item, reason] = [await procedure(), await done(caller.post('/reason/', { name: 'Dental' }))]
    const gone = await procedure({ archived: true })
    const sent = { reason: reason.url, item: gone.url }
    expect(codesOf(await caller.post('/reason_item/', sent, asProblem))).toEqual({ item: 'archived' })
    await caller.delete(reason.url)
    expect(codesOf(await caller.post('/reason_item/', { ...sent, item: item.url }, asProblem))).toEqual({
      reason: 'archived',
    })
  })
})

it('removes a default item once, however many remove it at once', async () => {
  const [item, reason] = [await procedure(), await done(caller.post('/reason/', { name: 'Dental' }))]
  const made = await done(caller.post('/reason_item/', { reason: reason.url, item: item.url }))
  const answers = await Promise.all(Array.from({ length: 6 }, () => caller.delete(made.url)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    204, 404, 404, 404, 404, 404,
  ])
})
