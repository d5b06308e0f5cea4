// @module-tag waits
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'
import { inOrganisation } from '../db/tx.ts'
import { changeApplication, rotateSecret } from '../domain/identity/applications.ts'
import { createLegacyKey } from '../domain/identity/legacy-keys.ts'

let server: AuthorizationServer
beforeAll(async () => {
  server = await openAuthorizationServer()
})
beforeEach(() => server.practice.passAMinute())
afterAll(() => server.close())

const givenClient = async () => {
  const application = await server.givenApplication()
  return { ...application, config: await server.discover(application.client_id, application.client_secret) }
}

const waiting = async () => {
  const { rows } = await server.practice.administrator.query(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}
const untilWaiting = async (many: number) => {
  await expect.poll(waiting).toBe(many)
}

/** Runs work in a transaction that is committed once something else waits for it. */
const whileWaitedFor = async (work: Parameters<typeof inOrganisation<unknown>>[2], other: () => Promise<unknown>) => {
  const started: Promise<unknown>[] = []
  await inOrganisation(server.practice.db, 1, async (tx) => {
    await work(tx)
    started.push(other())
    await untilWaiting(1)
  })
  return started[0]
}

/** Keeps tokens from being stored while both are begun, so that the token is checked before and stored after. */
const whileStoring = async (token: () => Promise<unknown>, begin: () => Promise<unknown>) => {
  const { administrator } = server.practice
  await administrator.query('begin; lock table oauth_record in share mode')
  const given = token()
  given.catch(() => {})
  try {
    await untilWaiting(1)
    const changed = begin()
    changed.catch(() => {})
    await untilWaiting(2)
    await administrator.query('commit')
    await changed
  } finally {
    await administrator.query('rollback')
  }
  return given
}

const change = (work: Parameters<typeof inOrganisation<unknown>>[2]) => inOrganisation(server.practice.db, 1, work)

const isUsable = async (token: string) => (await server.whoami(token)).status === 200

describe('a token that is asked for while the secret is replaced', () => {
  it('[security-18] is not given if the secret was replaced before the token was stored', async () => {
    const { id, config } = await givenClient()
    const asked = whileWaitedFor(
      (tx) => rotateSecret(tx, undefined, id),
      () => {
        const asking = client.clientCredentialsGrant(config)
        asking.catch(() => {})
        return asking
      },
    )
    await expect(asked).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('[security-18] ends at once if it was stored before', async () => {
    const { id, config } = await givenClient()
    const given = await whileStoring(
      () => client.clientCredentialsGrant(config),
      () => change((tx) => rotateSecret(tx, undefined, id)),
    )
    expect(await isUsable((given as { access_token: string }).access_token)).toBe(false)
  })

  it('[security-18] in a person’s name ends with it, too', async () => {
    const { id, config } = await givenClient()
    const tokens = await (await server.codeFlow(config)).redeem()
    const given = await whileStoring(
      () => client.refreshTokenGrant(config, tokens.refresh_token ?? ''),
      () => change((tx) => rotateSecret(tx, undefined, id)),
    ).catch(() => undefined)
    const { access_token } = (given ?? tokens) as { access_token: string }
    expect(await isUsable(access_token)).toBe(false)
    const { rows } = await server.practice.administrator.query(
      `select model from oauth_record where payload ->> 'clientId' = $1`,
      [config.clientMetadata().client_id],
    )
    expect(rows).toEqual([])
  })
})

describe('an archived application', () => {
  const archive = (id: number, archived: boolean) => change((tx) => changeApplication(tx, undefined, id, { archived }))

  it('[security-27] has none of its tokens, grants and keys when it is restored', async () => {
    const { id, config } = await givenClient()
    const own = await client.clientCredentialsGrant(config)
    const persons = await (await server.codeFlow(config)).redeem()
    const { key } = await server.practice.within((tx) => createLegacyKey(tx, id))
    const withKey = async () => {
      const response = await fetch(`${server.site.url}/1/whoami/`, { headers: { authorization: `Token ${key}` } })
      return response.status
    }
    expect([await isUsable(own.access_token), await isUsable(persons.access_token), await withKey()]).toEqual([
      true,
      true,
      200,
    ])
    await archive(id, true)
    await archive(id, false)
    await expect.poll(() => isUsable(own.access_token)).toBe(false)
    await expect.poll(() => isUsable(persons.access_token)).toBe(false)
    await expect.poll(withKey).toBe(401)
    await expect(client.refreshTokenGrant(config, persons.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await isUsable((await client.clientCredentialsGrant(config)).access_token)).toBe(true)
    const { rows } = await server.practice.administrator.query<{ kind: string }>(
      'select kind from security_event where application = $1 order by id',
      [id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['legacy_key.revoked', 'application.archived', 'application.restored']),
    )
  })

  it('[security-27] is given no token that is stored after it was archived', async () => {
    const { id, config } = await givenClient()
    const asked = whileWaitedFor(
      (tx) => changeApplication(tx, undefined, id, { archived: true }),
      () => {
        const asking = client.clientCredentialsGrant(config)
        asking.catch(() => {})
        return asking
      },
    )
    await expect(asked).rejects.toMatchObject({ error: 'invalid_client' })
  })

  it('[security-27] gets no token that was asked for meanwhile', async () => {
    const { id, config } = await givenClient()
    const given = await whileStoring(
      () => client.clientCredentialsGrant(config),
      () => archive(id, true),
    )
    await archive(id, false)
    await expect.poll(() => isUsable((given as { access_token: string }).access_token)).toBe(false)
  })
})
