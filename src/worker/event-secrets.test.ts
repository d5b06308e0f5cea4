// @module-tag waits
import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../test/support/api.ts'
import { done } from '../../test/support/billing.ts'
import { catalogHeader, processCatalogs, uploadCatalog } from '../../test/support/catalog-files.ts'
import { givenDepartment, givenRegistration, givenWholesaler } from '../../test/support/clinic.ts'
import { attemptDelivery, useReceiver, useWorkerParts } from '../../test/support/deliveries.ts'
import { tellWholesaler } from '../domain/webhooks/tell-wholesaler.ts'
import { takeDeliveries } from './deliveries.ts'
import { noTurns } from './lanes.ts'

const receiver = await useReceiver()
const api = await useApi({ allowedPrivate: [receiver.host] })
const logged: unknown[] = []
const log = { error: logged.push.bind(logged), warn: logged.push.bind(logged), info: logged.push.bind(logged) }
const parts = { ...useWorkerParts(api, [receiver.host]), log: log as never }
const salt = 'a salt of enough letters'
let clinic: TestOrganisation
let staff: ApiClient
let partner: ApiClient
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  staff = await clinic.caller()
  partner = await clinic.caller({ scopes: ['wholesaler'] })
})

let paths = 0
const givenReceiving = async () => {
  const path = `/wholesaler${++paths}`
  const registration = await givenRegistration(partner, {
    webhook_callback_url: receiver.at(path),
    verification_salt: salt,
  })
  const posted = () => receiver.to(path).map(({ body }) => JSON.parse(body))
  return { path, registration, posted }
}

/** Makes one attempt at everything that waits, also at what is due only later. */
const attemptAll = async () => {
  await clinic.within((tx) =>
    tx.updateTable('delivery').set({ due: sql<Date>`now() - interval '1 second'` }).where('status', '=', 0).execute(),
  )
  for (const one of await takeDeliveries(parts.db, 1000, noTurns(100)))
    await attemptDelivery(parts, one, performance.now())
}
const repeating = (path: string, status: number) =>
  receiver.answerAt(path, (response, { body }) => response.writeHead(status).end(body))

const requireSigned = (path: string) => {
  for (const { headers, body } of receiver.to(path)) {
    const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', salt).update(signed).digest('base64')}`)
  }
}

/** Everything that is stored or shown of deliveries, and everything that was logged. */
const everywhere = async () => {
  const rows = await clinic.within((tx) => tx.selectFrom('delivery').selectAll().execute())
  const audit = await clinic.within((tx) => tx.selectFrom('auditevent').selectAll().execute())
  const keys = await clinic.within((tx) => tx.selectFrom('idempotency_key').selectAll().execute())
  const shown = await staff.get('/hook/queue/')
  const trail = await staff.get('/auditevent/')
  const page = await staff.get('/hook/queue/', { headers: { accept: 'text/html' } })
  expect([shown.status, trail.status, page.status]).toEqual([200, 200, 200])
  return [JSON.stringify([rows, audit, keys, logged]), shown.text, trail.text, page.text, api.logged()].join('\n')
}

describe('the password in an event', () => {
  it('[S532] [S533] is filled in, decrypted, whenever it is posted, and stored nowhere', async () => {
    const { path, registration, posted } = await givenReceiving()
    repeating(path, 503)
    const [first, second] = ['the first secret: ä"\\', 'the second secret: €']
    const clinicWide = await givenWholesaler(staff, {
      available_wholesaler: registration.url,
      customer_username: 'clinic',
      customer_password: first,
    })
    await attemptAll()
    expect(posted()).toMatchObject([
      { event: 'wholesaler.created', wholesaler: { id: clinicWide.id, customer_password: first, department: null } },
    ])
    repeating(path, 200)
    await done(staff.patch(clinicWide.url, { customer_password: second }, { headers: { 'idempotency-key': 'once' } }))
    await attemptAll()
    await attemptAll()
    const events = posted().map(({ event, wholesaler }) => [event, wholesaler.customer_password])
    expect(events).toEqual([
      ['wholesaler.created', first],
      ['wholesaler.created', second],
      ['wholesaler.updated', second],
    ])
    const ids = posted().map(({ event_id }) => event_id)
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false])
    requireSigned(path)
    const all = await everywhere()
    for (const secret of [first, second, JSON.stringify(first).slice(1, -1), 'second secret'])
      expect(all).not.toContain(secret)
    expect(all).toContain('customer_password')
  })

  it('is null where the set of credentials has none, and is not in an event that ends it', async () => {
    const { registration, posted } = await givenReceiving()
    const clinicWide = await givenWholesaler(staff, { available_wholesaler: registration.url })
    const department = await givenDepartment(staff)
    const secret = 'only of the location'
    await givenWholesaler(staff, { parent: clinicWide.url, department: department.url, customer_password: secret })
    await attemptAll()
    await done(staff.delete(clinicWide.url))
    await attemptAll()
    expect(posted().map(({ event, wholesaler }) => [event, wholesaler.customer_password])).toEqual(
      expect.arrayContaining([
        ['wholesaler.created', null],
        ['wholesaler.created', secret],
        ['wholesaler.deleted', undefined],
        ['wholesaler.deleted', undefined],
      ]),
    )
    expect(posted()).toHaveLength(4)
  })

  it('is not told any more once the wholesaler is archived, also by an event from before', async () => {
    const { path, registration, posted } = await givenReceiving()
    receiver.answerAt(path, (response) => response.writeHead(503).end())
    const secret = 'of one that goes'
    const clinicWide = await givenWholesaler(staff, {
      available_wholesaler: registration.url,
      customer_password: secret,
    })
    await attemptAll()
    await done(staff.delete(clinicWide.url))
    receiver.answerAt(path, (response) => response.writeHead(204).end())
    await attemptAll()
    await attemptAll()
    expect(posted().map(({ event, wholesaler }) => [event, wholesaler.customer_password])).toEqual([
      ['wholesaler.created', secret],
      ['wholesaler.created', null],
      ['wholesaler.deleted', undefined],
    ])
  })
})

describe('the report in the outcome of a catalog', () => {
  const givenUpload = async (wholesaler: number, report_key: string | null) =>
    clinic.within((tx) =>
      tx
        .insertInto('catalog_upload')
        .values({
          wholesaler,
          filename: 'catalog.csv',
          content_type: 'text/csv',
          storage_key: randomUUID(),
          status: 'rejected',
          errors_truncated: report_key !== null,
          report_key,
          processed: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  const tell = (registration: number, upload: object) =>
    clinic.within(async (tx) => {
      const to = await tx
        .selectFrom('available_wholesaler')
        .select(['id', 'name', 'email', 'register_number'])
        .where('id', '=', registration)
        .executeTakeFirstOrThrow()
      return tellWholesaler(tx, to, { event: 'catalog.processed', payload: { wholesaler: { id: 1 }, upload } })
    })

  it('[S540] is a link that works, posted for a catalog with more than 100 errors that was uploaded', async () => {
    const { registration, posted } = await givenReceiving()
    const wholesaler = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
    const bad = Array.from({ length: 101 }, (_, at) => `Medicine,,Product ${at},1`)
    const form = await uploadCatalog(partner, wholesaler, [catalogHeader, 'Medicine,A1,Good,1', ...bad].join('\n'))
    await processCatalogs(parts)
    await attemptAll()
    const [{ upload }] = posted().filter(({ event }) => event === 'catalog.processed')
    expect(upload).toEqual({
      id: form.upload_id,
      catalog_id: form.catalog_id,
      filename: 'products.csv',
      status: 'partially_accepted',
      rows_total: 102,
      rows_accepted: 1,
      rows_rejected: 101,
      errors: null,
      errors_truncated: true,
      error_summary: [{ code: 'missing_required_field', count: 101 }],
      error_report_url: expect.stringMatching(/^http/),
    })
    const report = await fetch(upload.error_report_url)
    const lines = (await report.text()).trimEnd().split('\r\n')
    expect([report.status, lines.length, lines[0]]).toEqual([200, 102, 'row,code,field,detail'])
    expect([lines[1], lines[101]]).toEqual([
      '3,missing_required_field,product_number,product_number is empty.',
      '103,missing_required_field,product_number,product_number is empty.',
    ])
  })

  it('is a link that is signed for a day at every attempt, and stored nowhere', async () => {
    const { path, registration, posted } = await givenReceiving()
    const wholesaler = await givenWholesaler(staff, { available_wholesaler: registration.url })
    await attemptAll()
    const key = `${clinic.id}/report-${randomUUID()}.csv`
    await parts.store.put(key, Buffer.from('row,code\n2,invalid_value\n'), 'text/csv')
    const { id } = await givenUpload(wholesaler.id, key)
    repeating(path, 503)
    await tell(registration.id, { id, errors: null, errors_truncated: true, error_report_url: null })
    await attemptAll()
    await attemptAll()
    const links = posted()
      .slice(1)
      .map(({ upload }) => upload.error_report_url as string)
    expect(links).toHaveLength(2)
    for (const link of links) {
      const answer = await fetch(link)
      expect([answer.status, await answer.text()]).toEqual([200, 'row,code\n2,invalid_value\n'])
      expect(answer.headers.get('content-disposition')).toContain('catalog-errors.csv')
      expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('86400')
    }
    requireSigned(path)
    expect(await everywhere()).not.toContain('X-Amz-Signature')
  })

  it('is null where there is none', async () => {
    const { registration, posted } = await givenReceiving()
    const wholesaler = await givenWholesaler(staff, { available_wholesaler: registration.url })
    const { id } = await givenUpload(wholesaler.id, null)
    await tell(registration.id, { id, errors: [], errors_truncated: false, error_report_url: null })
    await attemptAll()
    expect(posted().find(({ event }) => event === 'catalog.processed').upload.error_report_url).toBe(null)
  })
})
