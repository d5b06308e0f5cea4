import { describe, expect, it } from 'vitest'
import { useClinic, type Grants } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenClient, givenClinicField, givenCustomField } from '../../../test/support/clinic.ts'
import { sessionOf } from '../../../test/support/sessions.ts'

const { clinic, caller: application } = await useClinic()
const staff = await clinic.userCaller()

type Fields = Readonly<Record<string, unknown>>
const settingOf = ({ id }: { id: number }) => clinic.url('custom_field_setting', id)
const coat = { name: 'Coat', content_type: 'patient', field_type: 7, options: ['Short', 'Long'] }

describe('a field of the clinic’s own', () => {
  it('can be a select with options, and is listed among the definitions without an application', async () => {
    const { status, body } = await staff.post('/custom_field_setting/', coat)
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
    expect((await staff.get(clinic.url('custom_fields', body.id))).body).toMatchObject({ name: 'Coat', owned: false })
  })

  it('is renamed, given another default, archived and restored by staff', async () => {
    const field = await givenClinicField(staff, { field_type: 2 })
    const changes = { name: 'Legs', default_value: '4', archived: true }
    expect((await staff.patch(field.url, changes)).body).toMatchObject(changes)
    expect((await staff.patch(field.url, { archived: false })).body).toMatchObject({ ...changes, archived: false })
  })

  it.each<[string, Fields, object]>([
    ['options of a text', { field_type: 1, options: ['A'] }, { options: 'invalid' }],
    ['options twice', { options: ['Red', 'red'] }, { options: 'unique' }],
    ['options without a name', { options: [{}] }, { options: 'required' }],
    ['a blank option', { options: [' '] }, { options: 'blank' }],
    ['options with an id that is not there', { options: [{ id: 7, name: 'Green' }] }, { options: 'does_not_exist' }],
    ['options that are no list', { options: 'Red' }, { options: 'not_a_list' }],
    ['options that are numbers', { options: [1] }, { options: 'invalid' }],
    ['required without an option', { options: [], is_required: true }, { is_required: 'invalid' }],
    ['a default of a select', { default_value: 'Red' }, { default_value: 'invalid' }],
    ['another content type', { content_type: 'invoice' }, { content_type: 'invalid_choice' }],
  ])('is refused with %s', async (_what, fields, codes) => {
    const sent = { name: `Refused ${_what}`, content_type: 'client', field_type: 6, options: ['Red'], ...fields }
    expect(codesOf(await staff.post('/custom_field_setting/', sent, asProblem))).toEqual(codes)
  })

  it('is refused another type or content type later', async () => {
    const { url } = await givenClinicField(staff)
    expect(codesOf(await staff.patch(url, { field_type: 7 }, asProblem))).toEqual({ field_type: 'fixed' })
    expect(codesOf(await staff.patch(url, { content_type: 'patient' }, asProblem))).toEqual({ content_type: 'fixed' })
    expect((await staff.patch(url, { field_type: 6, content_type: 'client' })).status).toBe(200)
  })
})

describe('the options of a select', () => {
  const names = async (url: string, options: unknown) => {
    const { status, body, text } = await staff.patch(url, { options })
    if (status !== 200) throw new Error(text)
    return body.options.map(({ id, name, archived }: { id: number; name: string; archived: boolean }) =>
      [id, name, ...(archived ? ['archived'] : [])].join(' '),
    )
  }

  it('keep their ids when they are renamed, put in another order, left out and taken up again', async () => {
    const { url } = await givenClinicField(staff, { options: ['Red', 'Blue'] })
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
    const { url } = await givenClinicField(staff, { options: [] })
    const form = new URLSearchParams([
      ['options', 'Red'],
      ['options', 'Blue'],
    ])
    const { body } = await staff.send('PATCH', url, { body: form })
    expect(body.options).toMatchObject([{ name: 'Red' }, { name: 'Blue' }])
  })

  it('that are archived stay on records that have them and cannot be chosen for others', async () => {
    const field = await givenClinicField(staff, { options: ['Red', 'Blue'] })
    const fields_rel = [{ field_id: field.id, value: [{ id: 1 }] }]
    const client = await givenClient(staff, { fields_rel })
    await staff.patch(field.url, { options: ['Blue'] })
    const { body } = await staff.get(client.url)
    expect(body.fields_rel[0].value).toEqual([{ id: 1, name: 'Red' }])
    expect((await staff.patch(client.url, { fields_rel: body.fields_rel })).status).toBe(200)
    const refused = await staff.post('/client/', { lastname: 'New', fields_rel }, asProblem)
    expect(codesOf(refused)).toEqual({ fields_rel: 'invalid_choice' })
  })
})

describe('a field of an application', () => {
  it('is made required, and archived, by staff', async () => {
    const field = await givenCustomField(staff)
    const { body } = await staff.patch(settingOf(field), { is_required: true, archived: true })
    expect(body).toMatchObject({
      is_required: true,
      archived: true,
      application: expect.stringContaining('/application/'),
    })
    expect((await staff.get(field.url)).body).toMatchObject({ is_required: true, archived: true })
  })

  it.each([{ name: 'Staff’s' }, { default_value: 'Staff’s' }])('keeps what it is: %j is refused', async (changes) => {
    const field = await givenCustomField(staff, { content_type: 'patient' })
    const answer = await staff.patch(settingOf(field), changes, asProblem)
    expect(codesOf(answer)).toEqual({ [Object.keys(changes)[0]!]: 'invalid' })
    const same = { name: field.name, default_value: field.default_value }
    expect((await staff.patch(settingOf(field), same)).status).toBe(200)
  })
})

const [clients, settings] = ['General: Patients and clients', 'Custom field settings'] as const

describe('who may do what with settings', () => {
  it.each<[Grants, number, number]>([
    [{ write: [clients, settings] }, 200, 200],
    [{ write: [clients], read: [settings] }, 200, 403],
    [{ write: [settings] }, 200, 403],
    [{ write: [clients] }, 403, 403],
  ])('staff with %j: reading %i, changing %i', async (holding, reading, changing) => {
    const as = await clinic.userCaller(holding)
    const { url } = await givenClinicField(staff)
    expect((await as.get(url)).status).toBe(reading)
    expect((await as.patch(url, { is_required: false })).status).toBe(changing)
  })

  const forPeople =
    'This route is for users, and this credential belongs to an application. ' +
    'Let a user sign in (authorization code) and use the access token that acts for them.'

  describe.each([
    ['an application’s own token', () => clinic.caller()],
    ['a legacy key', () => clinic.legacyCaller()],
  ])('%s that holds every permission', (_kind, asking) => {
    it.each([
      ['[S102] [S374]', 6],
      ['[S103] [S374]', 7],
    ])('%s makes no field of type %i', async (_line, field_type) => {
      const as = await asking()
      const { status, body } = await as.post('/custom_field_setting/', {
        ...coat,
        name: `Refused ${field_type}`,
        field_type,
      })
      expect([status, body]).toEqual([403, { detail: forPeople }])
      const { body: found } = await staff.get(`/custom_fields/?name__is=${encodeURIComponent(`Refused ${field_type}`)}`)
      expect(found.count).toBe(0)
    })

    it('[S375] cannot change a field, whoever created it', async () => {
      const as = await asking()
      const fields = [await givenCustomField(application), await givenClinicField(staff)]
      for (const field of fields) {
        const before = (await staff.get(settingOf(field))).body
        const { status, body } = await as.patch(settingOf(field), { is_required: true, archived: true })
        expect([status, body]).toEqual([403, { detail: forPeople }])
        expect((await staff.get(settingOf(field))).body).toEqual(before)
      }
    })

    it('reads no settings either', async () => {
      const as = await asking()
      const { url } = await givenClinicField(staff)
      for (const path of ['/custom_field_setting/', url])
        expect([(await as.get(path)).status, (await as.get(path)).body]).toEqual([403, { detail: forPeople }])
    })
  })

  it('an application without the permission gets the error about the permission first', async () => {
    const as = await clinic.caller({ write: [clients] })
    const { status, body } = await as.post('/custom_field_setting/', coat)
    expect([status, body.detail]).toEqual([403, expect.stringContaining('needs the permission')])
  })

  it('a signed-in browser reads them', async () => {
    const { url } = await givenClinicField(staff)
    const cookie = await clinic.within(async (tx) => {
      const { id } = await tx
        .selectFrom('user')
        .select('id')
        .where('last_name', '=', 'Staff')
        .orderBy('id')
        .executeTakeFirstOrThrow()
      return `fetlock_session=${await sessionOf(tx, id)}`
    })
    expect((await clinic.as().get(url, { headers: { cookie } })).status).toBe(200)
  })
})
