import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connected } from '../../scripts/database.ts'
import { command } from '../../scripts/services/processes.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { connect } from '../../src/db/pool.ts'
import type { StoreSettings } from '../../src/gateways/object-store.ts'
import { endProcess, endWithParent, printingTo, type Urls } from '../harness.ts'
import { searchBucket, searchDatabase, searchDump, type Found, type Index } from './search.ts'

/** A database and a bucket that belong together. */
export type Deployment = { readonly urls: Urls; readonly settings: StoreSettings }

const patienceMs = 120_000

export const environmentOf = ({ urls, settings }: Deployment, smtp: number) => ({
  FETLOCK_OWNER_DATABASE_URL: urls.owner,
  FETLOCK_DATABASE_URL: urls.app,
  FETLOCK_WORKER_DATABASE_URL: urls.worker,
  FETLOCK_S3_BUCKET: settings.bucket,
  FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
  FETLOCK_ALLOWED_PRIVATE_ADDRESSES: `127.0.0.1:${smtp}`,
  FETLOCK_LOG_LEVEL: 'info',
})

/** What the worker has to do yet: messages to send, files to delete and erasures to list. */
const waiting = `select ((select count(*) from client_message where status < 3)
    + (select count(*) from stray_file where due <= clock_timestamp())
    + (select count(*) from erasure where not listed))::int as count`

/** Lets a worker do what is left to do. An upload may still come for a day: the proof ends the day at once. */
export const letWorkerFinish = async (deployment: Deployment, smtp: number, log: string) => {
  const { superuser } = deployment.urls
  await connected(superuser, (client) =>
    client.query('update stray_file set due = clock_timestamp(), open_until = clock_timestamp()'),
  )
  const worker = endWithParent(
    printingTo(log, (output) =>
      spawn(process.execPath, [join(checkout, 'src/main.ts'), 'worker'], {
        env: { ...process.env, ...environmentOf(deployment, smtp) },
        stdio: ['ignore', output, output],
      }),
    ),
  )
  await connected(superuser, async (client) => {
    for (let [left, since] = [Infinity, performance.now()]; ; ) {
      const { rows } = await client.query<{ count: number }>(waiting)
      const { count } = rows[0]!
      if (count === 0) return
      if (count < left) [left, since] = [count, performance.now()]
      if (performance.now() - since > patienceMs)
        throw new Error(`The worker has ${count} things to do, and has done none of them for two minutes.`)
      await sleep(200)
    }
  })
  await endProcess(worker)
}

/** The worker's duty at the end of the term, on a day when everything is over. */
export const endTerm = async ({ urls }: Deployment, folder = checkout) => {
  const { eraseWhatIsOver } = (await import(
    join(folder, 'src/worker/erasures.ts')
  )) as typeof import('../../src/worker/erasures.ts')
  const [worker, app] = [connect(urls.worker, { max: 1 }), connect(urls.app, { max: 1 })]
  const failed = (organisation: number, problem: unknown) => {
    throw new Error(`The term of organisation ${organisation} did not end.`, { cause: problem })
  }
  // Each time it takes a hundred clients of an organisation.
  for (let time = 0; time < 10; time++) await eraseWhatIsOver(worker.db, app.db, failed, () => true, '2099-01-01')
  await Promise.all([worker.close(), app.close()])
}

/** Runs a command of the program in a process of its own, as an operator does. */
export const fetlock = (deployment: Deployment, ...words: string[]): Promise<string> =>
  command('env', [
    ...Object.entries(environmentOf(deployment, 0)).map(([name, value]) => `${name}=${value}`),
    process.execPath,
    join(checkout, 'src/main.ts'),
    ...words,
  ])

/** Whether the audit trail of each organisation verifies, by the command, and of how many events the values were erased. */
export const verifyAudit = async (deployment: Deployment, organisations: readonly number[]) => {
  let erased = 0
  for (const organisation of organisations) {
    const said = await fetlock(deployment, 'audit', 'verify', '--organisation', String(organisation), '--json').catch(
      (problem: Error) => {
        console.log(`  ${problem.message}`)
        return undefined
      },
    )
    if (said === undefined) return undefined
    erased += (JSON.parse(said) as { erased: number }).erased
  }
  return erased
}

export type Searched = {
  readonly found: readonly Found[]
  readonly columns: number
  readonly objects: number
  readonly pdfs: number
}

/** Searches whatever stays: tables, objects, and a dump of the database. */
export const searchAll = async ({ urls, settings }: Deployment, index: Index): Promise<Searched> => {
  const tables = await searchDatabase(urls.superuser, index)
  const bucket = await searchBucket(settings, index)
  const dump = await searchDump(urls.superuser, index)
  return {
    found: [...tables.found, ...bucket.found, ...dump],
    columns: tables.columns,
    objects: bucket.objects,
    pdfs: bucket.pdfs,
  }
}
