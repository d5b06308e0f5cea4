import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { useClinic } from '../../../test/support/api.ts'
import { givenIntegration, givenPermissionGroup, statusesOf, twentyAtOnce } from '../../../test/support/clinic.ts'
import { fingerprint } from './secrets.ts'

const { api, clinic, caller } = await useClinic()

type Application = { client_id: string; client_secret: string }
const using = async (application: Application) => clinic.as(`Bearer ${await clinic.tokenOf(application)}`)
const stored = (id: number) =>
  clinic.within((tx) => tx.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

describe('registering an application', () => {
  it('[S498] answers what it needs for a token that has the permissions of its groups', async () => {
    const group = await givenPermissionGroup(caller, { read: ['General: Patients and clients'] })
    const { status, body } = await caller.post('/application/', {
      name: 'Labs',
      permission_groups: [group.url],
      redirect_uris: ['https://labs.example.com/back'],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Labs',
      url: clinic.url('application', body.id),
      public: false,
      scopes: ['restapi'],
      redirect_uris: ['https://labs.example.com/back'],
      archived: false,
    })
    const labs = await using(body)
    expect((await labs.get('/client/')).status).toBe(200)
    expect((await labs.post('/client/', { lastname: 'Berg' })).status).toBe(403)
  })

  it('[S498] gives it a virtual user that is named after it, also when it is renamed', async () => {
    const application = await givenIntegration(caller, { name: 'Imaging' })
    const name = async () => (await caller.get(application.user)).body
    expect(await name()).toMatchObject({ first_name: 'Integration', last_name: 'Imaging', is_virtual: true })
    await caller.patch(application.url, { name: 'X-ray' })
    expect(await name()).toMatchObject({ first_name: 'Integration', last_name: 'X-ray' })
  })

  it('says when it last got a token or used a legacy key, whichever was later', async () => {
    const application = await givenIntegration(caller, { name: 'Used' })
    const lastUsed = async () => (await caller.get(application.url)).body.last_used
    expect(application.last_used).toBe(null)
    await clinic.tokenOf(application as Application)
    const event = await clinic.within((tx) =>
      sql<{ occurred: string }>`
        select to_char(occurred at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred from security_event
        where application = ${application.id} and kind = 'token.issued'`.execute(tx),
    )
    expect(event.rows).toEqual([{ occurred: await lastUsed() }])
    await clinic.within((tx) =>
      sql`insert into legacy_key (application, key_hash, last_used)
        values (${application.id}, 'used', '2090-01-01T00:00:00Z')`.execute(tx),
    )
    expect(await lastUsed()).toBe('2090-01-01T00:00:00.000000Z')
  })

  it('shows the secret once, and stores only its hash', async () => {
    const { id, url, client_secret, ...made } = await givenIntegration(caller, { name: 'Once' })
    expect(client_secret).toMatch(/^[\w-]{43}$/)
    const later = [
      await caller.get(url),
      await caller.get(`/application/?client_id__is=${made.client_id}`),
      await caller.patch(url, { name: 'Twice' }),
      await caller.get(url, { headers: { accept: 'text/html' } }),
    ]
    for (const answer of later) {
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(client_secret)
      expect(answer.text).not.toContain('secret_hash')
      expect(JSON.stringify(answer.body ?? {})).not.toContain('client_secret')
    }
    const row = await stored(id)
    expect(JSON.stringify(row)).not.toContain(client_secret)
    expect(row.secret_hash).toBe(fingerprint(client_secret))
    expect(api.logged()).not.toContain(client_secret)
  })

  it('has a random client_id that cannot be chosen', async () => {
    const [one, other] = [await givenIntegration(caller, { client_id: 'mine' }), await givenIntegration(caller)]
    for (const { client_id } of [one, other]) expect(client_id).toMatch(/^[\w-]{43}$/)
    expect(one.client_id).not.toBe(other.client_id)
  })

  it('gives a public application no secret', async () => {
    const redirect_uris = ['com.example.app:/signed-in']
    const application = await givenIntegration(caller, { public: true, redirect_uris })
    expect(application).toMatchObject({ public: true, redirect_uris })
    expect(application).not.toHaveProperty('client_secret')
    expect((await caller.post(`${application.url}rotate_secret/`)).status).toBe(400)
  })

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['an unknown scope', { scopes: ['restapi', 'everything'] }, 'scopes'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a redirect over HTTP', { redirect_uris: ['http://labs.example.com/back'] }, 'redirect_uris'],
    ['a redirect that is a script', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris'],
    ['a redirect with a fragment', { redirect_uris: ['https://labs.example.com/#back'] }, 'redirect_uris'],
    ['a private scheme with a secret', { redirect_uris: ['com.example.app:/back'] }, 'redirect_uris'],
    ['a public application without a redirect', { public: true }, 'redirect_uris'],
    ['a group that does not exist', { permission_groups: ['/permissiongroup/999999999/'] }, 'permission_groups'],
  ])('refuses %s', async (_what, fields, field) => {
    const linked =
      'permission_groups' in fields
        ? { permission_groups: fields.permission_groups.map((path) => `${clinic.base}${path}`) }
        : fields
    const { status, body } = await caller.post('/application/', { name: 'Refused', ...linked })
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it('succeeds for one of twenty concurrent requests with the same name', async () => {
    const answers = await twentyAtOnce((at) => caller.post('/application/', { name: at % 2 ? 'Twenty' : 'TWENTY' }))
    expect(statusesOf(answers)).toEqual([201, ...Array(19).fill(400)])
    for (const { body } of answers.filter(({ status }) => status === 400)) expect(Object.keys(body)).toEqual(['name'])
    const users = await clinic.within((tx) =>
      tx.selectFrom('user').select('id').where('last_name', 'ilike', 'twenty').execute(),
    )
    expect(users).toHaveLength(1)
  })

  it('needs the permission for integrations as write, and no legacy key', async () => {
    const reader = await clinic.caller({ read: ['Settings: Integration settings'] })
    expect((await reader.get('/application/')).status).toBe(200)
    expect((await reader.post('/application/', { name: 'Mine' })).status).toBe(403)
    const others = await clinic.caller({ write: ['Settings: Users and permissions'] })
    expect((await others.get('/application/')).status).toBe(403)
    expect((await (await clinic.legacyCaller()).post('/application/', { name: 'Mine' })).status).toBe(401)
  })
})

describe('assigning permissions to an application', () => {
  const holding = {
    read: ['Financial: Invoices'],
    write: ['Settings: Integration settings', 'Settings: Items'],
  } as const

  it.each([
    ['what they may write', { write: ['Settings: Items'] }],
    ['what they may write, to read', { read: ['Settings: Items'] }],
    ['what they may read', { read: ['Financial: Invoices'] }],
    ['nothing', {}],
  ])('allows %s', async (_what, fields) => {
    const integrator = await clinic.caller(holding)
    const group = await givenPermissionGroup(caller, fields)
    const name = `Given ${group.id}`
    expect((await integrator.post('/application/', { name, permission_groups: [group.url] })).status).toBe(201)
  })

  it.each([
    ['to write what they may only read', { write: ['Financial: Invoices'] }, 'Financial: Invoices'],
    ['what they do not hold', { read: ['Clinical: Consultations'] }, 'Clinical: Consultations'],
    ['the permission to give permissions', { write: ['Settings: Users and permissions'] }, 'Settings: Users'],
  ])('does not allow the permission %s', async (_what, fields, named) => {
    const integrator = await clinic.caller(holding)
    const [mine, theirs] = [
      await givenPermissionGroup(caller, { write: ['Settings: Items'] }),
      await givenPermissionGroup(caller, fields),
    ]
    const { status, body } = await integrator.post('/application/', {
      name: `Refused ${theirs.id}`,
      permission_groups: [mine.url, theirs.url],
    })
    expect([status, body]).toEqual([400, { permission_groups: [expect.stringContaining(named)] }])
  })

  it('does not allow more groups later', async () => {
    const integrator = await clinic.caller(holding)
    const application = await givenIntegration(integrator)
    const group = await givenPermissionGroup(caller, { write: ['Clinical: Consultations'] })
    await integrator.patch(application.url, { permission_groups: [group.url] })
    expect((await caller.get(application.user)).body.permission_groups).toEqual([])
    expect((await integrator.patch(application.user, { permission_groups: [group.url] })).status).toBe(403)
  })

  it('does not allow changing an application with more permissions than the caller', async () => {
    const integrator = await clinic.caller(holding)
    const group = await givenPermissionGroup(caller, { write: ['Clinical: Consultations'] })
    const stronger = await givenIntegration(caller, { permission_groups: [group.url] })
    for (const answer of [
      await integrator.post(`${stronger.url}rotate_secret/`),
      await integrator.patch(stronger.url, { redirect_uris: ['https://thief.example.com/'] }),
      await integrator.patch(stronger.url, { scopes: ['restapi', 'openid'] }),
    ])
      expect([answer.status, answer.body]).toEqual([
        403,
        { detail: expect.stringContaining('Clinical: Consultations') },
      ])
    expect((await stored(stronger.id)).secret_hash).toBe(fingerprint(stronger.client_secret))
    expect((await caller.get(stronger.url)).body).toMatchObject({ redirect_uris: [], scopes: ['restapi'] })
    const equal = await givenIntegration(integrator)
    expect((await integrator.post(`${equal.url}rotate_secret/`)).status).toBe(200)
  })

  it('allows any to callers who manage permissions', async () => {
    const manager = await clinic.caller({
      write: ['Settings: Integration settings', 'Settings: Users and permissions'],
    })
    const group = await givenPermissionGroup(caller, { write: ['Clinical: Consultations'] })
    expect((await manager.post('/application/', { name: 'Any', permission_groups: [group.url] })).status).toBe(201)
  })

  it('refuses an archived group', async () => {
    const group = await givenPermissionGroup(caller, { archived: true })
    const { status, body } = await caller.post('/application/', { name: 'Old', permission_groups: [group.url] })
    expect([status, Object.keys(body)]).toEqual([400, ['permission_groups']])
  })
})

describe('rotating the secret of an application', () => {
  it('shows a new one, and revokes the old one and its tokens', async () => {
    const before = await givenIntegration(caller)
    const old = await using(before)
    expect((await old.get('/department/')).status).toBe(200)
    const { status, body } = await caller.post(`${before.url}rotate_secret/`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: before.id, client_id: before.client_id, client_secret: expect.any(String) })
    expect(body.client_secret).not.toBe(before.client_secret)
    await expect(using(before)).rejects.toThrow(/invalid_client/)
    expect((await (await using(body)).get('/department/')).status).toBe(200)
    await wait(1000)
    expect((await old.get('/department/')).status).toBe(401)
    expect((await stored(before.id)).secret_hash).toBe(fingerprint(body.client_secret))
  })

  it('revokes the grants of users, too', async () => {
    const application = await givenIntegration(caller)
    const { client_id: clientId } = application
    const payload = JSON.stringify({ clientId, accountId: '1', scope: 'restapi' })
    const expires = new Date(Date.now() + 3_600_000)
    const records = () =>
      clinic.within((tx) =>
        tx.selectFrom('oauth_record').select('model').where(sql`payload ->> 'clientId'`, '=', clientId).execute(),
      )
    await clinic.within((tx) =>
      tx
        .insertInto('oauth_record')
        .values(['AccessToken', 'RefreshToken'].map((model) => ({ model, id: model, payload, expires })))
        .execute(),
    )
    expect(await records()).toHaveLength(2)
    await caller.post(`${application.url}rotate_secret/`)
    expect(await records()).toEqual([])
  })

  it('does not affect other applications', async () => {
    const [one, other] = [await givenIntegration(caller), await givenIntegration(caller)]
    const token = await using(other)
    await caller.post(`${one.url}rotate_secret/`)
    await wait(1000)
    expect((await token.get('/department/')).status).toBe(200)
    await expect(using(other)).resolves.toBeDefined()
  })

  it('is refused to readers, legacy keys and other organisations', async () => {
    const { id, url } = await givenIntegration(caller)
    const reader = await clinic.caller({ read: ['Settings: Integration settings'] })
    expect((await reader.post(`${url}rotate_secret/`)).status).toBe(403)
    expect((await (await clinic.legacyCaller()).post(`${url}rotate_secret/`)).status).toBe(401)
    const stranger = await (await api.givenOrganisation()).caller()
    expect((await stranger.post(`/application/${id}/rotate_secret/`)).status).toBe(404)
  })
})

describe('archiving an application', () => {
  it('refuses its tokens within a second, and gives no new ones', async () => {
    const application = await givenIntegration(caller)
    const token = await using(application)
    expect((await token.get('/department/')).status).toBe(200)
    expect((await caller.patch(application.url, { archived: true })).body.archived).toBe(true)
    await expect(using(application)).rejects.toThrow(/invalid_client/)
    await wait(1000)
    expect((await token.get('/department/')).status).toBe(401)
    expect((await caller.post(`${application.url}rotate_secret/`)).status).toBe(400)
  })

  it('removes a scope from existing tokens', async () => {
    const application = await givenIntegration(caller, { scopes: ['restapi', 'wholesaler'] })
    const token = clinic.as(`Bearer ${await clinic.tokenOf(application, 'wholesaler')}`)
    expect((await token.get('/available_wholesaler/')).status).toBe(200)
    expect((await caller.patch(application.url, { scopes: ['restapi'] })).body.scopes).toEqual(['restapi'])
    await wait(1000)
    expect((await token.get('/available_wholesaler/')).status).toBe(403)
  })
})
