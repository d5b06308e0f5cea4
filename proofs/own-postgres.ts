import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connected, createRoles } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { postgresProgram, serverAccount } from '../scripts/services/postgres.ts'
import { command } from '../scripts/services/processes.ts'
import { endProcess, endWithParent, type Urls } from './harness.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

const at = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href

/** Offers PostgreSQL's clock to libfaketime; each of its processes looks at the file once a second. */
const fakeClock = (file: string) => {
  if (!existsSync(library))
    throw new Error('libfaketime is missing: apt-get install --no-install-recommends libfaketime')
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

/** A PostgreSQL of the run's own, with the disk's real speed, whose clock alone can be set. */
export const ownPostgres = async (services: Urls, settings: Readonly<Record<string, string>> = {}) => {
  const account = serverAccount()
  const home = mkdtempSync('/var/tmp/fetlock-proof-')
  const [data, clock] = [join(home, 'data'), join(home, 'clock')]
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(home, 'password'), new URL(services.superuser).password)
  chmodSync(home, 0o755)
  if (account) for (const path of [home, data, join(home, 'password')]) chownSync(path, account.uid, account.gid)
  const flags = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '--username=postgres', '--no-sync']
  await command(
    postgresProgram('initdb'),
    [`--pgdata=${data}`, `--pwfile=${join(home, 'password')}`, ...flags],
    account,
  )
  const setClock = (seconds: number) => {
    writeFileSync(`${clock}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    renameSync(`${clock}.new`, clock)
  }
  setClock(0)
  const port = await freePort()
  const options = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    timezone: 'UTC',
    ...settings,
  }
  const log = openSync(join(home, 'log'), 'w')
  const server = endWithParent(
    spawn(
      postgresProgram('postgres'),
      ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { cwd: '/', stdio: ['ignore', log, log], env: { ...process.env, ...fakeClock(clock) }, ...account },
    ),
  )
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  const urls: Urls = {
    superuser: at(services.superuser, port),
    owner: at(services.owner, port),
    app: at(services.app, port),
    worker: at(services.worker, port),
  }
  const isReady = () =>
    connected(urls.superuser, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
  for (let attempt = 0; !(await isReady()); attempt++) {
    if (attempt > 200 || server.exitCode !== null) throw new Error(`PostgreSQL did not start: see ${home}/log`)
    await sleep(100)
  }
  await connected(urls.superuser, async (client) => {
    await createRoles(client, urls)
    // Under libfaketime PostgreSQL's timers misfire once the clock has been set back: waits of milliseconds are cancelled.
    for (const timeout of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`alter role fetlock_app set ${timeout} = 0`)
  })
  const stop = async () => {
    await endProcess(server, 'SIGINT')
    rmSync(home, { recursive: true, force: true })
  }
  return { urls, setClock, stop }
}
