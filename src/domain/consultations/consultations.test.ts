import { describe, expect, it } from 'vitest'
import { actorOf, everything, useClinic, type TestResponse } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  detailOf,
  givenClient,
  givenClinicField,
  givenConsultation,
  givenCustomField,
  givenDepartment,
  givenDiagnosis,
  givenInstruction,
  givenNote,
  givenPatient,
  givenPayer,
  givenRow,
  givenUser,
  idsIn,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import { admit } from './admit.ts'

type Body = TestResponse['body']
const { api, clinic, caller } = await useClinic()

const read = async ({ url }: { url: string }, as = caller): Promise<Body> => (await as.get(url)).body
const refused = ({ status, body }: TestResponse) => [status, Object.keys(body)]
const open = (fields: object, as = caller) => as.post('/consultation/', { type: 1, ...fields })
const settingsOf = (department: { id: number }) => `/settings/department/${department.id}/`
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/

/** A client with two animals. */
const household = async (as = caller) => {
  const client = await givenClient(as)
  return {
    client,
    animals: [await givenPatient(as, { client: client.url }), await givenPatient(as, { client: client.url })],
  }
}

describe('opening a consultation', () => {
  it('[S122] [S387] answers 201 with the record at its own URL', async () => {
    const patient = await givenPatient(caller)
    const { status, body } = await open({ client: patient.client, patients: [patient.url] })
    expect([status, body.url]).toEqual([201, clinic.url('consultation', body.id)])
    expect(await read(body)).toEqual(body)
  })

  it.each([
    ['[S125]', 'complaint', async () => 'Limps on the left hind leg.'],
    ['[S125]', 'complaint', async () => 'ö'.repeat(10_000)],
    ['[S128]', 'type', async () => 2],
    ['[S126]', 'admitted_time', async () => '2026-03-02T07:00:00.000000Z'],
    ['[S126]', 'started', async () => '2026-03-02T08:00:00.000000Z'],
    ['[S126]', 'finished', async () => '2031-03-02T09:00:00.000000Z'],
    ['[S130]', 'supervising_veterinarian', async () => (await givenUser(caller)).url],
    ['[S131]', 'department', async () => (await givenDepartment(caller)).url],
    ['[S133]', 'reporting_dimension_1', async () => 'Small animals'],
    ['[S133]', 'reporting_dimension_2', async () => 'North'],
  ])('%s [S387] keeps %s as it was sent', async (_line, field, value) => {
    const [sent, { url, client }] = [await value(), await givenPatient(caller)]
    const { status, body: visit } = await caller.post('/consultation/', {
      client,
      patients: [url],
      type: 1,
      [field]: sent,
    })
    expect([status, visit[field]]).toEqual([201, sent])
    expect((await read(visit))[field]).toBe(sent)
  })

  it('[S123] [S124] [S387] keeps the client and the patients', async () => {
    const { client, animals } = await household()
    const visit = await givenConsultation(caller, { patients: animals })
    expect(visit).toMatchObject({ client: client.url, patients: animals.map(({ url }) => url) })
    expect(await read(visit)).toEqual(visit)
  })

  it.each([
    ['[S127] [S261]', 'status', 0],
    ['[S125]', 'complaint', ''],
    ['[S126]', 'first_entry', null],
    ['[S126]', 'finished', null],
    ['[S126]', 'ended', null],
    ['[S126]', 'started', expect.stringMatching(moment)],
    ['[S126]', 'admitted_time', expect.stringMatching(moment)],
    ['[S129]', 'invoice', null],
    ['[S132]', 'consultation_items', []],
    ['[S133]', 'reporting_dimension_1', null],
    ['[S133]', 'reporting_dimension_2', null],
    ['[S134]', 'external_sent', null],
    ['', 'status_changed', expect.stringMatching(moment)],
    ['', 'reason', null],
    ['', 'alternative_payer', null],
    ['', 'alternative_payer_share', null],
    ['', 'fields_rel', []],
  ])('%s [S136] shows %s as %o when it was left out', async (_lines, field, shown) => {
    expect((await givenConsultation(caller))[field]).toEqual(shown)
  })

  it('[S126] is admitted now, although it started before', async () => {
    const started = '2026-03-02T08:00:00.000000Z'
    const { admitted_time } = await givenConsultation(caller, { started })
    expect(Math.abs(Date.parse(admitted_time) - Date.now())).toBeLessThan(60_000)
  })

  it('[S126] takes the same moment for started and admitted_time', async () => {
    const { started, admitted_time } = await givenConsultation(caller)
    expect(started).toBe(admitted_time)
  })

  it.each([0, 5, 6, 7, 8, 9, 10, 11])('[S127] [S276] ignores a status of %i', async (status) => {
    expect((await givenConsultation(caller, { status })).status).toBe(0)
  })

  it.each([
    [0, 'Inpatient'],
    [1, 'Outpatient'],
    [2, 'Home call'],
    [3, 'Farm visit'],
    [4, 'Boarding'],
    [5, 'Pet service'],
  ])('[S128] takes the type %i and calls it %s', async (type, label) => {
    expect((await givenConsultation(caller, { type })).type).toBe(type)
    expect((await caller.send('OPTIONS', '/consultation/')).body.fields.type.choices[type]).toBe(label)
  })

  it('[S130] has the authenticated user as supervising veterinarian by default', async () => {
    const { supervising_veterinarian } = await givenConsultation(caller)
    expect((await caller.get(supervising_veterinarian)).body).toMatchObject({
      first_name: 'Integration',
      last_name: 'Application 1',
    })
    const veterinarian = await givenUser(caller)
    const named = await givenConsultation(caller, { supervising_veterinarian: veterinarian.url })
    expect(named.supervising_veterinarian).toBe(veterinarian.url)
  })

  it('[S131] infers the department from the first patient, else the veterinarian, else the organisation', async () => {
    const [first, second, third] = [
      await givenDepartment(caller),
      await givenDepartment(caller),
      await givenDepartment(caller),
    ]
    const client = await givenClient(caller)
    const at = (home_department: string | null) => givenPatient(caller, { client: client.url, home_department })
    const [here, there, nowhere] = [await at(first.url), await at(second.url), await at(null)]
    const { url: supervising_veterinarian } = await givenUser(caller, { home_department: third.url })
    const departmentOf = async (patients: Body[], fields = {}) =>
      (await givenConsultation(caller, { patients, ...fields })).department
    expect(await departmentOf([here, there], { supervising_veterinarian })).toBe(first.url)
    expect(await departmentOf([there, here], { supervising_veterinarian })).toBe(second.url)
    expect(await departmentOf([nowhere, here], { supervising_veterinarian })).toBe(third.url)
    expect(await departmentOf([nowhere])).toBe(clinic.url('department', clinic.department))
    expect(await departmentOf([here], { department: third.url })).toBe(third.url)
    await caller.patch(first.url, { archived: true })
    expect(await departmentOf([here], { supervising_veterinarian })).toBe(third.url)
  })

  it('requires a department where none can be inferred', async () => {
    const bare = await api.givenOrganisation()
    const as = await bare.caller()
    await as.patch(bare.url('organisation', bare.id), { default_department: null })
    const patient = await givenPatient(as)
    expect(refused(await open({ client: patient.client, patients: [patient.url] }, as))).toEqual([400, ['department']])
  })

  it('shows the names of patients only to callers who may read patients', async () => {
    const [client, stranger] = [await givenClient(caller), await givenPatient(caller, { name: 'Rex' })]
    const sent = { client: client.url, patients: [stranger.url] }
    const advice = 'belongs to another client. Choose from the client’s own patients.'
    expect((await open(sent)).body).toEqual({ patients: [`Rex ${advice}`] })
    const nameless = await givenPatient(caller, { name: ' ' })
    expect((await open({ ...sent, patients: [nameless.url] })).body).toEqual({
      patients: [`Patient ${nameless.id} ${advice}`],
    })
    const clerk = await clinic.caller({ write: ['Clinical: Consultations'] })
    expect((await open(sent, clerk)).body).toEqual({ patients: [`Patient ${stranger.id} ${advice}`] })
  })

  it('is for a thousand patients at most', async () => {
    const patient = await givenPatient(caller)
    const { status, body } = await open({ client: patient.client, patients: Array(1_001).fill(patient.url) })
    expect([status, body]).toEqual([400, { patients: ['Ensure that there are no more than 1000.'] }])
  })

  it('takes a deceased patient', async () => {
    const patient = await givenPatient(caller, { deceased: '2026-01-05' })
    expect((await givenConsultation(caller, { patients: [patient] })).patients).toEqual([patient.url])
  })

  it.each<[string, () => Promise<object>, object]>([
    ['no client', async () => ({ client: undefined }), { client: 'required' }],
    ['no patients', async () => ({ patients: undefined }), { patients: 'required' }],
    ['an empty list of patients', async () => ({ patients: [] }), { patients: 'empty' }],
    ['no type', async () => ({ type: undefined }), { type: 'required' }],
    ['a type there is not', async () => ({ type: 6 }), { type: 'invalid_choice' }],
    [
      'another client’s patient',
      async () => ({ patients: [(await givenPatient(caller)).url] }),
      { patients: 'wrong_client' },
    ],
    ['a client that is archived', async () => archivedClient(), { client: 'archived' }],
    ['a patient that is archived', async () => archivedPatient(), { patients: 'archived' }],
    [
      'a department that is archived',
      async () => ({ department: (await givenDepartment(caller, { archived: true })).url }),
      { department: 'archived' },
    ],
    [
      'a department that is not there',
      async () => ({ department: clinic.url('department', 999_999_999) }),
      { department: 'does_not_exist' },
    ],
    ['nobody in charge', async () => ({ supervising_veterinarian: null }), { supervising_veterinarian: 'null' }],
    [
      'an end before its beginning',
      async () => ({ started: '2026-01-02T10:00:00Z', finished: '2026-01-02T09:59:59Z' }),
      { finished: 'before_start' },
    ],
    [
      'a payer of another client',
      async () => ({ alternative_payer: (await givenPayer(caller)).url }),
      { alternative_payer: 'wrong_client' },
    ],
    [
      'a share without a payer',
      async () => ({ alternative_payer_share: '50' }),
      { alternative_payer_share: 'required' },
    ],
    ['a share of nothing', async () => ({ alternative_payer_share: '0' }), { alternative_payer_share: 'min_value' }],
    [
      'a dimension that is too long',
      async () => ({ reporting_dimension_1: 'x'.repeat(64) }),
      { reporting_dimension_1: 'max_length' },
    ],
    ['a complaint of 10,001 characters', async () => ({ complaint: 'x'.repeat(10_001) }), { complaint: 'max_length' }],
  ])('is refused with %s', async (_what, fields, expected) => {
    const patient = await givenPatient(caller)
    const sent = { type: 1, client: patient.client, patients: [patient.url], ...(await fields()) }
    expect(codesOf(await caller.post('/consultation/', sent, asProblem))).toEqual(expected)
  })

  const archivedClient = async () => {
    const patient = await givenPatient(caller)
    await caller.patch(patient.client, { archived: true })
    return { client: patient.client, patients: [patient.url] }
  }
  const archivedPatient = async () => {
    const patient = await givenPatient(caller, { archived: true })
    return { client: patient.client, patients: [patient.url] }
  }

  it('takes an alternative payer for a share of it, or for all', async () => {
    const { client, animals } = await household()
    const { url: alternative_payer } = await givenPayer(caller, { client: client.url })
    const opened = (fields: object) => givenConsultation(caller, { patients: animals, ...fields })
    expect(await opened({ alternative_payer })).toMatchObject({ alternative_payer, alternative_payer_share: '100.00' })
    const half = await opened({ alternative_payer, alternative_payer_share: '50' })
    expect(half).toMatchObject({ alternative_payer, alternative_payer_share: '50.00' })
    const more = await caller.patch(half.url, { alternative_payer_share: '100.01' })
    expect(refused(more)).toEqual([400, ['alternative_payer_share']])
    expect((await caller.patch(half.url, { alternative_payer_share: '80' })).body).toMatchObject({
      alternative_payer,
      alternative_payer_share: '80.00',
    })
    expect((await caller.patch(half.url, { alternative_payer: null })).body).toMatchObject({
      alternative_payer: null,
      alternative_payer_share: null,
    })
  })
})

describe('custom fields', () => {
  it('have their defaults, can be sent with the visit, and must be where they are required', async () => {
    const here = await api.givenOrganisation()
    const as = await here.caller()
    const field = await givenClinicField(await here.userCaller(), {
      content_type: 'consultation',
      field_type: 1,
      is_required: true,
    })
    const other = await givenCustomField(as, { content_type: 'consultation', default_value: 'none' })
    const patient = await givenPatient(as)
    const sent = { client: patient.client, patients: [patient.url] }
    expect((await open(sent, as)).body).toEqual({ fields_rel: [`${field.name}: This field is required.`] })
    expect((await as.post('/consultation/admit/', sent)).body).toEqual({
      custom_fields: [`${field.name}: This field is required.`],
    })
    const listed = { ...sent, custom_fields: { [field.name]: ['Two'] } }
    expect(codesOf(await as.post('/consultation/admit/', listed, asProblem))).toEqual({ custom_fields: 'invalid' })
    const visit = (await open({ ...sent, fields_rel: [{ field_id: field.id, value: 'Two' }] }, as)).body
    expect(visit.fields_rel).toMatchObject([
      { field_id: field.id, label: field.name, value: 'Two' },
      { field_id: other.id, value: 'none' },
    ])
    const changed = await as.patch(visit.url, { fields_rel: [{ field_id: other.id, value: 'some' }] })
    expect(changed.body.fields_rel.map(({ value }: Body) => value)).toEqual(['Two', 'some'])
    expect(changed.body.modified > visit.modified).toBe(true)
    expect((await as.get(`/consultation/?id__is=${visit.id}`)).body.results).toEqual([changed.body])
    expect(refused(await as.patch(visit.url, { fields_rel: [{ field_id: field.id, value: '' }] }))).toEqual([
      400,
      ['fields_rel'],
    ])
  })
})

describe('communication preferences', () => {
  const answered = { email: true, sms: false, post: false }
  const ago = (months: number) => {
    const date = new Date()
    date.setUTCMonth(date.getUTCMonth() - months)
    return date.toISOString()
  }

  it.each<[string, object | undefined, string | null]>([
    ['were never asked for', undefined, 'no answer about email, sms, post'],
    ['lack an answer', { email: true, sms: true }, 'no answer about post'],
    ['are all answered', answered, null],
    ['are all refused', { email: false, sms: false, post: false }, null],
    ['were answered twenty-three months ago', { ...answered, answered_at: ago(23) }, null],
    [
      'were answered twenty-five months ago',
      { ...answered, answered_at: ago(25) },
      'not asked within the last 24 months',
    ],
    ['were answered nobody knows when', { ...answered, answered_at: null }, 'not asked within the last 24 months'],
  ])('[S211] [S387] [S552] that %s', async (_what, communication_preferences, why) => {
    const department = await givenDepartment(caller)
    await caller.patch(settingsOf(department), { enable_communication_preferences: true })
    const client = await givenClient(caller, communication_preferences ? { communication_preferences } : {})
    const patient = await givenPatient(caller, { client: client.url })
    const sent = { client: client.url, patients: [patient.url] }
    const answer = await open({ ...sent, department: department.url })
    const complaint = `This client has no valid communication preferences: ${why}. Ask the client, then set communication_preferences of the client.`
    expect([answer.status, answer.body.client]).toEqual(why === null ? [201, client.url] : [400, [complaint]])
    expect((await open(sent)).status).toBe(201)
  })

  it('are valid for the months that the department sets', async () => {
    const department = await givenDepartment(caller)
    await caller.patch(settingsOf(department), { enable_communication_preferences: true, preferences_valid_months: 36 })
    const client = await givenClient(caller, { communication_preferences: { ...answered, answered_at: ago(35) } })
    const patient = await givenPatient(caller, { client: client.url })
    const sent = { client: client.url, patients: [patient.url], department: department.url }
    expect((await open(sent)).status).toBe(201)
    await caller.patch(settingsOf(department), { preferences_valid_months: 34 })
    expect(refused(await open(sent))).toEqual([400, ['client']])
  })

  it('must be answered again even if one of them was answered since', async () => {
    const department = await givenDepartment(caller)
    await caller.patch(settingsOf(department), { enable_communication_preferences: true })
    const client = await givenClient(caller, { communication_preferences: { ...answered, answered_at: ago(25) } })
    const patient = await givenPatient(caller, { client: client.url })
    const sent = { client: client.url, patients: [patient.url], department: department.url }
    await caller.patch(client.url, { communication_preferences: { email: false } })
    expect(refused(await open(sent))).toEqual([400, ['client']])
    await caller.patch(client.url, { communication_preferences: answered })
    expect((await open(sent)).status).toBe(201)
  })
})

describe('the list of consultations', () => {
  it('[S134] [S385] is found by client, patient, department, veterinarian, status, start and what was sent', async () => {
    const here = await api.givenOrganisation()
    const as = await here.caller()
    const [one, other] = [await household(as), await household(as)]
    const department = await givenDepartment(as)
    const { body: reason } = await as.post('/reason/', { name: 'Vaccination' })
    const { url: supervising_veterinarian } = await givenUser(as)
    const first = await givenConsultation(as, {
      patients: one.animals,
      reason: reason.url,
      department: department.url,
      supervising_veterinarian,
      started: '2026-01-10T08:00:00Z',
    })
    const second = await givenConsultation(as, { patients: other.animals, started: '2026-02-10T08:00:00Z' })
    await as.post(`${second.url}update_status/`, { status: 8 })
    await as.post(`${first.url}mark_sent/`, { external_sent: '2026-01-11T08:00:00Z' })
    const found = async (query: string) => idsIn(await as.get(`/consultation/?${query}`))
    const cases: [string, number[]][] = [
      [`client__is=${one.client.id}`, [first.id]],
      [`client__is=${encodeURIComponent(other.client.url)}`, [second.id]],
      [`patients__is=${one.animals[1].id}`, [first.id]],
      [`patients__is=${encodeURIComponent(other.animals[0].url)}`, [second.id]],
      [`department__is=${department.id}`, [first.id]],
      [`supervising_veterinarian__is=${encodeURIComponent(supervising_veterinarian)}`, [first.id]],
      ['status__is=0', [first.id]],
      ['status__in=0,8', [first.id, second.id]],
      ['status__in=8,10', [second.id]],
      [`reason__is=${reason.id}`, [first.id]],
      ['started__gte=2026-02-10T08:00:00Z', [second.id]],
      ['started__lte=2026-02-10T07:59:59Z', [first.id]],
      ['external_sent__is_null=true', [second.id]],
      ['external_sent__is_null=false', [first.id]],
      [`modified__gte=${(await read(first, as)).modified}`, [first.id]],
      [`modified__gte=${(await read(second, as)).modified}`, [first.id, second.id]],
      [`client__is=${one.client.id}&status__is=8`, []],
      ['page_size=1&page=2', [second.id]],
    ]
    for (const [query, ids] of cases) expect([query, await found(query)]).toEqual([query, ids])
    expect(refused(await as.get('/consultation/?status__is=4'))).toEqual([400, ['status__is']])
    expect(refused(await as.get('/consultation/?patients__is=Rex'))).toEqual([400, ['patients__is']])
  })

  it('[S28] [S386] adds patients, client and others on request, alone and in the list', async () => {
    const { body: reason } = await caller.post('/reason/', { name: 'Vaccination' })
    const { client, animals } = await household()
    const visit = await givenConsultation(caller, { patients: animals, reason: reason.url })
    expect(await read({ url: `${visit.url}?expose_patients` })).toEqual({ ...visit, patients_data: animals })
    const flags = 'expose_patients&expose_client&expose_supervising_veterinarian&expose_department&expose_reason'
    const full = {
      ...visit,
      patients_data: animals,
      client_data: await read(client),
      supervising_veterinarian_data: await read({ url: visit.supervising_veterinarian }),
      department_data: await read({ url: visit.department }),
      reason_data: reason,
    }
    expect(await read({ url: `${visit.url}?${flags}` })).toEqual(full)
    expect((await caller.get(`/consultation/?id__is=${visit.id}&${flags}`)).body.results).toEqual([full])
  })
})

describe('changing a consultation', () => {
  it.each([
    ['[S125]', 'complaint', async () => 'Coughs'],
    ['[S128]', 'type', async () => 0],
    ['[S126]', 'started', async () => '2026-01-10T08:30:00.000000Z'],
    ['[S126]', 'finished', async () => '2026-01-10T10:30:00.000000Z'],
    ['[S126]', 'admitted_time', async () => null],
    ['[S130]', 'supervising_veterinarian', async () => (await givenUser(caller)).url],
    ['[S131]', 'department', async () => (await givenDepartment(caller)).url],
    ['[S133]', 'reporting_dimension_1', async () => 'Ward'],
    ['[S133]', 'reporting_dimension_1', async () => null],
    ['[S133]', 'reporting_dimension_2', async () => null],
    ['', 'alternative_payer_share', async () => '80.00'],
  ])('%s changes %s and no other field of a record in which none has its default', async (_line, field, value) => {
    const patient = await givenPatient(caller)
    const custom = await givenCustomField(caller, { content_type: 'consultation' })
    const { url } = await givenConsultation(caller, {
      patients: [patient],
      complaint: 'Limps',
      type: 2,
      admitted_time: '2026-01-10T07:55:00.000000Z',
      started: '2026-01-10T08:00:00.000000Z',
      finished: '2026-01-10T10:00:00.000000Z',
      supervising_veterinarian: (await givenUser(caller)).url,
      department: (await givenDepartment(caller)).url,
      reporting_dimension_1: 'Small animals',
      reporting_dimension_2: 'North',
      alternative_payer: (await givenPayer(caller, { client: patient.client })).url,
      alternative_payer_share: '50.00',
      fields_rel: [{ field_id: custom.id, value: 'Nervous' }],
    })
    await caller.post(`${url}mark_sent/`, { external_sent: '2026-01-11T08:00:00Z' })
    const before = await read({ url })
    const sent = await value()
    const { status, body } = await caller.patch(url, { [field]: sent })
    expect([status, body]).toEqual([200, { ...before, [field]: sent, modified: body.modified }])
    expect(body.modified > before.modified).toBe(true)
    expect(await read({ url })).toEqual(body)
  })

  it('ignores the client, the status and read-only fields', async () => {
    const visit = await givenConsultation(caller)
    const other = await givenClient(caller)
    const time = '2026-01-10T08:00:00Z'
    const sent = {
      client: other.url,
      status: 8,
      first_entry: time,
      ended: time,
      external_sent: time,
      invoice: other.url,
    }
    const { body } = await caller.patch(visit.url, sent)
    expect({ ...body, modified: '' }).toEqual({ ...visit, modified: '' })
  })

  it('adds patients, and removes those without entries', async () => {
    const { client, animals } = await household()
    const third = await givenPatient(caller, { client: client.url })
    const visit = await givenConsultation(caller, { patients: animals })
    const put = (patients: readonly Body[]) => caller.patch(visit.url, { patients: patients.map(({ url }) => url) })
    expect((await put([...animals, third])).body.patients).toHaveLength(3)
    await givenNote(caller, { ...visit, patients: [third.url] })
    expect(refused(await put(animals))).toEqual([400, ['patients']])
    expect((await put([animals[1], third])).body.patients).toEqual([animals[1].url, third.url])
    await givenRow(caller, visit, { patients: [animals[1].url] })
    expect(refused(await put([third]))).toEqual([400, ['patients']])
    expect(refused(await put([]))).toEqual([400, ['patients']])
    expect(refused(await put([third, animals[1], await givenPatient(caller)]))).toEqual([400, ['patients']])
    const { body } = await caller.get(`/auditevent/?resource__is=consultation&record__is=${visit.id}`)
    const told = body.results.flatMap(({ changes }: Body) => (changes.patients?.from ? [changes.patients] : []))
    expect(told).toEqual([{ from: animals[0].id, to: null }])
  })

  it('is refused once it is finalized, but for custom fields', async () => {
    const visit = await givenConsultation(caller)
    const field = await givenCustomField(caller, { content_type: 'consultation' })
    await caller.post(`${visit.url}update_status/`, { status: 8 })
    await caller.post(`${visit.url}update_status/`, { status: 10 })
    expect(refused(await caller.patch(visit.url, { complaint: 'More' }))).toEqual([400, ['non_field_errors']])
    expect(refused(await caller.patch(visit.url, { patients: visit.patients }))).toEqual([400, ['non_field_errors']])
    const kept = await caller.patch(visit.url, { fields_rel: [{ field_id: field.id, value: 'x' }] })
    expect([kept.status, kept.body.fields_rel]).toMatchObject([200, [{ value: 'x' }]])
  })
})

describe('withdrawing a consultation', () => {
  it('removes one in which nothing was entered, and leaves a tombstone', async () => {
    const field = await givenCustomField(caller, { content_type: 'consultation' })
    const visit = await givenConsultation(caller, { fields_rel: [{ field_id: field.id, value: 'x' }] })
    expect((await caller.delete(visit.url)).status).toBe(204)
    expect((await caller.get(visit.url)).status).toBe(404)
    const { body } = await caller.get(`/deleted/?resource__is=consultation&modified__gte=${visit.modified}`)
    expect(body.results.map(({ record }: Body) => record)).toContain(visit.id)
    const [value] = visit.fields_rel
    const { body: values } = await caller.get(
      `/deleted/?resource__is=custom_field_values&modified__gte=${visit.modified}`,
    )
    expect(values.results).toMatchObject([{ resource: 'custom_field_values', record: value.id }])
  })

  it.each<[string, (visit: Body) => Promise<Body>]>([
    ['an item', (visit) => givenRow(caller, visit)],
    ['a diagnosis', (visit) => givenDiagnosis(caller, visit)],
    ['a note', (visit) => givenNote(caller, visit)],
    ['a discharge instruction', (visit) => givenInstruction(caller, visit)],
  ])('is refused while it has %s', async (_what, enter) => {
    const visit = await givenConsultation(caller)
    const entry = await enter(visit)
    expect(refused(await caller.delete(visit.url))).toEqual([400, ['non_field_errors']])
    expect((await caller.delete(entry.type_code === undefined ? entry.url : detailOf(entry))).status).toBe(204)
    expect((await caller.delete(visit.url)).status).toBe(204)
  })

  it('is refused once it is finalized', async () => {
    const visit = await givenConsultation(caller)
    await caller.post(`${visit.url}update_status/`, { status: 8 })
    await caller.post(`${visit.url}update_status/`, { status: 10 })
    expect(refused(await caller.delete(visit.url))).toEqual([400, ['non_field_errors']])
  })

  it('and adding an entry at the same moment exclude each other', async () => {
    const visit = await givenConsultation(caller)
    const note = { patient: visit.patients[0], text: 'Fine', type: 0 }
    const answers = await twentyAtOnce((at) =>
      at === 10 ? caller.delete(visit.url) : caller.post(`/consultation/${visit.id}/consultationnote/`, note),
    )
    const isGone = (await caller.get(visit.url)).status === 404
    const outcomes = new Set(answers.map(({ status }, at) => `${at === 10 ? 'delete' : 'note'} ${status}`))
    expect(outcomes).toEqual(new Set(isGone ? ['delete 204', 'note 404'] : ['delete 400', 'note 201']))
  })
})

describe('marking a consultation as sent', () => {
  it('[S134] [S394] sets external_sent, before and after it is finalized', async () => {
    const visit = await givenConsultation(caller)
    const send = (external_sent: unknown) => caller.post(`${visit.url}mark_sent/`, { external_sent })
    const { status, body } = await send('2026-03-02T10:00:00+02:00')
    expect([status, body.external_sent]).toEqual([200, '2026-03-02T08:00:00.000000Z'])
    await caller.post(`${visit.url}update_status/`, { status: 8 })
    await caller.post(`${visit.url}update_status/`, { status: 10 })
    expect((await send('2026-03-03T08:00:00Z')).body.external_sent).toBe('2026-03-03T08:00:00.000000Z')
    for (const wrong of [undefined, null, 'yesterday', '2026-03-02'])
      expect(refused(await send(wrong))).toEqual([400, ['external_sent']])
  })
})

describe('admitting', () => {
  it('[S388] opens a consultation with custom fields by their names, archived ones too', async () => {
    const patient = await givenPatient(caller)
    const [field, old] = [
      await givenCustomField(caller, { content_type: 'consultation', name: 'Room' }),
      await givenCustomField(caller, { content_type: 'consultation', name: 'Ward', field_type: 2 }),
    ]
    await caller.delete(old.url)
    const { status, body } = await caller.post('/consultation/admit/', {
      client: patient.client,
      patients: [patient.url],
      complaint: 'Itches',
      custom_fields: { Room: 'Two', ward: 7 },
    })
    expect([status, body]).toMatchObject([201, { status: 0, type: 1, complaint: 'Itches', patients: [patient.url] }])
    expect(body.fields_rel).toMatchObject([
      { field_id: field.id, label: 'Room', value: 'Two' },
      { field_id: old.id, label: 'Ward', value: '7' },
    ])
    expect(await read(body)).toEqual(body)
  })

  it.each<[string, object, object]>([
    [
      '[S388] a custom field name that does not exist',
      { custom_fields: { Gone: 'x' } },
      { custom_fields: 'does_not_exist' },
    ],
    ['a list of custom fields', { custom_fields: ['Room'] }, { custom_fields: 'not_an_object' }],
    ['no patients', { patients: [] }, { patients: 'empty' }],
    ['no client', { client: undefined }, { client: 'required' }],
    ['an appointment that does not exist', { appointment: 'x' }, { appointment: 'does_not_exist' }],
  ])('is refused with %s', async (_what, fields, codes) => {
    const patient = await givenPatient(caller)
    const sent = { client: patient.client, patients: [patient.url], ...fields }
    expect(codesOf(await caller.post('/consultation/admit/', sent, asProblem))).toEqual(codes)
  })

  it('[S388] is refused with a name that no longer exists', async () => {
    const field = await givenCustomField(caller, { content_type: 'consultation', name: 'Cage' })
    const patient = await givenPatient(caller)
    const sent = { client: patient.client, patients: [patient.url] }
    const admitWith = (name: string) =>
      caller.post('/consultation/admit/', { ...sent, custom_fields: { [name]: 'Four' } }, asProblem)
    expect((await admitWith('Cage')).status).toBe(201)
    await caller.patch(field.url, { name: 'Kennel' })
    expect(codesOf(await admitWith('Cage'))).toEqual({ custom_fields: 'does_not_exist' })
    expect((await admitWith('Kennel')).status).toBe(201)
  })

  it('takes the fields that POST /consultation/ takes', async () => {
    const { client, animals } = await household()
    const payer = await givenPayer(caller, { client: client.url })
    const sent = {
      client: client.url,
      patients: [animals[0].url],
      type: 3,
      admitted_time: '2026-01-02T08:55:00.000000Z',
      started: '2026-01-02T09:00:00.000000Z',
      finished: '2026-01-02T10:00:00.000000Z',
      reporting_dimension_1: 'Ward',
      reporting_dimension_2: 'Night',
      alternative_payer: payer.url,
      alternative_payer_share: '75.00',
    }
    const { status, body } = await caller.post('/consultation/admit/', sent)
    expect([status, body]).toMatchObject([201, sent])
  })

  it('finds the fields of consultations only', async () => {
    const name = 'Belongs to clients'
    await givenCustomField(caller, { name })
    const patient = await givenPatient(caller)
    await expect(
      clinic.within((tx) =>
        admit(tx, actorOf(clinic.id), {
          client: Number(patient.client.split('/').at(-2)),
          patients: [patient.id],
          custom_fields: { [name]: 'x' },
        }),
      ),
    ).rejects.toMatchObject({ status: 400 })
  })
})

describe('a consultation in full', () => {
  it('has its related records in one response', async () => {
    const { client, animals } = await household()
    const visit = await givenConsultation(caller, { patients: animals })
    const entries = [
      await givenRow(caller, visit),
      await givenDiagnosis(caller, visit),
      await givenNote(caller, visit),
      await givenInstruction(caller, visit),
    ]
    const record = await read(visit)
    const { status, body } = await caller.get(`${visit.url}full/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...record,
      client_data: await read(client),
      patients_data: animals,
      consultation_items_data: [await read(entries[0])],
      diagnoses_data: [entries[1]],
      notes_data: [entries[2]],
      discharge_instructions_data: [entries[3]],
      alternative_payer_data: null,
    })
    expect((await caller.get(`/consultation/999999999/full/`)).status).toBe(404)
  })

  it('answers 304 until one of its related records changes', async () => {
    const visit = await givenConsultation(caller)
    const row = await givenRow(caller, visit)
    const { headers } = await caller.get(`${visit.url}full/`)
    const known = { headers: { 'if-none-match': headers.get('etag')! } }
    expect((await caller.get(`${visit.url}full/`, known)).status).toBe(304)
    await caller.patch(row.item, { name: 'Renamed since' })
    expect((await caller.get(`${visit.url}full/`, known)).status).toBe(304)
    await caller.patch(visit.client, { lastname: 'Renamed' })
    expect((await caller.get(`${visit.url}full/`, known)).status).toBe(200)
  })

  it('leaves out what the caller may not read', async () => {
    const visit = await givenConsultation(caller)
    const as = await clinic.caller({ read: ['Clinical: Consultations'] })
    const { status, body } = await as.get(`${visit.url}full/`)
    expect([status, body.notes_data, body.consultation_items_data]).toEqual([200, [], []])
    expect(Object.keys(body)).not.toContain('client_data')
    expect(Object.keys(body)).not.toContain('patients_data')
  })
})

describe('who may see and change consultations', () => {
  it.each([
    ['write', 201, 200],
    ['read', 403, 200],
  ] as const)('whoever holds Clinical: Consultations as %s', async (access, writing, reading) => {
    const as = await clinic.caller({
      [access]: ['Clinical: Consultations'],
      write: access === 'write' ? ['Clinical: Consultations'] : [],
    })
    const patient = await givenPatient(caller)
    expect((await open({ client: patient.client, patients: [patient.url] }, as)).status).toBe(writing)
    expect((await as.get('/consultation/')).status).toBe(reading)
  })

  it('no caller without it', async () => {
    const as = await clinic.caller({ write: everything.write!.filter((name) => name !== 'Clinical: Consultations') })
    const visit = await givenConsultation(caller)
    const answers = [
      await as.get('/consultation/'),
      await as.get(visit.url),
      await as.get(`${visit.url}full/`),
      await as.get(`/consultation/${visit.id}/medicines/`),
      await as.get('/consultationitem/'),
      await as.delete(visit.url),
    ]
    expect(new Set(statusesOf(answers))).toEqual(new Set([403]))
  })
})
