import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { asProblem, codesOf, givenClient, givenPhoneNumber, idsIn } from '../../../test/support/clinic.ts'

const { clinic, caller } = await useClinic({ country: 'FI' })

describe('adding a phone number', () => {
  it('[S50] [S54] [S364] makes a record of its own that links to the client', async () => {
    const client = await givenClient(caller)
    const { status, body } = await caller.post('/phonenumber/', {
      client: client.url,
      phone_number: '040 123 4567',
      type_code: 1,
      description: 'Work',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      url: `${clinic.base}/phonenumber/${body.id}/`,
      client: client.url,
      phone_number: '040 123 4567',
      e164: '+358401234567',
      type_code: 1,
      description: 'Work',
    })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it.each([
    [0, 'Landline'],
    [1, 'Mobile'],
  ])('[S56] accepts type code %i, %s', async (type_code, name) => {
    expect(await givenPhoneNumber(caller, await givenClient(caller), { type_code })).toMatchObject({ type_code })
    const { choices } = (await caller.send('OPTIONS', '/phonenumber/')).body.fields.type_code
    expect([choices[type_code], Object.keys(choices)]).toEqual([name, ['0', '1']])
  })

  it.each([
    ['FI', '040 123 4567', '+358401234567'],
    ['FI', '09-310 1691', '+35893101691'],
    ['FI', '+46 70 123 45 67', '+46701234567'],
    ['SE', '070-123 45 67', '+46701234567'],
    ['SE', '00358 40 1234567', '+358401234567'],
    ['EE', '5123 4567', '+37251234567'],
    ['EE', '+372 5123 4567', '+37251234567'],
    ['US', '+1 (212) 555-2368', '+12125552368'],
    ['US', '(212) 555-2368', '+12125552368'],
    ['GB', '020 7946 0018', '+442079460018'],
    ['AQ', '+358 40 1234567', '+358401234567'],
  ])('[S55] for a client of %s keeps %s as it was sent, with %s in E.164', async (country, phone_number, e164) => {
    const client = await givenClient(caller, { country })
    expect(await givenPhoneNumber(caller, client, { phone_number, type_code: 0 })).toMatchObject({ phone_number, e164 })
  })

  it.each([
    ['[S54] no client', { client: undefined }, 'client', 'required'],
    ['[S54] a client that is a bare id', { client: 1 }, 'client', 'incorrect_type'],
    ['[S54] a client that does not exist', { client: '/client/999999/' }, 'client', 'does_not_exist'],
    ['[S54] a null client', { client: null }, 'client', 'null'],
    ['[S55] no number', { phone_number: undefined }, 'phone_number', 'required'],
    ['[S55] an empty number', { phone_number: '' }, 'phone_number', 'blank'],
    ['[S55] a number that is no string', { phone_number: 401234567 }, 'phone_number', 'invalid'],
    ['[S55] a number of three digits', { phone_number: '123' }, 'phone_number', 'invalid'],
    ['[S55] a number with too many digits', { phone_number: '040 123 4567 8901 2345' }, 'phone_number', 'invalid'],
    ['[S55] a country code that does not exist', { phone_number: '+999 123 4567' }, 'phone_number', 'invalid'],
    ['[S55] letters', { phone_number: 'ring the bell' }, 'phone_number', 'invalid'],
    ['[S55] a number of 64 characters', { phone_number: '040 123 4567'.padEnd(64) }, 'phone_number', 'max_length'],
    ['[S56] no type', { type_code: undefined }, 'type_code', 'required'],
    ['[S56] type 2', { type_code: 2 }, 'type_code', 'invalid_choice'],
    ['[S56] a null type', { type_code: null }, 'type_code', 'null'],
    ['[S56] a type by its name', { type_code: 'Mobile' }, 'type_code', 'invalid_choice'],
  ])('refuses %s', async (_what, fields: Record<string, unknown>, field, code) => {
    const client = await givenClient(caller)
    const sent = {
      phone_number: '040 123 4567',
      type_code: 1,
      ...fields,
      client:
        'client' in fields
          ? typeof fields['client'] === 'string'
            ? `${clinic.base}${fields['client']}`
            : fields['client']
          : client.url,
    }
    expect(codesOf(await caller.post('/phonenumber/', sent, asProblem))).toEqual({ [field]: code })
    expect((await caller.get(client.url)).body.phone_numbers).toEqual([])
  })

  it('names the country that it parsed the number for', async () => {
    const client = await givenClient(caller, { country: 'SE' })
    const { body } = await caller.post('/phonenumber/', { client: client.url, phone_number: '12', type_code: 0 })
    expect(body.phone_number[0]).toContain('SE')
  })
})

describe('changing a phone number', () => {
  it.each([
    ['[S55]', { phone_number: '070-765 43 21' }, { e164: '+46707654321' }],
    ['[S56]', { type_code: 1 }, {}],
    ['', { description: 'Home' }, {}],
  ])('%s to %j changes no other field of a record in which none has its default', async (_line, sent, derived) => {
    const client = await givenClient(caller, { country: 'SE' })
    const before = await givenPhoneNumber(caller, client, {
      phone_number: '070-123 45 67',
      type_code: 0,
      description: 'Work',
    })
    const { status, body } = await caller.patch(before.url, sent)
    expect([status, body]).toEqual([200, { ...before, ...sent, ...derived, modified: body.modified }])
    expect((await caller.get(before.url)).body).toEqual(body)
  })

  it('[S54] [S55] derives E.164 again, and keeps the client', async () => {
    const [client, other] = [await givenClient(caller, { country: 'SE' }), await givenClient(caller)]
    const number = await givenPhoneNumber(caller, client, { phone_number: '070-123 45 67' })
    const { status, body } = await caller.patch(number.url, { phone_number: '070-765 43 21', client: other.url })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      phone_number: '070-765 43 21',
      e164: '+46707654321',
      client: client.url,
      type_code: 1,
    })
  })

  it('leaves the number as it was when the new one is not valid', async () => {
    const number = await givenPhoneNumber(caller, await givenClient(caller))
    const { status, body } = await caller.patch(number.url, { phone_number: '1', type_code: 0 })
    expect([status, Object.keys(body)]).toEqual([400, ['phone_number']])
    expect((await caller.get(number.url)).body).toEqual(number)
  })
})

describe('listing phone numbers', () => {
  it('[S365] gives those of one client, by its id or its URL', async () => {
    const [client, other] = [await givenClient(caller), await givenClient(caller)]
    const mine = [await givenPhoneNumber(caller, client), await givenPhoneNumber(caller, client)]
    await givenPhoneNumber(caller, other)
    for (const value of [client.id, encodeURIComponent(client.url)])
      expect(idsIn(await caller.get(`/phonenumber/?client__is=${value}`))).toEqual(mine.map(({ id }) => id))
    expect(idsIn(await caller.get('/phonenumber/?client__is=999999999'))).toEqual([])
    expect((await caller.get('/phonenumber/?client__is=Berg')).status).toBe(400)
  })
})
