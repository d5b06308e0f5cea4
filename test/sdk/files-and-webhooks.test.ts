// @module-tag waits
import { createHmac } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import {
  bearer,
  createClient,
  download,
  upload,
  verifyWebhook,
  WebhookTrigger,
  type Delivery,
  type WebhookEvent,
} from '@fetlock/sdk'
import { startWorker } from '../../src/worker/worker.ts'
import { useApi } from '../support/api.ts'
import { useReceiver, useWorkerParts, type Received } from '../support/deliveries.ts'
import { useInterruptedApi, type Fate } from '../support/interrupted-api.ts'

const receiver = await useReceiver()
const api = await useApi({ allowedPrivate: [receiver.host] })
const worker = startWorker(useWorkerParts(api, [receiver.host]))
afterAll(() => worker.stop())
const clinic = await api.givenOrganisation()
const between = await useInterruptedApi(api.publicUrl)
const token = await clinic.tokenOf(await clinic.givenApplication())
const fetlock = createClient({ base: `${between.publicUrl}/${clinic.id}/api/0.1`, auth: bearer(token) })

describe('a file', () => {
  const text = 'Bloodwork, unremarkable.\n'
  const file = new Blob([text], { type: 'text/plain' })

  it('is attached and downloaded', async () => {
    const { url } = await fetlock.post('/client/', { body: { lastname: 'File' } })
    const attachment = await upload(fetlock, file, { client: url, name: 'blood.txt' })
    expect(attachment).toMatchObject({ name: 'blood.txt', size: text.length, uploaded: expect.any(String) })
    await expect.poll(async () => (await download(fetlock, attachment.id)).text()).toBe(text)
  })

  it('is attached once under its key, wherever it was interrupted', async () => {
    const { url } = await fetlock.post('/client/', { body: { lastname: 'File' } })
    const about = { client: url, name: 'blood.txt' }
    const attach = () => upload(fetlock, file, about, { key: 'once' })
    const step = async (...fates: readonly Fate[]) => {
      between.next(...fates)
      await attach().catch(() => {})
    }
    const outage = { status: 503, headers: { 'retry-after': '3600' } }
    await step('lose answer', outage)
    await step({ status: 201, headers: { 'content-type': 'text/html' } })
    between.next()
    const first = await attach()
    expect(await attach()).toEqual(first)
    expect((await fetlock.get('/attachment/', { query: { client__is: url } })).count).toBe(1)
  })
})

describe('a webhook', () => {
  const secret = 'ein Geheimnis: å+/=" $x'
  const delivered = async (): Promise<Received> => {
    const body = { name: 'Mirror', trigger: WebhookTrigger.Client, url: receiver.at('/hook'), secret }
    await fetlock.post('/hook/webhook/', { body })
    const { id } = await fetlock.post('/client/', { body: { lastname: 'Hook' } })
    const about = ({ body: text }: Received) => text.includes(`"client_id":${id},`)
    await expect.poll(() => receiver.to('/hook').some(about)).toBe(true)
    return receiver.to('/hook').find(about)!
  }
  const signed = (id: string, timestamp: number, body: string, key = secret) => ({
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    },
    body,
  })
  const nowSeconds = () => Math.floor(Date.now() / 1000)

  it('is what the service has posted, and has its type', async () => {
    const { headers, body } = await delivered()
    const { id, event } = await verifyWebhook(secret, { headers, body })
    const clientOf = (one: WebhookEvent) => (one.trigger === 1 && 'client_id' in one ? one.client_id : undefined)
    expect([id, clientOf(event)]).toEqual([headers['webhook-id'], JSON.parse(body).client_id])
    const bytes = { headers: new Headers(headers as Record<string, string>), body: Buffer.from(body) }
    expect((await verifyWebhook(secret, bytes)).id).toBe(id)
  })

  it('is refused if anything about it is not as it was signed', async () => {
    const right = signed('1', nowSeconds(), '{"trigger":1}')
    const refusal = (delivery: Delivery) =>
      verifyWebhook(secret, delivery).then(
        () => 'accepted',
        ({ message }: Error) => message,
      )
    await expect(verifyWebhook(secret, right)).resolves.toMatchObject({ id: '1', event: { trigger: 1 } })
    expect(await refusal({ ...right, body: '{"trigger":2}' })).toContain('signature')
    expect(await refusal({ ...right, headers: { ...right.headers, 'webhook-id': '2' } })).toContain('signature')
    expect(await refusal(signed('1', nowSeconds(), '{}', 'another secret'))).toContain('signature')
    expect(await refusal({ ...right, headers: { ...right.headers, 'webhook-signature': '' } })).toContain('signature')
    expect(await refusal({ ...right, headers: { ...right.headers, 'webhook-signature': 'v1,?' } })).toContain(
      'signature',
    )
    const { 'webhook-signature': _signature, ...unsigned } = right.headers
    expect(await refusal({ ...right, headers: unsigned })).toBe('There is no header webhook-signature.')
    expect(await refusal({ ...right, headers: {} })).toBe('There is no header webhook-timestamp.')
    await expect(verifyWebhook('', right)).rejects.toThrow('The secret is empty')
    expect(await refusal(signed('1', nowSeconds() - 305, '{}'))).toContain('timestamp')
    expect(await refusal(signed('1', nowSeconds() + 305, '{}'))).toContain('timestamp')
  })

  it('is accepted by either secret while one is being replaced', async () => {
    const [now, body] = [nowSeconds(), '{}']
    const [mine, other] = [signed('1', now, body), signed('1', now, body, 'another secret')]
    const both = `${other.headers['webhook-signature']} ${mine.headers['webhook-signature']}`
    const delivery = { headers: { ...mine.headers, 'webhook-signature': both }, body }
    for (const key of [secret, 'another secret'])
      await expect(verifyWebhook(key, delivery)).resolves.toMatchObject({ id: '1' })
  })
})
