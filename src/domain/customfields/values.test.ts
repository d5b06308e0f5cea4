import { beforeAll, describe, expect, it } from 'vitest'
import {
  actorOf,
  useClinic,
  type TestResponse,
  type ApiClient,
  type TestOrganisation,
} from '../../../test/support/api.ts'
import {
  givenClient,
  givenClinicField,
  givenConsultation,
  givenCustomField,
  givenPatient,
  species,
  statusesOf,
  twentyAtOnce,
} from '../../../test/support/clinic.ts'
import type { Permission } from '../../kernel/caller.ts'
import { setValue } from './set-value.ts'

const { api, clinic, caller } = await useClinic()
const staff = await clinic.userCaller()

type Record = { readonly id: number; readonly url: string }
type Kind = 'client' | 'patient'
const kinds: readonly Kind[] = ['client', 'patient']
const lines = { client: '[S46] [S358]', patient: '[S78] [S363]' }
const givenOf = { client: givenClient, patient: givenPatient, consultation: givenConsultation }
const given = (kind: keyof typeof givenOf, fields = {}, as = caller): Promise<TestResponse['body']> =>
  givenOf[kind](as, fields)
const fieldOf = (content_type: string, field_type = 1, as = caller) =>
  field_type > 5
    ? givenClinicField(staff, { content_type, field_type })
    : givenCustomField(as, { content_type, field_type })
const read = async ({ url }: Record, as = caller): Promise<TestResponse['body']> => (await as.get(url)).body
const valuesAt = (kind: Kind, { id }: Record) => `/${kind}/${id}/custom_field_values/`
const refused = ({ status, body }: TestResponse) => [status, Object.keys(body)]

/** What each type takes, and how it is shown. */
const fitting: readonly (readonly [line: string, type: number, sent: unknown, shown: unknown])[] = [
  ['[S97]', 1, ' any "text"\n🐎 ', ' any "text"\n🐎 '],
  ['[S97]', 1, '1.5', '1.5'],
  ['[S98]', 2, '42', '42'],
  ['[S98]', 2, -7, '-7'],
  ['[S98]', 2, '12345678901234567890', '12345678901234567890'],
  ['[S99]', 3, '2024-02-29', '2024-02-29'],
  ['[S100]', 4, 'True', 'True'],
  ['[S100]', 4, 'False', 'False'],
  ['[S100]', 4, true, 'True'],
  ['[S101] [S114]', 5, '{"legs": 4.0, "tail": [true, null]}', '{"legs": 4.0, "tail": [true, null]}'],
  ['[S101] [S114]', 5, '"text"', '"text"'],
  ['[S102] [S114]', 6, [{ id: 2 }], [{ id: 2, name: 'Blue' }]],
  ['[S102] [S114]', 6, [{ name: 'red' }], [{ id: 1, name: 'Red' }]],
  [
    '[S103] [S114]',
    7,
    [{ id: 2, name: 'Blue' }, { id: 1 }, { id: 2 }],
    [
      { id: 2, name: 'Blue' },
      { id: 1, name: 'Red' },
    ],
  ],
  ['[S97]', 1, '', ''],
  ['[S98]', 2, '', ''],
  ['[S102]', 6, [], []],
  ['[S103]', 7, '', []],
]

const unfit: readonly (readonly [line: string, type: number, sent: unknown])[] = [
  ['[S97]', 1, 5],
  ['[S97]', 1, 'nul \0'],
  ['[S97]', 1, 'x'.repeat(65_537)],
  ['[S98]', 2, '1.5'],
  ['[S98]', 2, 1.5],
  ['[S98]', 2, '1e3'],
  ['[S98]', 2, '+1'],
  ['[S98]', 2, 'many'],
  ['[S98]', 2, true],
  ['[S99]', 3, '2023-02-29'],
  ['[S99]', 3, '29.2.2024'],
  ['[S99]', 3, '2024-02-29T10:00:00Z'],
  ['[S99]', 3, 20_240_229],
  ['[S100]', 4, 'true'],
  ['[S100]', 4, 'yes'],
  ['[S100]', 4, 1],
  ['[S101] [S114]', 5, { legs: 4 }],
  ['[S101] [S114]', 5, [1]],
  ['[S101] [S114]', 5, 4],
  ['[S101] [S114]', 5, '{legs: 4}'],
  ['[S101] [S114]', 5, '['.repeat(40) + ']'.repeat(40)],
  ['[S102] [S114]', 6, 'Red'],
  ['[S102] [S114]', 6, { id: 1 }],
  ['[S102] [S114]', 6, [1]],
  ['[S102] [S114]', 6, [{ id: 3 }]],
  ['[S102] [S114]', 6, [{ name: 'Green' }]],
  ['[S102] [S114]', 6, [{}]],
  ['[S102] [S114]', 6, [{ id: 1 }, { id: 2 }]],
  ['[S103] [S114]', 7, [{ id: 1 }, { id: 9 }]],
  ['[S97]', 1, null],
]

const definitions = new Map<string, number>()
/** One field of each kind and type, for everybody. */
const common = async (kind: string, type: number) => {
  const key = `${kind} ${type}`
  if (!definitions.has(key)) definitions.set(key, (await fieldOf(kind, type)).id)
  return definitions.get(key)!
}

describe.each(kinds)('a custom field value of a %s', (kind) => {
  it.each(fitting)(`%s ${lines[kind]} [S107] of type %i is set as %j`, async (_line, type, sent, shown) => {
    const [record, field_id] = [await given(kind), await common(kind, type)]
    const { status, body } = await caller.post(valuesAt(kind, record), { field_id, value: sent })
    expect([status, body.value]).toEqual([201, shown])
    const { name: label } = (await caller.get(`/custom_fields/${field_id}/`)).body
    expect((await read(record)).fields_rel).toEqual([{ id: body.id, field_id, label, value: shown }])
    const { results } = (await caller.get(valuesAt(kind, record))).body
    expect(results).toEqual([{ ...body, [kind]: record.url, field_id, label, value: shown }])
  })

  it.each(unfit)('%s of type %i is not %j, wherever it is sent', async (_line, type, sent) => {
    const [record, field_id] = [await given(kind), await common(kind, type)]
    const entry = { field_id, value: sent }
    expect(refused(await caller.post(valuesAt(kind, record), entry))).toEqual([400, ['value']])
    const flat = { field: field_id, object_id: record.id, value: sent }
    expect(refused(await caller.post('/custom_field_values/', flat))).toEqual([400, ['value']])
    expect(refused(await caller.patch(record.url, { fields_rel: [entry] }))).toEqual([400, ['fields_rel']])
    expect((await read(record)).fields_rel).toEqual([])
  })

  it(`${lines[kind]} is sent when the record is made, and changed with it; what is not sent stays`, async () => {
    const [one, other] = [await common(kind, 1), await common(kind, 2)]
    const record = await given(kind, {
      fields_rel: [
        { field_id: one, value: 'first' },
        { field_id: other, value: 2 },
      ],
    })
    expect(record.fields_rel).toMatchObject([
      { field_id: one, value: 'first' },
      { field_id: other, value: '2' },
    ])
    const { body } = await caller.patch(record.url, { fields_rel: [{ field_id: one, value: 'second' }] })
    expect(body.fields_rel).toEqual([{ ...record.fields_rel[0], value: 'second' }, record.fields_rel[1]])
    expect((await caller.patch(record.url, { fields_rel: body.fields_rel })).body.fields_rel).toEqual(body.fields_rel)
    expect((await caller.patch(record.url, { fields_rel: [] })).body.fields_rel).toEqual(body.fields_rel)
  })

  it(`${lines[kind]} [S111] is updated and not made twice, also by twenty at once`, async () => {
    const [record, field_id] = [await given(kind), await common(kind, 1)]
    const first = await caller.post(valuesAt(kind, record), { field_id, value: 'first' })
    const crowd = await twentyAtOnce((at) => caller.post(valuesAt(kind, record), { field_id, value: `number ${at}` }))
    expect(statusesOf(crowd)).toEqual(Array(20).fill(201))
    expect(new Set(crowd.map(({ body }) => body.id))).toEqual(new Set([first.body.id]))
    expect((await read(record)).fields_rel).toMatchObject([{ id: first.body.id, label: first.body.label }])
  })

  it('[S112] is shown with the id of its field', async () => {
    // Made second, so that no value has the same id as its field.
    const [, { id: field_id }] = [await fieldOf(kind), await fieldOf(kind)]
    const record = await given(kind, { fields_rel: [{ field_id, value: 'x' }] })
    expect((await read(record)).fields_rel).toContainEqual(expect.objectContaining({ field_id, value: 'x' }))
    expect((await caller.get(valuesAt(kind, record))).body.results).toContainEqual(
      expect.objectContaining({ field_id, value: 'x' }),
    )
  })

  it('[S113] is shown with the name that its field has now', async () => {
    const field = await fieldOf(kind)
    const record = await given(kind, { fields_rel: [{ field_id: field.id, value: 'x' }] })
    await caller.patch(field.url, { name: `Renamed for ${kind}` })
    expect((await read(record)).fields_rel[0].label).toBe(`Renamed for ${kind}`)
    expect((await caller.get(valuesAt(kind, record))).body.results[0].label).toBe(`Renamed for ${kind}`)
  })

  it('touches the record, unless the value is the same', async () => {
    const [record, field_id] = [await given(kind), await common(kind, 1)]
    const set = async (value: string) => {
      await caller.post(valuesAt(kind, record), { field_id, value })
      const { headers, body } = await caller.get(record.url)
      return [body.modified, headers.get('etag')]
    }
    const [one, same, other] = [await set('one'), await set('one'), await set('other')]
    expect(one[0]! > (record as unknown as { modified: string }).modified).toBe(true)
    expect(same).toEqual(one)
    expect(other[0]! > one[0]!).toBe(true)
    const changed = await caller.patch(record.url, { fields_rel: [{ field_id, value: 'third' }] })
    expect(changed.body.modified > other[0]!).toBe(true)
    const since = (await caller.get(`/${kind}/?modified__gt=${other[0]}`)).body.results
    expect(since.map(({ id }: Record) => id)).toContain(record.id)
  })

  it('is an event and is audited with what it was and what it became', async () => {
    const [record, field_id] = [await given(kind), await common(kind, 1)]
    const { sequence } = (await caller.get('/events/')).body
    const { body } = await caller.post(valuesAt(kind, record), { field_id, value: 'one' })
    await caller.post(valuesAt(kind, record), { field_id, value: 'two' })
    const events = (await caller.get(`/events/?after=${sequence}`)).body.results
    expect(events).toMatchObject([
      { resource: 'custom_field_values', id: body.id, url: body.url, action: 'create' },
      { resource: 'custom_field_values', id: body.id, url: body.url, action: 'change' },
    ])
    const audit = (await caller.get(`/auditevent/?resource__is=custom_field_value&record__is=${body.id}`)).body.results
    expect(audit[1].changes).toEqual({ value: { from: 'one', to: 'two' } })
  })

  it.each<[string, (field: number) => unknown]>([
    ['is no list', (field_id) => ({ field_id, value: 'x' })],
    ['holds texts', () => ['x']],
    ['[S112] lacks field_id', () => [{ value: 'x' }]],
    ['lacks a value', (field_id) => [{ field_id }]],
    ['names a field twice', (field_id) => [1, 2].map((n) => ({ field_id, value: `${n}` }))],
    ['[S112] names no field', () => [{ field_id: 999_999_999, value: 'x' }]],
    ['is too long', (field_id) => Array.from({ length: 501 }, () => ({ field_id, value: 'x' }))],
  ])('is refused when fields_rel %s', async (_what, fields_rel) => {
    const record = await given(kind)
    const sent = { fields_rel: fields_rel(await common(kind, 1)) }
    expect(refused(await caller.patch(record.url, sent))).toEqual([400, ['fields_rel']])
  })

  it('[S112] is refused for a field of another kind of record, of another clinic, or of none', async () => {
    const record = await given(kind)
    const elsewhere = await (await api.givenOrganisation()).caller()
    const ids = [
      await common(kind === 'client' ? 'patient' : 'client', 1),
      await common('consultation', 1),
      (await fieldOf(kind, 1, elsewhere)).id,
      999_999_999,
    ]
    for (const field_id of ids) {
      const answer = await caller.post(valuesAt(kind, record), { field_id, value: 'x' })
      expect(refused(answer)).toEqual([400, ['field_id']])
      expect(answer.body.field_id[0]).toContain(`There is no ${kind} field ${field_id}.`)
    }
    expect(refused(await caller.post(valuesAt(kind, record), { value: 'x' }))).toEqual([400, ['field_id']])
  })

  it('is not found under a record that does not exist', async () => {
    const missing = { id: 999_999_999, url: '' }
    expect((await caller.get(valuesAt(kind, missing))).status).toBe(404)
    const entry = { field_id: await common(kind, 1), value: 'x' }
    expect((await caller.post(valuesAt(kind, missing), entry)).status).toBe(404)
  })

  it('[S379] [S376] can be read and written when the field is archived', async () => {
    const field = await fieldOf(kind)
    const record = await given(kind, { fields_rel: [{ field_id: field.id, value: 'before' }] })
    await caller.delete(field.url)
    expect((await read(record)).fields_rel[0].value).toBe('before')
    await caller.post(valuesAt(kind, record), { field_id: field.id, value: 'after' })
    expect((await read(record)).fields_rel[0].value).toBe('after')
    await caller.patch(record.url, { fields_rel: [{ field_id: field.id, value: 'again' }] })
    expect((await caller.get(valuesAt(kind, record))).body.results[0].value).toBe('again')
  })

  it('can be sent as a form', async () => {
    const [record, field_id] = [await given(kind), await common(kind, 1)]
    const form = new URLSearchParams({ field_id: String(field_id), value: 'typed' })
    expect((await caller.post(valuesAt(kind, record), form)).body.value).toBe('typed')
    const select = new URLSearchParams({ field_id: String(await common(kind, 6)), value: '[{"id": 2}]' })
    expect((await caller.post(valuesAt(kind, record), select)).body.value).toEqual([{ id: 2, name: 'Blue' }])
    const patch = new URLSearchParams({ fields_rel: JSON.stringify({ field_id, value: 'again' }) })
    expect((await caller.send('PATCH', record.url, { body: patch })).body.fields_rel[0].value).toBe('again')
  })
})

describe('a required field and a default', () => {
  let here: TestOrganisation
  let apiClient: ApiClient
  let admin: ApiClient
  const clientWith = (fields_rel?: unknown) => apiClient.post('/client/', { lastname: 'Laine', fields_rel })
  const requiring = (field_type: number, fields = {}) =>
    givenClinicField(admin, { content_type: 'client', field_type, is_required: true, ...fields })
  const released = ({ id }: Record) => admin.patch(here.url('custom_field_setting', id), { is_required: false })
  beforeAll(async () => {
    here = await api.givenOrganisation()
    apiClient = await here.caller()
    admin = await here.userCaller()
  })

  it.each([
    [1, 'x'],
    [2, 1],
    [3, '2024-01-31'],
    [5, '{}'],
    [6, [{ id: 1 }]],
    [7, [{ id: 2 }]],
  ])('refuses a new client without a value of type %i, and takes one with it', async (type, value) => {
    const field = await requiring(type)
    const lacking = await clientWith()
    expect(refused(lacking)).toEqual([400, ['fields_rel']])
    expect(lacking.body.fields_rel).toEqual([`${field.name}: This field is required.`])
    expect((await clientWith([{ field_id: field.id, value: '' }])).status).toBe(400)
    const made = await clientWith([{ field_id: field.id, value }])
    expect(made.status).toBe(201)
    const cleared = await apiClient.patch(made.body.url, { fields_rel: [{ field_id: field.id, value: '' }] })
    expect(refused(cleared)).toEqual([400, ['fields_rel']])
    expect((await apiClient.patch(made.body.url, { city: 'Oulu' })).status).toBe(200)
    await released(field)
    expect((await clientWith()).status).toBe(201)
  })

  it('[S100] requires a required check box to be True', async () => {
    const field = await requiring(4)
    expect((await clientWith()).status).toBe(400)
    const unchecked = await clientWith([{ field_id: field.id, value: 'False' }])
    expect(unchecked.body).toEqual({ fields_rel: [`${field.name}: This box has to be checked: send True.`] })
    const { body: client } = await clientWith([{ field_id: field.id, value: 'True' }])
    const entry = { field_id: field.id, value: 'False' }
    expect(refused(await apiClient.post(`/client/${client.id}/custom_field_values/`, entry))).toEqual([400, ['value']])
    await released(field)
    expect((await apiClient.post(`/client/${client.id}/custom_field_values/`, entry)).status).toBe(201)
  })

  it('is not required of existing records, nor while it is archived', async () => {
    const { body: client } = await clientWith()
    const field = await requiring(1)
    expect((await apiClient.patch(client.url, { city: 'Oulu' })).status).toBe(200)
    await admin.patch(field.url, { archived: true })
    expect((await clientWith()).status).toBe(201)
    await admin.patch(field.url, { archived: false })
    expect((await clientWith()).status).toBe(400)
    await released(field)
  })

  it('names each patient of many that lacks it', async () => {
    const field = await requiring(1, { content_type: 'patient' })
    const { url: client } = (await clientWith()).body
    const rex = { client, name: 'Rex', species: species('DOG') }
    const good = { ...rex, fields_rel: [{ field_id: field.id, value: 'x' }] }
    const refusal = await apiClient.post('/patient/bulk/', [good, rex])
    expect([refusal.status, refusal.body]).toEqual([
      400,
      [{}, { fields_rel: [`${field.name}: This field is required.`] }],
    ])
    const forced = await apiClient.post('/patient/bulk/?force_push=true', [good, rex])
    expect(forced.status).toBe(207)
    expect(forced.body.created).toMatchObject([{ fields_rel: [{ field_id: field.id, value: 'x' }] }])
    expect(refused(await apiClient.post('/patient/', { ...rex, gender: 'Mare' }))).toEqual([
      400,
      ['gender', 'fields_rel'],
    ])
    await released(field)
  })

  it('[S90] gives new records the default, unless they bring a value; those that are there keep what they have', async () => {
    const { body: older } = await clientWith()
    const field = await givenCustomField(apiClient, { default_value: 'none' })
    const values = ({ body }: TestResponse) => body.fields_rel.map(({ value }: { value: string }) => value)
    expect(values(await clientWith())).toEqual(['none'])
    expect(values(await clientWith([{ field_id: field.id, value: 'some' }]))).toEqual(['some'])
    expect(values(await clientWith([{ field_id: field.id, value: '' }]))).toEqual([''])
    expect((await apiClient.get(older.url)).body.fields_rel).toEqual([])
    await apiClient.patch(field.url, { default_value: '' })
    expect(values(await clientWith())).toEqual([])
    await apiClient.patch(field.url, { default_value: 'later', archived: true })
    expect(values(await clientWith())).toEqual([])
  })

  it('is satisfied by its default', async () => {
    const field = await requiring(2, { default_value: '7' })
    const { status, body } = await clientWith()
    expect([status, body.fields_rel]).toMatchObject([201, [{ field_id: field.id, value: '7' }]])
    await admin.patch(field.url, { is_required: false, archived: true })
    const box = await requiring(4, { default_value: 'False' })
    expect((await clientWith()).status).toBe(400)
    await admin.patch(box.url, { default_value: 'True' })
    expect((await clientWith()).body.fields_rel).toMatchObject([{ field_id: box.id, value: 'True' }])
  })
})

describe('a record without values', () => {
  it('[S116] [S46] [S78] shows none, whether there are no fields or nothing is set', async () => {
    const here = await api.givenOrganisation()
    const apiClient = await here.caller()
    const each = async () => {
      const records: Record[] = []
      for (const kind of ['client', 'patient', 'consultation'] as const) records.push(await given(kind, {}, apiClient))
      return records
    }
    const before = await each()
    for (const kind of ['client', 'patient', 'consultation'] as const) await fieldOf(kind, 1, apiClient)
    for (const record of [...before, ...(await each())]) expect((await read(record, apiClient)).fields_rel).toEqual([])
  })
})

describe('the flat values', () => {
  it.each([
    ['client', '[S116]'],
    ['patient', '[S116]'],
    ['consultation', '[S116] [S377]'],
  ] as const)('of a %s %s take a value, as the field says, and change the one there is', async (kind, _lines) => {
    const [record, field] = [await given(kind), await common(kind, 1)]
    const sent = { field, object_id: record.id, value: 'one' }
    const { status, body } = await caller.post('/custom_field_values/', sent)
    expect([status, body]).toMatchObject([201, { ...sent, content_type: kind }])
    const again = await caller.post('/custom_field_values/', { ...sent, value: 'two' })
    expect([again.status, again.body.id, again.body.value]).toEqual([201, body.id, 'two'])
    expect((await read(record)).fields_rel).toMatchObject([{ id: body.id, field_id: field, value: 'two' }])
    expect(await read(body)).toEqual(again.body)
    const list = `/custom_field_values/?field__is=${field}&object_id__is=${record.id}`
    expect((await caller.get(list)).body.results).toEqual([again.body])
  })

  it.each<[string, () => Promise<object>, string]>([
    ['a field that is not there', async () => ({ field: 999_999_999, object_id: 1 }), 'field'],
    [
      'a client that is not there',
      async () => ({ field: await common('client', 1), object_id: 999_999_999 }),
      'object_id',
    ],
    [
      'a consultation that is not there',
      async () => ({ field: await common('consultation', 1), object_id: 999_999_999 }),
      'object_id',
    ],
    ['no field', async () => ({ object_id: 1 }), 'field'],
    ['no object', async () => ({ field: await common('client', 1) }), 'object_id'],
  ])('are refused for %s', async (_what, sent, field) => {
    expect(refused(await caller.post('/custom_field_values/', { value: 'x', ...(await sent()) }))).toEqual([
      400,
      [field],
    ])
  })

  it('are refused without a value', async () => {
    const { id } = await given('client')
    const sent = { field: await common('client', 1), object_id: id }
    expect(refused(await caller.post('/custom_field_values/', sent))).toEqual([400, ['value']])
  })

  it('are shown of the kinds of records that the caller may read', async () => {
    const made: Record[] = []
    for (const kind of ['client', 'consultation'] as const) {
      const sent = { field: await common(kind, 1), object_id: (await given(kind)).id, value: 'x' }
      made.push((await caller.post('/custom_field_values/', sent)).body)
    }
    const seenBy = async (as: ApiClient) => {
      const statuses: number[] = []
      for (const { url } of made) statuses.push((await as.get(url)).status)
      const { body } = await as.get('/custom_field_values/?page_size=1000')
      return [...statuses, new Set(body.results.map((value: TestResponse['body']) => value.content_type))]
    }
    const desk = await clinic.caller({ read: ['General: Patients and clients'] })
    const ward = await clinic.caller({ read: ['Clinical: Consultations'] })
    expect(await seenBy(desk)).toEqual([200, 404, new Set(['client', 'patient'])])
    expect(await seenBy(ward)).toEqual([404, 200, new Set(['consultation'])])
    expect(await seenBy(caller)).toEqual([200, 200, new Set(['client', 'consultation', 'patient'])])
  })

  it('are in the audit trail for callers who may read the record', async () => {
    const made: Record[] = []
    for (const kind of ['client', 'patient', 'consultation'] as const) {
      const sent = { field: await common(kind, 1), object_id: (await given(kind)).id, value: 'x' }
      made.push((await caller.post('/custom_field_values/', sent)).body)
    }
    const events = await Promise.all(
      made.map(async ({ id }) => {
        const { body } = await caller.get(`/auditevent/?resource__is=custom_field_value&record__is=${id}`)
        return body.results[0]
      }),
    )
    const toldTo = async (...others: Permission[]) => {
      const as = await clinic.caller({ read: ['Settings: Users and permissions', ...others] })
      return Promise.all(
        events.map(async ({ url, record }) => {
          const { body } = await as.get(`/auditevent/?resource__is=custom_field_value&record__is=${record}`)
          return [body.count, (await as.get(url)).status]
        }),
      )
    }
    const [told, hidden] = [
      [1, 200],
      [0, 404],
    ]
    expect(await toldTo('General: Patients and clients')).toEqual([told, told, hidden])
    expect(await toldTo('Clinical: Consultations')).toEqual([hidden, hidden, told])
    expect(await toldTo()).toEqual([hidden, hidden, hidden])
  })

  it('touch the consultation they belong to', async () => {
    const [visit, field] = [await given('consultation'), await common('consultation', 1)]
    await caller.post('/custom_field_values/', { field, object_id: visit.id, value: 'x' })
    expect((await read(visit)).modified > visit.modified).toBe(true)
  })

  it('need the permission of the kind of record', async () => {
    const { id } = await given('client')
    const field = await common('client', 1)
    const stranger = actorOf(clinic.id, { permissions: new Map([['Clinical: Consultations', 'write']]) })
    await expect(
      clinic.within((tx) => setValue(tx, stranger, { field, object_id: id, value: 'x' })),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('who may set values', () => {
  const clients = 'General: Patients and clients'
  it.each([
    ['token', { write: [clients] }, 200, 201],
    ['token', { read: [clients] }, 200, 403],
    ['token', { write: ['Custom field settings'] }, 403, 403],
    ['key', { write: [clients] }, 200, 201],
    ['key', { read: [clients] }, 200, 403],
  ] as const)('a %s with %j: reading %i, writing %i', async (credential, holding, reading, writing) => {
    const as = await (credential === 'token' ? clinic.caller(holding) : clinic.legacyCaller(holding))
    const [record, field] = [await given('client'), await common('client', 1)]
    const path = valuesAt('client', record)
    expect((await as.get(path)).status).toBe(reading)
    expect((await as.get('/custom_field_values/')).status).toBe(reading)
    expect((await as.post(path, { field_id: field, value: 'x' })).status).toBe(writing)
    expect((await as.post('/custom_field_values/', { field, object_id: record.id, value: 'y' })).status).toBe(writing)
  })
})
