// @module-tag waits
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connected } from '../../scripts/database.ts'
import { useApi, type ApiClient, type TestOrganisation } from '../../test/support/api.ts'
import { settingsFor } from '../../test/support/commands.ts'
import { givenImport } from '../../test/support/imports.ts'
import { resourceRegistry } from '../app/resources.ts'
import { inOrganisation } from '../db/tx.ts'
import { importNextRows } from '../domain/importing/import-rows.ts'
import { advanceImport } from './imports.ts'

const families = 600
const lines = (header: string, row: (at: number) => string) =>
  [header, ...Array.from({ length: families }, (_, at) => row(at))].join('\n')
const files = {
  clients: lines('reference,lastname,email', (at) => `${at},Client ${at},client${at}@example.com`),
  patients: lines('reference,client_reference,name,species', (at) => `${at},${at},Patient ${at},Dog`),
}

const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
beforeEach(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
})

const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})
const startWorker = () => {
  const env = { ...process.env, ...settingsFor(api.database) }
  const child = spawn(process.execPath, ['src/main.ts', 'worker'], { env, stdio: 'ignore' })
  running.push(child)
  return child
}

/** Read from the database, because requests would count in the rate windows. */
const handled = (id: number) =>
  clinic.within(async (tx) => {
    const { state } = await tx.selectFrom('import').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    const shown = ['kind', 'rows', 'new', 'matched', 'refused'] as const
    const counts = await tx.selectFrom('import_file').select(shown).where('import', '=', id).orderBy('kind').execute()
    return { state, files: counts, done: counts.reduce((sum, file) => sum + file.new + file.matched + file.refused, 0) }
  })
const until = async (id: number, least: number) => {
  for (let last = await handled(id); last.done < least; last = await handled(id)) await pause(100)
}

/** Expects that every row has become one record, one reference and one event. */
const expectEachOnce = async (id: number) => {
  expect((await handled(id)).files).toEqual(
    ['clients', 'patients'].map((kind) => ({ kind, rows: families, new: families, matched: 0, refused: 0 })),
  )
  const counts = await connected(api.database.superuserUrl, (client) =>
    client.query(
      `select (select count(*)::int from client where organisation = $1) as clients,
         (select count(distinct client)::int from patient where organisation = $1) as owners,
         (select count(*)::int from patient where organisation = $1) as patients,
         (select count(*)::int from import_reference where organisation = $1) as names,
         (select count(*)::int from auditevent where organisation = $1 and action = 'create'
           and resource in ('client', 'patient')) as events`,
      [clinic.id],
    ),
  )
  expect(counts.rows).toEqual([
    { clients: families, owners: families, patients: families, names: 2 * families, events: 2 * families },
  ])
}

describe('a running import', () => {
  it('imports every row once although its worker is killed repeatedly', async () => {
    const id = await givenImport(caller, files)
    await caller.post(`/import/${id}/run/`)
    for (const least of [100, 400, 700]) {
      const worker = startWorker()
      await until(id, least)
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
      expect((await handled(id)).state).toBe('running')
    }
    startWorker()
    await expect.poll(async () => (await handled(id)).state, { interval: 200 }).toBe('done')
    await expectEachOnce(id)
  })

  it('imports every row once with several workers at a time', async () => {
    const id = await givenImport(caller, files)
    await caller.post(`/import/${id}/run/`)
    const work = async () => {
      while ((await handled(id)).state === 'running')
        if ((await advanceImport(api.rows.db, { organisation: clinic.id, id }, resourceRegistry)) === 0) await pause(50)
    }
    await Promise.all([work(), work(), work()])
    await expectEachOnce(id)
  })

  it('takes turns with another import of the organisation, so that neither duplicates records of the other', async () => {
    const ids = [await givenImport(caller, files), await givenImport(caller, files)]
    for (const id of ids) await caller.post(`/import/${id}/run/`)
    const work = async (id: number) => {
      while ((await handled(id)).state === 'running')
        if ((await advanceImport(api.rows.db, { organisation: clinic.id, id }, resourceRegistry)) === 0) await pause(50)
    }
    await Promise.all(ids.map(work))
    const both = await Promise.all(ids.map(handled))
    const total = (word: 'new' | 'matched') =>
      both.flatMap((one) => one.files).reduce((sum, file) => sum + file[word], 0)
    expect([total('new'), total('matched')]).toEqual([2 * families, 2 * families])
  })

  it('is continued by another worker when one is suspended, whose transaction is rolled back', async () => {
    const id = await givenImport(caller, { clients: 'reference,lastname\n1,Frozen\n' })
    await caller.post(`/import/${id}/run/`)
    const step = () => advanceImport(api.rows.db, { organisation: clinic.id, id }, resourceRegistry)
    const frozen = Promise.withResolvers<void>()
    const freezing = inOrganisation(api.rows.db, clinic.id, async (tx) => {
      await importNextRows(tx, id, resourceRegistry)
      frozen.resolve()
      await pause(6_500)
    })
    const ended = freezing.then(
      () => 'committed',
      () => 'undone',
    )
    await frozen.promise
    expect(await step()).toBe(0)
    await expect.poll(step, { interval: 250 }).toBe(1)
    expect(await ended).toBe('undone')
    expect((await caller.get('/client/')).body.count).toBe(1)
  })
})
