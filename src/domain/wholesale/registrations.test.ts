import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf, useApi, type Asker, type TestOrganisation } from '../../../test/support/api.ts'
import { givenRegistration, idsIn } from '../../../test/support/clinic.ts'
import { sealer } from '../../app/seal.ts'
import { requireOwnRegistration } from './registrations.ts'

const scopes = ['wholesaler']
const notYours = 'Token does not match this wholesaler.'

const api = await useApi()
let clinic: TestOrganisation
let caller: Asker
let rival: Asker
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller({ scopes })
  rival = await clinic.caller({ scopes })
})

const offer = (fields: Readonly<Record<string, unknown>> = {}) => ({
  name: 'Medi Oy',
  webhook_callback_url: 'https://hooks.example.com/fetlock',
  verification_salt: 'a salt of enough letters',
  ...fields,
})
const stored = (id: number) =>
  clinic.within((tx) =>
    tx.selectFrom('available_wholesaler').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const saltOf = async (id: number) => sealer(api.options.secretKey).unseal((await stored(id)).verification_salt)

describe('a registration that is withdrawn while it is being changed', () => {
  it('is not there any more', async () => {
    const { id, url } = await givenRegistration(caller)
    await caller.delete(url)
    const changing = clinic.within((tx) => requireOwnRegistration(tx, actorOf(clinic.id), id))
    await expect(changing).rejects.toMatchObject({
      status: 404,
      message: 'No Available wholesaler matches the given query.',
    })
  })

  it('is changed and then withdrawn, or not found', async () => {
    for (let round = 0; round < 10; round++) {
      const { url } = await givenRegistration(caller)
      const [gone, ...changed] = await Promise.all([
        caller.delete(url),
        caller.patch(url, { name: 'A' }),
        caller.patch(url, { name: 'B' }),
      ])
      expect([gone.status, changed.filter(({ status }) => status !== 200 && status !== 404)]).toEqual([204, []])
    }
  })
})

describe('registering as a wholesaler', () => {
  it('[S456] answers the registration, which belongs to the application of the token', async () => {
    const sent = { name: 'Medi Oy', email: 'orders@medi.example', register_number: '1234567-8' }
    const { status, body } = await caller.post('/available_wholesaler/', offer(sent))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...sent,
      url: clinic.url('available_wholesaler', body.id),
      webhook_callback_url: 'https://hooks.example.com/fetlock',
    })
    expect((await caller.get(body.url)).body).toEqual(body)
  })

  it('takes the owner from the token and never from the body', async () => {
    const [mine, theirs] = [await givenRegistration(caller), await givenRegistration(rival)]
    const [{ application }, { application: other }] = [await stored(mine.id), await stored(theirs.id)]
    expect(application).not.toBe(other)
    const claims = { application: other, owner: other, organisation: clinic.id + 1 }
    const claimed = await givenRegistration(caller, claims)
    expect((await stored(claimed.id)).application).toBe(application)
    await caller.patch(mine.url, claims)
    expect((await stored(mine.id)).application).toBe(application)
  })

  it('[S456] refuses a legacy key with 401', async () => {
    const legacy = await clinic.legacyCaller({ write: ['Settings: Integration settings'] })
    const { status, body } = await legacy.post('/available_wholesaler/', offer())
    expect([status, Object.keys(body)]).toEqual([401, ['detail']])
  })

  it('refuses a legacy key without the permission with 403', async () => {
    const legacy = await clinic.legacyCaller({ write: ['Settings: Stock'] })
    expect((await legacy.post('/available_wholesaler/', offer())).status).toBe(403)
  })

  it('is open to the wholesaler scope without a permission, and to the general scope with one', async () => {
    const staff = await clinic.caller({ write: ['Settings: Integration settings'] })
    expect((await staff.post('/available_wholesaler/', offer())).status).toBe(201)
    const others = await clinic.caller({ write: ['Settings: Stock'] })
    expect((await others.post('/available_wholesaler/', offer())).status).toBe(403)
  })

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['an e-mail address that is none', { email: 'orders' }, 'email'],
    ['no callback', { webhook_callback_url: undefined }, 'webhook_callback_url'],
    ['a callback over HTTP', { webhook_callback_url: 'http://hooks.example.com/' }, 'webhook_callback_url'],
    ['a private callback', { webhook_callback_url: 'https://10.0.0.1/' }, 'webhook_callback_url'],
    ['a loopback callback', { webhook_callback_url: 'https://127.0.0.1/' }, 'webhook_callback_url'],
    ['a callback to localhost', { webhook_callback_url: 'https://localhost/' }, 'webhook_callback_url'],
    ['no salt', { verification_salt: undefined }, 'verification_salt'],
    ['a null salt', { verification_salt: null }, 'verification_salt'],
    ['a salt of 15 characters', { verification_salt: 'x'.repeat(15) }, 'verification_salt'],
    ['a salt of 15 characters that are two units each', { verification_salt: '🐎'.repeat(15) }, 'verification_salt'],
    ['a salt of 129 characters', { verification_salt: 'x'.repeat(129) }, 'verification_salt'],
    ['a salt that is a number', { verification_salt: 1_234_567_890_123_456 }, 'verification_salt'],
  ])('[S456] refuses %s', async (_what, fields, field) => {
    const { status, body } = await caller.post('/available_wholesaler/', offer(fields))
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it.each([
    ['16 characters', 'x'.repeat(16)],
    ['128 characters', 'x'.repeat(128)],
    ['128 characters that are two units each', '🐎'.repeat(128)],
    ['any character', ' ä"\\\'`$%&;<>\t\n€🐎 '],
  ])('[S585] keeps a salt of %s, unreadable in the database', async (_what, verification_salt) => {
    const { id } = await givenRegistration(caller, { verification_salt })
    const { verification_salt: sealed } = await stored(id)
    expect(sealed.includes(Buffer.from(verification_salt))).toBe(false)
    expect(await saltOf(id)).toBe(verification_salt)
  })

  it('seals the same salt differently each time', async () => {
    const [one, other] = [await givenRegistration(caller), await givenRegistration(caller)]
    const [first, second] = [await stored(one.id), await stored(other.id)]
    expect(first.verification_salt.equals(second.verification_salt)).toBe(false)
  })
})

describe('reading registrations', () => {
  it('[S457] never returns the salt', async () => {
    const here = await clinic.caller({ scopes })
    const verification_salt = 'the salt nobody shall see'
    const made = await here.post('/available_wholesaler/', offer({ verification_salt }))
    const answers = [
      made,
      await here.get(made.body.url),
      await here.get('/available_wholesaler/'),
      await here.patch(made.body.url, { name: 'Medi Ab', verification_salt }),
      await here.get(made.body.url, { headers: { accept: 'text/html' } }),
      await here.post('/available_wholesaler/', offer({ verification_salt, name: '' })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 400])
    for (const { text } of answers) expect(text).not.toContain(verification_salt)
    for (const { body } of answers.slice(0, 4)) expect(JSON.stringify(body)).not.toContain('verification_salt')
    expect(api.logged()).not.toContain(verification_salt)
  })

  it('[S457] lists and shows an integration its own registrations', async () => {
    const here = await clinic.caller({ scopes })
    const mine = [await givenRegistration(here), await givenRegistration(here)]
    expect(idsIn(await here.get('/available_wholesaler/'))).toEqual(mine.map(({ id }) => id))
    for (const registration of mine) expect((await here.get(registration.url)).body).toEqual(registration)
  })

  it('hides those of others from the wholesaler scope as if there were none', async () => {
    const { url } = await givenRegistration(rival)
    const [hidden, missing] = [await caller.get(url), await caller.get('/available_wholesaler/999999999/')]
    expect([hidden.status, hidden.body]).toEqual([404, { detail: 'No Available wholesaler matches the given query.' }])
    expect([missing.status, missing.body]).toEqual([hidden.status, hidden.body])
  })

  it('shows all of them to staff and to legacy keys that have the permission', async () => {
    const { id, url } = await givenRegistration(rival)
    const staff = await clinic.caller({ read: ['Settings: Integration settings'] })
    const legacy = await clinic.legacyCaller({ read: ['Settings: Integration settings'] })
    const stock = await clinic.caller({ read: ['Settings: Stock'] })
    for (const reader of [staff, legacy]) expect((await reader.get(url)).status).toBe(200)
    for (const reader of [staff, legacy, stock])
      expect(idsIn(await reader.get('/available_wholesaler/?page_size=1000'))).toContain(id)
    expect((await stock.get(url)).status).toBe(403)
    const nobody = await clinic.caller({ write: ['Settings: Items'] })
    expect((await nobody.get('/available_wholesaler/')).status).toBe(403)
  })

  it('opens nothing else to the wholesaler scope', async () => {
    for (const path of ['/client/', '/patient/', '/user/', '/department/', '/application/'])
      expect((await caller.get(path)).status).toBe(403)
  })
})

describe('changing a registration', () => {
  it('[S458] changes what is sent, and the salt with it', async () => {
    const made = await givenRegistration(caller, { verification_salt: 'the salt of yesterday' })
    const changes = { name: 'Medi Ab', webhook_callback_url: 'https://new.example.com/' }
    const { status, body } = await caller.patch(made.url, changes)
    expect([status, body]).toEqual([200, { ...made, ...changes, modified: body.modified }])
    expect(body.modified > made.modified).toBe(true)
    expect(await saltOf(made.id)).toBe('the salt of yesterday')
    await caller.patch(made.url, { verification_salt: 'the salt of tomorrow' })
    expect(await saltOf(made.id)).toBe('the salt of tomorrow')
    expect((await caller.get(made.url)).body.webhook_callback_url).toBe('https://new.example.com/')
  })

  it.each([
    ['a short salt', { verification_salt: 'x'.repeat(15) }],
    ['a long salt', { verification_salt: 'x'.repeat(129) }],
    ['a private callback', { webhook_callback_url: 'https://192.168.0.1/' }],
    ['a null callback', { webhook_callback_url: null }],
    ['an empty name', { name: '' }],
  ])('[S458] refuses %s and changes neither address nor salt', async (_what, changes) => {
    const made = await givenRegistration(caller)
    const salt = await saltOf(made.id)
    const { status, body } = await caller.patch(made.url, {
      webhook_callback_url: 'https://new.example.com/',
      verification_salt: 'the salt of tomorrow',
      ...changes,
    })
    expect([status, Object.keys(body)]).toEqual([400, Object.keys(changes)])
    expect((await caller.get(made.url)).body).toEqual(made)
    expect(await saltOf(made.id)).toBe(salt)
  })

  it('[S458] [S550] withdraws it', async () => {
    const { url } = await givenRegistration(caller)
    const { status, text } = await caller.delete(url)
    expect([status, text]).toEqual([204, ''])
    expect((await caller.get(url)).status).toBe(404)
    expect((await caller.delete(url)).status).toBe(404)
  })

  it('[S458] refuses another application with 403, before its body is looked at', async () => {
    const made = await givenRegistration(caller)
    const staff = await clinic.caller()
    for (const other of [rival, staff])
      for (const answer of [
        await other.patch(made.url, { name: 'Mine' }),
        await other.patch(made.url, { verification_salt: 'short' }),
        await other.delete(made.url),
      ])
        expect([answer.status, answer.body]).toEqual([403, { detail: notYours }])
    expect((await caller.get(made.url)).body).toEqual(made)
  })

  it('answers 404 for one of another organisation', async () => {
    const other = await api.givenOrganisation()
    const { id } = await givenRegistration(await other.caller({ scopes }))
    for (const answer of [
      await caller.get(`/available_wholesaler/${id}/`),
      await caller.patch(`/available_wholesaler/${id}/`, { name: 'Mine' }),
      await caller.delete(`/available_wholesaler/${id}/`),
    ])
      expect(answer.status).toBe(404)
  })

  it('refuses a legacy key with 401', async () => {
    const { url } = await givenRegistration(caller)
    const legacy = await clinic.legacyCaller({ write: ['Settings: Integration settings'] })
    expect((await legacy.patch(url, { name: 'Mine' })).status).toBe(401)
    expect((await legacy.delete(url)).status).toBe(401)
  })
})
