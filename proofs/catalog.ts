import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connected } from '../scripts/database.ts'
import { freePort } from '../scripts/services/listening.ts'
import { notifyOfUploads, removeTopic } from '../scripts/services/store-topic.ts'
import { config } from '../src/app/config.ts'
import { sealer } from '../src/secrets/seal.ts'
import { connect } from '../src/db/pool.ts'
import { inOrganisation } from '../src/db/tx.ts'
import { registerApplication } from '../src/domain/identity/applications.ts'
import { newSecret } from '../src/domain/identity/secrets.ts'
import { sendFile, testStore } from '../test/support/store.ts'
import { pausing, steps, type Order, type State } from './catalog/chaos.ts'
import { catalogOfSize, hostileFiles, type CatalogFile } from './catalog/files.ts'
import { conclude } from './conclude.ts'
import {
  endProcess,
  givenKeys,
  giveToken,
  givenOrganisation,
  privateDatabase,
  servicesUrls,
  startApi,
  startChild,
  type Urls,
} from './harness.ts'
import { catalogMutants } from './mutants/of-proofs/catalog.ts'
import { withChanges } from './mutate/copy.ts'
import type { Load, Loaded } from './slow/load.ts'

const fullSize = 104_857_600
const maxSeconds = 60
const maxMemoryMb = 256
/** No outcome for so long fails the run. */
const patienceMs = 300_000

type Event = {
  readonly event_id: string
  readonly upload: {
    readonly id: number
    readonly catalog_id: string
    readonly status: string
    readonly rows_accepted: number
    readonly rows_rejected: number
    readonly errors: readonly { readonly code: string; readonly detail: string }[] | null
  }
}

/** The integration's side: it keeps the events, and when each came. */
const startReceiver = async () => {
  const events: { readonly event: Event; readonly at: number }[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    events.push({ event: JSON.parse(await text(request)), at: performance.now() })
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, events, close: () => server.close() }
}

/** A clinic whose wholesaler belongs to an application with an access token. */
const givenClinic = async (urls: Urls, callback: string) => {
  const organisation = await givenOrganisation(urls, 'Clinic')
  const { db, close } = connect(urls.app, { max: 1 })
  const { seal } = sealer(config.secretKey())
  const made = await inOrganisation(db, organisation, async (tx) => {
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: 'Wholesalers', read: [], write: ['Settings: Stock'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const application = await registerApplication(tx, undefined, {
      name: 'Medi',
      permission_groups: [group.id],
      scopes: ['wholesaler'],
    })
    const token = newSecret()
    await giveToken(tx, token, { clientId: application.client_id, scope: 'wholesaler' })
    const registration = await tx
      .insertInto('available_wholesaler')
      .values({
        application: application.id,
        name: 'Medi Oy',
        webhook_callback_url: callback,
        verification_salt: seal('a salt of sixteen'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const wholesaler = await tx
      .insertInto('wholesaler')
      .values({ name: 'Medi', type: 1, available_wholesaler: registration.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { authorization: `Bearer ${token}`, wholesaler: wholesaler.id }
  })
  await close()
  return { organisation, ...made }
}

type Setting = {
  readonly urls: Urls
  readonly clinic: Awaited<ReturnType<typeof givenClinic>>
  readonly base: string
  readonly port: number
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>
  readonly tell: (order: Order) => Promise<State>
}

/** A database, a bucket that notifies, an API and a worker under supervision; `folder` is that of a mutant. */
const withSetting = async <T>(
  server: Urls,
  name: string,
  folder: string | undefined,
  work: (setting: Setting) => Promise<T>,
) => {
  const { urls, drop } = await privateDatabase(server, `fetlock_catalog_${name}_${process.pid}`)
  const store = await testStore(`fetlock_catalog_${name}_${process.pid}`)
  const receiver = await startReceiver()
  const chaos = startChild('catalog/chaos.ts')
  const port = await freePort()
  const secret = `secret-of-run-${process.pid}`
  const access = {
    FETLOCK_S3_ENDPOINT: store.settings.endpoint,
    FETLOCK_S3_ACCESS_KEY: store.settings.accessKey,
    FETLOCK_S3_SECRET_KEY: store.settings.secretKey,
  }
  const environment = {
    FETLOCK_DATABASE_URL: urls.app,
    FETLOCK_WORKER_DATABASE_URL: urls.worker,
    FETLOCK_S3_BUCKET: store.settings.bucket,
    FETLOCK_S3_EVENT_SECRET: secret,
    FETLOCK_PUBLIC_URL: 'http://127.0.0.1',
    FETLOCK_ALLOWED_PRIVATE_ADDRESSES: receiver.host,
    FETLOCK_CONNECTIONS: '4',
  }
  const api = await startApi({ databaseUrl: urls.app, port, prefix: name, env: environment })
  try {
    await notifyOfUploads(access, {
      bucket: store.settings.bucket,
      topic: store.settings.bucket,
      address: `http://127.0.0.1:${port}/object-store-events/${secret}/`,
    })
    await connected(urls.superuser, (client) => client.query(pausing))
    const clinic = await givenClinic(urls, `http://${receiver.host}/`)
    const tell = (order: Order) => chaos.ask<State>(order)
    await tell({ start: { environment, superuserUrl: urls.superuser, ...(folder === undefined ? {} : { folder }) } })
    const base = `http://127.0.0.1:${port}/${clinic.organisation}/api/0.1`
    return await work({ urls, clinic, base, port, receiver, tell })
  } finally {
    await chaos.end()
    await endProcess(api, 'SIGKILL')
    receiver.close()
    await removeTopic(access, store.settings.bucket)
    await store.drop()
    await drop()
  }
}

/** Asks for a form and sends the file; answers the upload, and the moment before it asked. */
const upload = async ({ base, clinic }: Setting, { bytes }: Pick<CatalogFile, 'bytes'>) => {
  const began = performance.now()
  const answer = await fetch(`${base}/wholesaler/${clinic.wholesaler}/catalog_upload_url/`, {
    method: 'POST',
    headers: { authorization: clinic.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'products.csv' }),
  })
  if (!answer.ok) throw new Error(`No form: ${answer.status} ${await answer.text()}`)
  const form = (await answer.json()) as { upload_id: number; url: string; fields: Record<string, string> }
  const sent = await sendFile(form, new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length))
  if (sent.status !== 204) throw new Error(`Not stored: ${sent.status} ${sent.text}`)
  return { id: form.upload_id, began }
}

const eventOf = async ({ receiver }: Setting, id: number) => {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const found = receiver.events.find(({ event }) => event.upload.id === id)
    if (found !== undefined) return found
    await sleep(20)
  }
  throw new Error(`Upload ${id} had no outcome after ${patienceMs / 1000} s.`)
}

/** What is wrong with an upload in the end: everything must be 0. */
const check = ({ urls, receiver, clinic }: Setting, id: number, { good, bad }: Pick<CatalogFile, 'good' | 'bad'>) =>
  connected(urls.superuser, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select status, rows_accepted, rows_rejected, (select count(*) from catalog_product where upload = u.id) as products,
         (select count(distinct product_number) from catalog_product where upload = u.id) as numbers,
         (select count(*) from delivery where (body::jsonb #>> '{upload,id}')::bigint = u.id) as events,
         (select catalog from wholesaler where id = $2) as live
       from catalog_upload u where id = $1`,
      [id, clinic.wholesaler],
    )
    const found = rows[0]!
    const told = new Set(
      receiver.events.filter(({ event }) => event.upload.id === id).map(({ event }) => event.event_id),
    )
    return {
      'outcomes other than the expected': Number(found['status'] !== (bad > 0 ? 'partially_accepted' : 'accepted')),
      'rows counted wrongly':
        Math.abs(Number(found['rows_accepted']) - good) + Math.abs(Number(found['rows_rejected']) - bad),
      'products too many, too few or repeated':
        Math.abs(Number(found['products']) - good) + Math.abs(Number(found['numbers']) - good),
      'events too many or too few': Math.abs(Number(found['events']) - 1) + Math.abs(told.size - 1),
      'catalogs that are not live': Number(Number(found['live']) !== id),
    }
  })
type Checked = Awaited<ReturnType<typeof check>>
const sum = (checked: Checked) => Object.values(checked).reduce((all, count) => all + count, 0)
const showWrong = (checked: Checked) => {
  for (const [what, count] of Object.entries(checked)) if (count > 0) console.log(`    ${count} ${what}`)
}

/** Kills the worker at each step of an upload of its own. */
const killAtEach = async (setting: Setting, size: number, seed: number) => {
  let violations = 0
  for (const [at, step] of steps.entries()) {
    // More errors than are told in full, so that there is a report.
    const file = catalogOfSize(size, seed + at, 50)
    const killing = setting.tell({ killAt: step })
    const { id } = await upload(setting, file)
    // Old products are deleted after the outcome, at the next turn of that duty.
    const later = step === 'deleting old products'
    if (later) await connected(setting.urls.superuser, (client) => client.query('update duty set due = now()'))
    await killing
    await eventOf(setting, id)
    await sleep(1_000)
    const wrong = await check(setting, id, file)
    console.log(`  killed while ${step}: ${sum(wrong)} violations`)
    showWrong(wrong)
    violations += sum(wrong)
  }
  return violations
}

/** Each hostile file is rejected with its code and words, and the live catalog stays. */
const rejectHostile = async (setting: Setting, size: number) => {
  const failed: string[] = []
  for (const [name, [bytes, code, words]] of Object.entries(hostileFiles(size))) {
    const { id, began } = await upload(setting, { bytes })
    const { event, at } = await eventOf(setting, id)
    const [error] = event.upload.errors ?? []
    const isRight = event.upload.status === 'rejected' && error?.code === code && words.test(error.detail)
    if (!isRight) failed.push(name)
    console.log(
      `  ${name}, ${bytes.length} bytes: ${event.upload.status}, ${error?.code ?? 'no error'} after ${((at - began) / 1000).toFixed(1)} s${isRight ? '' : ` (WRONG: ${error?.detail})`}`,
    )
  }
  return failed
}

const measureLarge = async (setting: Setting, file: CatalogFile) => {
  const { id, began } = await upload(setting, file)
  const uploaded = performance.now()
  const { at } = await eventOf(setting, id)
  const { peakMb } = await setting.tell('memory')
  await sleep(500)
  const wrong = await check(setting, id, file)
  const seconds = (at - began) / 1000
  console.log(
    `  ${file.bytes.length} bytes, ${file.good} rows: ${seconds.toFixed(1)} s from the form to the event (${((uploaded - began) / 1000).toFixed(1)} s of them for the upload), worker at most ${peakMb.toFixed(0)} MB, ${sum(wrong)} violations`,
  )
  showWrong(wrong)
  return { seconds, peakMb, violations: sum(wrong) }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Waits until the database has done nothing for two seconds: what a catalog replaced is deleted after its outcome is told. */
const untilIdle = ({ superuser }: Urls) =>
  connected(superuser, async (client) => {
    for (let looks = 0, idle = 0; looks < 1200 && idle < 20; looks++) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and (state <> 'idle' or backend_type = 'autovacuum worker')`,
      )
      idle = rowCount === 0 ? idle + 1 : 0
      await sleep(100)
    }
  })

/** The API's p99 while a catalog is read, as a multiple of the one without, for each pair of runs. */
const comparePairs = async (setting: Setting, file: CatalogFile, pairs: number, seconds: number) => {
  if (pairs === 0) return []
  console.log('\nthe API meanwhile')
  const { urls, clinic, port } = setting
  const load = startChild('slow/load.ts')
  const keys = await givenKeys(urls, clinic.organisation, 40)
  const made = await fetch(`${setting.base}/client/`, {
    method: 'POST',
    headers: { authorization: keys[0]!, 'content-type': 'application/json' },
    body: '{"lastname":"Proof"}',
  })
  const { id: client } = (await made.json()) as { id: number }
  const work: Load = { port, base: `/${clinic.organisation}/api/0.1`, keys, client, seconds, perSecond: 60 }
  const ratios: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const measured = { quiet: Number.NaN, busy: Number.NaN }
    for (const kind of pair % 2 === 0 ? (['quiet', 'busy'] as const) : (['busy', 'quiet'] as const)) {
      await untilIdle(urls)
      const uploading = kind === 'busy' ? await upload(setting, file) : undefined
      const { p99, failures } = await load.ask<Loaded>(work)
      if (failures.length > 0) throw new Error(`The API answered ${failures[0]} under load.`)
      measured[kind] = p99
      if (uploading) await eventOf(setting, uploading.id)
    }
    ratios.push(measured.busy / measured.quiet)
    console.log(
      `  pair ${pair + 1}: p99 ${measured.quiet.toFixed(1)} ms quiet, ${measured.busy.toFixed(1)} ms while a catalog is read: ${(measured.busy / measured.quiet).toFixed(2)} ×`,
    )
  }
  await load.end()
  return ratios
}

/** The mutant's worker is killed in the middle of a catalog; its rows are then saved again. */
const runTwin = (server: Urls, size: number, seed: number) =>
  withChanges(Object.values(catalogMutants).flat(), (folder) =>
    withSetting(server, 'twin', folder, async (setting) => {
      const file = catalogOfSize(size, seed)
      const killing = setting.tell({ killAt: 'recording the outcome' })
      const { id } = await upload(setting, file)
      await killing
      await eventOf(setting, id)
      const wrong = await check(setting, id, file)
      showWrong(wrong)
      return sum(wrong)
    }),
  )

const prove = async () => {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: String(fullSize) },
      'kill-size': { type: 'string', default: '5000000' },
      pairs: { type: 'string', default: '5' },
      'pair-seconds': { type: 'string', default: '20' },
      limit: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [size, killSize, pairs, seed] = [values.size, values['kill-size'], values.pairs, values.seed].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  console.log(`seed ${seed}, a catalog of ${size} bytes, workers killed at ${steps.length} steps`)
  const server = servicesUrls()
  const ran = await withSetting(server, 'guarded', undefined, async (setting) => {
    const file = catalogOfSize(size, seed)
    console.log('\na large catalog')
    const large = await measureLarge(setting, file)
    console.log('\na worker killed at each step')
    const violations = await killAtEach(setting, killSize, seed)
    console.log('\nhostile files')
    const hostile = await rejectHostile(setting, size)
    const ratios = await comparePairs(setting, file, pairs, Number(values['pair-seconds']))
    return { large, violations, hostile, ratios, state: await setting.tell('stop') }
  })
  console.log(`\nmost memory of a worker in all of this: ${ran.state.peakMb.toFixed(0)} MB`)
  console.log('\nprogress is not recorded (must fail)')
  const twin = await runTwin(server, Math.min(killSize, 2_000_000), seed)
  for (const line of ran.state.logged.slice(0, 5)) console.log(`  a worker logged: ${line.slice(0, 400)}`)
  conclude({
    [`the worker needs at most ${maxMemoryMb} MB for it`]: ran.large.peakMb <= maxMemoryMb,
    'every row of it is a product, and it is live': ran.large.violations === 0,
    'workers were killed at every step': ran.state.killed === steps.length,
    'one outcome and one event, wherever the worker was killed': ran.violations === 0,
    'every hostile file is rejected as documented': ran.hostile.length === 0,
    // Without pairs nothing is said about time: a machine that does other work decides that, not the product.
    ...(pairs > 0 && {
      [`the API's p99 stays within ${values.limit} × (median of ${pairs})`]: median(ran.ratios) <= Number(values.limit),
      [`a catalog of ${size} bytes is processed within ${maxSeconds} s`]: ran.large.seconds <= maxSeconds,
    }),
    'twin: rows that are saved twice are noticed': twin > 0,
  })
}

await prove()
