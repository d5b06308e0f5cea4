import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createRandom } from '../../src/demo/random.ts'
import { answerMessages } from '../harness.ts'

/** How a receiver behaves: takes everything (now and then after a failure), or is sick in one of three ways. */
export type Behaviour = 'healthy' | 'never answers' | 'drips' | 'answers 5 MB'
export type Receiver = { readonly port: number; readonly behaviour: Behaviour; readonly secret: string }
export type Order =
  | { readonly listen: readonly Receiver[]; readonly seed: number; readonly failOneIn: number }
  | 'report'

export type Report = {
  /** What healthy receivers have taken: `port event_id`. */
  readonly taken: readonly string[]
  readonly attempts: number
  readonly invalidSignatures: number
  readonly changedBodies: number
  readonly outOfOrder: number
  /** Milliseconds from commit to arrival, at healthy receivers. */
  readonly latencies: readonly number[]
}

const bodies = new Map<string, string>()
const taken = new Set<string>()
const latencies: number[] = []
const counts = { attempts: 0, invalidSignatures: 0, changedBodies: 0, outOfOrder: 0 }
/** The newest event that has arrived of each wholesaler and order, and the wholesalers that are known. */
const newest = new Map<string, number>()
const known = new Set<string>()

const isSigned = ({ headers }: IncomingMessage, body: string, secret: string) => {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`
}

type Content = {
  readonly occurred_at?: string
  readonly event?: string
  readonly wholesaler?: { readonly id: number }
  readonly order?: { readonly id: number }
  readonly n?: number
}

/** Counts only first arrivals: a repeated one has the event_id of one that was in order. */
const checkOrder = (port: number, { event, wholesaler, order, n = 0 }: Content) => {
  if (event === undefined || wholesaler === undefined) return
  const key = order === undefined ? `${port} wholesaler ${wholesaler.id}` : `${port} order ${order.id}`
  if (n < (newest.get(key) ?? 0)) counts.outOfOrder++
  newest.set(key, Math.max(n, newest.get(key) ?? 0))
  if (event === 'wholesaler.created') known.add(`${port} ${wholesaler.id}`)
  if (event === 'order.placed' && !known.has(`${port} ${wholesaler.id}`)) counts.outOfOrder++
}

const drip = (response: ServerResponse) => {
  response.writeHead(200, { 'content-length': '100000' })
  const timer = setInterval(() => response.write('.'), 500)
  response.once('close', () => clearInterval(timer))
}

const flood = (response: ServerResponse) => response.writeHead(500).end('x'.repeat(5_000_000))

const listen = async ({ port, behaviour, secret }: Receiver, seed: number, failOneIn: number) => {
  const random = createRandom(seed + port)
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    counts.attempts++
    const key = `${port} ${String(request.headers['webhook-id'])}`
    if (!isSigned(request, body, secret)) counts.invalidSignatures++
    const digest = createHash('sha256').update(body).digest('base64')
    const isFirst = !bodies.has(key)
    if (!isFirst && bodies.get(key) !== digest) counts.changedBodies++
    bodies.set(key, digest)
    if (behaviour === 'never answers') return
    if (behaviour === 'drips') return drip(response)
    if (behaviour === 'answers 5 MB') return void flood(response)
    if (isFirst && failOneIn > 0 && random.int(1, failOneIn) === 1) {
      if (random.int(0, 1) === 0) return void response.writeHead(503).end()
      return void request.socket.destroy()
    }
    const content = JSON.parse(body) as Content
    if (!taken.has(key)) {
      checkOrder(port, content)
      if (content.occurred_at !== undefined) latencies.push(Date.now() - Date.parse(content.occurred_at))
    }
    taken.add(key)
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => void receive(request, response).catch(() => {}))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

answerMessages<Order, Report>(async (order) => {
  if (order !== 'report') for (const receiver of order.listen) await listen(receiver, order.seed, order.failOneIn)
  return { ...counts, taken: [...taken], latencies }
})
