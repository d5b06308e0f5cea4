import { tmpdir } from 'node:os'
import { config } from '../../app/config.ts'
import { type Pool } from '../../db/pool.ts'
import { versionOf } from '../version.ts'
import { checkBackups } from './backups.ts'
import { checkArchive, checkDatabase, checkPooler, checkRole, databaseClock, withPool } from './database.ts'
import { bad, good, skipped, type Finding } from './finding.ts'
import { checkDemoPasswords, checkKeys, checkQueues, checkSecondFactors, checkWorker } from './records.ts'
import {
  checkClocks,
  checkDisk,
  checkMail,
  checkProxies,
  checkPublicAddress,
  checkRedis,
  redisClock,
} from './network.ts'
import { checkStore, headerClock } from './store.ts'

/** What can be checked before `api` and `worker` run, and what only afterwards. */
export type Moment = 'installing' | 'running'

type Readers = Readonly<Record<string, () => unknown>>
type Read<R extends Readers> = { readonly [K in keyof R]?: ReturnType<R[K]> }

/** The settings that are right, and what is wrong with the others. */
const readAll = <const R extends Readers>(readers: R) => {
  const problems = new Set<string>()
  const entries = Object.entries(readers).flatMap(([name, read]) => {
    try {
      return [[name, read()]]
    } catch (problem) {
      problems.add((problem as Error).message)
      return []
    }
  })
  return { settings: Object.fromEntries(entries) as Read<R>, problems: [...problems] }
}

const isMissingOwner = (problem: string) => problem.startsWith('Set FETLOCK_OWNER_DATABASE_URL.')

const checkProgram = (): Finding => {
  const { version, node } = versionOf()
  return good('program', `fetlock ${version}, Node ${node}`)
}

type Settings = ReturnType<typeof readSettings>['settings']

const readSettings = () =>
  readAll({
    database: config.database,
    workerDatabase: config.workerDatabase,
    ownerDatabase: config.ownerDatabase,
    preparedStatements: config.preparedStatements,
    redis: config.redis,
    smtp: config.smtp,
    mailFrom: config.mailFrom,
    store: config.objectStore,
    publicUrl: config.publicUrl,
    secretKey: config.secretKey,
    trustedProxies: config.trustedProxies,
    allowedPrivate: config.allowedPrivate,
    virusScanner: config.virusScanner,
    securityEventDays: config.securityEventDays,
    storeEventSecret: config.storeEventSecret,
    host: config.host,
    port: config.port,
    metricsPort: config.metricsPort,
  })

const checkDatabases = async (settings: Settings): Promise<readonly Finding[]> => {
  const { database, workerDatabase, ownerDatabase, preparedStatements = true } = settings
  const roles = [
    ...(database === undefined
      ? []
      : await checkRole({ setting: 'FETLOCK_DATABASE_URL', url: database, role: 'fetlock_app' })),
    ...(workerDatabase === undefined
      ? []
      : await checkRole({ setting: 'FETLOCK_WORKER_DATABASE_URL', url: workerDatabase, role: 'fetlock_worker' })),
  ]
  const urls = [database, workerDatabase].filter((url) => url !== undefined)
  // What cannot be connected to is said once.
  if (roles.some(({ found }) => found === 'The check could not be made.')) return roles
  return [
    ...roles,
    ...(database === undefined ? [] : await checkDatabase(database)),
    await checkPooler(urls, ownerDatabase, preparedStatements),
  ]
}

const checkWork = ({ workerDatabase }: Settings): Promise<readonly Finding[]> =>
  workerDatabase === undefined
    ? Promise.resolve([skipped('worker', 'needs FETLOCK_WORKER_DATABASE_URL')])
    : withPool('worker', workerDatabase, async ({ db, read }) => [
        await checkWorker(read),
        ...(await checkQueues(db)),
        await checkArchive(read),
        ...(await checkBackups(read)),
      ])

const checkRecords = async ({ ownerDatabase, secretKey, publicUrl }: Settings): Promise<readonly Finding[]> => {
  if (ownerDatabase === undefined)
    return [skipped('keys, second factors, demo passwords', 'need FETLOCK_OWNER_DATABASE_URL')]
  return withPool('records', ownerDatabase, async (owner: Pool) => [
    ...(secretKey === undefined ? [] : await checkKeys(owner, secretKey)),
    await checkSecondFactors(owner),
    ...(publicUrl === undefined ? [] : [await checkDemoPasswords(owner, publicUrl)]),
  ])
}

const clocksOf = ({ database, redis, store, publicUrl }: Settings, moment: Moment) => [
  ...(database === undefined ? [] : [{ of: 'the database', read: databaseClock(database) }]),
  ...(redis === undefined ? [] : [{ of: 'Redis', read: redisClock(redis) }]),
  ...(store === undefined ? [] : [{ of: 'the object store', read: headerClock(store.endpoint) }]),
  ...(publicUrl === undefined || moment === 'installing'
    ? []
    : [{ of: 'the public address', read: headerClock(`${publicUrl}/live`) }]),
]

type Options = { readonly moment: Moment; readonly disks: readonly string[]; readonly onStep: (step: string) => void }

/** Looks at everything that a deployment needs. One check that fails keeps no other from being made. */
export const examine = async ({ moment, disks, onStep }: Options): Promise<readonly Finding[]> => {
  const { settings, problems } = readSettings()
  const { redis, smtp, mailFrom, store, publicUrl, trustedProxies } = settings
  const wrong = problems.filter((problem) => !isMissingOwner(problem))
  const findings: Finding[] = [checkProgram()]
  findings.push(
    ...(wrong.length === 0
      ? [good('settings', 'complete and well formed')]
      : wrong.map((problem) => bad('settings', 'A setting is missing or wrong.', problem))),
  )
  onStep('Looking at the database')
  const database = await checkDatabases(settings)
  findings.push(...database)
  const isUsable = database.every(({ state, check }) => state !== 'bad' || check === 'pooler' || check === 'privileges')
  if (isUsable) findings.push(...(await checkRecords(settings)))
  if (isUsable && moment === 'running') findings.push(...(await checkWork(settings)))
  onStep('Looking at Redis, the object store and the mail server')
  if (redis !== undefined) findings.push(await checkRedis(redis))
  if (store !== undefined) findings.push(...(await checkStore(store)))
  if (smtp !== undefined) findings.push(await checkMail(smtp, mailFrom ?? 'no-reply@localhost'))
  onStep('Looking at clocks, disks and the public address')
  findings.push(await checkClocks(clocksOf(settings, moment)))
  for (const path of new Set([tmpdir(), ...disks])) findings.push(await checkDisk(path))
  if (publicUrl !== undefined && moment === 'running') findings.push(await checkPublicAddress(publicUrl))
  if (publicUrl !== undefined && trustedProxies !== undefined) findings.push(checkProxies(publicUrl, trustedProxies))
  return findings
}
