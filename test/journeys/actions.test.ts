import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApi, type ApiClient, type TestOrganisation } from '../support/api.ts'
import { done } from '../support/billing.ts'

const document = JSON.parse(readFileSync('openapi.json', 'utf8'))
const api = await useApi()
let clinic: TestOrganisation
let caller: ApiClient
let webhook: number
beforeAll(async () => {
  clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  webhook = (await done(caller.post('/hook/webhook/', { trigger: 1, url: 'https://hooks.example.com/' }))).id
})
const queued = async () => (await done(caller.get(`/hook/queue/?webhook__is=${webhook}`))).count
const test = (headers: Readonly<Record<string, string>> = {}) =>
  caller.post(`/hook/webhook/${webhook}/test/`, {}, { headers })

describe('an action that answers something other than its record', () => {
  it('answers what it declares, with links as URLs, and no Location', async () => {
    const { status, body, headers } = await test()
    expect([status, Object.keys(body), headers.get('location')]).toEqual([200, ['delivery'], null])
    expect(body.delivery).toMatch(new RegExp(`^${api.publicUrl}/${clinic.id}/api/0\\.1/hook/queue/\\d+/$`))
    expect((await done(caller.get(body.delivery))).webhook).toBe(clinic.url('webhook', webhook))
  })

  it('is described with these fields, all of them required', () => {
    const { schema } = document.paths['/hook/webhook/{id}/recover/'].post.responses[200].content['application/json']
    expect(document.components.schemas[schema.$ref.split('/').at(-1)]).toMatchObject({
      type: 'object',
      required: ['recovered'],
      properties: { recovered: { type: 'integer' } },
    })
  })

  it('keeps nothing in a dry run', async () => {
    const before = await queued()
    const { status, headers, body } = await test({ prefer: 'dry-run' })
    expect([status, headers.get('preference-applied'), Object.keys(body)]).toEqual([200, 'dry-run', ['delivery']])
    expect(await queued()).toBe(before)
  })

  it('takes effect once for an Idempotency-Key, and answers the same again', async () => {
    const before = await queued()
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [await test(key), await test(key)]
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await queued()).toBe(before + 1)
  })

  it('answers 404 for a record that does not exist', async () => {
    expect((await caller.post('/hook/webhook/999999/test/')).status).toBe(404)
  })
})

describe('a record with a field `url` of its own', () => {
  it('has it once, and its own address in Location', async () => {
    const url = 'https://hooks.example.com/own'
    const made = await caller.post('/hook/webhook/', { trigger: 1, url, secret: 'a secret of enough letters' })
    const itself = clinic.url('webhook', made.body.id)
    expect([made.body.url, made.headers.get('location')]).toEqual([url, itself])
    expect(made.text.match(/"url":/g)).toHaveLength(1)
    expect((await done(caller.get(itself))).url).toBe(url)
    const listed = await done(caller.get(`/hook/webhook/?id__is=${made.body.id}`))
    expect(listed.results.map((one: { url: string }) => one.url)).toEqual([url])
  })

  it('is linked to by its address, in answers, filters and pages', async () => {
    await test()
    const itself = clinic.url('webhook', webhook)
    expect(itself).toContain('/hook/webhook/')
    const byUrl = await done(caller.get(`/hook/queue/?webhook__is=${encodeURIComponent(itself)}`))
    expect([byUrl.count > 0, byUrl.results[0].webhook]).toEqual([true, itself])
    const byName = itself.replace('/hook/webhook/', '/webhook/')
    expect((await caller.get(`/hook/queue/?webhook__is=${encodeURIComponent(byName)}`)).status).toBe(400)
    const { text } = await caller.get('/hook/webhook/', { headers: { accept: 'text/html' } })
    expect(text).toContain(`href="/${clinic.id}/api/0.1/hook/webhook/${webhook}/"`)
  })
})
