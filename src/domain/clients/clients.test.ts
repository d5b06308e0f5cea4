import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenCustomField,
  givenDepartment,
  givenPatient,
  givenPhoneNumber,
  givenWeight,
} from '../../../test/support/clinic.ts'

const { api, clinic, caller } = await useClinic({ country: 'FI' })

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const read = async (client: { url: string }) => (await caller.get(client.url)).body
const change = (client: { url: string }, changes: unknown) => caller.patch(client.url, changes)

describe('registering a client', () => {
  it('[S39] answers an integer id and the URL of the record, in the list as well', async () => {
    const { status, body } = await caller.post('/client/', { firstname: 'Aino' })
    expect(status).toBe(201)
    expect(Number.isInteger(body.id)).toBe(true)
    expect(body.url).toBe(`${clinic.base}/client/${body.id}/`)
    expect(await read(body)).toEqual(body)
    expect((await caller.get(`/client/?id__is=${body.id}`)).body.results).toEqual([body])
  })

  it.each([
    ['[S40]', 'firstname', 'Åsa  Ñandú'],
    ['[S40]', 'lastname', "O'Brien; drop table client"],
    ['[S40]', 'organization_name', '犬の病院 🐕'],
    ['[S41]', 'email', 'Asa.OBrien+vet@Example.com'],
    ['[S42]', 'country', 'SE'],
  ])('%s [S356] keeps %s as it was sent', async (_line, field, value) => {
    const { status, body } = await caller.post('/client/', { lastname: 'Berg', [field]: value })
    expect([status, body[field]]).toEqual([201, value])
    expect((await read(body))[field]).toBe(value)
  })

  it('[S40] leaves the names that were not given empty', async () => {
    expect(await givenClient(caller, { lastname: '', organization_name: 'Stall AB' })).toMatchObject({
      firstname: '',
      lastname: '',
      organization_name: 'Stall AB',
    })
  })

  it.each(['firstname', 'lastname', 'organization_name'])('needs no other name than %s', async (field) => {
    expect((await caller.post('/client/', { [field]: 'Aino' })).status).toBe(201)
  })

  it.each([
    ['no name at all', {}],
    ['three empty names', { firstname: '', lastname: '', organization_name: '' }],
    ['names of nothing but spaces', { firstname: ' ', lastname: '\t' }],
  ])('refuses %s', async (_what, names) => {
    const { status, body } = await caller.post('/client/', { email: 'aino@example.com', ...names })
    expect([status, body]).toEqual([
      400,
      { non_field_errors: ['Send at least one of firstname, lastname and organization_name.'] },
    ])
  })

  it('[S42] takes the country of the organisation unless another is given', async () => {
    expect(await givenClient(caller)).toMatchObject({ country: 'FI' })
    expect(await givenClient(caller, { country: '' })).toMatchObject({ country: 'FI' })
    expect(await givenClient(caller, { country: 'EE' })).toMatchObject({ country: 'EE' })
  })

  it.each([
    [0, 'Private person'],
    [1, 'Company'],
    [2, 'EU Company'],
    [3, 'Charitable organization'],
    [4, 'UK charity'],
  ])('[S43] accepts customer type %i, %s', async (customer_type, name) => {
    expect(await givenClient(caller, { customer_type })).toMatchObject({ customer_type })
    const { choices } = (await caller.send('OPTIONS', '/client/')).body.fields.customer_type
    expect([choices[customer_type], Object.keys(choices)]).toEqual([name, ['0', '1', '2', '3', '4']])
  })

  it('[S43] takes a client for a private person unless a type is sent', async () => {
    expect(await givenClient(caller)).toMatchObject({ customer_type: 0 })
  })

  it('keeps the other fields, and shows empty ones for what was left out', async () => {
    const department = await givenDepartment(caller)
    const payer = await givenClient(caller)
    const sent = {
      title: 'Dr',
      vat_number: 'FI12345678',
      register_number: '1234567-8',
      id_number: '010190-123A',
      home_department: department.url,
      due_date_delay: 30,
      street_address: 'Hämeentie 1',
      street_address_2: 'B 12',
      zip_code: '00500',
      city: 'Helsinki',
      state: 'Uusimaa',
      remarks: 'Rings twice',
      critical_notes: 'Bites',
      invoicing_client: payer.url,
      tags_rel: ['vip', 'breeder'],
    }
    expect(await givenClient(caller, sent)).toMatchObject(sent)
    expect(await givenClient(caller)).toMatchObject({
      title: '',
      home_department: null,
      due_date_delay: null,
      invoicing_client: null,
      tags_rel: [],
      phone_numbers: [],
      patients: [],
      communication_preferences: { email: null, sms: null, post: null, answered_at: null },
      created: expect.stringMatching(instant),
      modified: expect.stringMatching(instant),
    })
  })

  it.each([
    ['[S40] a name that is no string', { firstname: 7 }, 'firstname', 'invalid'],
    ['[S40] a null name', { firstname: null }, 'firstname', 'null'],
    ['[S40] a name of 128 characters', { firstname: 'x'.repeat(128) }, 'firstname', 'max_length'],
    ['[S40] a NUL in a name', { firstname: 'Ai\0no' }, 'firstname', 'null_characters_not_allowed'],
    ['[S41] an e-mail address without @', { email: 'aino.example.com' }, 'email', 'invalid'],
    ['[S41] an e-mail address with a space', { email: 'aino b@example.com' }, 'email', 'invalid'],
    ['[S41] an e-mail address that is no string', { email: ['aino@example.com'] }, 'email', 'invalid'],
    ['[S42] a country by its name', { country: 'Finland' }, 'country', 'max_length'],
    ['[S42] a country in small letters', { country: 'fi' }, 'country', 'invalid'],
    ['[S42] a country of three letters', { country: 'FIN' }, 'country', 'max_length'],
    ['[S42] letters that are no country', { country: 'XX' }, 'country', 'invalid'],
    ['[S43] customer type 5', { customer_type: 5 }, 'customer_type', 'invalid_choice'],
    ['[S43] customer type -1', { customer_type: -1 }, 'customer_type', 'invalid_choice'],
    ['[S43] a customer type by its name', { customer_type: 'Company' }, 'customer_type', 'invalid_choice'],
    ['[S43] a null customer type', { customer_type: null }, 'customer_type', 'null'],
    ['no_sms that is no boolean', { no_sms: 'perhaps' }, 'no_sms', 'invalid'],
    ['no_email that is null', { no_email: null }, 'no_email', 'null'],
    ['[S45] archived that is no boolean', { archived: 'yes' }, 'archived', 'invalid'],
    ['a negative due date delay', { due_date_delay: -1 }, 'due_date_delay', 'min_value'],
    ['a department that is a bare id', { home_department: 1 }, 'home_department', 'incorrect_type'],
    [
      'a department that does not exist',
      { home_department: '/department/999999/' },
      'home_department',
      'does_not_exist',
    ],
    [
      'an invoicing client that does not exist',
      { invoicing_client: '/client/999999/' },
      'invoicing_client',
      'does_not_exist',
    ],
    ['tags that are no list', { tags_rel: 'vip' }, 'tags_rel', 'not_a_list'],
    ['a tag that is no text', { tags_rel: [1] }, 'tags_rel', 'invalid'],
    ['51 tags', { tags_rel: Array.from({ length: 51 }, () => 'vip') }, 'tags_rel', 'max_items'],
    ['an unknown preference', { communication_preferences: { pigeon: true } }, 'communication_preferences', 'unknown'],
    [
      'a preference of another type',
      { communication_preferences: { email: 'often' } },
      'communication_preferences',
      'invalid',
    ],
    [
      'preferences that are no object',
      { communication_preferences: [true] },
      'communication_preferences',
      'not_an_object',
    ],
  ])('refuses %s', async (_what, fields, field, code) => {
    const links = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' && value.startsWith('/') ? `${clinic.base}${value}` : value,
      ]),
    )
    expect(codesOf(await caller.post('/client/', { lastname: 'Berg', ...links }, asProblem))).toEqual({ [field]: code })
  })

  it('refuses with every message at once', async () => {
    const { status, body } = await caller.post('/client/', { email: 'no', country: 'XX', customer_type: 9 })
    expect(status).toBe(400)
    expect(Object.keys(body).toSorted()).toEqual(['country', 'customer_type', 'email'])
  })

  it('refuses a department and an invoicing client of another organisation', async () => {
    const other = await api.givenOrganisation()
    const stranger = await givenClient(await other.caller())
    const { status, body } = await caller.post('/client/', {
      lastname: 'Berg',
      home_department: other.url('department', other.department),
      invoicing_client: stranger.url,
    })
    expect([status, Object.keys(body)]).toEqual([400, ['home_department', 'invoicing_client']])
  })
})

describe('changing a client', () => {
  /** A client whose every field has a value other than its default. */
  const completeClient = async () => {
    const custom = await givenCustomField(caller, { content_type: 'client' })
    const client = await givenClient(caller, {
      title: 'Dr',
      firstname: 'Aino',
      lastname: 'Berg',
      organization_name: 'Stall AB',
      email: 'aino@example.com',
      country: 'SE',
      customer_type: 2,
      vat_number: 'FI12345678',
      register_number: '1234567-8',
      id_number: '010190-123A',
      home_department: (await givenDepartment(caller)).url,
      due_date_delay: 30,
      street_address: 'Hämeentie 1',
      street_address_2: 'B 12',
      zip_code: '00500',
      city: 'Helsinki',
      state: 'Uusimaa',
      remarks: 'Rings twice',
      critical_notes: 'Bites',
      invoicing_client: (await givenClient(caller)).url,
      no_sms: true,
      no_email: true,
      communication_preferences: { email: true, sms: false, post: true, answered_at: '2026-01-31T08:00:00.000000Z' },
      tags_rel: ['vip', 'breeder'],
      fields_rel: [{ field_id: custom.id, value: 'Likes cheese' }],
      archived: true,
    })
    await givenPhoneNumber(caller, client)
    await givenPatient(caller, { client: client.url })
    return read(client)
  }

  it.each([
    ['', 'title', async () => 'Prof'],
    ['[S40]', 'firstname', async () => 'Eino'],
    ['[S40]', 'lastname', async () => 'Virtanen'],
    ['[S40]', 'organization_name', async () => 'Gård AB'],
    ['[S41]', 'email', async () => 'eino.virtanen@example.org'],
    ['[S42]', 'country', async () => 'EE'],
    ['[S43]', 'customer_type', async () => 3],
    ['', 'vat_number', async () => 'SE556677889901'],
    ['', 'register_number', async () => '556677-8899'],
    ['', 'id_number', async () => '020290-456B'],
    ['', 'home_department', async () => (await givenDepartment(caller)).url],
    ['', 'due_date_delay', async () => 14],
    ['', 'street_address', async () => 'Storgatan 1'],
    ['', 'street_address_2', async () => 'C 3'],
    ['', 'zip_code', async () => '111 22'],
    ['', 'city', async () => 'Stockholm'],
    ['', 'state', async () => 'Svealand'],
    ['', 'remarks', async () => 'Rings once'],
    ['', 'critical_notes', async () => 'Barks'],
    ['', 'invoicing_client', async () => (await givenClient(caller)).url],
    ['', 'no_sms', async () => false],
    ['', 'no_email', async () => false],
    ['', 'tags_rel', async () => ['late payer']],
    ['[S45]', 'archived', async () => false],
  ])(
    '[S357] %s changes %s and no other field of a record in which none has its default',
    async (_line, field, value) => {
      const before = await completeClient()
      const sent = await value()
      const { status, body } = await change(before, { [field]: sent })
      // The company is what lists show.
      const shown = field === 'organization_name' ? { sort_name: String(sent).toLowerCase() } : {}
      expect([status, body]).toEqual([200, { ...before, ...shown, [field]: sent, modified: body.modified }])
      expect(body.modified > before.modified).toBe(true)
      expect(await read(before)).toEqual(body)
    },
  )

  it('[S41] empties the e-mail address', async () => {
    const before = await completeClient()
    const { body } = await change(before, { email: '' })
    expect(body).toEqual({ ...before, email: '', modified: body.modified })
  })

  it('[S357] leaves the record as it was when nothing is sent', async () => {
    const before = await givenClient(caller)
    expect((await change(before, {})).body).toEqual(before)
  })

  it('[S39] ignores an id, url or timestamp in the body', async () => {
    const before = await givenClient(caller)
    const { status, body } = await change(before, { id: 1, url: 'x', created: '2020-01-01T00:00:00Z', city: 'Espoo' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: before.id, url: before.url, created: before.created, city: 'Espoo' })
  })

  it('lets a name be emptied as long as another stays', async () => {
    const client = await givenClient(caller, { firstname: 'Aino', lastname: 'Berg' })
    expect((await change(client, { lastname: '' })).status).toBe(200)
    const { status, body } = await change(client, { firstname: '  ' })
    expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
    expect((await change(client, { firstname: '', organization_name: 'Stall AB' })).status).toBe(200)
  })

  it('[S42] sets the country of the organisation when the country is emptied', async () => {
    const client = await givenClient(caller, { country: 'SE' })
    expect((await change(client, { country: '' })).body.country).toBe('FI')
  })

  it('[S45] archives and restores a client', async () => {
    const client = await givenClient(caller)
    expect(client.archived).toBe(false)
    expect((await change(client, { archived: true })).body.archived).toBe(true)
    expect((await read(client)).archived).toBe(true)
    expect((await change(client, { archived: false })).body.archived).toBe(false)
  })

  it('stores no_sms and no_email independently', async () => {
    const client = await givenClient(caller)
    expect(client).toMatchObject({ no_sms: false, no_email: false })
    expect((await change(client, { no_sms: true })).body).toMatchObject({ no_sms: true, no_email: false })
    expect((await change(client, { no_email: true, no_sms: false })).body).toMatchObject({
      no_sms: false,
      no_email: true,
    })
    expect(await givenClient(caller, { no_sms: true, no_email: true })).toMatchObject({ no_sms: true, no_email: true })
  })

  it('does not let a client be its own invoicing client', async () => {
    const [client, payer] = [await givenClient(caller), await givenClient(caller)]
    const { status, body } = await change(client, { invoicing_client: client.url })
    expect([status, Object.keys(body)]).toEqual([400, ['invoicing_client']])
    expect((await change(client, { invoicing_client: payer.url })).body.invoicing_client).toBe(payer.url)
    expect((await change(client, { invoicing_client: null })).body.invoicing_client).toBeNull()
  })

  it('replaces the tags as a whole', async () => {
    const client = await givenClient(caller, { tags_rel: ['vip', 'breeder'] })
    expect((await change(client, { tags_rel: ['late payer'] })).body.tags_rel).toEqual(['late payer'])
    expect((await change(client, { tags_rel: [] })).body.tags_rel).toEqual([])
  })

  it('answers 404 for a client that does not exist and for one of another organisation, alike', async () => {
    const stranger = await givenClient(await (await api.givenOrganisation()).caller())
    const [missing, foreign] = [
      await caller.patch('/client/999999999/', { city: 'Espoo' }),
      await caller.patch(`/client/${stranger.id}/`, { city: 'Espoo' }),
    ]
    expect([missing.status, missing.body]).toEqual([404, { detail: 'No Client matches the given query.' }])
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  })

  it('needs the permission for patients and clients as write', async () => {
    const client = await givenClient(caller)
    const reader = await clinic.caller({ read: ['General: Patients and clients'] })
    expect((await reader.get(client.url)).status).toBe(200)
    expect((await reader.patch(client.url, { city: 'Espoo' })).status).toBe(403)
    expect((await reader.post('/client/', { lastname: 'Berg' })).status).toBe(403)
    const nobody = await clinic.caller({ write: ['Financial: Invoices'] })
    expect((await nobody.get(client.url)).status).toBe(403)
  })
})

describe('communication preferences', () => {
  it('sets answered_at to now unless it is sent', async () => {
    const start = Date.now()
    const { communication_preferences: now } = await givenClient(caller, { communication_preferences: { email: true } })
    expect(now).toMatchObject({ email: true, sms: null, post: null, answered_at: expect.stringMatching(instant) })
    expect(Date.parse(now.answered_at)).toBeGreaterThanOrEqual(start)
    expect(Date.parse(now.answered_at)).toBeLessThanOrEqual(Date.now())
    const told = { sms: false, answered_at: '2026-01-31T10:00:00+02:00' }
    expect((await givenClient(caller, { communication_preferences: told })).communication_preferences).toEqual({
      email: null,
      sms: false,
      post: null,
      answered_at: '2026-01-31T08:00:00.000000Z',
    })
  })

  it('merges later answers, and sets answered_at again once every channel is answered or it is sent', async () => {
    const first = { email: true, sms: false, answered_at: '2026-01-31T08:00:00.000000Z' }
    const client = await givenClient(caller, { communication_preferences: first })
    const answer = async (communication_preferences: object) =>
      (await change(client, { communication_preferences })).body.communication_preferences
    expect(await answer({ sms: true, post: false })).toEqual({ ...first, sms: true, post: false })
    const later = '2026-03-31T08:00:00.000000Z'
    expect((await answer({ sms: false, answered_at: later })).answered_at).toBe(later)
    expect((await answer({ email: true, sms: true, post: true })).answered_at > later).toBe(true)
    await answer({ email: null, sms: null, post: null, answered_at: later })
    expect((await answer({ sms: true })).answered_at > later).toBe(true)
  })

  it('does not set answered_at without an answer', async () => {
    const unanswered = { email: null, sms: null, post: null, answered_at: null }
    for (const communication_preferences of [{}, { email: null }])
      expect((await givenClient(caller, { communication_preferences })).communication_preferences).toEqual(unanswered)
    const answered = await givenClient(caller, { communication_preferences: { email: true } })
    const { body } = await change(answered, { communication_preferences: { email: null } })
    expect(body.communication_preferences).toEqual({ ...answered.communication_preferences, email: null })
  })

  it('takes them from a form as JSON text', async () => {
    const { status, body } = await caller.post(
      '/client/',
      new URLSearchParams({ lastname: 'Berg', communication_preferences: '{"post": true}' }),
    )
    expect([status, body.communication_preferences?.post]).toEqual([201, true])
  })
})

describe('phone numbers and patients of a client', () => {
  it('[S50] links its phone numbers and its patients', async () => {
    const client = await givenClient(caller)
    const numbers = [await givenPhoneNumber(caller, client), await givenPhoneNumber(caller, client)]
    const patients = [
      await givenPatient(caller, { client: client.url }),
      await givenPatient(caller, { client: client.url }),
    ]
    await givenPatient(caller)
    const shown = await read(client)
    expect(shown.phone_numbers).toEqual(numbers.map(({ url }) => url))
    expect(shown.patients).toEqual(patients.map(({ url }) => url))
    for (const url of [...shown.phone_numbers, ...shown.patients]) expect((await caller.get(url)).status).toBe(200)
  })

  it('touches the client when its phone numbers, patients or weights change', async () => {
    const client = await givenClient(caller)
    let seen = client.modified
    const expectTouched = async () => {
      const { modified } = await read(client)
      expect(modified > seen).toBe(true)
      seen = modified
    }
    const number = await givenPhoneNumber(caller, client)
    await expectTouched()
    await caller.patch(number.url, { description: 'Work' })
    await expectTouched()
    const patient = await givenPatient(caller, { client: client.url })
    await expectTouched()
    await caller.patch(patient.url, { name: 'Rex' })
    await expectTouched()
    await givenWeight(caller, patient)
    await expectTouched()
    const other = await givenClient(caller)
    await caller.patch(patient.url, { client: other.url })
    await expectTouched()
    expect((await read(other)).modified > other.modified).toBe(true)
  })
})
