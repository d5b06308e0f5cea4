// @module-tag waits
import { postsNothing } from '../../test/support/deliveries.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { givenAttachment, givenFile, twentyAtOnce, upload } from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { silentLog } from '../../test/support/identity.ts'
import { keysIn, sendFile } from '../../test/support/store.ts'
import { resourceRegistry } from '../app/resources.ts'
import { connect, type Pool } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { copyUpload, keepFile } from '../domain/attachments/files.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { smtpAt } from '../gateways/smtp.ts'
import { deleteStrayFile, takeStrayFiles } from './stray-files.ts'
import { reconcileUploads } from './uploads.ts'
import { startWorker } from './worker.ts'

const { api, clinic, caller } = await useClinic()
const administrator = await useSuperuser(api)
let worker: Pool
let store: ReturnType<typeof objectStoreAt>
beforeAll(async () => {
  worker = connect(api.database.workerUrl, { max: 4 })
  store = objectStoreAt(api.options.store)
})
beforeEach(async () => {
  for (const key of await keysIn(api.options.store)) await store.remove(key)
  await administrator.query('delete from stray_file')
})
afterAll(async () => {
  store.close()
  await worker.close()
})

type Row = { upload_key: string; kept_key: string | null; size: number; organisation: number }
const rowOf = async ({ id }: { id: number }): Promise<Row> =>
  (
    await administrator.query('select upload_key, kept_key, size::int, organisation from attachment where id = $1', [
      id,
    ])
  ).rows[0]
const strays = async () => (await administrator.query('select * from stray_file order by due')).rows
const keys = () => keysIn(api.options.store)
const atPath = (key: string | null) => `${clinic.id}/${key}`

/** Deletes stray files as a worker does, until none is due. */
const clearAway = async () => {
  for (let taken = await takeStrayFiles(worker.db); taken.length > 0; taken = await takeStrayFiles(worker.db))
    for (const stray of taken) await deleteStrayFile(worker.db, store, stray)
}
/** Makes files and attachments older by this interval. */
const pass = async (interval: string) => {
  await administrator.query(`update stray_file set due = due - $1::interval, open_until = open_until - $1::interval`, [
    interval,
  ])
  await administrator.query('alter table attachment disable trigger keep_change')
  await administrator.query('update attachment set created = created - $1::interval', [interval])
  await administrator.query('alter table attachment enable trigger keep_change')
}
const failures: unknown[] = []
const settle = () => reconcileUploads(worker.db, store, (_organisation, error) => failures.push(error))

describe('the file of an attachment that is removed', () => {
  it('is deleted from the store soon after, with its row in stray_file', async () => {
    const file = await givenFile(caller)
    await clearAway()
    const { kept_key } = await rowOf(file)
    expect(await keys()).toEqual([atPath(kept_key)])
    expect((await caller.delete(file.url)).status).toBe(204)
    await clearAway()
    expect(await keys()).toEqual([])
    await pass('1 day')
    await clearAway()
    expect(await strays()).toEqual([])
    const { body } = await caller.get('/deleted/?resource__is=attachment')
    expect(body.results.at(-1)).toMatchObject({ record: file.id })
  })

  it('stays when the removal is rolled back', async () => {
    const file = await givenFile(caller)
    await caller.delete(file.url, { headers: { prefer: 'dry-run' } })
    await clearAway()
    expect(await keys()).toEqual([atPath((await rowOf(file)).kept_key)])
  })

  it('is deleted even if it is uploaded later, with a form that has not expired', async () => {
    const attachment = await givenAttachment(caller)
    const form = (await caller.post(`${attachment.url}upload/`)).body
    await caller.delete(attachment.url)
    await clearAway()
    expect((await sendFile(form, 'hello')).status).toBe(204)
    await clearAway()
    expect(await keys()).toHaveLength(1)
    await pass('1 day')
    await clearAway()
    expect([await keys(), await strays()]).toEqual([[], []])
  })

  it('is deleted by another worker when the first is killed before deleting it', async () => {
    const file = await givenFile(caller)
    await caller.delete(file.url)
    await killedAtTheStore()
    expect(await keys()).toHaveLength(2)
    await clearAway()
    expect(await keys()).toHaveLength(2)
    await pass('1 minute')
    await clearAway()
    expect(await keys()).toEqual([])
  })

  it('may be deleted twice, when a worker dies before it has recorded that', async () => {
    const file = await givenFile(caller)
    await caller.delete(file.url)
    for (const { organisation, key } of await takeStrayFiles(worker.db)) await store.remove(`${organisation}/${key}`)
    expect(await strays()).toHaveLength(2)
    await pass('2 days')
    await clearAway()
    expect(await strays()).toEqual([])
  })

  it('is deleted later if the store is unreachable', async () => {
    const file = await givenFile(caller)
    await caller.delete(file.url)
    const lost = objectStoreAt({ ...api.options.store, endpoint: 'http://127.0.0.1:1' })
    for (const stray of await takeStrayFiles(worker.db))
      await expect(deleteStrayFile(worker.db, lost, stray)).rejects.toMatchObject({
        code: expect.stringMatching(/^EOBJECTSTORE-/),
      })
    lost.close()
    expect(await strays()).toHaveLength(2)
    await pass('1 minute')
    await clearAway()
    expect(await keys()).toEqual([])
  })

  it('is taken by one of many concurrent workers, in any organisation', async () => {
    const elsewhere = await api.givenOrganisation()
    const another = await elsewhere.caller()
    for (const as of [caller, another, caller, another]) await caller.delete((await givenFile(as)).url)
    for (const as of [caller, another]) {
      const { body } = await as.get('/attachment/')
      for (const { url } of body.results) await as.delete(url)
    }
    const due = (await strays()).length
    const taken = (await Promise.all(Array.from({ length: 8 }, () => takeStrayFiles(worker.db)))).flat()
    const more = (await Promise.all(Array.from({ length: 8 }, () => takeStrayFiles(worker.db)))).flat()
    const all = [...taken, ...more].map(({ organisation, key }) => `${organisation} ${key}`)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(due)
    expect(new Set(taken.concat(more).map(({ organisation }) => organisation))).toEqual(
      new Set([clinic.id, elsewhere.id]),
    )
  })
})

describe('an upload that no client completes', () => {
  it('is completed by the worker after ten minutes, and not before', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    await settle()
    expect((await caller.get(attachment.url)).body.uploaded).toBeNull()
    await pass('11 minutes')
    await settle()
    expect((await caller.get(attachment.url)).body.uploaded).toEqual(expect.any(String))
    await clearAway()
    expect(await keys()).toEqual([atPath((await rowOf(attachment)).kept_key)])
    const { body } = await caller.get(`/auditevent/?resource__is=attachment&record__is=${attachment.id}`)
    expect(body.results.at(-1)).toMatchObject({ credential: 'service', user: null, action: 'change' })
    expect(failures).toEqual([])
  })

  it('is given up after a day, which deletes the attachment and appears in delta sync', async () => {
    const attachment = await givenAttachment(caller)
    await pass('23 hours')
    await settle()
    expect((await caller.get(attachment.url)).status).toBe(200)
    await pass('2 hours')
    await settle()
    expect((await caller.get(attachment.url)).status).toBe(404)
    expect((await caller.get('/deleted/?resource__is=attachment')).body.results.at(-1)).toMatchObject({
      record: attachment.id,
    })
  })

  it('is completed even if it arrived on the last day, and if another form was requested for it', async () => {
    const attachment = await givenAttachment(caller)
    await pass('2 days')
    await upload(caller, attachment)
    await settle()
    expect((await caller.get(attachment.url)).body.uploaded).toEqual(expect.any(String))
  })

  it('is copied again when a worker dies after copying it, and the first copy is deleted', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    await copyUpload(worker.db, store, await rowOf(attachment))
    expect(await keys()).toHaveLength(2)
    await pass('11 minutes')
    await settle()
    await clearAway()
    expect(await keys()).toHaveLength(2)
    await pass('1 hour')
    await clearAway()
    expect(await keys()).toEqual([atPath((await rowOf(attachment)).kept_key)])
  })

  it('is not completed with a copy that another worker is about to delete', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const copy = await copyUpload(worker.db, store, await rowOf(attachment))
    await pass('1 hour')
    expect(await takeStrayFiles(worker.db)).toEqual([{ organisation: clinic.id, key: copy }])
    const keep = inOrganisation(worker.db, clinic.id, (tx) => keepFile(tx, attachment.id, copy))
    await expect(keep).rejects.toThrow('taken for a stray')
    expect((await caller.get(attachment.url)).body.uploaded).toBeNull()
    expect((await caller.post(`${attachment.url}complete/`)).status).toBe(200)
  })

  it('is completed in every organisation, however many there are', async () => {
    const elsewhere = await (await api.givenOrganisation()).caller()
    const [first, last] = [await givenAttachment(caller), await givenAttachment(elsewhere)]
    await clinic.within((tx) =>
      sql`insert into attachment (client, name, content_type, size)
        select client, 'file ' || n, content_type, size from attachment, generate_series(1, 150) n
        where id = ${first.id}`.execute(tx),
    )
    const next = await givenAttachment(caller)
    const attachments = [
      [caller, first],
      [caller, next],
      [elsewhere, last],
    ] as const
    for (const [as, one] of attachments) await upload(as, one)
    await pass('11 minutes')
    await settle()
    for (const [as, one] of attachments) expect((await as.get(one.url)).body.uploaded).toEqual(expect.any(String))
    expect(failures).toEqual([])
    await pass('1 day')
    await settle()
  })

  it('is looked for again if the store was unreachable, which does not hold up the others', async () => {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    await pass('2 days')
    const lost = objectStoreAt({ ...api.options.store, endpoint: 'http://127.0.0.1:1' })
    const told: unknown[] = []
    await reconcileUploads(worker.db, lost, (organisation) => told.push(organisation))
    lost.close()
    expect(told).toContain(clinic.id)
    await settle()
    expect((await caller.get(attachment.url)).body.uploaded).toEqual(expect.any(String))
  })
})

it('many concurrent complete/ requests for an upload are harmless while a worker deletes stray files', async () => {
  const over = new AbortController()
  const clearing = (async () => {
    while (!over.signal.aborted) await clearAway()
  })()
  for (let round = 0; round < 5; round++) {
    const attachment = await givenAttachment(caller)
    await upload(caller, attachment)
    const answers = await twentyAtOnce(() => caller.post(`${attachment.url}complete/`))
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.uploaded)).size).toBe(1)
  }
  over.abort()
  await clearing
})

it('a running worker completes uploads and deletes stray files', async () => {
  const [removed, awaited] = [await givenFile(caller), await givenAttachment(caller)]
  await upload(caller, awaited)
  const { kept_key: kept } = await rowOf(removed)
  await caller.delete(removed.url)
  await pass('11 minutes')
  const smtp = smtpAt({ url: 'smtp://127.0.0.1:1', from: 'a@example.com' })
  const running = startWorker({
    db: worker.db,
    app: api.rows.db,
    resources: resourceRegistry,
    smtp,
    store,
    ...postsNothing,
    publicUrl: api.publicUrl,
    log: silentLog,
  })
  const isDone = async () => {
    const [there, { upload_key, kept_key }] = [await keys(), await rowOf(awaited)]
    return there.includes(atPath(kept_key)) && ![kept, upload_key].some((key) => there.includes(atPath(key)))
  }
  await expect.poll(isDone).toBe(true)
  await running.stop()
  expect((await caller.get(awaited.url)).body.uploaded).toEqual(expect.any(String))
})

/** Starts a worker whose object store accepts the deletion of a file and never answers, and kills it then. */
const killedAtTheStore = async () => {
  const asked = Promise.withResolvers<void>()
  const mute = createServer(({ method }, response) => {
    // Whether it can be used is asked for before anything else.
    if (method === 'GET') response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    else asked.resolve()
  })
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'worker'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      FETLOCK_WORKER_DATABASE_URL: api.database.workerUrl,
      FETLOCK_PUBLIC_URL: api.publicUrl,
      FETLOCK_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FETLOCK_S3_BUCKET: api.options.store.bucket,
    },
  })
  await asked.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  mute.closeAllConnections()
  await new Promise((closed) => mute.close(closed))
}
