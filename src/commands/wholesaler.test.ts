import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connect } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'

let database: TestDatabase
let clinic: number
let ids: { readonly clinicWide: number; readonly location: number }
const within = async <T>(work: Parameters<typeof inOrganisation<T>>[2]): Promise<T> => {
  const { db, close } = connect(database.appUrl, { max: 1 })
  try {
    return await inOrganisation(db, clinic, work)
  } finally {
    await close()
  }
}
beforeAll(async () => {
  database = await testDatabase()
  useSettings(settingsFor(database))
  const founding = ['--name', 'Harbour Vets', '--country', 'FI', '--currency', 'EUR', '--time-zone', 'Europe/Helsinki']
  clinic = jsonOf(await fetlock('organisation', 'create', ...founding, '--json')).organisation
  const { department } = jsonOf(
    await fetlock('department', 'create', '--organisation', String(clinic), '--name', 'Harbour', '--json'),
  )
  ids = await within(async (tx) => {
    const add = async (fields: object) =>
      tx
        .insertInto('wholesaler')
        .values({ name: 'Harbour Supplies', ...fields })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id: clinicWide } = await add({})
    const { id: location } = await add({ parent: clinicWide, department })
    await add({ name: 'Twin' })
    await add({ name: 'twin' })
    return { clinicWide, location }
  })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.drop()
})

const mark = (...args: string[]) =>
  fetlock('wholesaler', 'mark-shared', '--organisation', String(clinic), '--wholesaler', ...args)
const isShared = async (id: number) => {
  const { shared } = await within((tx) =>
    tx.selectFrom('wholesaler').select('shared').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return shared
}

it('marks a wholesaler, by name or id, and takes the mark away', async () => {
  const { code, out } = await mark('harbour supplies')
  expect([code, out]).toEqual([
    0,
    `Wholesaler    ${ids.clinicWide} (Harbour Supplies)\nOrganisation  ${clinic} (Harbour Vets)\nShared        yes\n`,
  ])
  expect(await isShared(ids.clinicWide)).toBe(true)
  const undone = jsonOf(await mark(String(ids.clinicWide), '--undo', '--json'))
  expect(undone).toEqual({ organisation: clinic, wholesaler: ids.clinicWide, shared: false })
  expect(await isShared(ids.clinicWide)).toBe(false)
})

it('refuses one that is unknown, of a location, or one of several', async () => {
  for (const [wanted, sentence] of [
    ['Nobody', 'There is no wholesaler "Nobody" in this organisation'],
    [String(ids.location), '--wholesaler: This is a location, which orders for itself.'],
    ['Twin', 'There are several wholesalers "Twin". Use an id:'],
  ] as const) {
    const { code, out, err } = await mark(wanted)
    expect([code > 0, out]).toEqual([true, ''])
    expect(err).toContain(sentence)
  }
  expect(await isShared(ids.location)).toBe(false)
})
