import { describe, expect, it } from 'vitest'
import {
  useClinic,
  type TestResponse,
  type ApiClient,
  type Grants,
  type RequestOptions,
} from '../../../test/support/api.ts'
import {
  asProblem,
  codesOf,
  givenClient,
  givenClinicField,
  givenCustomField,
  idsIn,
  statusesOf,
} from '../../../test/support/clinic.ts'
import { contentTypes } from './field-types.ts'

const { api, clinic, caller } = await useClinic()
const staff = await clinic.userCaller()
const rival = await clinic.caller()

type Fields = Readonly<Record<string, unknown>>
let made = 0
const define = (fields: Fields = {}, as = caller, options: RequestOptions = {}) => {
  const sent = { name: `Passport ${++made}`, content_type: 'client', field_type: 1, ...fields }
  return as.post('/custom_fields/', sent, options)
}
const read = async ({ url }: { url: string }, as = caller): Promise<TestResponse['body']> => (await as.get(url)).body
const refusedCodes = async (fields: Fields, as = caller) => codesOf(await define(fields, as, asProblem))

describe('defining a custom field', () => {
  it('[S86] [S374] answers the definition with an integer id, in the list as well', async () => {
    const sent = { name: 'Insurance number', content_type: 'client', field_type: 1, default_value: 'none' }
    const { status, body } = await caller.post('/custom_fields/', sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...sent, owned: true, is_required: false, archived: false })
    expect(Number.isInteger(body.id)).toBe(true)
    expect(body.url).toBe(clinic.url('custom_fields', body.id))
    expect(await read(body)).toEqual(body)
    expect((await caller.get('/custom_fields/')).body.results).toContainEqual(body)
  })

  it.each(contentTypes)('[S88] takes the content type %s', async (content_type) => {
    const { status, body } = await define({ content_type })
    expect([status, body.content_type]).toEqual([201, content_type])
  })

  it.each([
    ['[S97]', 1, 'Text'],
    ['[S98]', 2, 'Number'],
    ['[S99]', 3, 'Date'],
    ['[S100]', 4, 'Check box'],
    ['[S101]', 5, 'JSON'],
  ])('%s [S89] takes the type %i, %s', async (_line, field_type) => {
    const { status, body } = await define({ field_type })
    expect([status, body.field_type, body.default_value]).toEqual([201, field_type, ''])
  })

  it.each([
    ['[S102]', 6, 'Select'],
    ['[S103]', 7, 'Multi-select'],
  ])('%s [S374] refuses the type %i, %s', async (_line, field_type) => {
    const answer = await define({ field_type }, caller, asProblem)
    expect(codesOf(answer)).toEqual({ field_type: 'invalid_choice' })
    expect(answer.body.errors.field_type[0].message).toContain(
      'Choose one of 1 (Text), 2 (Number), 3 (Date), 4 (Check box), 5 (JSON).',
    )
  })

  it.each<[string, Fields, object]>([
    ['no name', { name: undefined }, { name: 'required' }],
    ['a blank name', { name: ' ' }, { name: 'blank' }],
    ['a name of 128 characters', { name: 'x'.repeat(128) }, { name: 'max_length' }],
    ['no content type', { content_type: undefined }, { content_type: 'required' }],
    ['[S88] another content type', { content_type: 'invoice' }, { content_type: 'invalid_choice' }],
    ['no type', { field_type: undefined }, { field_type: 'required' }],
    ['[S89] another type', { field_type: 8 }, { field_type: 'invalid_choice' }],
    ['[S89] a type by its name', { field_type: 'Text' }, { field_type: 'invalid_choice' }],
    ['a default that is no string', { default_value: 7 }, { default_value: 'invalid' }],
    ['a default of null', { default_value: null }, { default_value: 'null' }],
  ])('refuses %s', async (_what, fields, codes) => {
    expect(await refusedCodes(fields)).toEqual(codes)
  })

  it.each<[string, number, string]>([
    ['[S97] any text', 1, ' Ä "quoted"\n🐎 '],
    ['[S98] a whole number', 2, '42'],
    ['[S98] a negative number', 2, '-42'],
    ['[S98] [S584] a number of 15 digits', 2, '123456789012345'],
    ['[S99] a day', 3, '2024-02-29'],
    ['[S100] True', 4, 'True'],
    ['[S100] False', 4, 'False'],
    ['[S90] an empty string, which is none', 5, ''],
  ])('[S90] takes as default: %s', async (_what, field_type, default_value) => {
    const { status, body } = await define({ field_type, default_value })
    expect([status, body.default_value]).toEqual([201, default_value])
  })

  it.each<[string, number, string]>([
    ['[S98] a decimal for a number', 2, '1.5'],
    ['[S98] words for a number', 2, 'forty'],
    ['[S98] [S584] a number of 16 digits', 2, '1234567890123456'],
    ['[S99] a day that is none', 3, '2023-02-29'],
    ['[S99] a day written otherwise', 3, '29.2.2024'],
    ['[S100] yes for a check box', 4, 'yes'],
    ['[S100] true in small letters', 4, 'true'],
    ['[S101] anything for JSON', 5, '{}'],
  ])('[S374] refuses as default: %s', async (_what, field_type, default_value) => {
    expect(await refusedCodes({ field_type, default_value })).toEqual({ default_value: 'invalid' })
  })

  it('[S92] leaves alone what staff decide, whatever is sent', async () => {
    const { body } = await define({ is_required: true, owned: false, options: ['A'] })
    expect(body).toMatchObject({ is_required: false, owned: true })
    const { body: changed } = await caller.patch(body.url, { is_required: true })
    expect(changed.is_required).toBe(false)
  })
})

describe('the name of a custom field', () => {
  it('[S87] is the only one of its content type, and free for the others', async () => {
    await define({ name: 'Blood donor' })
    expect(await refusedCodes({ name: 'Blood donor' }, rival)).toEqual({ name: 'unique' })
    expect(await refusedCodes({ name: 'BLOOD donor' })).toEqual({ name: 'unique' })
    expect((await define({ name: 'Blood donor', content_type: 'patient' })).status).toBe(201)
    expect((await define({ name: 'Blood donor', content_type: 'consultation' })).status).toBe(201)
  })

  it('[S87] stays taken when the field is archived', async () => {
    const { body } = await define({ name: 'Old club card' })
    await caller.delete(body.url)
    expect(await refusedCodes({ name: 'Old club card' }, rival)).toEqual({ name: 'unique' })
  })

  it('[S374] gives the id when the field that has it is the caller’s own, archived or not', async () => {
    const { body: mine } = await define({ name: 'Chip reader' })
    const again = await define({ name: 'Chip reader' })
    expect(again.body.name[0]).toMatch(new RegExp(`\\bid ${mine.id}\\b`))
    await caller.delete(mine.url)
    const archived = await define({ name: 'Chip reader' })
    expect(archived.body.name[0]).toMatch(new RegExp(`\\bid ${mine.id}\\b.*restore it with PATCH archived false`))
  })

  it('[S374] shows no id if the field belongs to another application', async () => {
    const { body: theirs } = await define({ name: 'Secret plan' }, rival)
    const clinics = await givenClinicField(staff)
    for (const name of [theirs.name, clinics.name]) {
      const { status, body } = await define({ name })
      expect([status, body.name[0]]).toEqual([400, expect.not.stringMatching(/\bid\b/)])
    }
  })

  it('[S87] is kept apart when a field is renamed, too', async () => {
    const [one, other] = [await givenCustomField(caller), await givenCustomField(caller)]
    const answer = await caller.patch(other.url, { name: one.name }, asProblem)
    expect(codesOf(answer)).toEqual({ name: 'unique' })
    expect(answer.body.errors.name[0].message).toContain(`id ${one.id}`)
    expect((await caller.patch(other.url, { name: other.name.toUpperCase() })).status).toBe(200)
  })

  it('[S87] is given to one of fifty concurrent requests', async () => {
    const crowd = await Promise.all(Array.from({ length: 50 }, () => define({ name: 'Everybody’s' })))
    expect(statusesOf(crowd)).toEqual([201, ...Array(49).fill(400)])
    const [winner] = crowd.filter(({ status }) => status === 201)
    const losers = crowd.filter(({ status }) => status === 400)
    for (const { body } of losers) expect(body.name[0]).toContain(`id ${winner!.body.id}.`)
    const { body } = await caller.get(`/custom_fields/?name__is=${encodeURIComponent('Everybody’s')}`)
    expect(body.count).toBe(1)
  })
})

describe('changing a custom field', () => {
  it('[S375] renames it, changes its default and removes it, and restores it', async () => {
    const { body } = await define({ default_value: 'none' })
    expect((await caller.patch(body.url, { name: 'Renamed', default_value: 'some' })).body).toMatchObject({
      name: 'Renamed',
      default_value: 'some',
    })
    expect((await caller.patch(body.url, { default_value: '' })).body.default_value).toBe('')
    expect((await caller.patch(body.url, { archived: true })).body.archived).toBe(true)
    expect((await caller.patch(body.url, { archived: false })).body.archived).toBe(false)
    expect(await read(body)).toMatchObject({ name: 'Renamed', default_value: '', archived: false })
  })

  it('[S375] refuses a default that does not fit its type', async () => {
    const { body } = await define({ field_type: 3 })
    const answer = await caller.patch(body.url, { default_value: 'tomorrow' }, asProblem)
    expect(codesOf(answer)).toEqual({ default_value: 'invalid' })
  })

  it.each<[string, Fields]>([
    ['[S89] another type', { field_type: 2 }],
    ['[S88] another content type', { content_type: 'patient' }],
  ])('[S375] refuses %s', async (_what, changes) => {
    const field = await givenCustomField(caller)
    const answer = await caller.patch(field.url, changes, asProblem)
    expect(codesOf(answer)).toEqual({ [Object.keys(changes)[0]!]: 'fixed' })
    expect(await read(field)).toEqual(field)
  })

  it.each<[string, Fields]>([
    ['[S89] its own type', { field_type: 1 }],
    ['[S88] its own content type', { content_type: 'client' }],
    ['both of them and a name', { content_type: 'client', field_type: 1, name: 'As it was' }],
  ])('[S375] takes %s', async (_what, changes) => {
    const field = await givenCustomField(caller)
    expect((await caller.patch(field.url, changes)).status).toBe(200)
    expect(await read(field)).toMatchObject({ content_type: 'client', field_type: 1, ...changes })
  })

  it('[S375] [S91] is for the application that made it: others get 403 and change nothing', async () => {
    const field = await givenCustomField(caller)
    const clinics = { url: clinic.url('custom_fields', (await givenClinicField(staff)).id) }
    for (const [as, { url }] of [
      [rival, field],
      [caller, clinics],
      [rival, clinics],
    ] as const) {
      const before = await read({ url })
      for (const answer of [await as.patch(url, { name: 'Mine now' }), await as.delete(url)])
        expect([answer.status, answer.body.detail]).toEqual([
          403,
          'Only the application that created this custom field may change it.',
        ])
      expect(await read({ url })).toEqual(before)
    }
  })

  it('[S91] shows each application which fields are its own', async () => {
    const [mine, theirs] = [await givenCustomField(caller), await givenCustomField(rival)]
    const owned = async (as: ApiClient) => {
      const { results } = (await as.get(`/custom_fields/?id__in=${mine.id},${theirs.id}`)).body
      return results.map((field: { owned: boolean }) => field.owned)
    }
    expect([await owned(caller), await owned(rival)]).toEqual([
      [true, false],
      [false, true],
    ])
    expect([(await read(mine)).owned, (await read(mine, rival)).owned]).toEqual([true, false])
    const clinics = await givenClinicField(staff)
    expect((await read({ url: clinic.url('custom_fields', clinics.id) })).owned).toBe(false)
  })
})

describe('archiving a custom field', () => {
  it('[S376] [S93] is what DELETE does: the definition and its values stay, and PATCH restores it', async () => {
    const field = await givenCustomField(caller)
    const client = await givenClient(caller, { fields_rel: [{ field_id: field.id, value: 'kept' }] })
    expect((await caller.delete(field.url)).status).toBe(204)
    expect((await caller.delete(field.url)).status).toBe(204)
    expect(await read(field)).toMatchObject({ id: field.id, archived: true })
    expect((await read(client)).fields_rel).toEqual(client.fields_rel)
    expect((await caller.patch(field.url, { archived: false })).body.archived).toBe(false)
  })

  it('[S379] cannot be gone round by PUT', async () => {
    const field = await givenCustomField(caller)
    const { status, headers } = await caller.send('PUT', field.url, { body: { ...field, archived: true } })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, PATCH, DELETE, OPTIONS'])
    expect((await read(field)).archived).toBe(false)
  })
})

describe('the list of custom fields', () => {
  it('[S105] shows all seven types', async () => {
    const here = await api.givenOrganisation()
    const apiClient = await here.caller()
    for (const field_type of [1, 2, 3, 4, 5]) await givenCustomField(apiClient, { field_type })
    for (const field_type of [6, 7]) await givenClinicField(await here.userCaller(), { field_type })
    const { results } = (await apiClient.get('/custom_fields/')).body
    expect(results.map((field: { field_type: number }) => field.field_type)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('[S373] gives all definitions in one call, archived ones too, unless they are filtered', async () => {
    const here = await api.givenOrganisation()
    const apiClient = await here.caller()
    await here.within((tx) =>
      tx
        .insertInto('custom_field')
        .values(
          Array.from({ length: 120 }, (_, at) => ({
            name: `Field ${at}`,
            content_type: at % 2 ? 'client' : 'patient',
            field_type: 1,
            archived: at < 10,
          })),
        )
        .execute(),
    )
    const { body } = await apiClient.get('/custom_fields/')
    expect([body.count, body.num_pages, body.results.length]).toEqual([120, 1, 120])
    expect(idsIn(await apiClient.get('/custom_fields/?content_type__is=client&archived__is=false'))).toHaveLength(55)
    expect((await apiClient.get('/custom_fields/')).headers.get('x-ratelimit-weight')).toBe('1')
  })
})

describe('who may do what with definitions', () => {
  const [clients, settings] = ['General: Patients and clients', 'Custom field settings'] as const
  type Kind = 'token' | 'key'
  const askers = new Map<string, ApiClient>()
  const asking = async (kind: Kind, holding: Grants) => {
    const key = JSON.stringify([kind, holding])
    const known = askers.get(key)
    if (known) return known
    const apiClient = await (kind === 'token' ? clinic.caller(holding) : clinic.legacyCaller(holding))
    askers.set(key, apiClient)
    return apiClient
  }

  it.each<[Kind, Grants, number, number]>([
    ['token', { write: [clients, settings] }, 200, 201],
    ['token', { write: [clients], read: [settings] }, 200, 403],
    ['token', { write: [clients] }, 200, 403],
    ['token', { read: [clients], write: [settings] }, 200, 403],
    ['token', { write: [settings] }, 403, 403],
    ['token', {}, 403, 403],
    ['key', { write: [clients, settings] }, 200, 401],
    ['key', { write: [clients] }, 200, 403],
    ['key', { read: [clients], write: [settings] }, 200, 403],
    ['key', { write: [settings] }, 403, 403],
    ['key', {}, 403, 403],
  ])('[S499] [S502] a %s with %j: reading %i, changing %i', async (kind, holding, reading, changing) => {
    const as = await asking(kind, holding)
    const field = await givenCustomField(caller)
    expect((await as.get('/custom_fields/')).status).toBe(reading)
    expect((await as.get(field.url)).status).toBe(reading)
    expect((await define({}, as)).status).toBe(changing)
    // The owner of a field is checked after the permission.
    const other = changing === 201 ? 403 : changing
    expect((await as.patch(field.url, { name: 'Taken over' })).status).toBe(other)
    expect((await as.delete(field.url)).status).toBe(other)
  })
})
