import { beforeAll, describe, expect, it } from 'vitest'
import { useClinic, type ApiClient } from '../../../test/support/api.ts'
import {
  asProblem,
  breed,
  codesOf,
  givenClient,
  givenCustomField,
  givenDepartment,
  givenPatient,
  idsIn,
  species,
} from '../../../test/support/clinic.ts'
import { equineOnly, genders } from './statuses.ts'

const { api, clinic, caller } = await useClinic()
const client: { id: number; url: string } = await givenClient(caller)

const [dog, cat, horse, donkey] = [species('DOG'), species('CAT'), species('HRS'), species('DNK')]
const register = (fields: Readonly<Record<string, unknown>>) =>
  caller.post('/patient/', { client: client.url, name: 'Rex', species: dog, ...fields })
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** Every field with a value other than its default. */
const complete = async () => ({
  client: client.url,
  name: 'Ñoño 🐕',
  official_name: 'Rex of Somewhere',
  gender: 'Male, neutered',
  weight: '31.250',
  date_of_birth: '2019-02-28',
  deceased: '2026-02-28',
  microchip: '985 112 000 000 001',
  archived: true,
  home_department: (await givenDepartment(caller)).url,
  tags_rel: ['guide dog', 'diabetic'],
  color: 'Brindle',
  reason_of_death: 'Old age',
  microchip_date: '2019-04-01',
  date_of_registration: '2019-04-02',
  insurance: 'P-1',
  insurance_company: 'Agria',
  passport_number: 'FI-1',
  register_number: 'FI12345/19',
  herd_size: 12,
  not_for_food: true,
  blood_group: 'DEA 1+',
  remarks: 'Friendly',
  critical_notes: 'Penicillin allergy',
})

describe('registering a patient', () => {
  it('[S62] [S360] answers 201 with the record, its id and its URL', async () => {
    const { status, body } = await register({})
    expect(status).toBe(201)
    expect(Number.isInteger(body.id)).toBe(true)
    expect(body).toMatchObject({ url: `${clinic.base}/patient/${body.id}/`, client: client.url, name: 'Rex' })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('[S63] requires the client and nothing else', async () => {
    const { status, body } = await caller.post('/patient/', { client: client.url })
    expect([status, body.client]).toEqual([201, client.url])
    expect((await caller.get(body.url)).body).toEqual(body)
    expect(codesOf(await caller.post('/patient/', {}, asProblem))).toEqual({ client: 'required' })
  })

  it.each([
    ['[S64]', 'name', ''],
    ['[S65]', 'official_name', ''],
    ['[S66]', 'species', null],
    ['[S67]', 'species_code', null],
    ['[S68]', 'breed', null],
    ['', 'breed_code', null],
    ['[S69]', 'gender', 'Unknown'],
    ['[S70]', 'weight', null],
    ['[S71]', 'date_of_birth', null],
    ['[S72]', 'deceased', null],
    ['[S73]', 'microchip', null],
    ['[S74]', 'archived', false],
    ['[S75]', 'home_department', null],
    ['[S76]', 'created', expect.stringMatching(instant)],
    ['[S76]', 'modified', expect.stringMatching(instant)],
    ['[S77]', 'tags_rel', []],
    ['', 'color', ''],
    ['', 'insurance', ''],
    ['', 'herd_size', null],
    ['', 'not_for_food', false],
  ])('%s shows %s as %o when it was left out', async (_line, field, shown) => {
    const { body } = await caller.post('/patient/', { client: client.url })
    expect(body[field]).toEqual(shown)
  })

  it('[S64] [S66] takes an empty name and a null species, and either can be given and taken away later', async () => {
    const { status, body } = await register({ name: '', species: null })
    expect([status, body.name, body.species, body.species_code]).toEqual([201, '', null, null])
    const named = await caller.patch(body.url, { name: 'Rex', species: dog })
    expect(named.body).toMatchObject({ name: 'Rex', species: 'Dog', species_code: dog })
    const emptied = await caller.patch(body.url, { name: '', species: null })
    expect(emptied.body).toMatchObject({ name: '', species: null, species_code: null })
  })

  it('[S66] takes a form without name and species, and an empty species as null', async () => {
    const sent = await caller.post('/patient/', new URLSearchParams({ client: client.url, species: '' }))
    expect([sent.status, sent.body.name, sent.body.species]).toEqual([201, '', null])
  })

  it('[S64] [S66] shows a patient without a name or a species as a page', async () => {
    const { body } = await caller.post('/patient/', { client: client.url })
    for (const address of [body.url, `/patient/?client__is=${client.id}`]) {
      const page = await caller.get(address, { headers: { accept: 'text/html' } })
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })

  it('[S360] keeps every field as it was sent', async () => {
    const sent = await complete()
    const { status, body } = await register({ ...sent, species: dog, breed: breed('DOG-AFFE') })
    expect(status).toBe(201)
    expect(body).toMatchObject(sent)
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('[S66] [S67] [S68] writes species and breed as codes and reads them as names, with the codes beside', async () => {
    const entry = (await caller.get('/codelist/species/?code__is=CAT')).body.results[0]
    const kind = (await caller.get(`/codelist/breeds/?species__is=${entry.id}&code__is=CAT-ABYS`)).body.results[0]
    const { body } = await register({ species: entry.id, breed: kind.id })
    expect(body).toMatchObject({ species: 'Cat', species_code: entry.id, breed: 'Abyssinian', breed_code: kind.id })
    const asText = await register({ species: String(entry.id), breed: String(kind.id) })
    expect(asText.body).toMatchObject({ species: 'Cat', breed: 'Abyssinian' })
  })

  it('[S67] does not take species_code or breed_code from the caller', async () => {
    const { status, body } = await register({ species: dog, species_code: cat, breed_code: breed('CAT-ABYS') })
    expect([status, body.species_code, body.breed_code]).toEqual([201, dog, null])
    expect((await caller.patch(body.url, { species_code: cat })).body).toMatchObject({
      species: 'Dog',
      species_code: dog,
    })
  })

  it('[S69] has the eight genders, three of them equine', () => {
    expect(genders).toEqual([
      'Male',
      'Female',
      'Male, neutered',
      'Female, neutered',
      'Unknown',
      'Gelding',
      'Mare',
      'Stallion',
    ])
    expect([...equineOnly]).toEqual(['Gelding', 'Mare', 'Stallion'])
  })

  it.each(genders)('[S69] takes %s for a horse', async (gender) => {
    expect((await register({ species: horse, gender })).body).toMatchObject({ species: 'Horse', gender })
  })

  it.each(genders.filter((gender) => !equineOnly.has(gender)))('[S69] takes %s for a dog', async (gender) => {
    expect((await register({ gender })).body.gender).toBe(gender)
  })

  it.each(['Gelding', 'Mare', 'Stallion'])('[S69] takes %s for a donkey and refuses it for a cat', async (gender) => {
    expect((await register({ species: donkey, gender })).status).toBe(201)
    const { status, body } = await register({ species: cat, gender })
    expect([status, body]).toEqual([400, { gender: [`"${gender}" is for equine species only.`] }])
  })

  it.each([
    ['5', '5.000'],
    ['0.001', '0.001'],
    ['012.50', '12.500'],
    ['999999.999', '999999.999'],
    [4.25, '4.250'],
  ])('[S70] takes the weight %s and shows it as the decimal string %s', async (weight, shown) => {
    expect((await register({ weight })).body.weight).toBe(shown)
  })

  it('[S70] never rounds a weight on its way through JSON', async () => {
    const body = `{"client": "${client.url}", "name": "Rex", "species": ${dog}, "weight": 123456.780}`
    const sent = await caller.post('/patient/', body, { headers: { 'content-type': 'application/json' } })
    expect(sent.body.weight).toBe('123456.780')
  })

  it.each([
    ['[S63] no client', { client: undefined }, 'client', 'required'],
    ['[S63] a null client', { client: null }, 'client', 'null'],
    ['[S63] a client that is a bare id', { client: 1 }, 'client', 'incorrect_type'],
    ['[S63] a client that is another resource', { client: '/department/1/' }, 'client', 'does_not_exist'],
    ['[S63] a client that does not exist', { client: '/client/999999999/' }, 'client', 'does_not_exist'],
    ['[S64] a null name', { name: null }, 'name', 'null'],
    ['[S64] a name that is no string', { name: ['Rex'] }, 'name', 'invalid'],
    ['[S64] a name of 128 characters', { name: 'x'.repeat(128) }, 'name', 'max_length'],
    ['[S65] a null official name', { official_name: null }, 'official_name', 'null'],
    ['[S66] a species by its name', { species: 'Dog' }, 'species', 'invalid'],
    ['[S66] a species that does not exist', { species: 999_999 }, 'species', 'does_not_exist'],
    ['[S66] a species beyond any integer', { species: 1e20 }, 'species', 'invalid'],
    ['[S68] a breed by its name', { breed: 'Affenpinscher' }, 'breed', 'invalid'],
    ['[S68] a breed that does not exist', { breed: 999_999 }, 'breed', 'does_not_exist'],
    ['[S68] a breed of another species', { breed: breed('CAT-ABYS') }, 'breed', 'wrong_species'],
    ['[S69] another gender', { gender: 'Tomcat' }, 'gender', 'invalid_choice'],
    ['[S69] a gender in small letters', { gender: 'male' }, 'gender', 'invalid_choice'],
    ['[S69] a null gender', { gender: null }, 'gender', 'null'],
    ['[S69] a gelding that is a dog', { gender: 'Gelding' }, 'gender', 'equine_only'],
    ['[S70] a weight of zero', { weight: '0' }, 'weight', 'min_value'],
    ['[S70] a weight of 0.000', { weight: '0.000' }, 'weight', 'min_value'],
    ['[S70] a negative weight', { weight: '-1' }, 'weight', 'min_value'],
    ['[S70] NaN', { weight: 'NaN' }, 'weight', 'invalid'],
    ['[S70] Infinity', { weight: 'Infinity' }, 'weight', 'invalid'],
    ['[S70] a weight with an exponent', { weight: '1e3' }, 'weight', 'invalid'],
    ['[S70] a weight with a plus', { weight: '+5' }, 'weight', 'invalid'],
    ['[S70] a weight with a comma', { weight: '5,5' }, 'weight', 'invalid'],
    ['[S70] an empty weight', { weight: '' }, 'weight', 'invalid'],
    ['[S70] a weight with a unit', { weight: '5 kg' }, 'weight', 'invalid'],
    ['[S70] four decimals', { weight: '1.0001' }, 'weight', 'max_decimal_places'],
    ['[S70] seven whole digits', { weight: '1000000' }, 'weight', 'max_whole_digits'],
    ['[S70] a weight that is a boolean', { weight: true }, 'weight', 'invalid'],
    ['[S71] a date with a time', { date_of_birth: '2019-02-28T00:00:00Z' }, 'date_of_birth', 'invalid'],
    ['[S71] a day that does not exist', { date_of_birth: '2019-02-29' }, 'date_of_birth', 'invalid'],
    ['[S71] a date in another order', { date_of_birth: '28.2.2019' }, 'date_of_birth', 'invalid'],
    ['[S71] an empty date', { date_of_birth: '' }, 'date_of_birth', 'invalid'],
    ['[S72] deceased that is a boolean', { deceased: true }, 'deceased', 'invalid'],
    [
      '[S72] a death before the birth',
      { date_of_birth: '2020-01-02', deceased: '2020-01-01' },
      'deceased',
      'before_birth',
    ],
    ['[S73] a microchip that is a number', { microchip: 985_112 }, 'microchip', 'invalid'],
    ['[S73] a microchip of 64 characters', { microchip: '9'.repeat(64) }, 'microchip', 'max_length'],
    ['[S74] archived that is null', { archived: null }, 'archived', 'null'],
    ['[S74] archived that is no boolean', { archived: 'yes' }, 'archived', 'invalid'],
    ['[S75] a department that is a bare id', { home_department: 1 }, 'home_department', 'incorrect_type'],
    [
      '[S75] a department that does not exist',
      { home_department: '/department/999999999/' },
      'home_department',
      'does_not_exist',
    ],
    ['[S77] tags that are no list', { tags_rel: 'diabetic' }, 'tags_rel', 'not_a_list'],
    ['[S77] null tags', { tags_rel: null }, 'tags_rel', 'null'],
    ['[S77] a tag that is no text', { tags_rel: [{}] }, 'tags_rel', 'invalid'],
    ['a herd of none', { herd_size: 0 }, 'herd_size', 'min_value'],
    ['a herd of half an animal', { herd_size: 1.5 }, 'herd_size', 'invalid'],
  ])('refuses %s', async (_what, fields, field, code) => {
    const links = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' && value.startsWith('/') ? `${clinic.base}${value}` : value,
      ]),
    )
    const sent = { client: client.url, name: 'Rex', species: dog, ...links }
    expect(codesOf(await caller.post('/patient/', sent, asProblem))).toEqual({ [field]: code })
  })

  it('[S63] [S75] refuses a client and a department of another organisation', async () => {
    const other = await api.givenOrganisation()
    const stranger = await givenClient(await other.caller())
    const { status, body } = await register({
      client: stranger.url,
      home_department: other.url('department', other.department),
    })
    expect([status, Object.keys(body).toSorted()]).toEqual([400, ['client', 'home_department']])
  })

  it('[S73] reads an empty microchip as none', async () => {
    const { body } = await register({ microchip: '' })
    expect(body.microchip).toBeNull()
    await caller.patch(body.url, { microchip: '985112000000001' })
    expect((await caller.patch(body.url, { microchip: '' })).body.microchip).toBeNull()
  })

  it('takes a form, in which an empty value means null', async () => {
    const fields = { client: client.url, name: 'Rex', species: String(dog), weight: '', date_of_birth: '' }
    const { status, body } = await caller.post('/patient/', new URLSearchParams(fields))
    expect(status).toBe(201)
    expect(body).toMatchObject({ weight: null, date_of_birth: null })
  })
})

describe('changing a patient', () => {
  it.each([
    ['client', async () => (await givenClient(caller)).url],
    ['name', async () => 'Musti'],
    ['official_name', async () => 'Musti of Elsewhere'],
    ['gender', async () => 'Female'],
    ['weight', async () => '12.500'],
    ['date_of_birth', async () => '2018-01-01'],
    ['deceased', async () => '2026-03-01'],
    ['microchip', async () => '985112000000009'],
    ['archived', async () => false],
    ['home_department', async () => (await givenDepartment(caller)).url],
    ['tags_rel', async () => ['blind']],
    ['color', async () => 'Black'],
    ['reason_of_death', async () => 'Accident'],
    ['microchip_date', async () => '2020-04-01'],
    ['date_of_registration', async () => '2020-04-02'],
    ['insurance', async () => 'P-2'],
    ['insurance_company', async () => 'LähiTapiola'],
    ['passport_number', async () => 'FI-2'],
    ['register_number', async () => 'FI54321/20'],
    ['herd_size', async () => 13],
    ['not_for_food', async () => false],
    ['blood_group', async () => 'DEA 1-'],
    ['remarks', async () => 'Bites'],
    ['critical_notes', async () => 'Heart murmur'],
  ])('[S361] changes %s and no other field of a record in which none has its default', async (field, value) => {
    const custom = await givenCustomField(caller, { content_type: 'patient' })
    const { body: before } = await register({
      ...(await complete()),
      breed: breed('DOG-AFFE'),
      fields_rel: [{ field_id: custom.id, value: 'Likes cheese' }],
    })
    const sent = await value()
    const { status, body } = await caller.patch(before.url, { [field]: sent })
    expect([status, body]).toEqual([200, { ...before, [field]: sent, modified: body.modified }])
    expect((await caller.get(before.url)).body).toEqual(body)
  })

  it('[S66] [S68] [S361] changes species and breed and no other field', async () => {
    const { body: before } = await register({ ...(await complete()), breed: breed('DOG-AFFE') })
    const { body } = await caller.patch(before.url, { species: cat, breed: breed('CAT-ABYS') })
    expect(body).toEqual({
      ...before,
      species: 'Cat',
      species_code: cat,
      breed: 'Abyssinian',
      breed_code: breed('CAT-ABYS'),
      modified: body.modified,
    })
  })

  it('[S76] [S361] advances modified and leaves created; an empty change leaves both', async () => {
    const before = await givenPatient(caller)
    expect((await caller.patch(before.url, {})).body).toEqual(before)
    const { body } = await caller.patch(before.url, { color: 'Black', created: '2020-01-01T00:00:00Z' })
    expect(body.created).toBe(before.created)
    expect(body.modified > before.modified).toBe(true)
  })

  it.each([false, true])(
    '[S72] [S361] marks a patient whose archived is %s deceased with a date, reactivates it with null, and changes nothing else',
    async (archived) => {
      const { body: before } = await register({ ...(await complete()), deceased: null, archived })
      const died = (await caller.patch(before.url, { deceased: '2026-03-01' })).body
      expect(died).toEqual({ ...before, deceased: '2026-03-01', modified: died.modified })
      expect((await caller.get(before.url)).body).toEqual(died)
      const back = (await caller.patch(before.url, { deceased: null })).body
      expect(back).toEqual({ ...before, modified: back.modified })
      expect((await caller.get(before.url)).body).toEqual(back)
    },
  )

  it('[S72] holds the date of death against the date of birth that is already there', async () => {
    const { url } = await givenPatient(caller, { date_of_birth: '2020-05-05' })
    expect((await caller.patch(url, { deceased: '2020-05-04' })).body).toEqual({ deceased: [expect.any(String)] })
    expect((await caller.patch(url, { deceased: '2020-05-05' })).status).toBe(200)
    expect((await caller.patch(url, { date_of_birth: '2020-05-06' })).status).toBe(400)
  })

  it.each([
    ['[S68]', 'breed'],
    ['[S70]', 'weight'],
    ['[S71]', 'date_of_birth'],
    ['[S73]', 'microchip'],
    ['[S75]', 'home_department'],
    ['', 'herd_size'],
  ])('%s empties %s with null', async (_line, field) => {
    const { url } = await givenPatient(caller, {
      breed: breed('DOG-AFFE'),
      weight: '5',
      date_of_birth: '2020-05-05',
      microchip: '1',
      home_department: clinic.url('department', clinic.department),
      herd_size: 3,
    })
    const { status, body } = await caller.patch(url, { [field]: null })
    expect([status, body[field]]).toEqual([200, null])
  })

  it('[S68] does not let a patient have a breed without its species', async () => {
    const without = { species: undefined, breed: breed('DOG-AFFE') }
    const create = await caller.post('/patient/', { client: client.url, ...without }, asProblem)
    expect(codesOf(create)).toEqual({ breed: 'species_required' })
    const { url } = await givenPatient(caller, { breed: breed('DOG-AFFE') })
    expect(codesOf(await caller.patch(url, { species: null }, asProblem))).toEqual({ breed: 'species_required' })
    expect((await caller.patch(url, { species: null, breed: null })).body).toMatchObject({ species: null, breed: null })
  })

  it('[S69] does not let a patient of no species have an equine gender', async () => {
    const create = await register({ species: null, gender: 'Mare' })
    expect([create.status, Object.keys(create.body)]).toEqual([400, ['gender']])
    expect((await register({ species: null, gender: 'Female' })).status).toBe(201)
    const { url } = await givenPatient(caller, { species: horse, gender: 'Mare' })
    expect(codesOf(await caller.patch(url, { species: null }, asProblem))).toEqual({ gender: 'equine_only' })
  })

  it('[S68] keeps breed and species together, whichever of them is changed', async () => {
    const { url } = await givenPatient(caller, { breed: breed('DOG-AFFE') })
    const wrongSpecies = await caller.patch(url, { species: cat })
    expect([wrongSpecies.status, Object.keys(wrongSpecies.body)]).toEqual([400, ['breed']])
    const wrongBreed = await caller.patch(url, { breed: breed('CAT-ABYS') })
    expect([wrongBreed.status, Object.keys(wrongBreed.body)]).toEqual([400, ['breed']])
    const both = await caller.patch(url, { species: cat, breed: breed('CAT-ABYS') })
    expect(both.body).toMatchObject({ species: 'Cat', breed: 'Abyssinian' })
    expect((await caller.patch(url, { species: dog, breed: null })).body).toMatchObject({ species: 'Dog', breed: null })
  })

  it('[S69] keeps equine genders on equine species, whichever of them is changed', async () => {
    const { url } = await givenPatient(caller)
    const wrongGender = await caller.patch(url, { gender: 'Mare' })
    expect([wrongGender.status, Object.keys(wrongGender.body)]).toEqual([400, ['gender']])
    expect((await caller.patch(url, { species: horse, gender: 'Mare' })).body.gender).toBe('Mare')
    const wrongSpecies = await caller.patch(url, { species: dog })
    expect([wrongSpecies.status, Object.keys(wrongSpecies.body)]).toEqual([400, ['gender']])
    expect((await caller.patch(url, { species: donkey })).status).toBe(200)
    expect((await caller.patch(url, { species: dog, gender: 'Female' })).status).toBe(200)
  })

  it('[S63] hands a patient over to another client', async () => {
    const [seller, buyer] = [await givenClient(caller), await givenClient(caller)]
    const { url } = await givenPatient(caller, { client: seller.url })
    expect((await caller.patch(url, { client: buyer.url })).body.client).toBe(buyer.url)
    expect((await caller.get(seller.url)).body.patients).toEqual([])
    expect((await caller.get(buyer.url)).body.patients).toEqual([url])
    const { status, body } = await caller.patch(url, { client: null })
    expect([status, Object.keys(body)]).toEqual([400, ['client']])
  })

  it('[S74] archives and restores a patient', async () => {
    const { url } = await givenPatient(caller)
    expect((await caller.patch(url, { archived: true })).body.archived).toBe(true)
    expect((await caller.patch(url, { archived: false })).body.archived).toBe(false)
  })

  it('[S77] replaces the tags as a whole', async () => {
    const { url } = await givenPatient(caller, { tags_rel: ['diabetic', 'blind'] })
    expect((await caller.patch(url, { tags_rel: ['blind'] })).body.tags_rel).toEqual(['blind'])
  })

  it('keeps the size of a herd', async () => {
    const { url } = await givenPatient(caller, { species: species('CTL'), herd_size: 120 })
    expect((await caller.patch(url, { herd_size: 119 })).body.herd_size).toBe(119)
  })

  it('answers 404 alike for a patient of another organisation and for one that does not exist', async () => {
    const stranger = await givenPatient(await (await api.givenOrganisation()).caller())
    const [foreign, missing] = [
      await caller.patch(`/patient/${stranger.id}/`, { name: 'Mine' }),
      await caller.patch('/patient/999999999/', { name: 'Mine' }),
    ]
    expect([foreign.status, foreign.body]).toEqual([404, { detail: 'No Patient matches the given query.' }])
    expect([missing.status, missing.body]).toEqual([foreign.status, foreign.body])
  })
})

describe('finding patients', () => {
  let here: ApiClient
  let owner: { id: number; url: string }
  type Patient = { id: number; url: string; modified: string }
  let rex: Patient
  let misse: Patient
  let late: Patient
  beforeAll(async () => {
    here = await (await api.givenOrganisation()).caller()
    owner = await givenClient(here)
    rex = await givenPatient(here, { client: owner.url, name: 'Rex', microchip: '985112', date_of_birth: '2020-05-05' })
    misse = await givenPatient(here, { name: 'Misse', species: cat, date_of_birth: '2020-05-04', archived: true })
    late = await givenPatient(here, { client: owner.url, name: 'T-rex', deceased: '2025-01-01' })
  })

  it.each([
    ['client__is', () => owner.id, () => [rex, late]],
    ['client__is', () => owner.url, () => [rex, late]],
    ['name__icontains', () => 'REX', () => [rex, late]],
    ['microchip__is', () => '985112', () => [rex]],
    ['microchip__is', () => '98511', () => []],
    ['species__is', () => cat, () => [misse]],
    ['species__is', () => dog, () => [rex, late]],
    ['archived__is', () => true, () => [misse]],
    ['archived__is', () => false, () => [rex, late]],
    ['deceased__is_null', () => true, () => [rex, misse]],
    ['deceased__is_null', () => false, () => [late]],
    ['date_of_birth__gte', () => '2020-05-05', () => [rex]],
    ['date_of_birth__gte', () => '2020-05-04', () => [rex, misse]],
    ['modified__gte', () => misse.modified, () => [misse, late]],
  ])('[S80] [S359] %s', async (filter, value, expected) => {
    const answer = await here.get(`/patient/?${filter}=${encodeURIComponent(value())}`)
    expect(idsIn(answer)).toEqual(expected().map(({ id }) => id))
  })

  it('[S80] [S359] combines the filters with AND, and answers a page', async () => {
    const answer = await here.get(`/patient/?client__is=${owner.id}&deceased__is_null=true&name__icontains=rex`)
    expect(answer.body).toMatchObject({ count: 1, num_pages: 1, next: null, previous: null })
    expect(idsIn(answer)).toEqual([rex.id])
  })

  it.each([
    ['species__is=Dog', 'species__is'],
    ['client__is=Berg', 'client__is'],
    ['deceased__is_null=2025', 'deceased__is_null'],
    ['date_of_birth__gte=2020', 'date_of_birth__gte'],
    ['owner__is=1', 'owner__is'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await here.get(`/patient/?${query}`)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })
})
