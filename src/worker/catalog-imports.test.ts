// @module-tag waits
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { useClinic } from '../../test/support/api.ts'
import { givenCatalog, givenIntegrationWholesaler, givenSuppliedItem } from '../../test/support/catalogs.ts'
import { givenVatGroup } from '../../test/support/clinic.ts'
import { settingsFor } from '../../test/support/commands.ts'
import { advanceCatalog } from './catalog-imports.ts'

const { api, clinic, caller } = await useClinic()

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

const products = 2_500
const given = async () => {
  const wholesaler = await givenIntegrationWholesaler(caller)
  const group = await givenVatGroup(caller)
  const numbers = Array.from({ length: products }, (_, at) => ({ product_number: `N${String(at).padStart(5, '0')}` }))
  await givenCatalog(clinic, wholesaler, numbers)
  const gone = await givenSuppliedItem(caller, clinic, { vat_group: group.url, primary_wholesaler: wholesaler.id })
  const start = async () =>
    (await caller.post('/catalog_import/', { wholesaler: wholesaler.url, vat_group: group.url })).body
  return { wholesaler, gone, start }
}

/** Read from the database, because requests would count in the rate windows. */
const progressOf = ({ id }: { readonly id: number }) =>
  clinic.within((tx) =>
    tx
      .selectFrom('catalog_import as c')
      .innerJoin('catalog_import_progress as p', (join) =>
        join.onRef('p.organisation', '=', 'c.organisation').onRef('p.catalog_import', '=', 'c.id'),
      )
      .select(['c.state', 'p.new', 'p.discontinued', 'p.unchanged'])
      .where('c.id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const until = async (run: { readonly id: number }, least: number) => {
  for (let last = await progressOf(run); last.new < least && last.state !== 'done'; last = await progressOf(run))
    await pause(50)
}
const untilDone = async (run: { readonly id: number }) => {
  for (let { state } = await progressOf(run); state !== 'done'; { state } = await progressOf(run)) await pause(100)
}
const itemsOf = ({ id }: { readonly id: number }) =>
  clinic.within((tx) =>
    tx
      .selectFrom('item')
      .select(['primary_wholesaler_code', 'discontinued'])
      .where('primary_wholesaler', '=', id)
      .orderBy('primary_wholesaler_code')
      .execute(),
  )

describe('a catalog import', () => {
  it('imports every product once although its worker is killed repeatedly', async () => {
    const { wholesaler, start } = await given()
    const run = await start()
    for (const least of [1, 700, 1_400]) {
      const worker = startWorker()
      await until(run, least)
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    expect(await progressOf(run)).toMatchObject({ state: 'running' })
    startWorker()
    await untilDone(run)
    expect(await progressOf(run)).toEqual({ state: 'done', new: products, discontinued: 1, unchanged: 0 })
    const items = await itemsOf(wholesaler)
    expect(new Set(items.map((item) => item.primary_wholesaler_code)).size).toBe(products + 1)
    expect(items.length).toBe(products + 1)
    expect(items.filter(({ discontinued }) => discontinued)).toMatchObject([{ primary_wholesaler_code: '' }])
  })

  it('is carried out by one of several workers at a time, and before those that were started later', async () => {
    const { wholesaler, start } = await given()
    const [first, second] = [await start(), await start()]
    const work = async (run: { readonly id: number }) => {
      let done = 0
      for (let idle = 0; idle < 200 && (await progressOf(run)).state !== 'done'; idle++) {
        const steps = await advanceCatalog(api.rows.db, { organisation: clinic.id, id: run.id })
        done += steps
        if (steps > 0) idle = 0
        else await pause(20)
      }
      return done
    }
    await Promise.all([work(second), work(first), work(first), work(second)])
    expect(await progressOf(first)).toEqual({ state: 'done', new: products, discontinued: 1, unchanged: 0 })
    expect(await progressOf(second)).toEqual({ state: 'done', new: 0, discontinued: 0, unchanged: products })
    expect((await itemsOf(wholesaler)).length).toBe(products + 1)
  })
})
