import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'

let database: TestDatabase
const founding = ['organisation', 'create', '--country', 'FI', '--currency', 'EUR', '--time-zone', 'Europe/Helsinki']

beforeAll(async () => {
  database = await testDatabase()
  useSettings(settingsFor(database))
  await fetlock(...founding, '--name', 'Harbour Vets', '--json')
  await fetlock(...founding, '--name', 'Hill Vets', '--json')
  for (const organisation of ['1', '2'])
    for (const name of ['aino', 'bo'])
      await fetlock(
        'user',
        'create',
        '--organisation',
        organisation,
        '--first-name',
        name,
        '--last-name',
        'Laine',
        '--email',
        `${name}@example.com`,
      )
  await rows(`insert into second_factor (organisation, "user", kind, name, credential, public_key, confirmed)
    select organisation, id, 'passkey', 'Key', email, 'x', now() from "user" where not is_virtual`)
  await rows(`insert into recovery_code (organisation, id, "user") select organisation, email, id from "user"`)
  await rows(`insert into session (organisation, id, "user", expires)
    select organisation, email, id, now() + interval '1 hour' from "user"`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

const rows = (query: string) => connected(database.superuserUrl, async (client) => (await client.query(query)).rows)
const whose = (table: string) =>
  rows(`select u.organisation || ' ' || u.email as whose from ${table} t join "user" u using (organisation)
    where u.id = t."user" order by 1`).then((found: { whose: string }[]) => found.map((row) => row.whose))

it('user reset-factors removes the factors and the codes of one user, ends their access and records it', async () => {
  const reset = ['user', 'reset-factors', '--organisation', '1', '--email', 'Aino@Example.com']
  expect(jsonOf(await fetlock(...reset, '--json'))).toEqual({ organisation: 1, user: 1, removed: 1 })
  const others = ['1 bo@example.com', '2 aino@example.com', '2 bo@example.com']
  for (const table of ['second_factor', 'recovery_code', 'session']) expect(await whose(table)).toEqual(others)
  expect(
    await rows(`select organisation, "user"::int, details from security_event where kind = 'factor.removed'`),
  ).toEqual([{ organisation: 1, user: 1, details: { factor: 'all', count: 1, by: 'operator' } }])
  expect((await fetlock(...reset)).out).toContain('0 second factors of user 1')
})

it('user reset-factors says when there is no such user', async () => {
  const { code, err } = await fetlock('user', 'reset-factors', '--organisation', '1', '--email', 'cleo@example.com')
  expect([code, err]).toEqual([1, expect.stringContaining('no user with the address cleo@example.com')])
})
