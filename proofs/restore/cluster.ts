import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/services/listening.ts'
import { postgresProgram, serverAccount } from '../../scripts/services/postgres.ts'
import { command } from '../../scripts/services/processes.ts'
import { checkout } from '../../scripts/services/settings.ts'
import type { Urls } from '../harness.ts'

const at = (url: string, port: number, database?: string) => {
  const moved = Object.assign(new URL(url), { port: String(port) })
  if (database !== undefined) moved.pathname = `/${database}`
  return moved.href
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const untilGone = async (pid: number) => {
  for (let waited = 0; isAlive(pid) && waited < 10_000; waited += 50) await sleep(50)
}

/** Commands of the page that are not the same everywhere: the service manager, and `fetlock`. Without root, nobody changes owners. */
const standIns = (home: string, data: string, isRoot: boolean): Readonly<Record<string, string>> => {
  const ctl = `${isRoot ? 'runuser -u postgres -- ' : ''}${postgresProgram('pg_ctl')} -D ${data} -w -t 120`
  return {
    systemctl: [
      `stop() { [ ! -e ${data}/postmaster.pid ] || ${ctl} -m fast stop; }`,
      `start() { ${ctl} -l ${home}/log start; }`,
      'case "$1" in start) start ;; stop) stop ;; restart) stop; start ;; *) exit 64 ;; esac >/dev/null',
    ].join('\n'),
    fetlock: `exec ${process.execPath} ${checkout}/src/main.ts "$@"`,
    ...(isRoot ? {} : { runuser: 'shift 3\nexec "$@"', chown: 'exit 0' }),
  }
}

/**
 * A PostgreSQL of the run's own that is started, stopped and lost like the service of a machine. It writes to the disk as it
 * would there (fsync is on), and its folder has the archive, the configuration and the commands of the page too.
 */
export const ownCluster = async (services: Urls) => {
  const account = serverAccount()
  const home = mkdtempSync('/var/tmp/fetlock-restore-')
  chmodSync(home, 0o755)
  const places = {
    data: join(home, 'data'),
    socket: join(home, 'socket'),
    archive: join(home, 'archive'),
    backups: join(home, 'backups'),
    bin: join(home, 'bin'),
    logs: join(home, 'logs'),
    trials: join(home, 'trials'),
  }
  const give = (path: string) => account && chownSync(path, account.uid, account.gid)
  give(home)
  for (const place of Object.values(places)) {
    mkdirSync(place, { mode: place === places.bin ? 0o755 : 0o700 })
    if (place !== places.backups) give(place)
  }
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, new URL(services.superuser).password, { mode: 0o600 })
  give(passwordFile)
  for (const [name, script] of Object.entries(standIns(home, places.data, account !== undefined)))
    writeFileSync(join(places.bin, name), `#!/bin/bash\nset -euo pipefail\n${script}\n`, { mode: 0o755 })

  // A copy, because the account of PostgreSQL may not be able to enter the checkout.
  cpSync(join(checkout, 'deploy/backup/fetlock-backup'), join(places.bin, 'fetlock-backup'))

  const port = await freePort()
  // Without root the account has another name than the superuser, which `peer` would refuse.
  const auth = ['--auth-host=scram-sha-256', `--auth-local=${account ? 'peer' : 'trust'}`]
  const flags = ['--encoding=UTF8', '--locale=C.UTF-8', '--username=postgres', '--no-sync', '--data-checksums', ...auth]
  await command(postgresProgram('initdb'), [`--pgdata=${places.data}`, `--pwfile=${passwordFile}`, ...flags], account)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: places.socket,
    max_connections: 100,
    shared_buffers: '128MB',
    timezone: 'UTC',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  writeFileSync(join(places.data, 'postgresql.conf'), lines.join(''), { flag: 'a' })

  const pid = () => {
    const file = join(places.data, 'postmaster.pid')
    return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
  }
  /** The machine is gone: nothing is written any more, and nothing is left of what was. */
  const lose = async () => {
    const postmaster = pid()
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL')
    // Its other processes notice, and may still write a file.
    rmSync(places.data, { recursive: true, force: true, maxRetries: 100, retryDelay: 50 })
    if (postmaster !== undefined) await untilGone(postmaster)
    rmSync(places.data, { recursive: true, force: true, maxRetries: 100, retryDelay: 50 })
  }
  const remove = () => {
    const postmaster = pid()
    if (postmaster !== undefined && isAlive(postmaster)) process.kill(postmaster, 'SIGQUIT')
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  process.once('exit', remove)

  const urls: Urls = {
    superuser: at(services.superuser, port, 'fetlock'),
    owner: at(services.owner, port, 'fetlock'),
    app: at(services.app, port, 'fetlock'),
    worker: at(services.worker, port, 'fetlock'),
  }
  return { home, places, port, urls, maintenanceUrl: at(services.superuser, port, 'postgres'), lose, remove }
}
export type OwnCluster = Awaited<ReturnType<typeof ownCluster>>
