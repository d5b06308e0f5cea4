import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenAppointment,
  givenClient,
  givenConsultation,
  givenClinicField,
  givenDepartment,
  givenPatient,
  givenUser,
} from '../../../test/support/clinic.ts'

type Body = TestResponse['body']
const { clinic, caller } = await useClinic()

const givenReason = async (fields: Body = {}): Promise<Body> =>
  (await caller.post('/reason/', { name: 'Vaccination', ...fields })).body
/** A time of one day, in minutes after nine. */
const at = (minutes: number) => new Date(Date.UTC(2027, 2, 1, 9, minutes)).toISOString()
const bookFor = async (user: Body, from: number, to: number, fields: Body = {}): Promise<TestResponse> =>
  caller.post(
    '/appointment/',
    {
      start: at(from),
      end: at(to),
      type: 1,
      user: user.url,
      department: (await givenDepartment(caller)).url,
      ...fields,
    },
    asProblem,
  )

describe('an appointment', () => {
  it('[S231] [S444] is made with everything that the contract names, and answers a hash', async () => {
    const patient = await givenPatient(caller)
    const [department, user, reason] = [await givenDepartment(caller), await givenUser(caller), await givenReason()]
    const sent = {
      start: '2027-03-01T11:00:00+02:00',
      end: '2027-03-01T11:45:00+02:00',
      department: department.url,
      title: 'Bella’s teeth',
      type: 1,
      reason: reason.url,
      complaint: 'Does not eat',
      user: user.url,
      client: patient.client,
      patients: [patient.url],
      notes: 'Comes by bus',
    }
    const { status, body, headers } = await caller.post('/appointment/', sent)
    expect([status, headers.get('location')]).toEqual([201, clinic.url('appointment', body.id)])
    expect(body).toEqual({
      id: body.id,
      url: clinic.url('appointment', body.id),
      ...sent,
      start: '2027-03-01T09:00:00.000000Z',
      end: '2027-03-01T09:45:00.000000Z',
      duration: 45,
      additional_users: [],
      active: true,
      cancellation_reason: '',
      confirmed: false,
      allow_overlap: false,
      consultation: null,
      request_hash: body.request_hash,
      created: body.created,
      modified: body.modified,
    })
    expect(body.request_hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('[S231] needs start, end, department, type and user, and nothing else', async () => {
    const missing = await caller.post('/appointment/', {}, asProblem)
    expect(codesOf(missing)).toEqual({
      start: 'required',
      end: 'required',
      department: 'required',
      type: 'required',
      user: 'required',
    })
    const made = await givenAppointment(caller)
    expect(made).toMatchObject({ title: '', reason: null, complaint: '', client: null, patients: [], notes: '' })
  })

  it.each([
    [1, 'Consultation'],
    [2, 'Online booking'],
    [3, 'Other'],
    [4, 'Internal booking'],
    [5, 'Unknown client'],
    [6, 'Farm visit'],
    [7, 'Preliminary booking'],
    [8, 'Boarding'],
    [9, 'Pet service'],
  ])('[S231] has the type %s, by number, text or name (%s)', async (number, name) => {
    for (const type of [number, String(number), name, name.toUpperCase()])
      expect((await givenAppointment(caller, { type })).type).toBe(number)
  })

  it('[S231] refuses other types, an end that is not after the start, and links that lead nowhere', async () => {
    const user = await givenUser(caller)
    expect(codesOf(await bookFor(user, 0, 15, { type: 10 }))).toEqual({ type: 'invalid_choice' })
    expect(codesOf(await bookFor(user, 0, 15, { type: 'Meeting' }))).toEqual({ type: 'invalid_choice' })
    expect(codesOf(await bookFor(user, 15, 15))).toEqual({ end: 'before_start' })
    expect(codesOf(await bookFor(user, 0, 15, { reason: clinic.url('reason', 999_999_999) }))).toEqual({
      reason: 'does_not_exist',
    })
  })

  it('[S450] can be stored without a client, with a note', async () => {
    const made = await givenAppointment(caller, { type: 7, notes: 'A man called, his cat limps. 045 123' })
    expect(made).toMatchObject({ type: 7, client: null, patients: [], notes: 'A man called, his cat limps. 045 123' })
  })

  it('takes only the client’s own patients, and none without a client', async () => {
    const [patient, stranger, user] = [await givenPatient(caller), await givenPatient(caller), await givenUser(caller)]
    expect(codesOf(await bookFor(user, 0, 15, { client: patient.client, patients: [stranger.url] }))).toEqual({
      patients: 'wrong_client',
    })
    expect(codesOf(await bookFor(user, 0, 15, { patients: [patient.url] }))).toEqual({ client: 'needs_client' })
    const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url] })
    const moved = await caller.patch(made.url, { client: stranger.client }, asProblem)
    expect(codesOf(moved)).toEqual({ patients: 'wrong_client' })
  })

  it('refuses what is archived or inactive, when it is chosen', async () => {
    const [department, client, user, reason] = [
      await givenDepartment(caller),
      await givenClient(caller),
      await givenUser(caller),
      await givenReason(),
    ]
    const kept = await givenAppointment(caller, { department: department.url, reason: reason.url, client: client.url })
    for (const { url } of [department, client, reason]) await caller.patch(url, { archived: true })
    await caller.patch(user.url, { is_active: false })
    const free = await givenUser(caller)
    expect(codesOf(await bookFor(free, 0, 15, { department: department.url }))).toEqual({ department: 'archived' })
    expect(codesOf(await bookFor(free, 0, 15, { client: client.url }))).toEqual({ client: 'archived' })
    expect(codesOf(await bookFor(free, 0, 15, { reason: reason.url }))).toEqual({ reason: 'archived' })
    expect(codesOf(await bookFor(user, 0, 15))).toEqual({ user: 'inactive_user' })
    expect((await caller.patch(kept.url, { notes: 'Still there' })).status).toBe(200)
  })

  it('has another hash when time, user or department change, and no other when anything else does', async () => {
    const made = await givenAppointment(caller)
    const hashAfter = async (changes: Body) => (await caller.patch(made.url, changes)).body.request_hash
    expect(await hashAfter({ notes: 'x', title: 'y', confirmed: true })).toBe(made.request_hash)
    const others = [
      await hashAfter({ start: '2027-03-01T08:55:00Z' }),
      await hashAfter({ end: '2027-03-01T09:20:00Z' }),
      await hashAfter({ user: (await givenUser(caller)).url }),
      await hashAfter({ department: (await givenDepartment(caller)).url }),
    ]
    expect(new Set([made.request_hash, ...others]).size).toBe(5)
  })
})

describe('a time of one user', () => {
  it('is booked once; what touches it at either end is free', async () => {
    const user = await givenUser(caller)
    expect((await bookFor(user, 15, 30)).status).toBe(201)
    for (const [from, to] of [
      [15, 30],
      [0, 16],
      [29, 45],
      [20, 25],
      [0, 60],
    ] as const) {
      const refused = await bookFor(user, from, to)
      expect(codesOf(refused)).toEqual({ non_field_errors: 'overlap' })
      expect(refused.body.errors.non_field_errors[0].message).toBe(
        'There is already an appointment for this time slot.',
      )
    }
    expect((await bookFor(user, 0, 15)).status).toBe(201)
    expect((await bookFor(user, 30, 45)).status).toBe(201)
    expect((await bookFor(await givenUser(caller), 15, 30)).status).toBe(201)
  })

  it('is free again once its appointment is cancelled, and taken back only while it is free', async () => {
    const user = await givenUser(caller)
    const { body: first } = await bookFor(user, 0, 15)
    const cancelled = await caller.patch(first.url, { active: false, cancellation_reason: 'Ill' })
    expect(cancelled.body).toMatchObject({ active: false, cancellation_reason: 'Ill' })
    const { body: second } = await bookFor(user, 0, 15)
    expect(codesOf(await caller.patch(first.url, { active: true }, asProblem))).toEqual({ non_field_errors: 'overlap' })
    await caller.patch(second.url, { active: false })
    expect((await caller.patch(first.url, { active: true })).body.active).toBe(true)
  })

  it('is checked when an appointment moves to it, by time or by user', async () => {
    const [busy, other] = [await givenUser(caller), await givenUser(caller)]
    await bookFor(busy, 0, 15)
    const { body: later } = await bookFor(busy, 60, 75)
    expect(codesOf(await caller.patch(later.url, { start: at(5) }, asProblem))).toEqual({ non_field_errors: 'overlap' })
    const { body: elsewhere } = await bookFor(other, 0, 15)
    expect(codesOf(await caller.patch(elsewhere.url, { user: busy.url }, asProblem))).toEqual({
      non_field_errors: 'overlap',
    })
    expect((await caller.patch(later.url, { start: at(55), end: at(80) })).status).toBe(200)
  })

  it('can be booked over by people, who say so, and not by an application', async () => {
    const user = await givenUser(caller)
    await bookFor(user, 0, 15)
    expect(codesOf(await bookFor(user, 0, 15, { allow_overlap: true }))).toEqual({ allow_overlap: 'people_only' })
    const person = await clinic.userCaller()
    const department = (await givenDepartment(caller)).url
    const over = await person.post('/appointment/', {
      start: at(0),
      end: at(15),
      type: 1,
      user: user.url,
      department,
      allow_overlap: true,
    })
    expect([over.status, over.body.allow_overlap]).toEqual([201, true])
    expect(codesOf(await bookFor(user, 0, 15))).toEqual({ non_field_errors: 'overlap' })
    const moved = await caller.patch(over.body.url, { start: at(20), end: at(35) })
    expect([moved.status, moved.body.allow_overlap]).toEqual([200, false])
    expect(codesOf(await caller.patch(over.body.url, { start: at(0), end: at(15) }, asProblem))).toEqual({
      non_field_errors: 'overlap',
    })
  })

  it('is no obstacle for those who only take part', async () => {
    const user = await givenUser(caller)
    await bookFor(user, 0, 15)
    const { status, body } = await bookFor(await givenUser(caller), 0, 15, { additional_users: [user.url] })
    expect([status, body.additional_users]).toEqual([201, [user.url]])
  })

  it('goes to one of fifty who ask for it at once', async () => {
    const user = await givenUser(caller)
    const department = (await givenDepartment(caller)).url
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => bookFor(user, 0, 15, { department }).then(({ status }) => status)),
    )
    expect(answers.toSorted((one, other) => one - other)).toEqual([201, ...Array.from({ length: 49 }, () => 400)])
  })

  it('is protected by the table even without the rule', async () => {
    const { body } = await bookFor(await givenUser(caller), 0, 15)
    const again = clinic.within(async (tx) => {
      const {
        id: _id,
        request_hash: _hash,
        ...row
      } = await tx.selectFrom('appointment').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
      await tx.insertInto('appointment').values(row).execute()
    })
    await expect(again).rejects.toThrow('appointment_overlap')
  })
})

describe('the list of appointments', () => {
  it('is filtered by time, department, user, client and whether it is cancelled, and shows what is linked', async () => {
    const [department, patient] = [await givenDepartment(caller), await givenPatient(caller)]
    const user = await givenUser(caller)
    const early = await givenAppointment(caller, {
      department: department.url,
      user: user.url,
      start: at(0),
      end: at(15),
    })
    const late = await givenAppointment(caller, {
      department: department.url,
      start: at(60),
      end: at(75),
      client: patient.client,
      patients: [patient.url],
    })
    await caller.patch(early.url, { active: false })
    const idsWith = async (query: string) =>
      (await caller.get(`/appointment/?department__is=${department.id}&ordering=start&${query}`)).body.results.map(
        ({ id }: Body) => id,
      )
    expect(await idsWith('')).toEqual([early.id, late.id])
    expect(await idsWith(`start__gte=${at(30)}`)).toEqual([late.id])
    expect(await idsWith(`start__lte=${at(30)}`)).toEqual([early.id])
    expect(await idsWith(`user__is=${user.id}`)).toEqual([early.id])
    expect(await idsWith('active__is=true')).toEqual([late.id])
    const changed = (await caller.get(`/appointment/?modified__gte=${late.modified}`)).body.results
    expect(changed.map(({ id }: Body) => id)).toEqual([early.id, late.id])
    const { results } = (
      await caller.get(`/appointment/?client__is=${patient.client}&expose_client&expose_patients&expose_user`)
    ).body
    expect(results).toMatchObject([
      { client_data: { url: patient.client }, patients_data: [{ url: patient.url }], user_data: { url: late.user } },
    ])
  })
})

describe('the visit of an appointment', () => {
  it('is prepared as a draft and admitted when the patients arrive', async () => {
    const patient = await givenPatient(caller)
    const made = await givenAppointment(caller, {
      client: patient.client,
      patients: [patient.url],
      complaint: 'Limps',
      type: 6,
    })
    const { status, body: draft } = await caller.post(`${made.url}prepare/`)
    expect([status, draft]).toMatchObject([
      201,
      {
        status: 11,
        type: 3,
        admitted_time: null,
        client: patient.client,
        patients: [patient.url],
        complaint: 'Limps',
        department: made.department,
        supervising_veterinarian: made.user,
      },
    ])
    expect((await caller.get(made.url)).body.consultation).toBe(draft.url)
    const admitted = await caller.post('/consultation/admit/', { appointment: made.url, complaint: 'Limps badly' })
    expect([admitted.status, admitted.body]).toMatchObject([
      201,
      { url: draft.url, status: 0, complaint: 'Limps badly' },
    ])
    expect(admitted.body.admitted_time).not.toBeNull()
    const again = await caller.post('/consultation/admit/', { appointment: made.url }, asProblem)
    expect(codesOf(again)).toEqual({ appointment: 'has_visit' })
    expect(codesOf(await caller.post(`${made.url}prepare/`, {}, asProblem))).toEqual({ non_field_errors: 'has_visit' })
  })

  it.each([
    [1, 1],
    [2, 1],
    [5, 1],
    [6, 3],
    [7, 1],
    [8, 4],
    [9, 5],
  ])('of the type %i becomes a visit of the type %i, without being prepared', async (type, visitType) => {
    const patient = await givenPatient(caller)
    const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url], type })
    const { status, body } = await caller.post('/consultation/admit/', { appointment: made.url })
    expect([status, body]).toMatchObject([201, { type: visitType, status: 0, client: patient.client }])
    expect((await caller.get(made.url)).body.consultation).toBe(body.url)
  })

  it('is refused for other bookings, without a client and once it is cancelled', async () => {
    const patient = await givenPatient(caller)
    const of = async (fields: Body, change: Body = {}) => {
      const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url], ...fields })
      await caller.patch(made.url, change)
      const [prepared, admitted] = [
        await caller.post(`${made.url}prepare/`, {}, asProblem),
        await caller.post('/consultation/admit/', { appointment: made.url }, asProblem),
      ]
      return [codesOf(prepared).non_field_errors, codesOf(admitted).appointment]
    }
    expect(await of({ type: 3 })).toEqual(['no_visit', 'no_visit'])
    expect(await of({ type: 4 })).toEqual(['no_visit', 'no_visit'])
    expect(await of({ client: null, patients: [] })).toEqual(['needs_client', 'needs_client'])
    expect(await of({}, { active: false })).toEqual(['cancelled_appointment', 'cancelled_appointment'])
  })

  it('begins when the patients are admitted, and at the time of the appointment until then', async () => {
    const patient = await givenPatient(caller)
    const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url] })
    const { body: draft } = await caller.post(`${made.url}prepare/`)
    expect(draft.started).toBe(made.start)
    const { body: admitted } = await caller.post('/consultation/admit/', { appointment: made.url })
    expect(admitted.started.slice(0, 16)).toBe(admitted.admitted_time.slice(0, 16))
  })

  it('is not of another client than the appointment, prepared or not', async () => {
    const [patient, stranger] = [await givenPatient(caller), await givenPatient(caller)]
    const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url] })
    const sent = { appointment: made.url, client: stranger.client, patients: [stranger.url] }
    expect(codesOf(await caller.post('/consultation/admit/', sent, asProblem))).toEqual({ client: 'wrong_client' })
    await caller.post(`${made.url}prepare/`)
    expect(codesOf(await caller.post('/consultation/admit/', sent, asProblem))).toEqual({ client: 'wrong_client' })
  })

  it('is asked for its required custom fields when the patients are admitted, not when it is prepared', async () => {
    const elsewhere = await clinic.userCaller()
    const field = await givenClinicField(elsewhere, {
      content_type: 'consultation',
      name: 'Ward',
      field_type: 1,
      is_required: true,
    })
    const patient = await givenPatient(caller)
    const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url] })
    expect((await caller.post(`${made.url}prepare/`)).status).toBe(201)
    const without = await caller.post('/consultation/admit/', { appointment: made.url }, asProblem)
    const withIt = await caller.post('/consultation/admit/', {
      appointment: made.url,
      custom_fields: { Ward: 'North' },
    })
    await elsewhere.patch(field.url, { is_required: false })
    expect([codesOf(without), withIt.status]).toEqual([{ custom_fields: 'required' }, 201])
  })

  it('is admitted without an appointment by client and patients, both of which are then needed', async () => {
    const patient = await givenPatient(caller)
    expect(codesOf(await caller.post('/consultation/admit/', {}, asProblem))).toEqual({ client: 'required' })
    expect(codesOf(await caller.post('/consultation/admit/', { client: patient.client }, asProblem))).toEqual({
      patients: 'required',
    })
    const both = { client: patient.client, patients: [patient.url] }
    expect((await caller.post('/consultation/admit/', both)).status).toBe(201)
  })

  it('leaves the appointment when it is withdrawn', async () => {
    const patient = await givenPatient(caller)
    const made = await givenAppointment(caller, { client: patient.client, patients: [patient.url] })
    const { body: draft } = await caller.post(`${made.url}prepare/`)
    expect((await caller.delete(draft.url)).status).toBe(204)
    expect((await caller.get(made.url)).body.consultation).toBeNull()
    expect((await caller.post(`${made.url}prepare/`)).status).toBe(201)
    expect((await givenConsultation(caller)).status).toBe(0)
  })
})
