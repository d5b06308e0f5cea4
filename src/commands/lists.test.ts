import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { keysIn, testStore } from '../../test/support/store.ts'
import { objectStoreAt } from '../gateways/object-store.ts'

let database: TestDatabase
let store: Awaited<ReturnType<typeof testStore>>
const founding = ['organisation', 'create', '--country', 'FI', '--currency', 'EUR', '--time-zone', 'Europe/Helsinki']
const createUser = ['user', 'create', '--last-name', 'Laine', '--group', 'Administrators']
const person = (organisation: number, first: string) => [
  ...createUser,
  '--organisation',
  String(organisation),
  '--first-name',
  first,
  '--email',
  `${first.toLowerCase()}@example.com`,
]

const rows = (query: string) => connected(database.superuserUrl, async (client) => (await client.query(query)).rows)

const settings = () => ({
  ...settingsFor(database),
  FETLOCK_S3_BUCKET: store.settings.bucket,
  FETLOCK_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
})

beforeAll(async () => {
  database = await testDatabase()
  store = await testStore(database.name)
  useSettings(settings())
})
beforeEach(() => useSettings(settings()))
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.drop()
  await database.drop()
})

describe('organisation list', () => {
  it('says what to do while there is none, and then lists them with their users', async () => {
    expect((await fetlock('organisation', 'list')).out).toBe(
      'There is no organisation yet. "fetlock organisation create" creates one.\n',
    )
    await fetlock(...founding, '--name', 'Harbour Vets')
    await fetlock(...founding, '--name', 'Demo')
    await fetlock(...person(1, 'Aino'))
    await fetlock('organisation', 'clock', '--organisation', '2', '--sandbox', '--offset', '0d')
    const { organisations } = jsonOf(await fetlock('organisation', 'list', '--json'))
    expect(organisations).toMatchObject([
      { id: 1, name: 'Harbour Vets', country: 'FI', sandbox: false, users: 1 },
      { id: 2, name: 'Demo', sandbox: true, users: 0 },
    ])
    const { out } = await fetlock('organisation', 'list')
    expect(out).toMatch(/^Id +Name +Country +Kind +Users +Second factor\n1 +Harbour Vets +FI +clinic +1 /)
  })

  describe('organisation usage', () => {
    it('shows what each has and was refused, whoever was refused most often first', async () => {
      const last = '2026-03-02T09:30:00Z'
      await rows(`insert into storage_used values (1, ${3 * 2 ** 30}, 7, 2)`)
      await rows(
        `insert into ceiling_refusal (organisation, code, refused, last) values (2, 'storage_full', 12, '${last}')`,
      )
      await rows(`insert into ceiling_refusal values (2, current_date - 8, 'storage_full', 99, now())`)
      const { organisations } = jsonOf(await fetlock('organisation', 'usage', '--json'))
      expect(organisations).toMatchObject([
        { id: 2, sandbox: true, bytes: 0, refusals: [{ code: 'storage_full', refused: 12 }] },
        { id: 1, bytes: 3 * 2 ** 30, files: 7, uploads: 2, scans: 0, catalogs: 0, applications: 0, refusals: [] },
      ])
      const { out } = await fetlock('organisation', 'usage')
      expect(out).toMatch(/^Id +Name +Kind +Refused +Stored [^]*\n1 +Harbour Vets +clinic +0 +3\.0 GiB +7 +2 /)
      expect(out).toMatch(/\nId +Refused with +Times +Last\n2 +storage_full +12 +2026-03-02/)
      expect((await fetlock('organisation', 'usage', '--organisation', '1')).out).not.toContain('storage_full')
    })
  })
})

describe('user list and user deactivate', () => {
  const here = ['--organisation', '1']
  const aino = [...here, '--email', 'AINO@example.com']

  it('show who may sign in, and end the access of one', async () => {
    await rows(`insert into session (organisation, id, "user", expires)
      select organisation, 'x', id, now() + interval '1 hour' from "user" where email = 'aino@example.com'`)
    expect(jsonOf(await fetlock('user', 'list', ...here, '--json')).users).toMatchObject([
      { name: 'Aino Laine', email: 'aino@example.com', groups: 'Administrators', state: 'invited', factors: 0 },
    ])
    expect((await fetlock('user', 'deactivate', ...aino)).out).toBe(
      'User 1 (aino@example.com) is deactivated. Every session and token of the user has ended.\n',
    )
    expect(await rows('select is_active from "user" where id = 1')).toEqual([{ is_active: false }])
    expect(await rows('select id from session where expires > now()')).toEqual([])
    expect(await rows(`select details from security_event where kind = 'user.deactivated'`)).toEqual([
      { details: { by: 'operator' } },
    ])
    expect((await fetlock('user', 'list', ...here)).out).toContain('deactivated')
  })

  it('say when it was done already, and who there is not', async () => {
    expect(jsonOf(await fetlock('user', 'deactivate', ...aino, '--json')).deactivated).toBe(false)
    const { code, err } = await fetlock('user', 'deactivate', ...here, '--email', 'bo@example.com')
    expect([code, err]).toEqual([1, 'There is no user with the address bo@example.com in this organisation.\n'])
  })
})

describe('sandbox delete', () => {
  const countIn = async (organisation: number) => {
    const tables = await rows(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organisation'`,
    )
    let count = 0
    for (const { name } of tables)
      count += (await rows(`select count(*)::int from "${name}" where organisation = ${organisation}`))[0].count
    return count
  }

  it('refuses a clinic, and an organisation that there is not', async () => {
    const before = await countIn(1)
    const clinic = await fetlock('sandbox', 'delete', '--organisation', '1')
    expect([clinic.code, clinic.err]).toEqual([1, 'Organisation 1 is a clinic and no sandbox. Nothing was deleted.\n'])
    expect(await countIn(1)).toBe(before)
    expect((await fetlock('sandbox', 'delete', '--organisation', '77')).err).toBe('There is no organisation 77.\n')
  })

  it('deletes every record and file of the sandbox, and nothing of another', async () => {
    await fetlock(...person(2, 'Bo'))
    const files = objectStoreAt(store.settings)
    for (const key of ['1/kept', '2/one', '2/two', '22/kept']) await files.put(key, Buffer.from('x'), 'text/plain')
    files.close()
    const before = await countIn(1)
    expect(await countIn(2)).toBeGreaterThan(5)
    const deleted = jsonOf(await fetlock('sandbox', 'delete', '--organisation', '2', '--json'))
    expect(deleted).toMatchObject({ organisation: 2, files: 2 })
    expect(await countIn(2)).toBe(0)
    expect(await countIn(1)).toBe(before)
    expect((await keysIn(store.settings)).toSorted()).toEqual(['1/kept', '22/kept'])
    expect(jsonOf(await fetlock('organisation', 'list', '--json')).organisations).toHaveLength(1)
    // The triggers and keys that were not looked at meanwhile are in force again.
    await fetlock(...founding, '--name', 'Another')
    expect(await countIn(3)).toBeGreaterThan(2)
  })
})
