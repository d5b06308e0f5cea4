import { beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/app/resources.ts'
import { useApi, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { done } from '../support/billing.ts'
import { givenItem, givenWholesaler } from '../support/clinic.ts'
import { givenConnection, givenSentOrder } from '../support/ordering.ts'

const notYours = { detail: 'Token does not match this wholesaler.' }
const notFound = { detail: 'No Wholesaler matches the given query.' }

const api = await useApi()
let clinic: TestOrganisation
let staff: ApiClient
let rival: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  staff = await clinic.caller()
  rival = await clinic.caller({ scopes: ['wholesaler'] })
})

type Linked = { readonly id: number; readonly url: string }
type Set = { readonly registration: Linked; readonly wholesaler: Linked; readonly order: Linked }
type Acting = {
  readonly as: ApiClient
  readonly on: Set
}

/** Every route that the scope opens for a record, with a request that succeeds for its own integration. */
const routes: Readonly<Record<string, (acting: Acting) => ReturnType<ApiClient['get']>>> = {
  'GET /available_wholesaler/{id}/': ({ as, on }) => as.get(on.registration.url),
  'PATCH /available_wholesaler/{id}/': ({ as, on }) => as.patch(on.registration.url, { email: 'a@example.com' }),
  'POST /wholesaler/{id}/catalog_upload_url/': ({ as, on }) =>
    as.post(`${on.wholesaler.url}catalog_upload_url/`, { filename: 'catalog.csv' }),
  'POST /wholesaler/{id}/receipts/': ({ as, on }) =>
    as.post(`${on.wholesaler.url}receipts/`, { receipt_lines: [{ id: 'R-1', quantity: '1', product_number: 'A1' }] }),
  'POST /order/{id}/set_wholesaler_reference_number/': ({ as, on }) =>
    as.post(`${on.order.url}set_wholesaler_reference_number/`, { wholesaler_reference_number: 'INV-1' }),
  'POST /order/{id}/mark_delivered/': ({ as, on }) => as.post(`${on.order.url}mark_delivered/`),
}
const others = [
  'GET /available_wholesaler/',
  'POST /available_wholesaler/',
  // Last, because a connected registration is not deleted.
  'DELETE /available_wholesaler/{id}/',
]
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

const givenSet = async (): Promise<Set & { readonly caller: ApiClient }> => {
  const connection = await givenConnection(clinic, staff)
  const order = await givenSentOrder(clinic, staff, connection.wholesaler, [{ item: await givenItem(staff) }])
  return { ...connection, order }
}

describe('the wholesaler scope', () => {
  it('[S500] opens these routes and no others, of orders two actions', () => {
    const opened = operations.filter(({ openTo }) => openTo !== undefined)
    expect(new Set(opened.map(({ openTo }) => openTo))).toEqual(new Set(['wholesaler']))
    expect(opened.map(nameOf).toSorted()).toEqual([...Object.keys(routes), ...others].toSorted())
  })

  it('[S500] [S501] is enough for what belongs to the application, without any permission', async () => {
    const { caller, ...on } = await givenSet()
    for (const [name, send] of Object.entries(routes)) {
      const { status } = await send({ as: caller, on })
      expect([name, status]).toEqual([name, 200])
    }
    expect((await caller.get('/available_wholesaler/')).body.count).toBe(1)
  })

  it('[S501] [S554] refuses what belongs to another application, with its message', async () => {
    const { caller, ...on } = await givenSet()
    for (const [name, send] of Object.entries(routes)) {
      const { status, body } = await send({ as: rival, on })
      expect([name, status, body]).toEqual([name, 403, notYours])
    }
    const { status, body } = await rival.delete(on.registration.url)
    expect([status, body]).toEqual([403, notYours])
    expect((await caller.get(on.registration.url)).body.email).toBe('')
    expect((await staff.get(on.order.url)).body).toMatchObject({ status: 1, wholesaler_reference_number: '' })
  })

  it('[S555] finds no wholesaler that is missing, archived or manual, whoever asks', async () => {
    const { caller, ...on } = await givenSet()
    const archived = await givenWholesaler(staff, { available_wholesaler: on.registration.url })
    await done(staff.delete(archived.url))
    const missing = { id: 0, url: clinic.url('wholesaler', 999_999_999) }
    const manual = await givenWholesaler(staff)
    for (const as of [caller, rival])
      for (const wholesaler of [missing, archived, manual])
        for (const [name, send] of Object.entries(routes).filter(([path]) => path.includes('/wholesaler/{id}/'))) {
          const { status, body } = await send({ as, on: { ...on, wholesaler } })
          expect([name, status, body]).toEqual([name, 404, notFound])
        }
  })

  it('[S500] opens nothing of what staff do with wholesalers and orders', async () => {
    const { caller, wholesaler, order } = await givenSet()
    const closed = operations.filter(
      ({ openTo, path }) => openTo === undefined && /^\/(wholesaler|order|orderitem|receiptline|catalog_)/.test(path),
    )
    expect(closed.length).toBeGreaterThan(10)
    for (const { method, path } of closed) {
      const id = path.startsWith('/order/') ? order.id : wholesaler.id
      const { status } = await caller.send(method, path.replace('{id}', String(id)), {})
      expect([method, path, status]).toEqual([method, path, 403])
    }
  })
})
