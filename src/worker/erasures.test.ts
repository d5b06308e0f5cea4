import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { done, givenInvoiceOver } from '../../test/support/billing.ts'
import { givenClient, givenFile } from '../../test/support/clinic.ts'
import { useWorkerParts } from '../../test/support/deliveries.ts'
import { applyErasure, listErasure, readErasures } from '../domain/erasure/erasure-list.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { eraseWhatIsOver, listErasures } from './erasures.ts'

const api = await useApi()
const clinic = await api.givenOrganisation({ country: 'IE' })
const caller = await clinic.userCaller()
const { db, app } = useWorkerParts(api)
const store = objectStoreAt(api.options.store)
afterAll(() => store.close())

const unexpected = (organisation: number, problem: unknown) => {
  throw new Error(`Organisation ${organisation}`, { cause: problem })
}
const listed = async () => {
  const found = []
  for await (const erasure of readErasures(store)) found.push(erasure)
  return found
}

describe('the list of erasures', () => {
  it('has each erasure once it is committed, with the files and without a name', async () => {
    const client = await givenClient(caller, { lastname: 'Vanishing' })
    await givenFile(caller, { client: client.url })
    await done(caller.post(`/client/${client.id}/erase/`, {}))
    expect(await listed()).toEqual([])
    await listErasures({ db, app, store }, unexpected)
    const [first, ...more] = await listed()
    expect(more).toEqual([])
    expect(first).toMatchObject({ organisation: clinic.id, resource: 'client', record: client.id })
    expect(first!.files).toHaveLength(1)
    expect(JSON.stringify(first)).not.toContain('Vanishing')
    await store.remove(`erasures/${clinic.id}/client-${client.id}.json`)
    await listErasures({ db, app, store }, unexpected)
    expect(await listed()).toEqual([])
  })

  it('keeps the files that the database does not know, once a restored client is erased again', async () => {
    const client = await givenClient(caller)
    const file = await givenFile(caller, { client: client.url })
    const { kept_key: key } = await clinic.within((tx) =>
      tx.selectFrom('attachment').select('kept_key').where('id', '=', file.id).executeTakeFirstOrThrow(),
    )
    const later = randomUUID()
    const former = { organisation: clinic.id, resource: 'client', record: client.id, files: [later, key!] }
    const erasure = { ...former, erased: '2026-03-04T05:06:07.000Z' }
    await listErasure(store, erasure)
    expect(await clinic.within((tx) => applyErasure(tx, erasure))).toBe(true)
    await listErasures({ db, app, store }, unexpected)
    expect((await listed()).find(({ record }) => record === client.id)!.files).toEqual([later, key])
  })
})

describe('what bookkeeping kept', () => {
  it('is erased by the worker on the first day after the term', async () => {
    const client = await givenClient(caller)
    const invoice = await givenInvoiceOver(caller, clinic, '10.00', { client: client.url })
    await done(caller.post(`/client/${client.id}/erase/`, {}))
    const payer = async () => (await caller.get(invoice.url)).body.payer_name
    const year = Number(invoice.invoice_date.slice(0, 4)) + 6
    const on = (today: string) => eraseWhatIsOver(db, app, unexpected, () => true, today)
    await on(`${year}-12-31`)
    expect(await payer()).toBe(client.lastname)
    await on(`${year + 1}-01-01`)
    expect(await payer()).toBe('Erased client')
  })
})
