import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import {
  givenClient,
  givenDepartment,
  givenPatient,
  givenPhoneNumber,
  givenWeight,
} from '../../../test/support/clinic.ts'
import { customerTypes } from './statuses.ts'

const { api, clinic, caller } = await useClinic({ country: 'FI' })

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const read = async (client: { url: string }) => (await caller.get(client.url)).body
const rename = (client: { url: string }, changes: unknown) => caller.patch(client.url, changes)

describe('registering a client', () => {
  it('[S39] answers an integer id and the URL of the record, in the list as well', async () => {
    const { status, body } = await caller.post('/client/', { firstname: 'Aino' })
    expect(status).toBe(201)
    expect(Number.isInteger(body.id)).toBe(true)
    expect(body.url).toBe(`${clinic.base}/client/${body.id}/`)
    expect(await read(body)).toEqual(body)
    expect((await caller.get(`/client/?id__is=${body.id}`)).body.results).toEqual([body])
  })

  it('[S40] [S41] [S42] [S356] keeps names, e-mail address and country as they were sent', async () => {
    const sent = {
      firstname: 'Åsa  Ñandú',
      lastname: "O'Brien; drop table client",
      organization_name: '犬の病院 🐕',
      email: 'Asa.OBrien+vet@Example.com',
      country: 'SE',
    }
    const { status, body } = await caller.post('/client/', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject(sent)
    expect(await read(body)).toMatchObject(sent)
  })

  it('[S40] leaves the names that were not given empty', async () => {
    expect(await givenClient(caller, { lastname: '', organization_name: 'Stall AB' })).toMatchObject({
      firstname: '',
      lastname: '',
      organization_name: 'Stall AB',
    })
  })

  it.each(['firstname', 'lastname', 'organization_name'])('is content with %s as the only name', async (field) => {
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

  it.each(Object.keys(customerTypes).map(Number))(
    '[S43] takes customer type %i and shows it as a number',
    async (type) => {
      expect(await givenClient(caller, { customer_type: type })).toMatchObject({ customer_type: type })
    },
  )

  it('[S43] has the five customer types with their meanings', async () => {
    expect(customerTypes).toEqual({
      0: 'Private person',
      1: 'Company',
      2: 'EU Company',
      3: 'Charitable organization',
      4: 'UK charity',
    })
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
    ['[S40] a name that is no string', { firstname: 7 }, 'firstname'],
    ['[S40] a null name', { firstname: null }, 'firstname'],
    ['[S40] a name of 128 characters', { firstname: 'x'.repeat(128) }, 'firstname'],
    ['[S40] a NUL in a name', { firstname: 'Ai\0no' }, 'firstname'],
    ['[S41] an e-mail address without @', { email: 'aino.example.com' }, 'email'],
    ['[S41] an e-mail address with a space', { email: 'aino b@example.com' }, 'email'],
    ['[S41] an e-mail address that is no string', { email: ['aino@example.com'] }, 'email'],
    ['[S42] a country by its name', { country: 'Finland' }, 'country'],
    ['[S42] a country in small letters', { country: 'fi' }, 'country'],
    ['[S42] a country of three letters', { country: 'FIN' }, 'country'],
    ['[S42] letters that are no country', { country: 'XX' }, 'country'],
    ['[S43] customer type 5', { customer_type: 5 }, 'customer_type'],
    ['[S43] customer type -1', { customer_type: -1 }, 'customer_type'],
    ['[S43] a customer type by its name', { customer_type: 'Company' }, 'customer_type'],
    ['[S43] a null customer type', { customer_type: null }, 'customer_type'],
    ['no_sms that is no boolean', { no_sms: 'perhaps' }, 'no_sms'],
    ['no_email that is null', { no_email: null }, 'no_email'],
    ['[S45] archived that is no boolean', { archived: 'yes' }, 'archived'],
    ['a negative due date delay', { due_date_delay: -1 }, 'due_date_delay'],
    ['a department that is a bare id', { home_department: 1 }, 'home_department'],
    ['a department that does not exist', { home_department: '/department/999999/' }, 'home_department'],
    ['an invoicing client that does not exist', { invoicing_client: '/client/999999/' }, 'invoicing_client'],
    ['tags that are no list', { tags_rel: 'vip' }, 'tags_rel'],
    ['a tag that is no text', { tags_rel: [1] }, 'tags_rel'],
    ['51 tags', { tags_rel: Array.from({ length: 51 }, () => 'vip') }, 'tags_rel'],
    ['an unknown preference', { communication_preferences: { pigeon: true } }, 'communication_preferences'],
    ['a preference of another type', { communication_preferences: { email: 'often' } }, 'communication_preferences'],
    ['preferences that are no object', { communication_preferences: [true] }, 'communication_preferences'],
  ])('refuses %s', async (_what, fields, field) => {
    const links = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' && value.startsWith('/') ? `${clinic.base}${value}` : value,
      ]),
    )
    const { status, body } = await caller.post('/client/', { lastname: 'Berg', ...links })
    expect(status).toBe(400)
    expect(body).toEqual({ [field]: [expect.any(String)] })
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
  it('[S357] changes only the fields that are sent', async () => {
    const before = await givenClient(caller, { firstname: 'Aino', lastname: 'Berg', city: 'Turku', tags_rel: ['vip'] })
    const { status, body } = await rename(before, { lastname: 'Virtanen' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, lastname: 'Virtanen', modified: body.modified })
    expect(body.modified > before.modified).toBe(true)
    expect(await read(before)).toEqual(body)
  })

  it('[S357] leaves the record as it was when nothing is sent', async () => {
    const before = await givenClient(caller)
    expect((await rename(before, {})).body).toEqual(before)
  })

  it('[S39] ignores an id, url or timestamp in the body', async () => {
    const before = await givenClient(caller)
    const { status, body } = await rename(before, { id: 1, url: 'x', created: '2020-01-01T00:00:00Z', city: 'Espoo' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: before.id, url: before.url, created: before.created, city: 'Espoo' })
  })

  it('lets one name go as long as another stays', async () => {
    const client = await givenClient(caller, { firstname: 'Aino', lastname: 'Berg' })
    expect((await rename(client, { lastname: '' })).status).toBe(200)
    const { status, body } = await rename(client, { firstname: '  ' })
    expect([status, Object.keys(body)]).toEqual([400, ['non_field_errors']])
    expect((await rename(client, { firstname: '', organization_name: 'Stall AB' })).status).toBe(200)
  })

  it('[S42] goes back to the country of the organisation when the country is emptied', async () => {
    const client = await givenClient(caller, { country: 'SE' })
    expect((await rename(client, { country: '' })).body.country).toBe('FI')
  })

  it('[S45] archives and restores a client', async () => {
    const client = await givenClient(caller)
    expect(client.archived).toBe(false)
    expect((await rename(client, { archived: true })).body.archived).toBe(true)
    expect((await read(client)).archived).toBe(true)
    expect((await rename(client, { archived: false })).body.archived).toBe(false)
  })

  it('stores no_sms and no_email apart from each other', async () => {
    const client = await givenClient(caller)
    expect(client).toMatchObject({ no_sms: false, no_email: false })
    expect((await rename(client, { no_sms: true })).body).toMatchObject({ no_sms: true, no_email: false })
    expect((await rename(client, { no_email: true, no_sms: false })).body).toMatchObject({
      no_sms: false,
      no_email: true,
    })
    expect(await givenClient(caller, { no_sms: true, no_email: true })).toMatchObject({ no_sms: true, no_email: true })
  })

  it('does not let a client be invoiced through itself', async () => {
    const [client, payer] = [await givenClient(caller), await givenClient(caller)]
    const { status, body } = await rename(client, { invoicing_client: client.url })
    expect([status, Object.keys(body)]).toEqual([400, ['invoicing_client']])
    expect((await rename(client, { invoicing_client: payer.url })).body.invoicing_client).toBe(payer.url)
    expect((await rename(client, { invoicing_client: null })).body.invoicing_client).toBeNull()
  })

  it('replaces the tags as a whole', async () => {
    const client = await givenClient(caller, { tags_rel: ['vip', 'breeder'] })
    expect((await rename(client, { tags_rel: ['late payer'] })).body.tags_rel).toEqual(['late payer'])
    expect((await rename(client, { tags_rel: [] })).body.tags_rel).toEqual([])
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

describe('asking how a client wants to be reached', () => {
  it('dates the answers by the moment they arrive, or by when the caller says they were given', async () => {
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

  it('merges what is sent later, and dates it anew once all is answered or the caller says when', async () => {
    const first = { email: true, sms: false, answered_at: '2026-01-31T08:00:00.000000Z' }
    const client = await givenClient(caller, { communication_preferences: first })
    const say = async (communication_preferences: object) =>
      (await rename(client, { communication_preferences })).body.communication_preferences
    expect(await say({ sms: true, post: false })).toEqual({ ...first, sms: true, post: false })
    const later = '2026-03-31T08:00:00.000000Z'
    expect((await say({ sms: false, answered_at: later })).answered_at).toBe(later)
    expect((await say({ email: true, sms: true, post: true })).answered_at > later).toBe(true)
    await say({ email: null, sms: null, post: null, answered_at: later })
    expect((await say({ sms: true })).answered_at > later).toBe(true)
  })

  it('does not date an answer that was not given', async () => {
    const unanswered = { email: null, sms: null, post: null, answered_at: null }
    for (const communication_preferences of [{}, { email: null }])
      expect((await givenClient(caller, { communication_preferences })).communication_preferences).toEqual(unanswered)
    const answered = await givenClient(caller, { communication_preferences: { email: true } })
    const { body } = await rename(answered, { communication_preferences: { email: null } })
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

describe('what belongs to a client', () => {
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

  it('moves the client forward when any of it changes', async () => {
    const client = await givenClient(caller)
    let seen = client.modified
    const expectMoved = async () => {
      const { modified } = await read(client)
      expect(modified > seen).toBe(true)
      seen = modified
    }
    const number = await givenPhoneNumber(caller, client)
    await expectMoved()
    await caller.patch(number.url, { description: 'Work' })
    await expectMoved()
    const patient = await givenPatient(caller, { client: client.url })
    await expectMoved()
    await caller.patch(patient.url, { name: 'Rex' })
    await expectMoved()
    await givenWeight(caller, patient)
    await expectMoved()
    const other = await givenClient(caller)
    await caller.patch(patient.url, { client: other.url })
    await expectMoved()
    expect((await read(other)).modified > other.modified).toBe(true)
  })
})
