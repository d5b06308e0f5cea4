// @module-tag waits
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useApi, type TestOrganisation } from '../../test/support/api.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { connected } from '../../scripts/database.ts'
import { inOrganisation } from '../db/tx.ts'
import { newSecret, fingerprint } from '../domain/identity/secrets.ts'
import { revokeAllAccess } from '../domain/identity/revoke-access.ts'

const api = await useApi()
useSettings(settingsFor(api.database))
afterAll(() => {
  vi.unstubAllEnvs()
})

/** Credentials are kept in memory for a moment. */
const forget = () => sleep(1_000)

const givenAccess = async (clinic: TestOrganisation) => {
  const application = await clinic.givenApplication()
  const token = await clinic.tokenOf(application)
  const [cookie, link] = [newSecret(), newSecret()]
  await clinic.within(async (tx) => {
    const { id: user } = await tx
      .insertInto('user')
      .values({ last_name: 'Staff', email: `${fingerprint(cookie).slice(0, 20).toLowerCase()}@example.com` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const expires = new Date(Date.now() + 3_600_000)
    await tx
      .insertInto('session')
      .values({ id: fingerprint(cookie), user, expires })
      .execute()
  })
  // The worker writes the links that it sends.
  await connected(api.database.superuserUrl, (client) =>
    client.query(
      `insert into password_link (organisation, id, "user", expires)
       select organisation, $2, "user", now() + interval '1 hour' from session where organisation = $1 and id = $3`,
      [clinic.id, fingerprint(link), fingerprint(cookie)],
    ),
  )
  const legacy = await clinic.legacyCaller()
  const statuses = async () => {
    await forget()
    const [oauth, session, key] = [
      await clinic.as(`Bearer ${token}`).get('/department/'),
      await clinic.as().get('/department/', { headers: { cookie: `fetlock_session=${cookie}` } }),
      await legacy.get('/department/'),
    ]
    return [oauth.status, session.status, key.status]
  }
  const canGetToken = () =>
    clinic.tokenOf(application).then(
      () => true,
      () => false,
    )
  const usableLinks = () =>
    clinic.within(async (tx) => {
      const rows = await tx.selectFrom('password_link').select('id').where('used', 'is', null).execute()
      return rows.length
    })
  return { statuses, canGetToken, usableLinks }
}

const eventsOf = (clinic: TestOrganisation) =>
  clinic.within((tx) =>
    tx
      .selectFrom('security_event')
      .select(['kind', 'details'])
      .where('kind', '=', 'organisation.access_revoked')
      .orderBy('id')
      .execute(),
  )

let clinic: TestOrganisation
beforeEach(async () => {
  clinic = await api.givenOrganisation()
})

describe('revoke-all', () => {
  it('ends sessions, tokens and links of one organisation, and no other [security-14]', async () => {
    const other = await api.givenOrganisation()
    const [here, there] = [await givenAccess(clinic), await givenAccess(other)]
    expect(await here.statuses()).toEqual([200, 200, 200])
    const outcome = jsonOf(await fetlock('revoke-all', '--organisation', String(clinic.id), '--json'))
    expect(outcome).toEqual({
      organisations: 1,
      sessions: 1,
      tokens: 1,
      links: 1,
      legacy_keys: 0,
      client_secrets: 0,
    })
    expect(await here.statuses()).toEqual([401, 401, 200])
    expect(await here.usableLinks()).toBe(0)
    expect(await here.canGetToken()).toBe(true)
    expect(await there.statuses()).toEqual([200, 200, 200])
    expect(await there.usableLinks()).toBe(1)
    expect(await eventsOf(clinic)).toEqual([
      {
        kind: 'organisation.access_revoked',
        details: { sessions: 1, tokens: 1, links: 1, legacy_keys: 0, client_secrets: 0 },
      },
    ])
    expect(await eventsOf(other)).toEqual([])
  })

  it('ends legacy keys and client secrets where that is asked for; a new secret brings the application back', async () => {
    const { statuses, canGetToken } = await givenAccess(clinic)
    const outcome = jsonOf(
      await fetlock('revoke-all', '--organisation', String(clinic.id), '--legacy-keys', '--client-secrets', '--json'),
    )
    // The application of the token and that of the key.
    expect(outcome).toMatchObject({ tokens: 1, legacy_keys: 1, client_secrets: 2 })
    expect(await statuses()).toEqual([401, 401, 401])
    expect(await canGetToken()).toBe(false)
    const manager = clinic.as(`Bearer ${await clinic.userToken()}`)
    const { body } = await manager.get('/application/?ordering=id')
    const rotated = await manager.post(`/application/${body.results[0].id}/rotate_secret/`)
    expect(rotated.status).toBe(200)
    expect(await clinic.tokenOf(rotated.body)).toEqual(expect.any(String))
  })

  it('changes nothing when it is run again', async () => {
    await givenAccess(clinic)
    const flags = ['--organisation', String(clinic.id), '--legacy-keys', '--client-secrets', '--json']
    await fetlock('revoke-all', ...flags)
    const changes = () => clinic.within((tx) => tx.selectFrom('ledger').selectAll().executeTakeFirstOrThrow())
    const before = await changes()
    expect(jsonOf(await fetlock('revoke-all', ...flags))).toEqual({
      organisations: 1,
      sessions: 0,
      tokens: 0,
      links: 0,
      legacy_keys: 0,
      client_secrets: 0,
    })
    expect(await changes()).toEqual(before)
    expect(await eventsOf(clinic)).toHaveLength(1)
  })

  it('goes through every organisation', async () => {
    const other = await api.givenOrganisation()
    const [here, there] = [await givenAccess(clinic), await givenAccess(other)]
    const { code, out } = await fetlock('revoke-all', '--all')
    expect(code).toBe(0)
    expect(out).toMatch(/^Organisations +\d+\nSessions +\d+ ended\nTokens and grants +\d+ ended\n/)
    expect(await here.statuses()).toEqual([401, 401, 200])
    expect(await there.statuses()).toEqual([401, 401, 200])
  })

  it.each([
    [[], 'Give either --organisation ID or --all.'],
    [['--all', '--organisation', '1'], 'Give either --organisation ID or --all.'],
  ])('refuses the options %j', async (options, message) => {
    const { code, err } = await fetlock('revoke-all', ...options)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('says so if there is no such organisation', async () => {
    const { code, err } = await fetlock('revoke-all', '--organisation', '999999')
    expect([code, err]).toEqual([1, 'There is no organisation 999999.\n'])
  })

  it('waits for a token that is being issued, and ends it too [security-14]', async () => {
    const application = await clinic.givenApplication()
    await connected(api.database.superuserUrl, async (client) => {
      await client.query('begin')
      await client.query(
        `insert into oauth_record (organisation, model, id, payload, expires)
         values ($1, 'ClientCredentials', $2, $3, now() + interval '1 hour')`,
        [clinic.id, fingerprint('being issued'), { clientId: application.client_id, scope: 'restapi' }],
      )
      const revoking = inOrganisation(api.rows.db, clinic.id, (tx) =>
        revokeAllAccess(tx, { legacyKeys: false, clientSecrets: false }),
      )
      await connected(api.database.superuserUrl, async (observer) => {
        const waiting = async () => {
          const { rowCount } = await observer.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%'`,
          )
          return rowCount
        }
        await expect.poll(waiting).toBe(1)
      })
      await client.query('commit')
      expect(await revoking).toMatchObject({ tokens: 1 })
    })
    expect((await clinic.as('Bearer being issued').get('/department/')).status).toBe(401)
  })
})
