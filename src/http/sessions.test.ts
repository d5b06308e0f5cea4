// @module-tag waits
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { everything, useApi, type Grants } from '../../test/support/api.ts'
import { sessionOf } from '../../test/support/sessions.ts'
import { createLegacyKey } from '../domain/identity/legacy-keys.ts'

const api = await useApi()
const clinic = await api.givenOrganisation()
const origin = api.publicUrl
const problem = { accept: 'application/problem+json' }
let people = 0

/** A person with a session, and what their browser sends with it. */
const givenSession = async ({ write = [], read = [] }: Grants = everything) => {
  const made = await clinic.within(async (tx) => {
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: `Staff ${++people}`, read: [...read], write: [...write] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user = await tx
      .insertInto('user')
      .values({ last_name: 'Person', email: `person${people}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('user_permissiongroup').values({ user: user.id, permissiongroup: group.id }).execute()
    return { user: user.id, cookie: `fetlock_session=${await sessionOf(tx, user.id)}` }
  })
  const me = await clinic.as().get('/me/', { headers: { cookie: made.cookie } })
  return { ...made, me, token: String(me.body.csrf_token) }
}

describe('a browser session', () => {
  it('[V3.5.1] changes records from a page of this origin that shows its CSRF token', async () => {
    const { cookie, token, user, me } = await givenSession()
    expect(me.body).toMatchObject({ credential: 'session', acts_for_user: true, application: null })
    expect(me.headers.get('cache-control')).toBe('no-store, no-transform')
    const headers = { cookie, origin, 'x-csrf-token': token }
    const made = await clinic.as().post('/client/', { lastname: 'Mäkinen' }, { headers })
    expect(made.status).toBe(201)
    const audited = await clinic.within((tx) =>
      tx
        .selectFrom('auditevent')
        .select(['user', 'application', 'credential'])
        .where('resource', '=', 'client')
        .where('record', '=', made.body.id)
        .execute(),
    )
    expect(audited).toEqual([{ user, application: null, credential: 'session' }])
    const changed = await clinic.as().patch(made.body.url, { city: 'Oulu' }, { headers })
    expect([changed.status, changed.body.city]).toEqual([200, 'Oulu'])
    const quiet = { cookie, 'sec-fetch-site': 'same-origin', 'x-csrf-token': token }
    expect((await clinic.as().patch(made.body.url, { city: 'Turku' }, { headers: quiet })).status).toBe(200)
  })

  it('[V3.5.1] [V3.5.2] [security-28] changes nothing without both', async () => {
    const { cookie, token } = await givenSession()
    const other = await givenSession()
    const refused: Readonly<Record<string, string>>[] = [
      { cookie, origin },
      { cookie, 'x-csrf-token': token },
      { cookie, origin: 'null', 'x-csrf-token': token },
      { cookie, origin: 'https://evil.example.com', 'x-csrf-token': token },
      { cookie, 'sec-fetch-site': 'same-site', 'x-csrf-token': token },
      { cookie, origin, 'x-csrf-token': other.token },
      { cookie, origin, 'x-csrf-token': `${token.slice(1)}A` },
    ]
    for (const headers of refused) {
      const answer = await clinic.as().post('/client/', { lastname: 'Forged' }, { headers: { ...headers, ...problem } })
      expect([answer.status, answer.body.code]).toEqual([403, 'csrf'])
    }
    const { body } = await clinic.as().get('/client/?lastname__is=Forged', { headers: { cookie } })
    expect(body.count).toBe(0)
  })

  it('keeps its CSRF token to itself: other credentials have none', async () => {
    for (const as of [await clinic.caller(), await clinic.userCaller(), await clinic.legacyCaller()])
      expect((await as.get('/me/')).body.csrf_token).toBeNull()
  })

  it('manages users, groups and applications, where a legacy key may not', async () => {
    const { cookie, token } = await givenSession()
    const headers = { cookie, origin, 'x-csrf-token': token }
    const person = { last_name: 'New', email: 'new@example.com' }
    expect((await clinic.as().post('/user/', person, { headers })).status).toBe(201)
    const application = await clinic.as().post('/application/', { name: 'By a session' }, { headers })
    expect([application.status, application.body.client_secret]).toEqual([201, expect.any(String)])
    const legacy = await clinic.legacyCaller()
    expect((await legacy.post('/application/', { name: 'By a key' })).status).toBe(401)
  })

  it('is refused what its person may not do, which is recorded a few times', async () => {
    const { cookie, token, user } = await givenSession({ read: ['General: Patients and clients'] })
    const headers = { cookie, origin, 'x-csrf-token': token }
    for (let tries = 0; tries < 15; tries++)
      expect((await clinic.as().post('/client/', { lastname: 'No' }, { headers })).status).toBe(403)
    const recorded = await clinic.within((tx) =>
      tx
        .selectFrom('security_event')
        .select(['details', 'address'])
        .where('kind', '=', 'access.refused')
        .where('user', '=', user)
        .execute(),
    )
    expect(recorded).toHaveLength(10)
    expect(recorded[0]).toMatchObject({ details: { operation: 'client.create' }, address: '127.0.0.1' })
  })

  it('replays a change by its Idempotency-Key, also in another session of its person', async () => {
    const { cookie, token } = await givenSession()
    const headers = { cookie, origin, 'x-csrf-token': token, 'idempotency-key': randomUUID() }
    const first = await clinic.as().post('/client/', { lastname: 'Once' }, { headers })
    const again = await clinic.as().post('/client/', { lastname: 'Once' }, { headers })
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true'])
  })

  it('has ten times the rate of an integration', async () => {
    const { cookie } = await givenSession()
    const headers = { cookie }
    const answer = await clinic.as().get('/client/', { headers })
    const policy = (await (await clinic.caller()).get('/client/')).headers.get('ratelimit-policy') ?? ''
    const limit = Number(/q=(\d+)/.exec(policy)?.[1])
    expect(answer.headers.get('ratelimit-policy')).toBe(`"default";q=${10 * limit};w=60`)
    const { body } = await clinic.as().get('/limits/', { headers })
    expect(body.buckets).toContainEqual(expect.objectContaining({ action: 'client.list', limit: 10 * limit }))
  })

  it('[V7.4.5] is ended by whoever manages users, with the tokens of its person', async () => {
    const { cookie, user } = await givenSession()
    const manager = await clinic.caller({ write: ['Settings: Users and permissions'] })
    expect((await manager.post(`/user/${user}/sign_out/`, {})).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await clinic.as().get('/me/', { headers: { cookie } })).status).toBe(401)
    const application = (await manager.get('/user/?is_virtual__is=true&page_size=1')).body.results[0]
    expect((await manager.post(`/user/${application.id}/sign_out/`, {})).status).toBe(400)
  })

  it('[V7.3.1] that is locked is refused with a code of its own', async () => {
    const { cookie, user } = await givenSession()
    await clinic.within((tx) =>
      tx.updateTable('session').set({ locked: new Date() }).where('user', '=', user).execute(),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const answer = await clinic.as().get('/me/', { headers: { cookie, ...problem } })
    expect([answer.status, answer.body.code]).toEqual([401, 'session_locked'])
    expect(answer.body.detail).toContain(`/${clinic.id}/unlock/`)
  })
})

describe('[security-10] legacy keys', () => {
  it('are listed without the key, with their last use and their end', async () => {
    const manager = await clinic.caller({ write: ['Settings: Integration settings'] })
    const made = await clinic.givenApplication({})
    const { id, key } = await clinic.within((tx) => createLegacyKey(tx, made.id))
    const address = `/legacykey/${id}/`
    const before = (await manager.get(address)).body
    expect(before).toMatchObject({ last_used: null, revoked: null, application: clinic.url('application', made.id) })
    expect((Date.parse(before.expires) - Date.now()) / 86_400_000).toBeCloseTo(365, 1)
    expect((await clinic.as(`Token ${key}`).get('/me/')).status).toBe(200)
    const after = await manager.get('/legacykey/')
    expect(after.body.results.find((shown: { id: number }) => shown.id === id).last_used).not.toBeNull()
    expect(after.text).not.toContain(key)
  })

  it('are revoked by the clinic within a second, and stay listed', async () => {
    const manager = await clinic.caller({ write: ['Settings: Integration settings'] })
    const made = await clinic.givenApplication({})
    const { id, key } = await clinic.within((tx) => createLegacyKey(tx, made.id))
    expect((await clinic.as(`Token ${key}`).get('/me/')).status).toBe(200)
    expect((await manager.delete(`/legacykey/${id}/`)).status).toBe(204)
    expect((await manager.delete(`/legacykey/${id}/`)).status).toBe(204)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await clinic.as(`Token ${key}`).get('/me/')).status).toBe(401)
    expect((await manager.get(`/legacykey/${id}/`)).body.revoked).not.toBeNull()
    const recorded = await clinic.within((tx) =>
      tx
        .selectFrom('security_event')
        .select('kind')
        .where('application', '=', made.id)
        .where('kind', 'like', 'legacy_key.%')
        .orderBy('id')
        .execute(),
    )
    expect(recorded).toEqual([{ kind: 'legacy_key.made' }, { kind: 'legacy_key.revoked' }])
  })

  it('expire', async () => {
    const made = await clinic.givenApplication({})
    const { key } = await clinic.within((tx) => createLegacyKey(tx, made.id, 1))
    const lasting = await clinic.within((tx) => createLegacyKey(tx, made.id, null))
    expect(lasting.expires).toBeNull()
    await clinic.within((tx) =>
      tx
        .updateTable('legacy_key')
        .set({ expires: new Date(Date.now() - 1_000) })
        .where('application', '=', made.id)
        .where('expires', 'is not', null)
        .execute(),
    )
    expect((await clinic.as(`Token ${key}`).get('/me/')).status).toBe(401)
    expect((await clinic.as(`Token ${lasting.key}`).get('/me/')).status).toBe(200)
  })
})
