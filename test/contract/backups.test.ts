import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownCluster, type OwnCluster } from '../../proofs/restore/cluster.ts'
import { servicesUrls } from '../../proofs/harness.ts'
import { connected, createDatabase, createRoles } from '../../scripts/database.ts'
import { serverAccount } from '../../scripts/services/postgres.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { checkBackups, judgeBackup } from '../../src/commands/doctor/backups.ts'
import { connect } from '../../src/db/pool.ts'
import { backupReadings, type BackupRun } from '../../src/worker/backup-runs.ts'

/** deploy/backup/fetlock-backup with real pgBackRest, rclone and PostgreSQL; the store and the vault are folders. */
let cluster: OwnCluster
let environment: NodeJS.ProcessEnv
const account = serverAccount()
const at = (...path: readonly string[]) => join(cluster.home, ...path)

const run = async (command: string, args: readonly string[]) => {
  const child = spawn(command, args, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'], ...account })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}
const backup = (...args: readonly string[]) => run(join(cluster.places.bin, 'fetlock-backup'), args)
const succeed = async (work: ReturnType<typeof run>) => {
  const { code, out, err } = await work
  expect([code, err]).toEqual([0, ''])
  return out
}
const rclone = (...args: readonly string[]) => succeed(run('rclone', args))
const files = async (remote: string) =>
  (await rclone('lsf', '--recursive', '--files-only', remote)).split('\n').filter(Boolean).toSorted()
const upload = (name: string, contents: string) =>
  succeed(run('bash', ['-c', 'printf %s "$1" | rclone rcat "$2"', 'bash', contents, `files:${name}`]))

const asSuperuser = <Row>(statement: string, values: readonly unknown[] = []) =>
  connected(cluster.urls.superuser, async (client) => {
    await client.query(`set app.organisation = '1'`)
    return (await client.query(statement, [...values])).rows as Row[]
  })

/** What doctor and the metrics say, which ask as the worker. */
const asWorker = async () => {
  const { read, close } = connect(cluster.urls.worker, { max: 1 })
  try {
    const metrics = await Promise.all(
      backupReadings(read).map(async ({ name, labels, read: value }) => [`${name} ${labels!['kind']}`, await value()]),
    )
    const findings = await checkBackups(read)
    return { metrics: Object.fromEntries(metrics) as Record<string, number>, findings }
  } finally {
    await close()
  }
}

beforeAll(async () => {
  const services = servicesUrls()
  cluster = await ownCluster(services)
  const { home, places, port, urls, maintenanceUrl } = cluster
  const remotes = {
    FILES_TYPE: 'alias',
    FILES_REMOTE: join(home, 'files'),
    COPIES_TYPE: 'crypt',
    COPIES_REMOTE: join(home, 'vault'),
    COPIES_PASSWORD: execFileSync('rclone', ['obscure', 'a passphrase'], { encoding: 'utf8' }).trim(),
  }
  environment = {
    ...process.env,
    ...Object.fromEntries(Object.entries(remotes).map(([name, value]) => [`RCLONE_CONFIG_${name}`, value])),
    PATH: `${places.bin}:${process.env['PATH']}`,
    RCLONE_CONFIG: '',
    FETLOCK_BACKUP_FOLDER: places.trials,
    PGHOST: places.socket,
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGBACKREST_STANZA: 'fetlock',
    PGBACKREST_REPO1_PATH: places.archive,
    PGBACKREST_PG1_PATH: places.data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: places.socket,
    PGBACKREST_LOG_LEVEL_FILE: 'off',
    PGBACKREST_LOCK_PATH: places.logs,
    PGBACKREST_SPOOL_PATH: places.logs,
    PGBACKREST_START_FAST: 'y',
    PGBACKREST_REPO1_BUNDLE: 'y',
    PGBACKREST_COMPRESS_TYPE: 'none',
    PGBACKREST_ARCHIVE_TIMEOUT: '2',
    PGBACKREST_JOB_RETRY: '0',
  }
  const systemctl = (word: string) =>
    execFileSync(join(places.bin, 'systemctl'), [word], { cwd: '/', env: environment })
  systemctl('start')
  await connected(maintenanceUrl, async (client) => {
    for (const setting of [`archive_mode = 'on'`, `archive_command = 'pgbackrest archive-push %p'`])
      await client.query(`alter system set ${setting}`)
    await createRoles(client, urls)
    await createDatabase(client, 'fetlock')
  })
  await connected(urls.superuser, (client) =>
    client.query(`
      set role fetlock_owner; set check_function_bodies = off; ${readFileSync(join(checkout, 'schema.sql'), 'utf8')};
      insert into migration values ('0001_organisations.sql', '', now() - interval '3 hours')`),
  )
  systemctl('restart')
  await succeed(run('pgbackrest', ['stanza-create']))
  await succeed(backup('full'))
})
afterAll(() => cluster.remove())

describe('fetlock-backup', () => {
  beforeEach(async () => {
    await asSuperuser('truncate backup_run')
    for (const folder of ['files', 'vault']) rmSync(at(folder), { recursive: true, force: true })
    await upload('1/older', 'older')
  })

  it('backs up both, and restores both on trial, which doctor and the metrics are told', async () => {
    const before = await asWorker()
    expect(before.findings.map(({ state }) => state)).toEqual(['warning', 'warning', 'warning'])
    expect(before.metrics['fetlock_backup_age_seconds database']).toBeGreaterThan(3 * 3_600 - 1)
    await asSuperuser(
      'begin; set local session_replication_role = replica; insert into attachment (organisation, id, client, name, content_type, size, kept_key, uploaded) values ' +
        `(1, 1, 1, 'a', 'text/plain', 5, gen_random_uuid(), now()); commit`,
    )
    const [attachment] = await asSuperuser<{ kept_key: string }>('select kept_key from attachment')
    const { kept_key } = attachment!
    await upload(`1/${kept_key}`, 'whole')
    for (const word of ['diff', 'files']) await succeed(backup(word))
    expect(await succeed(backup('trial'))).toContain(
      'every row of it read.\n1 of its files were fetched from the copy.',
    )
    const { findings, metrics } = await asWorker()
    expect(findings.map(({ state, found }) => [state, found.slice(0, 32)])).toEqual([
      ['good', 'the last backup of the database '],
      ['good', 'the last copy of the files was b'],
      ['good', 'the last trial restore was begun'],
    ])
    for (const kind of ['database', 'files', 'trial']) {
      expect(metrics[`fetlock_backup_age_seconds ${kind}`]).toBeLessThan(600)
      expect(metrics[`fetlock_backup_failed ${kind}`]).toBe(0)
    }
    expect(globSync(at('trials', 'trial'))).toEqual([])
    await rclone('deletefile', `copies:current/1/${kept_key}`)
    const missing = await backup('trial')
    expect([missing.code, missing.err]).toEqual([
      1,
      'ERROR: Of 1 files that the restored database names, 1 are not in the copy.\n',
    ])
    expect((await asWorker()).metrics['fetlock_backup_failed trial']).toBe(1)
    await asSuperuser('truncate attachment cascade')
  })

  const folderOf = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

  it('keeps what was deleted from the store for 28 days, and restores what there was at a moment', async () => {
    await upload('1/gone', 'gone')
    await succeed(backup('files'))
    await rclone('deletefile', 'files:1/gone')
    const [kept, expired] = [`deleted/${folderOf(27)}`, `deleted/${folderOf(29)}`]
    for (const path of [kept, expired]) await rclone('copyto', 'files:1/older', `copies:${path}/1/${path.length}`)
    await succeed(backup('files'))
    const copied = await files('copies:')
    expect(copied).toEqual(['current/1/older', `${kept}/1/24`, expect.stringMatching(/^deleted\/.*\/1\/gone$/)])
    await succeed(backup('restore-files', new Date().toISOString()))
    expect(await files('files:')).toEqual(['1/gone', '1/older'])
    // Whoever reads the vault reads neither names nor contents.
    const stored = globSync('**', { cwd: at('vault'), withFileTypes: true }).filter((entry) => entry.isFile())
    expect(stored.length).toBe(copied.length)
    for (const { parentPath, name } of stored)
      expect(`${name}${readFileSync(join(parentPath, name), 'latin1')}`).not.toMatch(/gone|older/)
  })

  it('deletes nothing from the copy while the store cannot be read, and says so', async () => {
    await succeed(backup('files'))
    rmSync(at('files'), { recursive: true })
    const { code, err } = await backup('files')
    expect([code, err]).toEqual([3, expect.stringContaining('directory not found')])
    expect(await files('copies:current')).toEqual(['1/older'])
    const { findings, metrics } = await asWorker()
    expect(findings[1]).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/copy of the files failed: .*directory not found/),
    })
    expect(metrics['fetlock_backup_failed files']).toBe(1)
  })

  it('fails a trial if the log is not archived, or the backup is damaged', async () => {
    const archiveBy = async (archive: string) => {
      await asSuperuser(`alter system set archive_command = '${archive}'`)
      await asSuperuser('select pg_reload_conf()')
    }
    await archiveBy('true pgbackrest %p')
    const lost = await backup('trial')
    await archiveBy('pgbackrest archive-push %p')
    expect([lost.code, lost.err]).toEqual([82, expect.stringContaining('was not archived before the 2000ms timeout')])
    const folder = at('archive', 'backup', 'fetlock')
    const label = readdirSync(folder).find((name) => name.endsWith('F'))!
    renameSync(join(folder, label), at('hidden'))
    mkdirSync(join(folder, label))
    const damaged = await backup('trial')
    rmSync(join(folder, label), { recursive: true })
    renameSync(at('hidden'), join(folder, label))
    expect([damaged.code, damaged.err]).toEqual([expect.any(Number), expect.stringContaining('ERROR: [')])
    expect(damaged.code).toBeGreaterThan(0)
    const { findings } = await asWorker()
    expect(findings[2]).toMatchObject({
      state: 'bad',
      found: expect.stringContaining('No trial restore has been recorded. The last one failed: '),
    })
    expect(globSync(at('trials', 'trial'))).toEqual([])
  })

  it('explains itself to whoever names nothing that it does', async () => {
    const { code, err } = await backup('everything')
    expect(code).toBe(2)
    for (const word of ['full', 'diff', 'files', 'trial', 'restore-files MOMENT'])
      expect(err).toContain(`  fetlock-backup ${word} `)
  })

  it('records nothing that it has no database for, and does its work all the same', async () => {
    environment['FETLOCK_BACKUP_DATABASE'] = 'another'
    const { code, err } = await backup('files')
    delete environment['FETLOCK_BACKUP_DATABASE']
    expect([code, err]).toEqual([0, expect.stringContaining('This run was not recorded in the database another.')])
    expect(await files('copies:current')).toEqual(['1/older'])
  })
})

describe('doctor', () => {
  const hour = 3_600
  const runOf = (kind: BackupRun['kind'], hours: number, failure = ''): BackupRun => ({
    kind,
    succeeded: new Date('2026-11-18T01:00:00Z'),
    seconds: hours * hour,
    failure,
  })
  it.each([
    [runOf('database', 25), 'good', 'the last backup of the database was begun 25 h ago, at 2026-11-18T01:00:00.000Z'],
    [runOf('database', 49), 'bad', 'The last backup of the database that succeeded was begun 2 days ago.'],
    [runOf('database', 25, 'ERROR: disk full'), 'warning', 'The last backup of the database failed: ERROR: disk full'],
    [runOf('files', 0.5), 'good', 'the last copy of the files was begun 30 min ago, at 2026-11-18T01:00:00.000Z'],
    [
      runOf('files', 7, 'ERROR: 403'),
      'bad',
      'The last copy of the files that succeeded was begun 7 h ago. The last one failed: ERROR: 403',
    ],
    [runOf('trial', 8 * 24), 'good', 'the last trial restore was begun 8 days ago, at 2026-11-18T01:00:00.000Z'],
    [runOf('trial', 10 * 24), 'bad', 'The last trial restore that succeeded was begun 10 days ago.'],
    [runOf('trial', 1, 'ERROR: damaged'), 'bad', 'The last trial restore failed: ERROR: damaged'],
  ])('judges %j', (backupRun, state, found) => {
    expect(judgeBackup(backupRun)).toMatchObject({ state, found })
  })
})
