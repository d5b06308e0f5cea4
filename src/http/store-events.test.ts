// @module-tag waits
import { beforeAll, describe, expect, it } from 'vitest'
import { notifyOfUploads, removeTopic } from '../../scripts/services/store-topic.ts'
import { useClinic, type ApiClient } from '../../test/support/api.ts'
import { catalogOf, processCatalogs } from '../../test/support/catalog-files.ts'
import { givenRegistration, givenWholesaler } from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { useWorkerParts } from '../../test/support/deliveries.ts'
import { sendFile } from '../../test/support/store.ts'
import { keepCatalogFile, takeAwaitedFiles } from '../worker/catalog-files.ts'

const { api, clinic, caller: staff } = await useClinic()
const administrator = await useSuperuser(api)
const parts = useWorkerParts(api)
const address = `${api.publicUrl}/object-store-events/${api.options.storeEventSecret}/`

let integration: ApiClient
let wholesaler: { readonly id: number; readonly url: string }
beforeAll(async () => {
  integration = await clinic.caller({ scopes: ['wholesaler'] })
  const registration = await givenRegistration(integration)
  wholesaler = await givenWholesaler(staff, { type: 1, available_wholesaler: registration.url })
})

/** A form whose file is not looked for again for a day. */
const givenForm = async () => {
  const { body } = await integration.post(`${wholesaler.url}catalog_upload_url/`, { filename: 'a.csv' })
  await administrator.query(`update catalog_work set due = now() + interval '1 day' where upload = $1`, [
    body.upload_id,
  ])
  return body
}
const isDue = async ({ upload_id }: { upload_id: number }) => {
  const { rows } = await administrator.query(
    'select due <= clock_timestamp() as due from catalog_work where upload = $1',
    [upload_id],
  )
  return rows[0].due
}
const notify = async (key: unknown, to = address) => {
  const body = JSON.stringify({ Records: [{ s3: { object: { key } } }] })
  return (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status
}

describe('a notification of the object store', () => {
  it('lets the worker look for the file at once', async () => {
    const form = await givenForm()
    expect(await isDue(form)).toBe(false)
    expect(await notify(form.storage_key)).toBe(204)
    expect(await isDue(form)).toBe(true)
  })

  it('may have its key encoded', async () => {
    const form = await givenForm()
    expect(await notify(form.storage_key.replace('/', '%2F'))).toBe(204)
    expect(await isDue(form)).toBe(true)
  })

  it('while a worker is looking leads to another look', async () => {
    const { storage_key, upload_id } = await givenForm()
    await administrator.query('update catalog_work set due = now() where upload = $1', [upload_id])
    const looking = (await takeAwaitedFiles(parts.db)).find(({ upload }) => upload === upload_id)!
    expect(await notify(storage_key)).toBe(204)
    expect(await keepCatalogFile(parts, looking)).toBe(false)
    expect(await isDue({ upload_id })).toBe(true)
  })

  it('is only a hint: without a file nothing is processed', async () => {
    const form = await givenForm()
    await notify(form.storage_key)
    await processCatalogs(parts)
    expect((await staff.get(`/catalog_upload/${form.upload_id}/`)).body.status).toBe('pending')
  })

  it('is refused with 404 without the secret, as any address that does not exist', async () => {
    const form = await givenForm()
    for (const secret of ['x', `${api.options.storeEventSecret}x`, '%20'])
      expect(await notify(form.storage_key, `${api.publicUrl}/object-store-events/${secret}/`)).toBe(404)
    expect(await isDue(form)).toBe(false)
    expect((await fetch(address)).status).toBe(404)
  })

  it.each([
    ['of nothing we know', { Records: [{ s3: { object: { key: '1/elsewhere' } } }] }],
    ['of another organisation', { Records: [{ s3: { object: { key: `999999999/${crypto.randomUUID()}` } } }] }],
    ['without records', {}],
    ['with odd records', { Records: [null, 1, { s3: null }, { s3: { object: { key: 7 } } }] }],
    ['of a list', []],
  ])('%s changes nothing', async (_what, body) => {
    const form = await givenForm()
    const { status } = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
    expect([status, await isDue(form)]).toEqual([204, false])
  })

  it('that is no JSON, or too long, changes nothing', async () => {
    for (const body of ['{', 'x'.repeat(2_000_000)])
      expect((await fetch(address, { method: 'POST', body })).status).toBe(204)
  })

  it('is posted by the store itself when a file has been uploaded with a form', async () => {
    const { endpoint, accessKey, secretKey, bucket } = api.options.store
    const access = {
      FETLOCK_S3_ENDPOINT: endpoint,
      FETLOCK_S3_ACCESS_KEY: accessKey,
      FETLOCK_S3_SECRET_KEY: secretKey,
    }
    await notifyOfUploads(access, { bucket, topic: bucket, address })
    try {
      const form = await givenForm()
      expect((await sendFile(form, catalogOf(1))).status).toBe(204)
      await expect.poll(() => isDue(form)).toBe(true)
      await processCatalogs(parts)
      expect((await staff.get(`/catalog_upload/${form.upload_id}/`)).body.status).toBe('accepted')
    } finally {
      await removeTopic(access, bucket)
    }
  })

  it('leaves no secret in the log', () => {
    expect(api.logged()).toContain('/object-store-events/')
    expect(api.logged()).not.toContain(api.options.storeEventSecret)
  })
})
