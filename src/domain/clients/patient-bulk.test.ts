import { describe, expect, it } from 'vitest'
import { useClinic, type TestResponse } from '../../../test/support/api.ts'
import { asProblem, breed, codesOf, givenClient, species } from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic()
const client: { id: number; url: string; modified: string } = await givenClient(caller)
const other: { id: number; url: string } = await givenClient(caller)

const fine = (name: string, more = {}) => ({ client: client.url, name, species: species('DOG'), ...more })
const patientsNow = async () => (await caller.get('/patient/?page_size=1')).body.count
const names = (patients: { name: string }[]) => patients.map(({ name }) => name)

/** One entry of every kind of mistake: shape, field, link, and what does not fit together. */
const broken = () => [
  fine('Rex'),
  { ...fine('Rekku'), gender: 'Tomcat', weight: '-1' },
  fine('Misse', { client: `${clinic.base}/client/999999999/` }),
  fine('Tom', { species: 999_999 }),
  fine('Mirri', { breed: breed('CAT-ABYS'), gender: 'Mare' }),
  'Rex',
  null,
  fine('Musti'),
]
const complaints = [
  {},
  { gender: [expect.any(String)], weight: [expect.any(String)] },
  { client: [expect.any(String)] },
  { species: [expect.any(String)] },
  { breed: [expect.any(String)], gender: [expect.any(String)] },
  { non_field_errors: [expect.any(String)] },
  { non_field_errors: [expect.any(String)] },
  {},
]

/** The same with a code for each, as problem details have them. */
const complaintCodes = [
  {},
  { gender: 'invalid_choice', weight: 'min_value' },
  { client: 'does_not_exist' },
  { species: 'does_not_exist' },
  { breed: 'wrong_species', gender: 'equine_only' },
  { non_field_errors: 'not_an_object' },
  { non_field_errors: 'not_an_object' },
  {},
]
const codesOfEach = ({ status, body }: TestResponse) =>
  (body.errors as readonly object[]).map((errors) => codesOf({ status, body: { errors } } as TestResponse))

describe('registering many patients at once', () => {
  it('[S362] [S549] answers 201 with all of them, in the order they were sent', async () => {
    const sent = ['Zorro', 'Aku', 'Musti', 'Bella'].map((name, at) =>
      fine(name, at % 2 === 0 ? { weight: `${at + 1}.5` } : { client: other.url, breed: breed('DOG-AFFE') }),
    )
    const { status, body } = await caller.post('/patient/bulk/', sent)
    expect(status).toBe(201)
    expect(names(body)).toEqual(['Zorro', 'Aku', 'Musti', 'Bella'])
    expect(body.map(({ weight }: { weight: string }) => weight)).toEqual(['1.500', null, '3.500', null])
    for (const patient of body) expect((await caller.get(patient.url)).body).toEqual(patient)
    expect((await caller.get(`/patient/${body[0].id}/weight/`)).body.results).toMatchObject([{ weight: '1.500' }])
    expect((await caller.get(client.url)).body.modified > client.modified).toBe(true)
  })

  it('[S63] [S362] requires the client of each and nothing else', async () => {
    const { status, body } = await caller.post('/patient/bulk/', [
      { client: client.url },
      fine('Rex', { breed: breed('DOG-AFFE') }),
      { client: client.url, species: null, name: '', gender: 'Male' },
    ])
    expect(status).toBe(201)
    expect(body).toMatchObject([
      { name: '', species: null, species_code: null, gender: 'Unknown' },
      { name: 'Rex', species: 'Dog', breed_code: breed('DOG-AFFE') },
      { name: '', species: null, gender: 'Male' },
    ])
  })

  it('[S362] answers 201 with force_push when all are valid', async () => {
    const { status, body } = await caller.post('/patient/bulk/?force_push=true', [fine('Rex')])
    expect([status, names(body)]).toEqual([201, ['Rex']])
  })

  it('[S362] without force_push creates none when one is invalid, and lists the errors in request order', async () => {
    const before = await patientsNow()
    const { status, body } = await caller.post('/patient/bulk/', broken())
    expect(status).toBe(400)
    expect(body).toEqual(complaints)
    expect(codesOfEach(await caller.post('/patient/bulk/', broken(), asProblem))).toEqual(complaintCodes)
    expect(await patientsNow()).toBe(before)
  })

  it.each([
    ['in the query', '?force_push=true', {}],
    ['in the query without a value', '?force_push', {}],
    ['in the body', '', { force_push: true }],
  ])('[S362] [S551] with force_push %s makes the valid ones and answers 207', async (_where, query, named) => {
    const before = await patientsNow()
    const { status, body } = await caller.post(
      `/patient/bulk/${query}`,
      'force_push' in named ? { patients: broken(), ...named } : broken(),
    )
    expect(status).toBe(207)
    expect(names(body.created)).toEqual(['Rex', 'Musti'])
    expect(body.failed).toEqual([1, 2, 3, 4, 5, 6].map((index) => ({ index, errors: complaints[index] })))
    expect(await patientsNow()).toBe(before + 2)
    expect((await caller.get(body.created[1].url)).status).toBe(200)
  })

  it.each([
    ['without force_push', ''],
    ['with force_push', '?force_push=true'],
  ])('[S362] answers 400 when all are invalid, %s', async (_how, query) => {
    const before = await patientsNow()
    const sent = [fine('Rex', { species: 'Dog' }), { name: 'Rex' }]
    const refused = await caller.post(`/patient/bulk/${query}`, sent, asProblem)
    expect(codesOfEach(refused)).toEqual([{ species: 'invalid' }, { client: 'required' }])
    expect(await patientsNow()).toBe(before)
  })

  it('[S362] treats force_push=false as false', async () => {
    for (const refused of [
      await caller.post('/patient/bulk/?force_push=false', broken(), asProblem),
      await caller.post('/patient/bulk/', { patients: broken(), force_push: false }, asProblem),
    ])
      expect(codesOfEach(refused)).toEqual(complaintCodes)
  })

  it('takes a thousand in one call, and keeps their order', async () => {
    const sent = Array.from({ length: 1000 }, (_, at) => fine(`Animal ${at}`, { weight: '1', microchip: `${at}` }))
    const { status, body } = await caller.post('/patient/bulk/', sent)
    expect(status).toBe(201)
    expect(names(body)).toEqual(sent.map(({ name }) => name))
  })

  it.each([
    ['1001 patients', Array.from({ length: 1001 }, () => ({})), { non_field_errors: 'max_items' }],
    [
      '1001 patients by name',
      { patients: Array.from({ length: 1001 }, () => ({})) },
      { non_field_errors: 'max_items' },
    ],
    ['an empty array', [], { non_field_errors: 'empty' }],
    ['one patient that is no array', { name: 'Rex' }, { non_field_errors: 'not_a_list' }],
    ['patients that are no array', { patients: 'all' }, { non_field_errors: 'not_a_list' }],
    ['nothing', undefined, { non_field_errors: 'not_a_list' }],
    ['a form', new URLSearchParams({ patients: '[]' }), { non_field_errors: 'not_a_list' }],
    ['force_push of another word', { patients: [{}], force_push: 'maybe' }, { force_push: 'invalid' }],
  ])('refuses %s', async (_what, body, codes) => {
    expect(codesOf(await caller.post('/patient/bulk/', body, asProblem))).toEqual(codes)
  })

  it('refuses force_push of another word in the query, and parameters it does not know', async () => {
    const unclear = await caller.post('/patient/bulk/?force_push=maybe', [fine('Rex')], asProblem)
    expect(codesOf(unclear)).toEqual({ force_push: 'invalid' })
    const unknown = await caller.post('/patient/bulk/?force=true', [fine('Rex')], asProblem)
    expect(codesOf(unknown)).toEqual({ force: 'unknown' })
  })

  it('refuses clients of another organisation', async () => {
    const stranger = await givenClient(await (await api.givenOrganisation()).caller())
    const refused = await caller.post('/patient/bulk/', [fine('Rex', { client: stranger.url })], asProblem)
    expect(codesOfEach(refused)).toEqual([{ client: 'does_not_exist' }])
  })

  it('needs the permission for patients and clients as write', async () => {
    const reader = await clinic.caller({ read: ['General: Patients and clients'] })
    expect((await reader.post('/patient/bulk/', [fine('Rex')])).status).toBe(403)
  })
})
