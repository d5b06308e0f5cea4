import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connected } from '../../scripts/database.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { postgresProgram, serverAccount } from '../../scripts/services/postgres.ts'
import { command } from '../../scripts/services/processes.ts'
import { hasCode } from '../../src/db/tx.ts'
import { until } from './until.ts'

type Own = {
  /** It begins as the standby of nobody, and takes no writes until it is promoted. */
  readonly isStandby?: boolean
  /** It may take no connections yet: whoever needs them waits. */
  readonly mayRefuse?: boolean
  readonly settings?: Readonly<Record<string, string>>
}

/** An empty PostgreSQL of the test's own: roles and settings of a server belong to all of its databases. */
export const startOwnPostgres = async (
  password: string,
  { isStandby = false, mayRefuse = false, settings = {} }: Own = {},
) => {
  const account = serverAccount()
  const home = mkdtempSync(join(tmpdir(), 'fetlock-postgres-'))
  const [data, passwordFile] = [join(home, 'data'), join(home, 'password')]
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  chmodSync(home, 0o755)
  if (account) for (const path of [home, data, passwordFile]) chownSync(path, account.uid, account.gid)
  const flags = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256', '--username=postgres', '--no-sync']
  await command(postgresProgram('initdb'), [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...flags], account)
  if (isStandby) writeFileSync(join(data, 'standby.signal'), '')
  const port = await freePort()
  const options = { listen_addresses: '127.0.0.1', port, unix_socket_directories: home, fsync: 'off', ...settings }
  const server = spawn(
    postgresProgram('postgres'),
    ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: '/', stdio: 'ignore', ...account },
  )
  const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await until(() =>
    connected(superuserUrl, (client) => client.query('select 1')).then(
      () => true,
      (problem: unknown) => mayRefuse && hasCode(problem, '57P03'),
    ),
  )
  return {
    superuserUrl,
    port,
    stop: async () => {
      server.kill('SIGINT')
      await once(server, 'close')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
