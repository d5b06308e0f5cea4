// @module-tag waits
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serverAccount } from '../../scripts/services/postgres.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { until } from '../support/until.ts'

/** The entrypoint of deploy/single/postgres without its container: with folders of the test's own in place of the volumes. */
const account = serverAccount()
const superuser = account ? 'postgres' : userInfo().username
let home: string
let server: ChildProcess | undefined
const at = (...path: readonly string[]) => join(home, ...path)

const give = (path: string) => account && chownSync(path, account.uid, account.gid)
const write = (path: string, text: string, mode = 0o644) => {
  writeFileSync(path, text, { mode })
  give(path)
}

/** Raised, as a restore finds it: a recovery needs no less than the server had. */
const mostConnections = 130
const environment = () => ({
  ...process.env,
  FETLOCK_POSTGRES_OPTIONS: `-c max_connections=${mostConnections}`,
  PATH: `${at('bin')}:${process.env['PATH']}`,
  PGHOST: at('sockets'),
  PGBACKREST_REPO1_PATH: at('backups'),
  // Folders in place of the store and the volume with the copies.
  RCLONE_CONFIG_FILES_REMOTE: at('files'),
  RCLONE_CONFIG_COPIES_REMOTE: at('copies'),
  FETLOCK_BACKUP_FOLDER: at('trials'),
})
const options = () => ({ cwd: home, env: environment(), ...account })
const entrypoint = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('bash', [at('fetlock/entrypoint.sh'), ...args], {
    ...options(),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stdout}${stderr}`)
  return stdout.trim()
}
const ask = (query: string) => entrypoint('psql', '--no-psqlrc', '--dbname=postgres', '-Atqc', query)

/** Starts it as the container does, and waits until others can connect. */
const start = async () => {
  let log = ''
  const child = spawn('bash', [at('fetlock/entrypoint.sh'), 'serve'], {
    ...options(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => (log += String(some)))
  const answers = () => spawnSync('bash', [at('fetlock/entrypoint.sh'), 'check'], options()).status === 0
  await until(() => answers() || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}:\n${log}`)
}

/** Starts the container with the backups, waits until it has made the first, and stops it. */
const backups = async () => {
  let log = ''
  const child = spawn('bash', [at('fetlock/entrypoint.sh'), 'backups'], {
    ...options(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => (log += String(some)))
  const closed = once(child, 'exit')
  await until(() => /fetlock-backup full (is complete|FAILED)/.test(log) || child.exitCode !== null)
  child.kill('SIGTERM')
  await closed
  expect(log).toContain('fetlock-backup full is complete')
}

const signal = /^STOPSIGNAL (\w+)$/m.exec(
  readFileSync(join(checkout, 'deploy/single/postgres/Containerfile'), 'utf8'),
)?.[1]

/** Stops it as whoever runs containers does: with the signal of the image. */
const stop = async () => {
  const child = server
  server = undefined
  if (child === undefined || child.exitCode !== null) return
  child.kill((signal ?? 'SIGTERM') as NodeJS.Signals)
  await once(child, 'close')
}

beforeAll(() => {
  home = mkdtempSync('/var/tmp/fetlock-single-')
  chmodSync(home, 0o755)
  give(home)
  for (const folder of [
    'bin',
    'fetlock',
    'secrets',
    'sockets',
    'alone',
    'postgresql',
    'backups',
    'files',
    'copies',
    'trials',
  ]) {
    mkdirSync(at(folder), { mode: 0o700 })
    give(at(folder))
  }
  const secrets = ['owner_password', 'app_password', 'worker_password', 'backup_passphrase']
  for (const name of [...secrets, 'store_access_key', 'store_secret_key'])
    write(at('secrets', name), `${name}-of-the-test`)
  for (const file of ['roles.sql', 'database.sql']) {
    cpSync(join(checkout, 'deploy', file), at('fetlock', file))
    give(at('fetlock', file))
  }
  const script = readFileSync(join(checkout, 'deploy/single/postgres/entrypoint.sh'), 'utf8')
    .replaceAll(/(?<=[ =(">'])\/(?=fetlock\/|sockets\b)/g, `${home}/`)
    .replaceAll('/var/lib/postgresql', at('postgresql'))
    .replaceAll('/run/secrets', at('secrets'))
    .replaceAll(/(unix_socket_directories|PGHOST)=\/tmp/g, `$1=${at('alone')}`)
    .replaceAll('PGBACKREST_LOCK_PATH=/tmp', `PGBACKREST_LOCK_PATH=${home}`)
    .replace('local all postgres peer', `local all ${superuser} peer`)
  write(at('fetlock/entrypoint.sh'), script)
  write(at('bin/fetlock-backup'), readFileSync(join(checkout, 'deploy/backup/fetlock-backup'), 'utf8'), 0o755)
  write(at('files/result.txt'), 'The result of the laboratory.')
})
afterEach(stop)
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const waitingSegments = () =>
  readdirSync(at('postgresql/data/pg_wal/archive_status'))
    .filter((name) => name.endsWith('.ready'))
    .map((name) => name.replace(/\.ready$/, ''))
    .toSorted()

describe('the server of deploy/single', () => {
  it('keeps what could not be archived, however often it starts', async () => {
    write(at('bin/pgbackrest'), '#!/bin/sh\nexit 1\n', 0o755)
    await start()
    ask('create table kept as select 1 as one')
    for (let segment = 0; segment < 3; segment++)
      ask('create table filler (); drop table filler; select pg_switch_wal()')
    ask('checkpoint')
    const before = waitingSegments()
    expect(before.length).toBeGreaterThanOrEqual(3)
    await stop()
    await start()
    const files = readdirSync(at('postgresql/data/pg_wal'))
    expect(before.filter((segment) => !files.includes(segment))).toEqual([])
    expect(waitingSegments()).toEqual(expect.arrayContaining(before))
  })

  it('stops at once, whoever is connected', async () => {
    await start()
    const client = spawn(
      'bash',
      [at('fetlock/entrypoint.sh'), 'psql', '--dbname=postgres', '-Atc', 'select pg_sleep(3600)'],
      {
        ...options(),
        stdio: 'ignore',
      },
    )
    const left = once(client, 'close')
    await until(() => ask(`select count(*) from pg_stat_activity where query like 'select pg_sleep%'`) === '1')
    await stop()
    // It was ended, and not waited for.
    const [code] = await left
    expect(code).not.toBe(0)
  })

  it('waits for a recovery, also while others could read already', async () => {
    write(at('postgresql/data/recovery.signal'), '')
    appendFileSync(at('postgresql/data/postgresql.auto.conf'), `restore_command = 'sleep 2; false'\n`)
    await start()
    expect(ask('select pg_is_in_recovery(), one from kept')).toBe('f|1')
    expect(ask('show max_connections')).toBe(String(mostConnections))
  })

  it('is restored to a moment by the commands of docs/operating/backup.md', async () => {
    rmSync(at('bin/pgbackrest'))
    await start()
    await backups()
    entrypoint('fetlock-backup', 'files')
    const names = entrypoint('rclone', 'lsf', '--recursive', '--files-only', 'copies:').split('\n')
    expect(names).toEqual(['current/result.txt'])
    expect(readdirSync(at('copies'))).not.toContain('current')
    ask('create table before as select 2 as two')
    // pgBackRest compares whole seconds with the end of its backup.
    const moment = ask('select clock_timestamp() from pg_sleep(1)')
    ask('create table later ()')
    entrypoint('pgbackrest', 'check')
    await stop()
    const page = readFileSync(join(checkout, 'docs/operating/backup.md'), 'utf8')
    const commands = [...page.matchAll(/^docker compose run --rm postgres (.*)$/gm)].map(([, command]) =>
      [...command!.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) =>
        word
          .replaceAll("'", '')
          .replace('/var/lib/postgresql', at('postgresql'))
          .replace(/(?<=--target=).*/, moment),
      ),
    )
    expect(commands).toHaveLength(2)
    for (const command of commands) entrypoint(...command)
    await start()
    expect(ask(`select pg_is_in_recovery(), two, to_regclass('later') is null from before`)).toBe('f|2|t')
    // Its log is archived on, under a timeline of its own.
    entrypoint('pgbackrest', 'check')
  })
})
