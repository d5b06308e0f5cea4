import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  testApi,
  type Answer,
  type Asker,
  type Holding,
  type TestApi,
  type TestOrganisation,
} from '../../../test/support/api.ts'
import { givenClient, givenClinicField, givenCustomField } from '../../../test/support/clinic.ts'

let api: TestApi
let clinic: TestOrganisation
let caller: Asker
beforeAll(async () => {
  api = await testApi()
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})
afterAll(() => api.close())

type Fields = Readonly<Record<string, unknown>>
const settingOf = ({ id }: { id: number }) => clinic.url('custom_field_setting', id)
const refused = ({ status, body }: Answer) => [status, Object.keys(body)]
const coat = { name: 'Coat', content_type: 'patient', field_type: 7, options: ['Short', 'Long'] }

describe('a field of the clinic’s own', () => {
  it('can be a select with options, and is listed among the definitions as nobody’s', async () => {
    const { status, body } = await caller.post('/custom_field_setting/', coat)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Coat',
      field_type: 7,
      is_required: false,
      application: null,
      options: [
        { id: 1, name: 'Short', archived: false },
        { id: 2, name: 'Long', archived: false },
      ],
    })
    expect((await caller.get(clinic.url('custom_fields', body.id))).body).toMatchObject({ name: 'Coat', owned: false })
  })

  it('is renamed, given another default, archived and restored by staff', async () => {
    const field = await givenClinicField(caller, { field_type: 2 })
    const changes = { name: 'Legs', default_value: '4', archived: true }
    expect((await caller.patch(field.url, changes)).body).toMatchObject(changes)
    expect((await caller.patch(field.url, { archived: false })).body).toMatchObject({ ...changes, archived: false })
  })

  it.each<[string, Fields, string]>([
    ['options of a text', { field_type: 1, options: ['A'] }, 'options'],
    ['options twice', { options: ['Red', 'red'] }, 'options'],
    ['options without a name', { options: [{}] }, 'options'],
    ['a blank option', { options: [' '] }, 'options'],
    ['options with an id that is not there', { options: [{ id: 7, name: 'Green' }] }, 'options'],
    ['options that are no list', { options: 'Red' }, 'options'],
    ['options that are numbers', { options: [1] }, 'options'],
    ['required without an option', { options: [], is_required: true }, 'is_required'],
    ['a default of a select', { default_value: 'Red' }, 'default_value'],
    ['another content type', { content_type: 'invoice' }, 'content_type'],
  ])('is refused with %s', async (_what, fields, field) => {
    const sent = { name: `Refused ${_what}`, content_type: 'client', field_type: 6, options: ['Red'], ...fields }
    expect(refused(await caller.post('/custom_field_setting/', sent))).toEqual([400, [field]])
  })

  it('is refused another type or content type later', async () => {
    const { url } = await givenClinicField(caller)
    expect(refused(await caller.patch(url, { field_type: 7 }))).toEqual([400, ['field_type']])
    expect(refused(await caller.patch(url, { content_type: 'patient' }))).toEqual([400, ['content_type']])
    expect((await caller.patch(url, { field_type: 6, content_type: 'client' })).status).toBe(200)
  })
})

describe('the options of a select', () => {
  const names = async (url: string, options: unknown) => {
    const { status, body, text } = await caller.patch(url, { options })
    if (status !== 200) throw new Error(text)
    return body.options.map(({ id, name, archived }: { id: number; name: string; archived: boolean }) =>
      [id, name, ...(archived ? ['archived'] : [])].join(' '),
    )
  }

  it('keep their ids when they are renamed, put in another order, left out and taken up again', async () => {
    const { url } = await givenClinicField(caller, { options: ['Red', 'Blue'] })
    expect(await names(url, [{ id: 1, name: 'Crimson' }, 'Blue', 'Green'])).toEqual(['1 Crimson', '2 Blue', '3 Green'])
    expect(await names(url, ['Green', { id: 1 }])).toEqual(['3 Green', '1 Crimson', '2 Blue archived'])
    expect(await names(url, ['blue', 'Green', 'Crimson'])).toEqual(['2 blue', '3 Green', '1 Crimson'])
    expect(await names(url, [{ id: 1, archived: true }, 'Blue', 'Green'])).toEqual([
      '1 Crimson archived',
      '2 Blue',
      '3 Green',
    ])
  })

  it('can be sent as a form', async () => {
    const { url } = await givenClinicField(caller, { options: [] })
    const form = new URLSearchParams([
      ['options', 'Red'],
      ['options', 'Blue'],
    ])
    const { body } = await caller.send('PATCH', url, { body: form })
    expect(body.options).toMatchObject([{ name: 'Red' }, { name: 'Blue' }])
  })

  it('that are archived stay with those who have them and are offered to nobody else', async () => {
    const field = await givenClinicField(caller, { options: ['Red', 'Blue'] })
    const fields_rel = [{ field_id: field.id, value: [{ id: 1 }] }]
    const client = await givenClient(caller, { fields_rel })
    await caller.patch(field.url, { options: ['Blue'] })
    const { body } = await caller.get(client.url)
    expect(body.fields_rel[0].value).toEqual([{ id: 1, name: 'Red' }])
    expect((await caller.patch(client.url, { fields_rel: body.fields_rel })).status).toBe(200)
    expect(refused(await caller.post('/client/', { lastname: 'New', fields_rel }))).toEqual([400, ['fields_rel']])
  })
})

describe('a field of an application', () => {
  it('is made required, and archived, by staff', async () => {
    const field = await givenCustomField(caller)
    const { body } = await caller.patch(settingOf(field), { is_required: true, archived: true })
    expect(body).toMatchObject({
      is_required: true,
      archived: true,
      application: expect.stringContaining('/application/'),
    })
    expect((await caller.get(field.url)).body).toMatchObject({ is_required: true, archived: true })
  })

  it.each([{ name: 'Staff’s' }, { default_value: 'Staff’s' }])('keeps what it is: %j is refused', async (changes) => {
    const field = await givenCustomField(caller, { content_type: 'patient' })
    const answer = await caller.patch(settingOf(field), changes)
    expect(refused(answer)).toEqual([400, Object.keys(changes)])
    const same = { name: field.name, default_value: field.default_value }
    expect((await caller.patch(settingOf(field), same)).status).toBe(200)
  })
})

describe('who may do what with settings', () => {
  const [clients, settings] = ['General: Patients and clients', 'Custom field settings'] as const
  it.each<['token' | 'key', Holding, number, number]>([
    ['token', { write: [clients, settings] }, 200, 200],
    ['token', { write: [clients], read: [settings] }, 200, 403],
    ['token', { write: [settings] }, 200, 403],
    ['token', { write: [clients] }, 403, 403],
    ['key', { write: [clients, settings] }, 200, 401],
    ['key', { write: [clients], read: [settings] }, 200, 403],
  ])('a %s with %j: reading %i, changing %i', async (kind, holding, reading, changing) => {
    const as = await (kind === 'token' ? clinic.caller(holding) : clinic.legacyCaller(holding))
    const { url } = await givenClinicField(caller)
    expect((await as.get(url)).status).toBe(reading)
    expect((await as.patch(url, { is_required: false })).status).toBe(changing)
  })
})
