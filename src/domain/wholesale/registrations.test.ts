import { beforeAll, describe, expect, it } from 'vitest'
import { actorOf, useApi, type ApiClient, type TestOrganisation } from '../../../test/support/api.ts'
import { done } from '../../../test/support/billing.ts'
import { asProblem, codesOf, givenRegistration, givenWholesaler, idsIn } from '../../../test/support/clinic.ts'
import { sealer } from '../../secrets/seal.ts'
import { createLegacyKey } from '../identity/legacy-keys.ts'
import { requireOwnRegistration } from './registrations.ts'

const scopes = ['wholesaler']
const notYours = 'Token does not match this wholesaler.'

const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
let rival: ApiClient
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
  it('no longer exists', async () => {
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

describe('deleting a registration', () => {
  let staff: ApiClient
  beforeAll(async () => {
    staff = await clinic.caller()
  })
  const remove = async (url: string) => codesOf(await caller.delete(url, asProblem))

  it('is refused while a wholesaler of the clinic is connected, and says what to do', async () => {
    const { url } = await givenRegistration(caller)
    const connected = await givenWholesaler(staff, { name: 'Medi of ours', available_wholesaler: url })
    const { status, body } = await caller.delete(url)
    const sentence =
      'The clinic’s wholesaler “Medi of ours” is connected to this registration. Ask the clinic to archive it, then delete this one.'
    expect([status, body]).toEqual([400, { non_field_errors: [sentence] }])
    expect(await remove(url)).toEqual({ non_field_errors: 'connected' })
    expect((await caller.get(url)).status).toBe(200)
    await done(staff.delete(connected.url))
    await done(caller.delete(url))
  })

  it('hides it from everyone and keeps it for what names it', async () => {
    const registration = await givenRegistration(caller)
    const { id, url } = registration
    const connected = await givenWholesaler(staff, { available_wholesaler: url })
    await done(staff.delete(connected.url))
    const since = (await done(staff.get(connected.url))).modified
    await done(caller.delete(url))
    for (const answer of [
      await caller.get(url),
      await rival.get(url),
      await staff.get(url),
      await caller.patch(url, { name: 'Again' }),
      await caller.delete(url),
    ])
      expect([answer.status, answer.body]).toEqual([
        404,
        { detail: 'No Available wholesaler matches the given query.' },
      ])
    for (const reader of [caller, staff])
      expect(idsIn(await reader.get(`/available_wholesaler/?id__in=${id}`))).toEqual([])
    const tombstones = await done(staff.get(`/deleted/?resource__is=available_wholesaler&modified__gte=${since}`))
    expect(tombstones.results.map(({ record }: { record: number }) => record)).toEqual([id])
    expect((await stored(id)).removed).toBe(true)
    expect((await done(staff.get(connected.url))).available_wholesaler).toBe(null)
  })

  it('gives up what waits for it, which cannot be queued again', async () => {
    const { id, url } = await givenRegistration(caller)
    const connected = await givenWholesaler(staff, { available_wholesaler: url })
    await done(staff.delete(connected.url))
    await done(caller.delete(url))
    const queued = await clinic.within((tx) =>
      tx.selectFrom('delivery').selectAll().where('available_wholesaler', '=', id).orderBy('id').execute(),
    )
    const failure = 'The registration of the wholesaler was deleted.'
    expect(queued).toMatchObject([
      { event: 'wholesaler.created', status: 2, failure },
      { event: 'wholesaler.deleted', status: 2, failure },
    ])
    const address = `/hook/queue/${queued[0]!.id}/`
    expect(await done(staff.get(address))).toMatchObject({ available_wholesaler: null, status: 2, failure })
    const again = await staff.post(`${address}redeliver/`)
    expect([again.status, again.body]).toEqual([400, { non_field_errors: [failure] }])
  })

  it('leaves a wholesaler that cannot be restored', async () => {
    const { url } = await givenRegistration(caller)
    const connected = await givenWholesaler(staff, { available_wholesaler: url })
    await done(staff.delete(connected.url))
    await done(caller.delete(url))
    const codes = async (fields: object) => codesOf(await staff.patch(connected.url, fields, asProblem))
    expect(await codes({ archived: false })).toEqual({ available_wholesaler: 'registration_deleted' })
    const other = { name: 'Medi', type: 1, available_wholesaler: url }
    expect(codesOf(await staff.post('/wholesaler/', other, asProblem))).toEqual({
      available_wholesaler: 'does_not_exist',
    })
    const manual = await givenWholesaler(staff)
    const chosen = await staff.patch(manual.url, { type: 1, available_wholesaler: url }, asProblem)
    expect(codesOf(chosen)).toEqual({ available_wholesaler: 'does_not_exist' })
    expect(await codes({ archived: false, type: 0 })).toEqual({ type: 'fixed' })
  })

  it('and connecting to it at once never both succeed', async () => {
    for (let round = 0; round < 10; round++) {
      const { url } = await givenRegistration(caller)
      const archived = await givenWholesaler(staff, { available_wholesaler: url })
      await done(staff.delete(archived.url))
      const work = [
        () => caller.delete(url),
        () => staff.post('/wholesaler/', { name: 'Medi', type: 1, available_wholesaler: url }),
        () => staff.patch(archived.url, { archived: false }),
      ]
      const turned = [...work.slice(round % 3), ...work.slice(0, round % 3)]
      const statuses = (await Promise.all(turned.map((one) => one()))).map(({ status }) => status)
      const ended = [...statuses.slice(3 - (round % 3)), ...statuses.slice(0, 3 - (round % 3))]
      expect([
        [204, 400, 400],
        [400, 201, 200],
        [400, 201, 400],
        [400, 400, 200],
      ]).toContainEqual(ended)
      expect((await caller.get(url)).status).toBe(ended[0] === 204 ? 404 : 200)
    }
  })
})

describe('registering as a wholesaler', () => {
  it('[S456] takes null for an empty text, as events say it, and answers texts', async () => {
    const sent = {
      name: 'Wholesaler',
      webhook_callback_url: 'https://wholesaler.example/',
      verification_salt: 'x'.repeat(16),
    }
    const made = await caller.post('/available_wholesaler/', { ...sent, email: null, register_number: null })
    expect([made.status, made.body.email, made.body.register_number]).toEqual([201, '', ''])
    await caller.patch(made.body.url, { email: 'orders@example.com', register_number: '1' })
    const { status, body } = await caller.patch(made.body.url, { email: null, register_number: null })
    expect([status, body.email, body.register_number]).toEqual([200, '', ''])
  })

  it('[S456] answers the registration', async () => {
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

  it('[S245] [S501] takes the owner from the token and ignores one in the body', async () => {
    const [mine, theirs] = [await givenRegistration(caller), await givenRegistration(rival)]
    const [{ application }, { application: other }] = [await stored(mine.id), await stored(theirs.id)]
    expect(application).not.toBe(other)
    const claims = { application: other, owner: other, organisation: clinic.id + 1 }
    const claimed = await givenRegistration(caller, claims)
    expect((await stored(claimed.id)).application).toBe(application)
    await caller.patch(mine.url, claims)
    expect((await stored(mine.id)).application).toBe(application)
  })

  it('[S456] [S502] refuses a legacy key with 401', async () => {
    const legacy = await clinic.legacyCaller({ write: ['Settings: Integration settings'] })
    const { status, body } = await legacy.post('/available_wholesaler/', offer())
    expect([status, Object.keys(body)]).toEqual([401, ['detail']])
  })

  it('[S502] refuses a legacy key without the permission with 403', async () => {
    const legacy = await clinic.legacyCaller({ write: ['Settings: Stock'] })
    expect((await legacy.post('/available_wholesaler/', offer())).status).toBe(403)
  })

  it('[S500] is open to the wholesaler scope without any permission', async () => {
    const { status } = await (await clinic.caller({ scopes })).post('/available_wholesaler/', offer())
    expect(status).toBe(201)
  })

  it('is open to the general scope with the permission', async () => {
    const staff = await clinic.caller({ write: ['Settings: Integration settings'] })
    expect((await staff.post('/available_wholesaler/', offer())).status).toBe(201)
    const others = await clinic.caller({ write: ['Settings: Stock'] })
    expect((await others.post('/available_wholesaler/', offer())).status).toBe(403)
  })

  it.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['no name', { name: undefined }, 'name', 'required'],
    ['an empty name', { name: '' }, 'name', 'blank'],
    ['a malformed e-mail address', { email: 'orders' }, 'email', 'invalid'],
    ['no callback', { webhook_callback_url: undefined }, 'webhook_callback_url', 'required'],
  ])('refuses %s', async (_what, fields, field, code) => {
    expect(codesOf(await caller.post('/available_wholesaler/', offer(fields), asProblem))).toEqual({ [field]: code })
  })

  it.each([
    ['over HTTP', 'http://hooks.example.com/', 'The address must use HTTPS.'],
    ['to a private network', 'https://10.0.0.1/', 'The address must be a publicly reachable host'],
    ['to loopback', 'https://127.0.0.1/', 'The address must be a publicly reachable host'],
    ['to localhost', 'https://localhost/', 'The address must be a publicly reachable host'],
  ])('[S456] [S552] refuses a callback %s', async (_what, webhook_callback_url, sentence) => {
    const { status, body } = await caller.post('/available_wholesaler/', offer({ webhook_callback_url }))
    expect([status, body]).toEqual([400, { webhook_callback_url: [expect.stringContaining(sentence)] }])
  })

  it.each<[string, unknown, string]>([
    ['no salt', undefined, 'required'],
    ['a null salt', null, 'null'],
  ])('[S245] [S456] refuses %s', async (_what, verification_salt, code) => {
    const answer = await caller.post('/available_wholesaler/', offer({ verification_salt }), asProblem)
    expect(codesOf(answer)).toEqual({ verification_salt: code })
  })

  it.each<[string, unknown, string]>([
    ['of 15 characters', 'x'.repeat(15), 'min_length'],
    ['of 15 characters that are two units each', '🐎'.repeat(15), 'min_length'],
    ['of 129 characters', 'x'.repeat(129), 'max_length'],
    ['that is a number', 1_234_567_890_123_456, 'invalid'],
  ])('[S585] refuses a salt %s', async (_what, verification_salt, code) => {
    const answer = await caller.post('/available_wholesaler/', offer({ verification_salt }), asProblem)
    expect(codesOf(answer)).toEqual({ verification_salt: code })
  })

  it.each([
    ['16 characters', 'x'.repeat(16)],
    ['128 characters', 'x'.repeat(128)],
    ['128 characters that are two units each', '🐎'.repeat(128)],
    ['any character', ' ä"\\\'`$%&;<>\t\n€🐎 '],
    ['16 NULs', '\0'.repeat(16)],
  ])('[S245] [S585] keeps a salt of %s, unreadable in the database', async (_what, verification_salt) => {
    const { status, body } = await caller.post('/available_wholesaler/', offer({ verification_salt }))
    expect(status).toBe(201)
    const { verification_salt: sealed } = await stored(body.id)
    expect(sealed.includes(Buffer.from(verification_salt))).toBe(false)
    expect(await saltOf(body.id)).toBe(verification_salt)
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

  it('[S457] leaves those of other applications out of the list of the wholesaler scope', async () => {
    const [here, other] = [await clinic.caller({ scopes }), await givenRegistration(rival)]
    const mine = await givenRegistration(here)
    expect(idsIn(await here.get('/available_wholesaler/'))).toEqual([mine.id])
    expect(idsIn(await here.get(`/available_wholesaler/?id__in=${mine.id},${other.id}`))).toEqual([mine.id])
  })

  it('[S501] refuses the wholesaler scope one of another application with 403', async () => {
    const { url } = await givenRegistration(rival)
    const { status, body } = await caller.get(url)
    expect([status, body]).toEqual([403, { detail: notYours }])
    const page = await caller.get(url, { headers: { accept: 'text/html' } })
    expect([page.status, page.text.includes('Medi')]).toEqual([403, false])
  })

  it('answers 404 for one that does not exist', async () => {
    const { status, body } = await caller.get('/available_wholesaler/999999999/')
    expect([status, body]).toEqual([404, { detail: 'No Available wholesaler matches the given query.' }])
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

  it('[S500] opens nothing else to the wholesaler scope', async () => {
    for (const path of ['/client/', '/patient/', '/user/', '/department/', '/application/'])
      expect((await caller.get(path)).status).toBe(403)
  })
})

describe('changing a registration', () => {
  it('[S458] changes the address alone', async () => {
    const made = await givenRegistration(caller, { verification_salt: 'the salt of yesterday' })
    const changes = { name: 'Medi Ab', webhook_callback_url: 'https://new.example.com/' }
    const { status, body } = await caller.patch(made.url, changes)
    expect([status, body]).toEqual([200, { ...made, ...changes, modified: body.modified }])
    expect(body.modified > made.modified).toBe(true)
    expect(await saltOf(made.id)).toBe('the salt of yesterday')
  })

  it('[S458] changes the salt alone, and uses the new one from then on', async () => {
    const made = await givenRegistration(caller, { verification_salt: 'the salt of yesterday' })
    const { status, body } = await caller.patch(made.url, { verification_salt: 'the salt of tomorrow' })
    expect([status, body]).toEqual([200, { ...made, modified: body.modified }])
    expect(await saltOf(made.id)).toBe('the salt of tomorrow')
  })

  it.each<[string, object, string]>([
    ['a short salt', { verification_salt: 'x'.repeat(15) }, 'min_length'],
    ['a long salt', { verification_salt: 'x'.repeat(129) }, 'max_length'],
    ['a private callback', { webhook_callback_url: 'https://192.168.0.1/' }, 'not_public'],
    ['a null callback', { webhook_callback_url: null }, 'null'],
    ['an empty name', { name: '' }, 'blank'],
  ])('[S458] refuses %s and changes neither address nor salt', async (_what, changes, code) => {
    const made = await givenRegistration(caller)
    const salt = await saltOf(made.id)
    const both = { webhook_callback_url: 'https://new.example.com/', verification_salt: 'the salt of tomorrow' }
    const answer = await caller.patch(made.url, { ...both, ...changes }, asProblem)
    expect(codesOf(answer)).toEqual({ [Object.keys(changes)[0]!]: code })
    expect((await caller.get(made.url)).body).toEqual(made)
    expect(await saltOf(made.id)).toBe(salt)
  })

  it('[S458] [S550] deletes it', async () => {
    const { url } = await givenRegistration(caller)
    const { status, text } = await caller.delete(url)
    expect([status, text]).toEqual([204, ''])
    expect((await caller.get(url)).status).toBe(404)
    expect((await caller.delete(url)).status).toBe(404)
  })

  describe.each<[string, () => Promise<ApiClient>]>([
    ['another wholesaler', async () => rival],
    ['an application with every permission', () => clinic.caller()],
    ['a user with every permission', () => clinic.userCaller()],
    ['a legacy key with every permission', () => clinic.legacyCaller()],
  ])('by %s', (_who, asking) => {
    it.each<[string, object]>([
      ['a good body', { name: 'Mine' }],
      ['a bad body', { verification_salt: 'short' }],
    ])('[S458] [S501] is refused with 403: PATCH with %s', async (_what, changes) => {
      const made = await givenRegistration(caller)
      const { status, body } = await (await asking()).patch(made.url, changes)
      expect([status, body]).toEqual([403, { detail: notYours }])
      expect((await caller.get(made.url)).body).toEqual(made)
    })

    it('[S458] [S501] is refused with 403: DELETE', async () => {
      const made = await givenRegistration(caller)
      const { status, body } = await (await asking()).delete(made.url)
      expect([status, body]).toEqual([403, { detail: notYours }])
      expect((await caller.get(made.url)).body).toEqual(made)
    })
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

  it('[S502] is open to a legacy key of the application that registered it', async () => {
    const write = ['Settings: Integration settings'] as const
    const application = await clinic.givenApplication({ write })
    const { key } = await clinic.within((tx) => createLegacyKey(tx, application.id))
    const legacy = clinic.as(`Token ${key}`)
    const { url } = await givenRegistration(clinic.as(`Bearer ${await clinic.tokenOf(application)}`))
    expect((await legacy.patch(url, { name: 'Renamed' })).body.name).toBe('Renamed')
    expect((await legacy.delete(url)).status).toBe(204)
  })

  it('needs the permission first, with a legacy key too', async () => {
    const { url } = await givenRegistration(caller)
    const legacy = await clinic.legacyCaller({ write: ['Settings: Stock'] })
    for (const answer of [await legacy.patch(url, { name: 'Mine' }), await legacy.delete(url)])
      expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('needs the permission')])
  })
})
