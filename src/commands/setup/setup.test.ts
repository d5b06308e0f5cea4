// @module-tag waits
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connected, onDatabase } from '../../../scripts/database.ts'
import { freePort } from '../../../scripts/services/listening.ts'
import { checkout } from '../../../scripts/services/settings.ts'
import { startMailServer } from '../../../test/support/messaging.ts'
import { startOwnPostgres } from '../../../test/support/own-postgres.ts'
import { dropStores } from '../../../test/support/store.ts'
import { until } from '../../../test/support/until.ts'
import { settingNames } from '../../app/config.ts'
import { askingOn } from './ask.ts'
import { isSecret, superuserName } from './settings-folder.ts'

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let mail: Awaited<ReturnType<typeof startMailServer>>
let home: string
let port: number
const bucket = `fetlock-setup-${process.pid}`
const running: ChildProcess[] = []

/** Of this machine, without any setting. */
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('FETLOCK_') && name !== 'NODE_EXTRA_CA_CERTS'),
)

const given = () => ({
  FETLOCK_REDIS_URL: process.env['FETLOCK_REDIS_URL']!,
  FETLOCK_REDIS_PREFIX: bucket,
  FETLOCK_S3_ENDPOINT: process.env['FETLOCK_S3_ENDPOINT']!,
  FETLOCK_S3_ACCESS_KEY: process.env['FETLOCK_S3_ACCESS_KEY']!,
  FETLOCK_S3_SECRET_KEY: process.env['FETLOCK_S3_SECRET_KEY']!,
  FETLOCK_S3_BUCKET: bucket,
  FETLOCK_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
})

/** Runs the program as an operator without a terminal does. */
const program = async (args: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), ...args], {
    env: { ...bare, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  return { code, out, err }
}

const folder = () => join(home, 'etc')
const clinic = ['--name', 'Harbour Vets', '--country', 'FI']
const manager = ['--first-name', 'Helena', '--last-name', 'Vuorela', '--email', 'helena.vuorela@example.com']
const here = () => ['setup', '--folder', folder(), '--json']
const address = () => ['--public-url', `http://127.0.0.1:${port}`]

const settingsIn = (path: string) =>
  Object.fromEntries(
    ['settings.env', 'operator.env'].flatMap((file) =>
      readFileSync(join(path, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
    ),
  )

const rows = (query: string) =>
  connected(onDatabase(postgres.superuserUrl, 'fetlock'), async (client) => (await client.query(query)).rows)

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fetlock-setup-'))
  postgres = await startOwnPostgres('setup-test')
  mail = await startMailServer()
  port = await freePort()
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await mail.close()
  await postgres.stop()
  await dropStores(bucket)
  rmSync(home, { recursive: true })
})

describe('setup', () => {
  it('says what it needs where nobody can be asked', async () => {
    const { code, err } = await program(here())
    expect(code).toBe(1)
    expect(JSON.parse(err).error).toMatch(
      /^Set FETLOCK_PUBLIC_URL, FETLOCK_REDIS_URL, .*FETLOCK_SMTP_URL in the environment/,
    )
    const without = await program([...here(), ...address()], given())
    expect(JSON.parse(without.err).error).toContain('Set FETLOCK_SUPERUSER_DATABASE_URL to the URL of a role')
    const wrong = await program([...here(), '--owner', 'root'], given())
    expect([wrong.code, JSON.parse(wrong.err).error]).toEqual([
      2,
      '--owner takes the number of an account, for example 10001:10001.',
    ])
  })

  it('keeps what it is given once, and corrects it in the next attempt', async () => {
    const attempts = join(home, 'attempts')
    const nowhere = { FETLOCK_SUPERUSER_DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/postgres' }
    const authority = join(home, 'authority.crt')
    writeFileSync(authority, '')
    const attempt = async (settings: Readonly<Record<string, string>>) => {
      const { code, err } = await program(['setup', '--folder', attempts, '--json'], { ...nowhere, ...settings })
      expect([code, JSON.parse(err).error]).toEqual([1, expect.stringContaining('Nothing answers at 127.0.0.1:1')])
      return readFileSync(join(attempts, 'settings.env'), 'utf8').trimEnd().split('\n')
    }
    const url = { FETLOCK_PUBLIC_URL: 'https://vet.example', NODE_EXTRA_CA_CERTS: authority }
    const { FETLOCK_SMTP_URL: mailUrl, ...others } = given()
    const mailFile = join(home, 'mail')
    writeFileSync(mailFile, `${mailUrl}\n`)
    const first = await attempt({ ...others, ...url, FETLOCK_SMTP_URL_FILE: mailFile })
    expect(first).toContain(`FETLOCK_SMTP_URL_FILE=${join(attempts, 'secrets/FETLOCK_SMTP_URL')}`)
    expect(readFileSync(join(attempts, 'secrets/FETLOCK_SMTP_URL'), 'utf8')).toBe(`${mailUrl}\n`)
    expect(first).toContain(`NODE_EXTRA_CA_CERTS=${authority}`)
    expect(await attempt({})).toEqual(first)
    expect(await attempt({ ...given(), ...url })).toEqual(first)
    const corrected = { FETLOCK_S3_BUCKET: 'files', FETLOCK_S3_SECRET_KEY: 'another' }
    const after = await attempt(corrected)
    expect(after).toContain('FETLOCK_S3_BUCKET=files')
    expect(after.toSorted()).toEqual(
      first.map((line) => (line === `FETLOCK_S3_BUCKET=${bucket}` ? 'FETLOCK_S3_BUCKET=files' : line)).toSorted(),
    )
    expect(readFileSync(join(attempts, 'secrets/FETLOCK_S3_SECRET_KEY'), 'utf8')).toBe('another\n')
  })

  it('goes from nothing to a clinic whose manager can sign in, and run again changes nothing', async () => {
    const superuser = { FETLOCK_SUPERUSER_DATABASE_URL: postgres.superuserUrl }
    const named = await program([...here(), ...address()], { ...given(), ...superuser })
    expect(JSON.parse(named.err).error).toContain('There is no organisation yet. Give --name, --country, --first-name')
    const first = await program([...here(), ...clinic, ...manager, '--print-invitation'])
    expect([first.err, first.code]).toEqual(['', 0])
    const made = JSON.parse(first.out)
    expect(made).toMatchObject({ organisation: 1, healthy: true, address: `http://127.0.0.1:${port}/1/` })
    expect(
      made.findings.filter(
        ({ state, check }: { state: string; check: string }) => state !== 'good' && check !== 'disk',
      ),
    ).toEqual([])
    const [before] = await rows('select count(*)::int as events, max(hash::text) as hash from auditevent')
    const again = JSON.parse((await program(here())).out)
    expect(again).toMatchObject({ changed: [], organisation: 1, invitation: null, healthy: true })
    expect(await rows('select count(*)::int as events, max(hash::text) as hash from auditevent')).toEqual([before])
    const more = { FETLOCK_LOG_LEVEL: 'debug' }
    expect(JSON.parse((await program(here(), more)).out).changed).toEqual([`wrote ${join(folder(), 'settings.env')}`])
    expect(JSON.parse((await program(here(), more)).out).changed).toEqual([])
    const words = (await program(['setup', '--folder', folder()])).out
    expect(words).toContain('Everything was set up already. Nothing was changed.')
    expect(words).toContain(`Address       http://127.0.0.1:${port}/1/`)

    const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), 'api'], {
      env: { ...bare, ...settingsIn(folder()), FETLOCK_PORT: String(port) },
    })
    running.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => (said += String(some)))
    await until(() => said.includes('Server listening') || child.exitCode !== null)
    expect(said).toContain('Server listening')
    const page = await fetch(made.invitation, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('type="password"')
  })

  it('writes secrets into files that only their owner reads, and nothing secret anywhere else', () => {
    const secrets = join(folder(), 'secrets')
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect([modeOf(folder()), modeOf(secrets)]).toEqual(['755', '700'])
    expect(readdirSync(secrets).map((name) => modeOf(join(secrets, name)))).toEqual(
      readdirSync(secrets).map(() => '400'),
    )
    const values = readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8').trim())
    const written = ['settings.env', 'operator.env'].map((file) => readFileSync(join(folder(), file), 'utf8')).join('')
    for (const value of values) expect(written).not.toContain(value)
    expect(readFileSync(join(folder(), 'settings.env'), 'utf8')).not.toContain('OWNER')
    expect(readdirSync(secrets).join()).not.toContain('SUPERUSER')
    expect(Buffer.from(readFileSync(join(secrets, 'FETLOCK_SECRET_KEY'), 'utf8'), 'base64')).toHaveLength(32)
  })

  it('gives the clinic what its country needs, and requires a second factor', async () => {
    expect(
      await rows(`select vatgroup.title, percentage, number from vatgroup left join accountnumber
        on accountnumber.organisation = vatgroup.organisation and accountnumber.id = vatgroup.account_number order by percentage`),
    ).toEqual([
      { title: 'Veroton myynti', percentage: '0.00', number: null },
      { title: 'Alennettu verokanta', percentage: '13.50', number: '2938' },
      { title: 'Yleinen verokanta', percentage: '25.50', number: '2939' },
    ])
    const [counts] = await rows(`select (select count(*)::int from reason) as reasons,
      (select count(*)::int from text_template where language = 'fi') as templates,
      (select count(*)::int from shift) as shifts, (select count(*)::int from invoice_series) as series,
      (select count(*)::int from permissiongroup) as groups, (select payment_terms_days from department_settings) as days,
      (select second_factor_required from security_settings) as factor`)
    expect(counts).toEqual({ reasons: 7, templates: 4, shifts: 10, series: 1, groups: 5, days: 14, factor: true })
  })

  it('makes roles of which each has its own rights only', async () => {
    expect(
      await rows(
        `select rolname, rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname like 'fetlock_%' order by 1`,
      ),
    ).toEqual(
      ['fetlock_app', 'fetlock_owner', 'fetlock_worker'].map((rolname) => ({
        rolname,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
      })),
    )
  })

  it('refuses a database whose settings it does not have, and leaves its passwords as they are', async () => {
    const other = ['setup', '--folder', join(home, 'other'), '--json', ...address()]
    const settings = { ...given(), FETLOCK_SUPERUSER_DATABASE_URL: postgres.superuserUrl }
    const { code, err } = await program(other, settings)
    expect(code).toBe(1)
    expect(JSON.parse(err).error).toContain(
      'PostgreSQL has a database of this name already, whose settings are not here',
    )
    expect(JSON.parse((await program(here())).out)).toMatchObject({ changed: [], healthy: true })
  })

  it('replaces no password of a role that is there', async () => {
    const superuser = { FETLOCK_SUPERUSER_DATABASE_URL: postgres.superuserUrl }
    const secretIn = (name: string) => readFileSync(join(folder(), 'secrets', name), 'utf8').trim()
    const mistyped = new URL(secretIn('FETLOCK_DATABASE_URL'))
    mistyped.password = 'mistyped'
    const urls = {
      FETLOCK_OWNER_DATABASE_URL: secretIn('FETLOCK_OWNER_DATABASE_URL'),
      FETLOCK_DATABASE_URL: mistyped.href,
      FETLOCK_WORKER_DATABASE_URL: secretIn('FETLOCK_WORKER_DATABASE_URL'),
    }
    const again = (name: string, settings: Readonly<Record<string, string>>) =>
      program(['setup', '--folder', join(home, name), '--json', ...address()], {
        ...given(),
        ...superuser,
        ...settings,
      })
    const typo = await again('typo', urls)
    expect([typo.code, JSON.parse(typo.err).error]).toEqual([
      1,
      expect.stringMatching(/refuses the role of FETLOCK_DATABASE_URL.*setup replaces no password/),
    ])
    const rename = (from: string, to: string) =>
      connected(postgres.superuserUrl, (client) => client.query(`alter database ${from} rename to ${to}`))
    await rename('fetlock', 'elsewhere')
    const without = await again('without', {})
    await rename('elsewhere', 'fetlock')
    expect([without.code, JSON.parse(without.err).error]).toEqual([
      1,
      expect.stringContaining('PostgreSQL has fetlock_app, fetlock_owner, fetlock_worker already'),
    ])
    expect(JSON.parse((await program(here())).out)).toMatchObject({ changed: [], healthy: true })
  })

  it('needs no folder where every setting is given, and then writes none', async () => {
    const nowhere = join(home, 'nowhere')
    const { out, code } = await program(['setup', '--folder', nowhere, '--json'], settingsIn(folder()))
    expect([code, JSON.parse(out).changed]).toEqual([0, []])
    expect(readdirSync(home)).not.toContain('nowhere')
  })

  it('works with a role that may create roles and databases and is no superuser', async () => {
    await connected(postgres.superuserUrl, async (client) => {
      await client.query('drop database fetlock with (force)')
      for (const role of ['owner', 'app', 'worker']) await client.query(`drop owned by fetlock_${role}`)
      for (const role of ['owner', 'app', 'worker']) await client.query(`drop role fetlock_${role}`)
      await client.query(`create role keeper login createrole createdb password 'keeper'`)
    })
    const managed = new URL(postgres.superuserUrl)
    Object.assign(managed, { username: 'keeper', password: 'keeper' })
    const { out, err, code } = await program(
      ['setup', '--folder', join(home, 'managed'), '--json', ...address(), ...clinic, ...manager],
      { ...given(), FETLOCK_SUPERUSER_DATABASE_URL: managed.href },
    )
    expect([err, code]).toEqual(['', 0])
    expect(JSON.parse(out)).toMatchObject({ organisation: 1, invitation: null, healthy: true })
    expect(await rows('select kind from message')).toEqual([{ kind: 'invitation' }])
    expect(readFileSync(join(home, 'managed/secrets/FETLOCK_DATABASE_URL'), 'utf8')).toContain(
      'options=-c%20app.organisation%3D0',
    )
  })
})

describe('a secret', () => {
  it('is every setting that is one, or has one in its address', () => {
    const [publicUrl, carrying] = ['FETLOCK_PUBLIC_URL', /_(SECRET|KEY|PASSWORD|TOKEN|URL)$/]
    // Nobody keeps the superuser's.
    const expected = settingNames.filter((name) => carrying.test(name) && ![publicUrl, superuserName].includes(name))
    expect(settingNames.filter(isSecret)).toEqual(expected)
  })
})

describe('asking at a terminal', () => {
  it('takes an answer, or the one in brackets, and shows no secret', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    const asking = askingOn(input, output)
    let shown = ''
    output.on('data', (some) => (shown += String(some)))
    const bucketAnswer = asking.ask({ text: 'Bucket', otherwise: 'fetlock' })
    input.write('\r')
    expect(await bucketAnswer).toBe('fetlock')
    const secret = asking.ask({ text: 'Secret key', isSecret: true })
    input.write('verysecret\r')
    expect(await secret).toBe('verysecret')
    asking.close()
    expect(shown).toContain('Bucket [fetlock]: ')
    expect(shown).toContain('Secret key: ')
    expect(shown).not.toContain('verysecret')
  })
})
