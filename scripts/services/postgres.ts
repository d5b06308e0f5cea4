import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connected, createDatabase, createRoles } from '../database.ts'
import { type Account, command, type Daemon, isProcessOf, launch, runningPid, untilReady } from './processes.ts'
import { folder, portOf, requireFree, type Settings } from './settings.ts'

const oldestVersion = 15
const home = join(folder, 'postgres')
const realHome = () => (existsSync(home) ? realpathSync(home) : home)
const data = () => join(realHome(), 'data')

export const postgresDaemon: Daemon = {
  name: 'postgres',
  get mark() {
    return data()
  },
  stopSignal: 'SIGINT',
}

type Installation = { version: number; bin: string }

const versionOf = (bin: string): Installation[] => {
  if (!existsSync(join(bin, 'initdb'))) return []
  const words = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return [{ bin, version: Number(/\d+/.exec(words)?.[0]) }]
}

const installations = () => {
  const debian = '/usr/lib/postgresql'
  const folders = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  return [...folders, ...(configured ? [configured] : [])].flatMap(versionOf).toSorted((a, b) => b.version - a.version)
}

/** The newest server installed, or the one of the version of an existing data directory. */
const chooseInstallation = () => {
  const versionFile = join(data(), 'PG_VERSION')
  const wanted = existsSync(versionFile) ? Number(readFileSync(versionFile, 'utf8')) : undefined
  const found = installations().find(({ version }) => (wanted ? version === wanted : version >= oldestVersion))
  if (found) return found
  throw new Error(
    wanted
      ? `The data in .services/postgres are of PostgreSQL ${wanted}, which is not installed.`
      : `PostgreSQL ${oldestVersion} or newer is missing: apt-get install postgresql`,
  )
}

export const postgresProgram = (name: string) => join(chooseInstallation().bin, name)

export const missingPostgres = () =>
  installations().some(({ version }) => version >= oldestVersion) ? [] : ['postgresql']

/** PostgreSQL refuses to run as root, so root runs it with the account that Debian's package creates. */
export const serverAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const makeHome = (account: Account | undefined) => {
  if (existsSync(home)) return
  const reachable = !account || spawnSync('test', ['-x', folder], { cwd: '/', ...account }).status === 0
  rmSync(home, { force: true })
  if (reachable) mkdirSync(home, { mode: 0o700 })
  else symlinkSync(mkdtempSync('/var/tmp/fetlock-postgres-'), home)
  if (account) chownSync(realHome(), account.uid, account.gid)
}

const initialise = async (bin: string, superuserPassword: string, account: Account | undefined) => {
  const passwordFile = join(realHome(), 'password')
  rmSync(data(), { recursive: true, force: true })
  writeFileSync(passwordFile, superuserPassword, { mode: 0o600 })
  if (account) chownSync(passwordFile, account.uid, account.gid)
  const options = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '--username=postgres', '--no-sync']
  await command(join(bin, 'initdb'), [`--pgdata=${data()}`, `--pwfile=${passwordFile}`, ...options], account)
  rmSync(passwordFile)
}

/** A killed server leaves a lock file, which PostgreSQL honours while its process id is in use, even by another program. */
const clearDeadLock = async () => {
  const lock = join(data(), 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  for (let waited = 0; waited < 3000 && existsSync(`/proc/${pid}`); waited += 50) await pause(50)
  if (!isProcessOf(postgresDaemon, pid)) rmSync(lock, { force: true })
}

const isInitialised = () => existsSync(join(data(), 'global/pg_control')) && !existsSync(join(realHome(), 'password'))

export const startPostgres = async (settings: Settings, fast: boolean) => {
  const url = settings.FETLOCK_SUPERUSER_DATABASE_URL
  const { bin } = chooseInstallation()
  if (!runningPid(postgresDaemon)) {
    const account = serverAccount()
    await requireFree(portOf(url))
    makeHome(account)
    if (!isInitialised()) await initialise(bin, new URL(url).password, account)
    await clearDeadLock()
    const options = {
      listen_addresses: '127.0.0.1',
      port: portOf(url),
      unix_socket_directories: '',
      max_connections: 200,
      shared_buffers: '256MB',
      timezone: 'UTC',
      ...(fast && {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: 0,
      }),
    }
    const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    launch(postgresDaemon, join(bin, 'postgres'), ['-D', data(), ...flags], account)
  }
  await untilReady(postgresDaemon, () => connected(url, (client) => client.query('select 1')))
  await connected(url, async (client) => {
    await createRoles(client, {
      owner: settings.FETLOCK_OWNER_DATABASE_URL,
      app: settings.FETLOCK_DATABASE_URL,
      worker: settings.FETLOCK_WORKER_DATABASE_URL,
    })
    const { rowCount } = await client.query("select from pg_database where datname = 'fetlock'")
    if (!rowCount) await createDatabase(client, 'fetlock')
  })
}
