import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sealer } from '../src/secrets/seal.ts'
import { connect } from '../src/db/pool.ts'
import { inOrganisation } from '../src/db/tx.ts'
import { createRandom } from '../src/demo/random.ts'
import { registerApplication } from '../src/domain/identity/applications.ts'
import { prepareDatabase } from '../src/app/prepare.ts'
import { connected, createDatabase, createRoles } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { command, findProgram } from '../scripts/services/processes.ts'
import { keysIn, removeAll, testStore } from '../test/support/store.ts'
import { createClinics, type Clinic } from './billing/clinics.ts'
import { conclude, type Conditions } from './conclude.ts'
import { endProcess, servicesUrls, startApi, startChild } from './harness.ts'
import { ownCluster, type OwnCluster } from './restore/cluster.ts'
import { compareAt, differences, hashTables, lostSince, type Compared } from './restore/compare.ts'
import { contentOf, hashOf, type Entry, type Load, type Loaded, type Order } from './restore/load.ts'
import { backupPage, type BackupPage } from './restore/page.ts'

const processes = 2
/** The minute of the page would make every round longer than a minute. */
const archiveSeconds = 2
/** A process takes a token for valid for a second at most. */
const credentialMs = 1_200
const hookSecret = 'a secret that signs deliveries'

const packageOf = { pgbackrest: 'pgbackrest', rclone: 'rclone', openssl: 'openssl' }
const missing = Object.entries(packageOf).flatMap(([program, debian]) => (findProgram(program) ? [] : [debian]))
if (missing.length > 0)
  throw new Error(`Missing programs: apt-get install --no-install-recommends ${missing.join(' ')}`)

type Store = Awaited<ReturnType<typeof testStore>>

/** Everything that the rounds have in common. */
type Deployment = {
  readonly cluster: OwnCluster
  readonly page: BackupPage
  readonly clinics: readonly Clinic[]
  readonly bases: readonly string[]
  readonly files: Store
  readonly start: () => Promise<ChildProcess[]>
  readonly client: { readonly client_id: string; readonly client_secret: string }
}

const settingsOf = ({ urls }: OwnCluster, bucket: string) => ({
  FETLOCK_OWNER_DATABASE_URL: urls.owner,
  FETLOCK_DATABASE_URL: urls.app,
  FETLOCK_WORKER_DATABASE_URL: urls.worker,
  FETLOCK_S3_BUCKET: bucket,
})

const ask = async <Row>(url: string, statement: string, values: unknown[] = []) =>
  connected(url, async (client) => (await client.query(statement, values)).rows as Row[])

/** The page with the paths and addresses of the proof, which says itself if the page no longer has one of them. */
const pageFor = async (cluster: OwnCluster, files: Store, vault: Store) => {
  const { home, places, port } = cluster
  const [password, filesPassphrase] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const dumpPass = join(home, 'dump.pass')
  writeFileSync(dumpPass, randomBytes(24).toString('base64'), { mode: 0o600 })
  const environment = {
    ...process.env,
    PATH: `${places.bin}:${process.env['PATH']}:/usr/sbin:/sbin`,
    ...settingsOf(cluster, files.settings.bucket),
    FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    // rclone refuses a bundle of certificates of this machine's own.
    AWS_CA_BUNDLE: undefined,
    PGHOST: places.socket,
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGPASSWORD: password,
    PGBACKREST_CONFIG: join(home, 'pgbackrest.conf'),
    RCLONE_CONFIG: join(home, 'rclone.conf'),
    FETLOCK_BACKUP_FOLDER: places.trials,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: places.socket,
    PGBACKREST_LOG_PATH: places.logs,
    PGBACKREST_LOCK_PATH: places.logs,
    PGBACKREST_SPOOL_PATH: places.logs,
  }
  const obscured = await command('rclone', ['obscure', filesPassphrase])
  return backupPage(home, environment, {
    '/etc/pgbackrest.conf': join(home, 'pgbackrest.conf'),
    '/var/lib/pgbackrest': places.archive,
    '/var/lib/fetlock-backup': places.trials,
    '/var/lib/postgresql/15/main': places.data,
    '/etc/rclone.conf': join(home, 'rclone.conf'),
    '/etc/fetlock-dump.pass': dumpPass,
    '/var/backups': places.backups,
    'db.internal': `127.0.0.1:${port}`,
    "'60s'": `'${archiveSeconds}s'`,
    'REPOSITORY-PASSPHRASE': randomBytes(36).toString('base64'),
    'OBSCURED-PASSPHRASE': obscured.trim(),
    'BACKUP-PASSWORD': password,
    'https://files.vet.example': files.settings.endpoint,
    'FILES-ACCESS-KEY': files.settings.accessKey,
    'FILES-SECRET-KEY': files.settings.secretKey,
    'https://vault.example': vault.settings.endpoint,
    'VAULT-ACCESS-KEY': vault.settings.accessKey,
    'VAULT-SECRET-KEY': vault.settings.secretKey,
    'store:fetlock': `store:${files.settings.bucket}`,
    'vault:fetlock-backup': `vault:${vault.settings.bucket}`,
  })
}

const settle = async (cluster: OwnCluster, page: BackupPage, seed: number) => {
  const { urls, maintenanceUrl } = cluster
  const started = await page.try('systemctl start postgresql')
  if (started.code !== 0) throw new Error(`PostgreSQL did not start: ${started.out}${started.err}`)
  await connected(maintenanceUrl, async (client) => {
    await createRoles(client, urls)
    await createDatabase(client, 'fetlock')
  })
  await prepareDatabase(urls.owner)
  const clinics = await createClinics(urls, seed)
  const { db, close } = connect(urls.app, { max: 1 })
  const { client_id, client_secret } = await inOrganisation(db, clinics[0]!.organisation, (tx) =>
    registerApplication(tx, undefined, { name: 'With a token' }),
  )
  await close()
  return { clinics, client: { client_id, client_secret: client_secret! } }
}

/** Of the dump: whether it is equal to the database, and whether another role is refused instead of given a part. */
const dumpAndCompare = async ({ urls, maintenanceUrl }: OwnCluster, page: BackupPage) => {
  for (const at of [0, 1, 2]) await page.run('A dump as well', at)
  const copy = Object.assign(new URL(urls.superuser), { pathname: '/fetlock_copy' }).href
  const differing = differences(await hashTables(urls.superuser), await hashTables(copy))
  for (const name of differing.slice(0, 5)) console.log(`  the dump differs in ${name}`)
  await connected(maintenanceUrl, (client) => client.query('drop database fetlock_copy'))
  const asOwner = await page.try(`pg_dump --format=custom --file=/dev/null '${urls.owner}'`)
  return { differing, ownerIsRefused: asOwner.code !== 0 && asOwner.err.includes('row-level security') }
}

const get = (base: string, path: string, authorization: string) =>
  fetch(`${base}${path}`, { headers: { authorization, accept: 'application/problem+json' } })

const tokenOf = async ({ bases, clinics, client }: Deployment) => {
  const basic = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`
  const call = (path: string, body: Record<string, string>) =>
    fetch(`${bases[0]}/${clinics[0]!.organisation}/oauth2/${path}/`, {
      method: 'POST',
      headers: { authorization: basic },
      body: new URLSearchParams(body),
    })
  const { access_token } = (await (await call('token', { grant_type: 'client_credentials' })).json()) as {
    access_token: string
  }
  return { token: `Bearer ${access_token}`, revoke: () => call('revoke_token', { token: access_token }) }
}

const statusWith = async ({ bases, clinics }: Deployment, token: string) =>
  (await get(bases[0]!, `/${clinics[0]!.organisation}/api/0.1/department/`, token)).status

/** Waits until everything that is in the log by now has been archived. Without it a moment cannot be restored. */
const untilArchived = async (url: string) => {
  const [{ segment } = { segment: '' }] = await ask<{ segment: string }>(
    url,
    'select pg_walfile_name(pg_current_wal_flush_lsn()) as segment',
  )
  for (let waited = 0; waited < 60_000; waited += 100) {
    const [{ archived } = { archived: '' }] = await ask<{ archived: string | null }>(
      url,
      `select last_archived_wal as archived from pg_stat_archiver where last_archived_wal ~ '^[0-9A-F]{24}$'`,
    )
    if ((archived ?? '') >= segment) return
    await sleep(100)
  }
  throw new Error('The log was not archived within 60 s.')
}

const momentOf = async (url: string) => {
  const [row] = await ask<{ text: string; ms: number }>(
    url,
    `select to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00' as text, extract(epoch from moment)::float8 * 1000 as ms
     from clock_timestamp() moment`,
  )
  return row!
}

/** The moment that a round restores to: one without writes, one among writes, or the latest there is. */
const kinds = ['quiet', 'busy', 'latest'] as const

type Round = {
  readonly number: number
  readonly kind: (typeof kinds)[number]
  readonly writes: number
  readonly writers: number
  readonly seed: number
}

/** What is known of a round before the loss. */
type Before = {
  readonly journal: readonly Entry[]
  readonly problems: readonly string[]
  readonly moment: { readonly text: string; readonly ms: number }
  readonly hashes: ReadonlyMap<string, string> | undefined
  readonly token: string
  /** Whether the token was refused once it was revoked; where the latest is restored it is not revoked. */
  readonly wasRefused: boolean
  /** When the last copy of the files began. */
  readonly copied: number
  readonly position: number
  readonly ids: ReadonlySet<number>
}

/** Load before and after the moment; then everything is lost, in the middle of writing if the latest is to be restored. */
const workAndLose = async (deployment: Deployment, round: Round): Promise<Before> => {
  const { cluster, page, clinics, bases, files } = deployment
  const { kind, writes, seed } = round
  const apis = await deployment.start()
  const load = startChild('restore/load.ts')
  const tell = (order: Order) => load.ask<Loaded>(order)
  const { token, revoke } = await tokenOf(deployment)
  const random = createRandom(seed * 10 + round.number)
  const start: Load = {
    bases,
    clinics,
    writers: round.writers,
    seed: seed * 10 + round.number,
    mark: `round ${round.number}`,
  }
  await tell({ start })
  await tell({ until: writes / 3 })
  // While the clinics are at work, as every night.
  await page.run('Each night')
  await tell({ until: writes / 2 + random.int(0, writes / 10) })
  if (kind === 'quiet') {
    await tell('pause')
    // What is noted after a response, such as the last use of a key.
    await sleep(500)
  }
  const hashes = kind === 'quiet' ? await hashTables(cluster.urls.superuser) : undefined
  const moment = await momentOf(cluster.urls.superuser)
  if (kind === 'quiet') await sleep(20)
  await tell('resume')
  const copied = Date.now()
  await page.run('Each hour: the files')
  // While the clinics are at work, too: what is restored on trial is behind them.
  if (kind === 'busy') await page.run('Each week: a trial restore')
  await tell({ until: writes })
  if (kind !== 'latest') await revoke()
  if (kind !== 'latest') await sleep(credentialMs)
  const wasRefused = kind === 'latest' || (await statusWith(deployment, token)) === 401
  const authorization = clinics[0]!.keys[0]!
  const { sequence } = (await (
    await get(bases[0]!, `/${clinics[0]!.organisation}/api/0.1/events/`, authorization)
  ).json()) as {
    sequence: number
  }
  // What is written from here on may be lost where the latest is restored.
  const archivedUntil = kind === 'latest' ? await momentOf(cluster.urls.superuser) : moment
  const stopped = kind === 'latest' ? undefined : await tell('stop')
  await untilArchived(cluster.urls.superuser)
  await cluster.lose()
  await Promise.all(apis.map((api) => endProcess(api, 'SIGKILL')))
  await removeAll(files.settings)
  const { journal, problems } = stopped ?? (await tell('stop'))
  await load.end()
  const ids = new Set(journal.flatMap(({ table, id }) => (table === 'client' && id !== null ? [id] : [])))
  return { journal, problems, moment: archivedUntil, hashes, token, wasRefused, copied, position: sequence, ids }
}

/** Whether every file that the database names can be downloaded and is what was uploaded. */
const checkFiles = async ({ bases, clinics }: Deployment, journal: readonly Entry[], moment: number) => {
  const complete = journal.filter(
    ({ table, value, acked }) => table === 'attachment' && value.endsWith(' true') && acked !== null && acked <= moment,
  )
  let wrong = 0
  for (const { organisation, id, value } of complete) {
    const { keys } = clinics.find((clinic) => clinic.organisation === organisation)!
    const answer = await get(bases[0]!, `/${organisation}/api/0.1/attachment/${id}/download/`, keys[id! % keys.length]!)
    const { url } = (await answer.json()) as { url?: string }
    const content = url === undefined ? '' : await (await fetch(url)).text()
    if (hashOf(content) !== hashOf(contentOf(value.slice(0, -' true'.length)))) wrong++
  }
  return { checked: complete.length, wrong }
}

const opensSecrets = async ({ cluster }: Deployment) => {
  const sealed = await ask<{ sealed: Buffer }>(
    cluster.urls.superuser,
    `select sealed from sealed_value where source = 'webhook'`,
  )
  const own = sealer(process.env['FETLOCK_SECRET_KEY']!)
  const another = sealer(`other:${randomBytes(32).toString('base64')}`)
  const canOpen = ({ unseal }: typeof own) =>
    sealed.every((row) => {
      try {
        return unseal(row.sealed) === hookSecret
      } catch {
        return false
      }
    })
  return { withKey: sealed.length > 0 && canOpen(own), withAnother: canOpen(another) }
}

/** What those see who were connected before: the token, the consumer of events, the poller, and whoever knows ids. */
const checkOutside = async (deployment: Deployment, before: Before) => {
  const { page, bases, clinics } = deployment
  const { organisation, keys } = clinics[0]!
  const path = `/${organisation}/api/0.1`
  const revived = await statusWith(deployment, before.token)
  await page.run('Before anybody works with it', 0)
  await sleep(credentialMs)
  const revoked = await statusWith(deployment, before.token)
  const events = await get(bases[0]!, `${path}/events/?after=${before.position}`, keys[1]!)
  const delta = await get(bases[0]!, `${path}/client/?modified__gte=2000-01-01T00:00:00Z&page_size=1`, keys[1]!)
  const made = await fetch(`${bases[0]}${path}/client/`, {
    method: 'POST',
    headers: { authorization: keys[2]!, 'content-type': 'application/json' },
    body: JSON.stringify({ lastname: 'After the restore' }),
  })
  const { id } = (await made.json()) as { id: number }
  return {
    revived,
    revoked,
    isToldOfRestore: events.status === 400 && (await events.text()).includes('"restored"'),
    generation: Number(delta.headers.get('x-generation')),
    isNewId: id > 0 && !before.ids.has(id),
  }
}

const verifyAudit = async ({ page, clinics }: Deployment) => {
  for (const { organisation } of clinics)
    if ((await page.try(`fetlock audit verify --organisation ${organisation}`)).code !== 0) return false
  return true
}

type Outcome = {
  readonly compared: Compared
  readonly differing: readonly string[]
  readonly lost: number
  readonly lostBeforeArchived: number
  readonly gaps: number
  readonly audit: boolean
  readonly files: { readonly checked: number; readonly wrong: number }
  readonly secrets: { readonly withKey: boolean; readonly withAnother: boolean }
  readonly outside: Awaited<ReturnType<typeof checkOutside>>
  readonly problems: readonly string[]
  readonly seconds: number
}

/** The same loss, restored from the last backup alone, as without an archive. It must be noticed. */
const restoreBackupOnly = async ({ page, cluster }: Deployment, journal: readonly Entry[], moment: number) => {
  await page.run(
    'Restore',
    1,
    {},
    { 'fetlock restore': 'fetlock --type=immediate --target-action=promote --archive-mode=off restore' },
  )
  const compared = await compareAt(cluster.urls.superuser, journal, moment)
  await cluster.lose()
  return compared
}

const restore = async (
  deployment: Deployment,
  round: Round,
  before: Before,
  journal: readonly Entry[],
): Promise<Outcome> => {
  const { page, cluster } = deployment
  const { text, ms } = before.moment
  const began = performance.now()
  if (round.kind === 'latest') await page.run('Restore', 1)
  else await page.run('Restore', 0, { '2026-11-16 14:30:00+00': text })
  await page.run('Restore', 2, { '2026-11-16 14:30:00+00': text })
  const seconds = (performance.now() - began) / 1000
  const url = cluster.urls.superuser
  const differing = before.hashes === undefined ? [] : differences(before.hashes, await hashTables(url))
  const latest = round.kind === 'latest' ? await lostSince(url, journal) : undefined
  // The latest is compared by what is there: what is lost must be the end of it.
  const lost = new Set(latest?.lost)
  const compared = await compareAt(
    url,
    journal.filter((entry) => !lost.has(entry)),
    latest ? Infinity : ms,
  )
  const audit = await verifyAudit(deployment)
  const secrets = await opensSecrets(deployment)
  const apis = await deployment.start()
  const files = await checkFiles(deployment, compared.survivors, Math.min(ms, before.copied))
  const outside = await checkOutside(deployment, before)
  await Promise.all(apis.map((api) => endProcess(api)))
  await page.run('Before anybody works with it', 1)
  return {
    compared,
    differing,
    lost: lost.size,
    lostBeforeArchived: latest?.lost.filter(({ acked }) => acked! <= ms).length ?? 0,
    gaps: latest?.gaps ?? 0,
    audit,
    files,
    secrets,
    outside,
    problems: before.problems,
    seconds,
  }
}

const report = ({ number, kind }: Round, before: Before, outcome: Outcome) => {
  const { compared, files, lost, seconds, outside } = outcome
  const acked = before.journal.filter((entry) => entry.acked !== null).length
  const what = {
    quiet: 'to a moment without writes',
    busy: 'to a moment among writes',
    latest: 'to the latest, lost while writing',
  }[kind]
  console.log(`\nround ${number}, ${what}: ${acked} writes acknowledged, restored in ${seconds.toFixed(0)} s`)
  console.log(
    `  ${compared.present} records there; ${compared.missing} missing, ${compared.wrong} wrong, ${compared.tooMany} too many; ${compared.differing} of ${compared.groups} tables of organisations differ`,
  )
  if (kind === 'quiet')
    console.log(`  ${outcome.differing.length} of ${before.hashes!.size} tables of organisations have another hash`)
  if (kind === 'latest')
    console.log(
      `  ${lost} writes lost that were not archived yet, ${outcome.lostBeforeArchived} that were; ${outcome.gaps} gaps`,
    )
  console.log(
    `  ${files.checked} files downloaded, ${files.wrong} wrong; a revoked token: ${outside.revived}, after revoke-all ${outside.revoked}`,
  )
  for (const name of outcome.differing.slice(0, 5)) console.log(`  differs: ${name}`)
  for (const problem of outcome.problems.slice(0, 3)) console.log(`  ${problem}`)
}

const conditionsOf = ({ number, kind }: Round, before: Before, outcome: Outcome): Conditions => {
  const { compared, differing, files, secrets, outside } = outcome
  const name = (what: string) => `round ${number}: ${what}`
  return {
    [name('every acknowledged write is there, and nothing else')]:
      compared.missing + compared.wrong + compared.tooMany + compared.differing === 0 && compared.present > 0,
    ...(kind === 'quiet'
      ? { [name('every table of every organisation has the hash it had')]: differing.length === 0 }
      : {}),
    ...(kind === 'latest'
      ? {
          [name('nothing is lost that was archived, and the rest is the end')]:
            outcome.lostBeforeArchived + outcome.gaps === 0,
        }
      : {}),
    [name('the audit chains verify')]: outcome.audit,
    [name('every file is there and readable')]: files.checked > 0 && files.wrong === 0,
    [name('sealed secrets open, and not with another key')]: secrets.withKey && !secrets.withAnother,
    [name('a revoked token, which the restore revives, ends with revoke-all')]:
      before.wasRefused && outside.revived === 200 && outside.revoked === 401,
    [name('a consumer of events is told, and the generation grows')]:
      outside.isToldOfRestore && outside.generation === number + 1,
    [name('no id is given out twice')]: outside.isNewId,
    [name('every answer was as expected')]: outcome.problems.length === 0,
  }
}

const dayMs = 86_400_000

/** What the copy of the files keeps of a file that is gone from the store, and what it has forgotten a month later. */
const checkExpiry = async ({ page, files }: Deployment) => {
  const rclone = async (words: string) => {
    const { code, out, err } = await page.try(`rclone ${words}`)
    if (code !== 0) throw new Error(`rclone ${words} ended with ${code}: ${err}`)
    return out
  }
  const folderOf = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * dayMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const [kept, expired] = [`deleted/${folderOf(27)}/1/kept`, `deleted/${folderOf(29)}/1/expired`]
  for (const path of [kept, expired]) await page.try(`echo text | rclone rcat copies:${path}`)
  const [gone] = await keysIn(files.settings)
  await rclone(`deletefile files:${gone}`)
  await page.run('Each hour: the files')
  const left = (await rclone('lsf --recursive --files-only copies:')).split('\n')
  const moved = left.some((path) => path.startsWith('deleted/') && path.endsWith(`/${gone}`))
  return { keeps: moved && !left.includes(`current/${gone}`) && left.includes(kept), forgets: !left.includes(expired) }
}

const createHook = async ({ bases, clinics, start }: Deployment) => {
  const apis = await start()
  const { organisation, keys } = clinics[0]!
  const made = await fetch(`${bases[0]}/${organisation}/api/0.1/hook/webhook/`, {
    method: 'POST',
    headers: { authorization: keys[0]!, 'content-type': 'application/json' },
    body: JSON.stringify({ trigger: 1, url: 'https://hooks.vet.example/', secret: hookSecret, active: false }),
  })
  if (made.status !== 201) throw new Error(`No webhook was made: ${await made.text()}`)
  await Promise.all(apis.map((api) => endProcess(api)))
}

const prove = async () => {
  const { values } = parseArgs({
    options: {
      writes: { type: 'string', default: '6000' },
      writers: { type: 'string', default: '12' },
      // The twin is tried among writes, so that round cannot be left out.
      rounds: { type: 'string', default: kinds.join(',') },
      seed: { type: 'string', default: '1' },
    },
  })
  const [writes, writers, seed] = [Number(values.writes), Number(values.writers), Number(values.seed)]
  const asked = values.rounds.split(',')
  const unknown = asked.find((round) => !kinds.some((kind) => kind === round))
  if (unknown !== undefined) throw new Error(`There is no round ${unknown}. Name some of ${kinds.join(', ')}.`)
  const chosen = kinds.filter((kind) => kind === 'busy' || asked.includes(kind))
  console.log(`seed ${seed}, ${writes} writes by ${writers} writers in each round: ${chosen.join(', ')}`)
  const services = servicesUrls()
  const cluster = await ownCluster(services)
  const name = `fetlock_restore_${process.pid}`
  const [files, vault] = [await testStore(`${name}_files`), await testStore(`${name}_vault`)]
  try {
    const page = await pageFor(cluster, files, vault)
    const { clinics, client } = await settle(cluster, page, seed)
    page.writeFiles()
    await page.run('Set up archiving')
    const dump = await dumpAndCompare(cluster, page)
    await page.run('Each week')
    await page.run('Is it working?')
    const ports: number[] = []
    while (ports.length < processes) ports.push(await freePort())
    const env = settingsOf(cluster, files.settings.bucket)
    const start = () =>
      Promise.all(ports.map((port) => startApi({ databaseUrl: cluster.urls.app, port, prefix: name, env })))
    const bases = ports.map((port) => `http://127.0.0.1:${port}`)
    const deployment: Deployment = { cluster, page, clinics, bases, files, start, client }
    await createHook(deployment)

    let journal: readonly Entry[] = []
    let twin: Compared | undefined
    const conditions: Record<string, boolean> = {
      'a dump by its own role has every row': dump.differing.length === 0,
      'a dump by the owner of the tables is refused': dump.ownerIsRefused,
    }
    for (const [at, kind] of chosen.entries()) {
      const round: Round = { number: at + 1, kind, writes, writers, seed }
      const before = await workAndLose(deployment, round)
      journal = [...journal, ...before.journal]
      if (kind === 'busy') twin = await restoreBackupOnly(deployment, journal, before.moment.ms)
      const outcome = await restore(deployment, round, before, journal)
      report(round, before, outcome)
      Object.assign(conditions, conditionsOf(round, before, outcome))
      journal = outcome.compared.survivors
    }
    const expiry = await checkExpiry(deployment)
    console.log(
      `\nfrom the last backup alone (must lose): ${twin!.missing} missing, ${twin!.wrong} older than they should be`,
    )
    conclude({
      ...conditions,
      'twin: what is lost without the archive is noticed': twin!.missing > 0 && twin!.differing > 0,
      'what is deleted stays in the copy of the files for 27 days': expiry.keeps,
      'it is in no copy after 29 days': expiry.forgets,
      'every command of the page was run': page.left().length === 0,
    })
    if ((await keysIn(vault.settings)).length === 0) throw new Error('Nothing was copied to the vault.')
  } finally {
    cluster.remove()
    await Promise.all([files.drop(), vault.drop()])
  }
}

await prove()
