import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

const roles = readFileSync(new URL('../../deploy/roles.sql', import.meta.url), 'utf8')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('a PostgreSQL without a superuser', () => {
  it('accepts the roles from a role with CREATEROLE only, and prints what the URLs must add', async () => {
    const warnings = await connected(database.superuserUrl, async (client) => {
      const told: string[] = []
      client.on('notice', ({ message }) => void told.push(message ?? ''))
      await client.query('begin; create role fetlock_probe createrole; set local role fetlock_probe')
      await client.query(roles)
      await client.query('rollback')
      return told
    })
    expect(warnings).toEqual([
      ...['owner', 'app', 'worker'].map(
        (part) => `fetlock_${part} has no default app.organisation: add options=-c%20app.organisation%3D0 to its URL.`,
      ),
      expect.stringContaining('"fetlock sandbox delete" does not work'),
      expect.stringContaining('set it to 100ms for the server if you can'),
    ])
  })

  it('sets app.organisation to 0, which is no organisation, from the URL of a connection', async () => {
    const asked = (url: string) =>
      connected(url, (client) => client.query(`select current_setting('app.organisation', true) as organisation`))
    // The superuser has no setting of its own, like every role there.
    expect((await asked(database.superuserUrl)).rows).toEqual([{ organisation: null }])
    const url = `${database.superuserUrl}?options=-c%20app.organisation%3D0`
    expect((await asked(url)).rows).toEqual([{ organisation: '0' }])
  })

  it('needs no extension', async () => {
    const { rows } = await connected(database.superuserUrl, (client) =>
      client.query(`select extname from pg_extension where extname <> 'plpgsql'`),
    )
    expect(rows).toEqual([])
  })

  it('filters with operators that are leakproof by default', async () => {
    const { rows } = await connected(database.superuserUrl, (client) =>
      client.query(
        `select proname, proleakproof from pg_proc where proname in ('text_ge', 'text_le', 'texticlike') order by 1`,
      ),
    )
    expect(rows).toEqual([
      { proname: 'text_ge', proleakproof: true },
      { proname: 'text_le', proleakproof: true },
      { proname: 'texticlike', proleakproof: false },
    ])
  })
})
