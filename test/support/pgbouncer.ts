import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/services/listening.ts'
import { findProgram } from '../../scripts/services/processes.ts'

/** Another PgBouncer than the installed one can be tried by naming it in this variable. */
const program = process.env['FETLOCK_TEST_PGBOUNCER'] ?? findProgram('pgbouncer')

const versionOf = (path: string): readonly [number, number] => {
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))!
  return [Number(major), Number(minor)]
}

/** The installed PgBouncer, if any; since 1.21 it can keep prepared statements. */
export const installedPgBouncer = () => {
  if (program === undefined) return undefined
  const [major, minor] = versionOf(program)
  return { version: `${major}.${minor}`, keepsPrepared: major > 1 || minor >= 21 }
}

const through = (url: string, port: number) => {
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${port}`
  return pooled.href
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false)).once('connect', () => resolve(socket.end() !== undefined))
  })

/** Starts a PgBouncer in front of the PostgreSQL at a URL, in transaction mode unless the settings say otherwise. */
export const startPgBouncer = async (
  urls: readonly string[],
  settings: Readonly<Record<string, string | number>> = {},
) => {
  const { hostname, port: postgresPort } = new URL(urls[0]!)
  const home = mkdtempSync(join(tmpdir(), 'fetlock-pgbouncer-'))
  const port = await freePort()
  const users = join(home, 'users.txt')
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: 3,
    ...(process.getuid?.() === 0 ? { user: 'nobody' } : {}),
    ...settings,
  }
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(
    join(home, 'pgbouncer.ini'),
    `[databases]\n* = host=${hostname} port=${postgresPort}\n[pgbouncer]\n${text.join('')}`,
  )
  const accounts = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"\n`)
  writeFileSync(users, accounts.join(''))
  // It reads both as the account that it runs as.
  chmodSync(home, 0o755)
  const child = spawn(program!, [join(home, 'pgbouncer.ini')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (some) => (log += String(some)))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${log}`)
    await sleep(20)
  }
  return {
    urls: urls.map((url) => through(url, port)),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(home, { recursive: true })
    },
  }
}
