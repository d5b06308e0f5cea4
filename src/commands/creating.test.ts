import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { isPassword } from '../domain/identity/passwords.ts'
import { permissions } from '../domain/identity/permissions.ts'
import { fingerprint } from '../domain/identity/secrets.ts'

const main = join(checkout, 'src/main.ts')
let database: TestDatabase
let clinic: string

const rows = (query: string, values: unknown[] = []) =>
  connected(database.superuserUrl, async (client) => (await client.query(query, values)).rows)

const founding = ['organisation', 'create', '--country', 'FI', '--currency', 'EUR', '--time-zone', 'Europe/Helsinki']
const aino = ['--first-name', 'Aino', '--last-name', 'Laine']

/** Runs the program in a process of its own, with `input` as standard input. */
const program = async (args: readonly string[], input = '') => {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...settingsFor(database) } })
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code: code ?? -1, out, err }
}

beforeAll(async () => {
  database = await testDatabase()
  useSettings(settingsFor(database))
  clinic = String(jsonOf(await fetlock(...founding, '--name', 'Harbour Vets', '--json')).organisation)
})
beforeEach(() => useSettings(settingsFor(database)))
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

describe('organisation create', () => {
  it('[V6.3.2] creates the organisation, its first department and a group with every permission, and no user', async () => {
    const made = jsonOf(
      await fetlock(
        ...founding,
        '--name',
        'Hill Vets',
        '--department',
        'Main',
        '--email',
        'hill@example.com',
        '--json',
      ),
    )
    expect(
      await rows(
        'select name, country, currency, time_zone, email, default_department from organisation where id = $1',
        [made.organisation],
      ),
    ).toEqual([
      {
        name: 'Hill Vets',
        country: 'FI',
        currency: 'EUR',
        time_zone: 'Europe/Helsinki',
        email: 'hill@example.com',
        default_department: String(made.department),
      },
    ])
    expect(
      await rows(
        `select name, read::text[], write::text[] from permissiongroup where organisation = $1
           and 'Settings: Users and permissions' = any("write")`,
        [made.organisation],
      ),
    ).toEqual([{ name: 'Administrators', read: [], write: permissions }])
    expect(
      await rows('select second_factor_required from security_settings where organisation = $1', [made.organisation]),
    ).toEqual([{ second_factor_required: true }])
    expect(await rows('select id from "user" where organisation = $1', [made.organisation])).toEqual([])
  })

  it('prints the next command to run', async () => {
    const { code, out, err } = await fetlock(...founding, '--name', 'Lake Vets')
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^Organisation {6}\d+ \(Lake Vets\)\nPermission group {2}Administrators\nProfile {11}FI\nConfirm [^]*\nNext: fetlock user create/,
    )
  })

  it('is refused with the role of the API', async () => {
    useSettings({ FETLOCK_OWNER_DATABASE_URL: database.appUrl })
    const { code, err } = await fetlock(...founding, '--name', 'X')
    expect(code).toBe(1)
    expect(err).toContain('The database role lacks a privilege')
  })
})

describe('department create', () => {
  it('creates a department in the country of the organisation', async () => {
    const made = jsonOf(await fetlock('department', 'create', '--organisation', clinic, '--name', 'Equine', '--json'))
    expect(await rows('select name, country from department where id = $1', [made.department])).toEqual([
      { name: 'Equine', country: 'FI' },
    ])
  })
})

describe('user create', () => {
  const create = ['user', 'create', ...aino]

  it('invites by e-mail', async () => {
    const made = jsonOf(
      await fetlock(
        ...create,
        '--organisation',
        clinic,
        '--email',
        'aino@example.com',
        '--group',
        'administrators',
        '--json',
      ),
    )
    expect(made.invited).toBe(true)
    expect(await rows('select kind from message where "user" = $1', [made.user])).toEqual([{ kind: 'invitation' }])
    expect(
      await rows(
        'select name from user_permissiongroup m join permissiongroup g on g.id = m.permissiongroup where "user" = $1',
        [made.user],
      ),
    ).toEqual([{ name: 'Administrators' }])
  })

  it('reads a password from standard input, without its newline, and sends no invitation', async () => {
    const args = [...create, '--organisation', clinic, '--email', 'eino@example.com', '--password-stdin', '--json']
    const made = jsonOf(await program(args, 'correct horse battery\n'))
    expect(made.invited).toBe(false)
    expect(await rows('select kind from message where "user" = $1', [made.user])).toEqual([])
    const [user] = await rows('select is_active, password_hash from "user" where id = $1', [made.user])
    expect(user.is_active).toBe(true)
    expect(await isPassword(user.password_hash, 'correct horse battery')).toBe(true)
  })

  it('creates no user when the password is too short', async () => {
    const args = [...create, '--organisation', clinic, '--email', 'short@example.com', '--password-stdin']
    const { code, out, err } = await program(args, 'short\n')
    expect([code, out]).toEqual([1, ''])
    expect(err).toBe('Use at least 12 characters. A few words in a row make a good password.\n')
    expect(await rows('select id from "user" where email = \'short@example.com\'')).toEqual([])
  })
})

describe('application create', () => {
  const create = (...args: string[]) => fetlock('application', 'create', '--organisation', clinic, ...args)

  it('prints the secret and stores its hash', async () => {
    const made = jsonOf(
      await create('--name', 'Lab', '--group', 'Administrators', '--scope', 'restapi', '--scope', 'openid', '--json'),
    )
    expect(
      await rows('select client_id, secret_hash, scopes from application where id = $1', [made.application]),
    ).toEqual([
      { client_id: made.client_id, secret_hash: fingerprint(made.client_secret), scopes: ['restapi', 'openid'] },
    ])
  })

  it('gives a public application no secret', async () => {
    const made = jsonOf(
      await create('--name', 'Phone app', '--public', '--redirect-uri', 'com.example.app:/in', '--json'),
    )
    expect(made.client_secret).toBeNull()
  })
})

describe('legacy-key', () => {
  it('is created for an application by name or id, and revoked by its own id', async () => {
    const { application } = jsonOf(
      await fetlock('application', 'create', '--organisation', clinic, '--name', 'Scales', '--json'),
    )
    const create = ['legacy-key', 'create', '--organisation', clinic, '--json', '--application']
    const byName = jsonOf(await fetlock(...create, 'scales'))
    const byId = jsonOf(await fetlock(...create, String(application)))
    const revoked = await fetlock('legacy-key', 'revoke', '--organisation', clinic, '--key', String(byName.legacy_key))
    expect(revoked.out).toBe(`Key ${byName.legacy_key} of Scales is revoked.\n`)
    expect(
      await rows(
        'select id::int, key_hash, revoked is not null as revoked from legacy_key where application = $1 order by id',
        [application],
      ),
    ).toEqual([
      { id: byName.legacy_key, key_hash: fingerprint(byName.key), revoked: true },
      { id: byId.legacy_key, key_hash: fingerprint(byId.key), revoked: false },
    ])
  })
})

describe('commands that fail', () => {
  beforeAll(async () => {
    await fetlock('user', 'create', '--organisation', clinic, ...aino, '--email', 'taken@example.com')
    await fetlock('application', 'create', '--organisation', clinic, '--name', 'Taken')
  })
  const user = ['user', 'create', ...aino, '--email']
  const application = ['application', 'create', '--name']
  it.each([
    [
      [...user, 'a@example.com', '--organisation', '999'],
      'There is no organisation 999. "fetlock organisation create" creates one',
    ],
    [[...user, 'Taken@example.com'], '--email: There is a user with this e-mail address already.'],
    [
      [...user, 'a@example.com', '--group', 'Vets'],
      'There is no permission group "Vets" in this organisation; it has "Administrators", "Eläinlääkärit", "Hoitajat", "Varasto", "Vastaanotto".',
    ],
    [[...application, 'taken'], '--name: There is an application of this name already. Choose another name.'],
    [[...application, 'A', '--scope', 'everything'], '--scope: Unknown: everything.'],
    [
      [...application, 'A', '--redirect-uri', 'http://example.com'],
      '--redirect-uri: http://example.com cannot be used.',
    ],
    [
      [...application, 'A', '--allowed-origin', 'https://*.example.com'],
      '--allowed-origin: https://*.example.com is not an origin.',
    ],
    [[...application, 'A', '--public'], '--redirect-uri: A public application signs people in'],
    [
      ['legacy-key', 'create', '--application', 'Nobody'],
      'There is no application "Nobody" in this organisation; it has ',
    ],
    [['legacy-key', 'revoke', '--key', '999'], 'There is no key 999 in this organisation.'],
  ])('%j is refused with exit code 1 and says what to do', async (args, sentence) => {
    const within = args.includes('--organisation') ? args : [...args, '--organisation', clinic]
    const { code, out, err } = await fetlock(...within)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
    expect(JSON.parse((await fetlock(...within, '--json')).err).error).toContain(sentence)
  })
})
