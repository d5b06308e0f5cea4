import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../../test/support/api.ts'
import {
  givenAttachment,
  givenClient,
  givenFile,
  givenRegistration,
  givenWholesaler,
} from '../../test/support/clinic.ts'
import { useSuperuser } from '../../test/support/database.ts'
import { openStream } from '../../test/support/events.ts'
import { assembleApi } from '../app/api.ts'
import { inOrganisation } from '../db/tx.ts'

const kilobyte = 1_024
const ceilings = {
  storageBytes: 10 * kilobyte,
  files: 5,
  uploads: 3,
  scans: 1,
  catalogs: 1,
  applications: 4,
  streams: 1,
}
const api = await useApi({ ceilings })
const administrator = await useSuperuser(api)
let clinic: TestOrganisation
let caller: ApiClient
let client: { readonly url: string }
beforeEach(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  client = await givenClient(caller)
})

const announce = (size: number, as = caller) =>
  as.post(
    '/attachment/',
    { client: client.url, name: 'file.txt', content_type: 'text/plain', size },
    { headers: { accept: 'application/problem+json, application/json' } },
  )
const outcome = ({ status, body }: Awaited<ReturnType<typeof announce>>) => [status, body.code]
const used = async () => {
  const { rows } = await administrator.query(
    'select bytes::int, files::int, pending::int from storage_used where organisation = $1',
    [clinic.id],
  )
  return rows[0]
}

describe('the files of an organisation', () => {
  it('are refused once the bytes would be too many, and taken again when others are deleted', async () => {
    const large = await announce(8 * kilobyte)
    expect(large.status).toBe(201)
    expect(outcome(await announce(3 * kilobyte))).toEqual([413, 'storage_full'])
    expect((await caller.delete(large.body.url)).status).toBe(204)
    expect((await announce(3 * kilobyte)).status).toBe(201)
    const other = await api.givenOrganisation()
    const theirs = await other.caller()
    expect((await givenAttachment(theirs, { size: 8 * kilobyte })).size).toBe(8 * kilobyte)
  })

  it('are counted as announced, arrived and deleted, so that asking costs the same however many there are', async () => {
    const kept = await givenFile(caller, { client: client.url })
    const awaited = await announce(7)
    expect(await used()).toEqual({ bytes: 12, files: 2, pending: 1 })
    await caller.patch(kept.url, { name: 'other.txt' })
    expect(await used()).toEqual({ bytes: 12, files: 2, pending: 1 })
    await clinic.within((tx) =>
      tx
        .updateTable('attachment')
        .set({ refusal: 'infected', uploaded: null, kept_key: null })
        .where('id', '=', kept.id)
        .execute(),
    )
    expect(await used()).toEqual({ bytes: 7, files: 1, pending: 1 })
    for (const { url } of [kept, awaited.body]) await caller.delete(url)
    expect(await used()).toEqual({ bytes: 0, files: 0, pending: 0 })
  })

  it('that have not arrived are refused when they are too many, and files in number as in bytes', async () => {
    for (let at = 0; at < 3; at++) expect((await announce(1)).status).toBe(201)
    expect(outcome(await announce(1))).toEqual([413, 'too_many_uploads'])
    await administrator.query('update storage_used set pending = 0, files = 5 where organisation = $1', [clinic.id])
    expect(outcome(await announce(1))).toEqual([413, 'storage_full'])
  })

  it('wait until fewer of them wait for the scanner', async () => {
    const file = await givenFile(caller, { client: client.url })
    await administrator.query('insert into file_scan (organisation, attachment) values ($1, $2)', [clinic.id, file.id])
    const refused = await announce(1)
    expect([...outcome(refused), refused.headers.get('retry-after')]).toEqual([429, 'queue_full', '60'])
    await administrator.query('delete from file_scan where organisation = $1', [clinic.id])
    expect((await announce(1)).status).toBe(201)
  })

  it('of a sandbox have a tenth of the room', async () => {
    await inOrganisation(api.owner.db, clinic.id, (tx) =>
      tx.updateTable('organisation').set({ sandbox: true }).execute(),
    )
    const theirs = await clinic.caller()
    expect(outcome(await announce(2 * kilobyte, theirs))).toEqual([413, 'storage_full'])
    expect((await announce(kilobyte, theirs)).status).toBe(201)
  })
})

describe('what else an organisation may have', () => {
  it('is one catalog at a time that waits, here', async () => {
    const integration = await clinic.caller({ scopes: ['wholesaler'] })
    const registration = await givenRegistration(integration)
    const form = async () => {
      const wholesaler = await givenWholesaler(caller, { available_wholesaler: registration.url })
      return integration.post(`${wholesaler.url}catalog_upload_url/`, { filename: 'products.csv' })
    }
    expect((await form()).status).toBe(200)
    const refused = await form()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
  })

  it('is so many applications that are not archived', async () => {
    const staff = await clinic.userCaller()
    const register = (name: string) => staff.post('/application/', { name, permission_groups: [] })
    const made = [await register('Third'), await register('Fourth')]
    expect(made.map(({ status }) => status)).toEqual([201, 201])
    const refused = await staff.post(
      '/application/',
      { name: 'Fifth', permission_groups: [] },
      { headers: { accept: 'application/problem+json' } },
    )
    expect([refused.status, refused.body.errors.non_field_errors[0].code]).toEqual([400, 'too_many_applications'])
    expect((await staff.patch(made[0]!.body.url, { archived: true })).status).toBe(200)
    expect((await register('Fifth')).status).toBe(201)
    expect((await staff.patch(made[0]!.body.url, { archived: false })).status).toBe(400)
  })

  it('is so many event streams, of whatever application', async () => {
    const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
    const open = await openStream(`${clinic.base}/events/`, { authorization })
    onTestFinished(() => void open.leave())
    expect(open.status).toBe(200)
    const refused = await caller.get('/events/', {
      headers: { accept: 'text/event-stream, application/problem+json' },
    })
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('too_many_streams')
  })
})

describe('whoever was refused', () => {
  it('is counted with the code and the day, by organisation', async () => {
    const counting = await assembleApi({ ...api.options, ceilings: { ...ceilings, storageBytes: 1 } })
    afterAll(() => counting.close())
    const authorization = `Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
    for (const organisation of [clinic.id, clinic.id, 99_999])
      await counting.inject({
        method: 'POST',
        url: `/${organisation}/api/0.1/attachment/`,
        headers: { authorization },
        payload: { client: client.url, name: 'file.txt', content_type: 'text/plain', size: 9 },
      })
    await counting.close()
    const { rows } = await administrator.query(
      'select organisation, code, refused::int, day = current_date as today from ceiling_refusal where code = $1 and organisation = $2',
      ['storage_full', clinic.id],
    )
    expect(rows).toEqual([{ organisation: clinic.id, code: 'storage_full', refused: 2, today: true }])
  })
})
