import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetlock, jsonOf, useSettings } from '../../test/support/commands.ts'
import { openapi } from '../contract/openapi.ts'
import { operations } from '../app/resources.ts'
import { commands } from './program.ts'

const words = commands.map((command) => command.words)

afterEach(() => vi.unstubAllEnvs())

describe('help', () => {
  it.each(words)('of %s has its usage, options, an example and what it prints', async (command) => {
    const { code, out, err } = await fetlock(...command.split(' '), '--help')
    expect(code).toBe(0)
    expect(err).toBe('')
    expect(out).toContain(`Usage: fetlock ${command}`)
    expect(out).toMatch(/\nOptions:\n( {2}--.*\n)+/)
    expect(out).toMatch(new RegExp(`\nExample:\n {2}fetlock ${command}`))
    expect(out).toContain('\nPrints: ')
    for (const name of Object.keys(commands.find((each) => each.words === command)!.options))
      expect(out).toContain(`--${name}`)
  })

  it.each([[[]], [['--help']], [['help']], [['-h']]])('%j lists every command', async (args) => {
    const { code, out } = await fetlock(...args)
    expect(code).toBe(0)
    for (const command of words) expect(out).toContain(command)
  })

  it('of a first word lists the commands that begin with it', async () => {
    const { out } = await fetlock('legacy-key', '--help')
    expect(out).toContain('legacy-key create')
    expect(out).toContain('legacy-key revoke')
    expect(out).not.toContain('migrate')
  })

  it('is also shown by "fetlock help COMMAND"', async () => {
    expect((await fetlock('help', 'user', 'create')).out).toBe((await fetlock('user', 'create', '--help')).out)
  })

  it('has the version, for programs too', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect((await fetlock('--version')).out).toBe(`fetlock ${version}\n`)
    expect(jsonOf(await fetlock('--version', '--json'))).toEqual({ version, node: process.versions.node })
  })

  it('needs no settings', async () => {
    useSettings({ FETLOCK_DATABASE_URL: undefined, FETLOCK_OWNER_DATABASE_URL: undefined })
    expect((await fetlock('migrate', '--help')).code).toBe(0)
  })
})

describe('a command line that is wrong', () => {
  const person = ['--first-name', 'Aino', '--last-name', 'Laine']
  const clinic = ['organisation', 'create', '--name', 'X', '--country', 'FI', '--currency', 'EUR']
  it.each([
    [['migrat'], 'There is no command "migrat". Did you mean "migrate"?'],
    [['organisaton', 'create'], 'Did you mean "organisation create"?'],
    [['frobnicate'], 'There is no command "frobnicate".'],
    [['user'], '"user" is not a complete command.'],
    [['user', 'delete'], 'There is no command "user delete".'],
    [['--json'], 'Put a command before its options.'],
    [['migrate', 'now'], '"now" is not an option'],
    [['user', 'create', '--frist-name', 'Aino'], 'There is no option --frist-name. Did you mean --first-name?'],
    [['user', 'create', '--organisation'], '--organisation needs a value'],
    [['seed', '--again=yes'], '--again takes no value'],
    [['user', 'create', ...person], 'Missing: --organisation ID, --email ADDRESS.'],
    [['user', 'create', ...person, '--organisation', 'one', '--email', 'a@example.com'], '--organisation takes an id'],
    [['user', 'create', ...person, '--organisation', '1', '--email', 'aino'], '--email: Enter a valid e-mail address.'],
    [[...clinic, '--time-zone', 'Turku'], '--time-zone: Use an IANA time zone, for example Europe/Helsinki.'],
    [[...clinic, '--time-zone', 'UTC', '--currency', 'EUX'], '--currency: Use an ISO 4217 code, for example EUR.'],
    [
      [...clinic, '--time-zone', 'UTC', '--country', 'XX'],
      '--country: Use an ISO 3166-1 alpha-2 code, for example FI.',
    ],
    [[...clinic, '--time-zone', 'UTC', '--name', ' '], '--name: This field may not be blank.'],
    [['seed', '--seed', 'x', '--today', 'now'], '--seed: A valid integer is required.\n--today: Use a date'],
  ])('%j is refused with 2 and a hint', async (args, sentence) => {
    const { code, out, err } = await fetlock(...args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err + JSON.stringify(err)).toContain(
      args.includes('--json') ? JSON.stringify(sentence).slice(1, -1) : sentence,
    )
  })

  it('is refused with one JSON object on standard error if --json is given', async () => {
    const { code, out, err } = await fetlock('migrat', '--json')
    expect([code, out]).toEqual([2, ''])
    expect(JSON.parse(err)).toEqual({ error: 'There is no command "migrat". Did you mean "migrate"?' })
  })
})

describe('invalid settings', () => {
  const database = 'FETLOCK_OWNER_DATABASE_URL'
  it.each([
    [['migrate'], { [database]: undefined }, `Set ${database}.`],
    [['migrate'], { [database]: 'postgres://fetlock_owner@127.0.0.1:1/fetlock' }, 'Nothing answers at 127.0.0.1:1.'],
    [['api'], { FETLOCK_PUBLIC_URL: 'vet.example' }, 'FETLOCK_PUBLIC_URL must be'],
    [['api'], { FETLOCK_PUBLIC_URL: 'https://vet.example/api' }, 'FETLOCK_PUBLIC_URL must be'],
    [['api'], { FETLOCK_SECRET_KEY: 'short' }, 'openssl rand -base64 32'],
    [['api'], { FETLOCK_LOG_LEVEL: 'loud' }, 'FETLOCK_LOG_LEVEL must be one of'],
    [['api'], { FETLOCK_PROCESSES: '0' }, 'FETLOCK_PROCESSES must be at least 1.'],
    [['api'], { FETLOCK_TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, 'FETLOCK_TRUSTED_PROXIES has "proxy".'],
    [['api'], { FETLOCK_S3_BUCKET: undefined }, 'Set FETLOCK_S3_BUCKET.'],
    [['api'], { FETLOCK_S3_ENDPOINT: 'files' }, 'FETLOCK_S3_ENDPOINT must be the address of the object store'],
    [['api'], { FETLOCK_TRUSTED_PROXIES: '0.0.0.0/0' }, 'which is every address'],
    [['api'], { FETLOCK_PORT: '9464', FETLOCK_METRICS_PORT: '9464' }, 'Give the metrics a port of their own.'],
    [['api'], { FETLOCK_DATABASE_URL: 'postgres://a:x@db1:5432,db2:5432/fetlock' }, 'names several servers'],
    [['api'], { FETLOCK_REDIS_URL: 'redis-sentinel://a,b/mymaster' }, 'Sentinels and clusters need a proxy'],
    [['api'], { FETLOCK_REDIS_URL: 'http://redis.internal' }, 'FETLOCK_REDIS_URL must begin with redis://'],
    [['api'], { FETLOCK_SECRET_KEY_FILE: '/nowhere/key', FETLOCK_SECRET_KEY: '' }, 'which does not exist. Create it'],
    [['worker'], { FETLOCK_SMTP_URL: 'mail.example.com' }, 'FETLOCK_SMTP_URL must begin with smtp:// or smtps://'],
    [['migrate'], { [database]: 'postgres://a@127.0.0.1/fetlock?host=/nowhere' }, 'There is no socket /nowhere'],
    [['worker'], { FETLOCK_SMTP_URL: undefined }, 'Set FETLOCK_SMTP_URL.'],
    [['worker'], { FETLOCK_S3_SECRET_KEY: undefined }, 'Set FETLOCK_S3_SECRET_KEY.'],
  ])('%j with %j is refused with 1 and the setting’s name', async (args, settings, sentence) => {
    useSettings({ FETLOCK_PUBLIC_URL: 'http://127.0.0.1:8000', ...settings })
    const { code, out, err } = await fetlock(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(sentence)
  })

  it('are reported without the password of a URL', async () => {
    useSettings({ [database]: 'postgres://fetlock_owner:verysecret@127.0.0.1:1/fetlock' })
    expect((await fetlock('migrate')).err).not.toContain('verysecret')
  })
})

describe('describing the API', () => {
  it('prints the OpenAPI document, indented by two spaces, with a newline at its end', async () => {
    const { out } = await fetlock('openapi')
    const document = JSON.parse(out)
    expect(out).toBe(`${JSON.stringify(document, null, 2)}\n`)
    expect(Object.keys(document.paths)).toEqual(
      Object.keys((openapi(operations, { title: '', description: '' }) as { paths: object }).paths),
    )
    expect(jsonOf(await fetlock('openapi', '--json'))).toEqual(document)
  })

  it('prints it with examples if asked', async () => {
    const mediaIn = async (...args: readonly string[]) =>
      jsonOf(await fetlock('openapi', '--json', ...args)).paths['/client/'].get.responses[200].content[
        'application/json'
      ]
    expect(await mediaIn('--examples')).toEqual({ ...(await mediaIn()), example: expect.any(Object) })
  })

  it('prints a line for every operation, by path and then by method', async () => {
    const lines = (await fetlock('routes')).out.trimEnd().split('\n')
    expect(lines).toHaveLength(operations.length)
    expect(lines).toContain('GET /client/ | General: Patients and clients (read) | 100')
    expect(lines).toContain('POST /user/ | Settings: Users and permissions (write) | 300 | oauth only | step-up')
    expect(lines.filter((line) => line.includes(' /client/ ')).map((line) => line.split(' ')[0])).toEqual([
      'GET',
      'POST',
    ])
    const paths = lines.map((line) => line.split(' ')[1] ?? '')
    expect(paths.every((path, at) => at === 0 || path >= paths[at - 1]!)).toBe(true)
    expect(jsonOf(await fetlock('routes', '--json')).routes).toHaveLength(operations.length)
  })
})
