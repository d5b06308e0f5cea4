import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerMessages } from '../harness.ts'

/** Connections that take their time: half never finish their headers, half their body, and some never read the answer. */
export type Slowness = {
  readonly port: number
  readonly base: string
  readonly keys: readonly string[]
  readonly connections: number
}
/** `last` opens no new ones and waits for those that are open to end; `stop` cuts them off. */
export type SlowOrder = { readonly start: Slowness } | { readonly last: Last } | 'stop'
type Last = { readonly ms: number; readonly kinds: readonly Kind[] }
export type SlowEnds = {
  readonly open: Readonly<Record<Kind, number>>
  /** How connections ended that the server has ended: `headers 408`. */
  readonly ends: Readonly<Record<string, number>>
}
export type Kind = 'headers' | 'body' | 'unread'
const allKinds: readonly Kind[] = ['headers', 'body', 'unread']

const byteMs = 1_000
const noticeMs = 2_000
const open: Record<Kind, Set<Socket>> = { headers: new Set(), body: new Set(), unread: new Set() }
const ends: Record<string, number> = {}
let going = false

const kindOf = (number: number): Kind => (number % 50 === 49 ? 'unread' : number % 2 === 0 ? 'headers' : 'body')

const firstBytes = (kind: Kind, { base, keys }: Slowness, number: number) => {
  const authorization = `authorization: ${keys[number % keys.length]}`
  if (kind === 'headers') return `GET ${base}/ HTTP/1.1\r\nhost: x\r\n${authorization}\r\nx-slow: `
  if (kind === 'unread') return `GET ${base}/client/?page_size=1000 HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`
  return `POST ${base}/client/ HTTP/1.1\r\nhost: x\r\n${authorization}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"remarks":"`
}

const keepOne = (slowness: Slowness, number: number) => {
  const kind = kindOf(number)
  const socket = connect({ host: '127.0.0.1', port: slowness.port })
  let heard = ''
  socket.on('connect', () => {
    socket.write(firstBytes(kind, slowness, number))
    if (kind === 'unread') socket.pause()
  })
  if (kind !== 'unread') socket.on('data', (data) => (heard += data.toString('latin1')))
  const ticking = setInterval(() => {
    if (kind !== 'unread' && socket.writable && heard === '') socket.write('x')
  }, byteMs)
  socket.on('error', () => {})
  socket.on('end', () => socket.end())
  open[kind].add(socket)
  socket.on('close', () => {
    clearInterval(ticking)
    open[kind].delete(socket)
    const end = `${kind} ${/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 'closed'}`
    if (!cutting) ends[end] = (ends[end] ?? 0) + 1
    if (going) setTimeout(() => going && keepOne(slowness, number), 100)
  })
}

let cutting = false
const openOf = (kinds: readonly Kind[]) => kinds.reduce((sum, kind) => sum + open[kind].size, 0)

const startAll = async (slowness: Slowness) => {
  going = true
  for (let number = 0; number < slowness.connections; number++) {
    keepOne(slowness, number)
    if (number % 50 === 49) await sleep(20)
  }
}

const cutAll = async () => {
  going = false
  cutting = true
  for (const sockets of Object.values(open)) for (const socket of sockets) socket.destroy()
  while (openOf(allKinds) > 0) await sleep(10)
  cutting = false
}

const waitForEnds = async ({ ms, kinds }: Last) => {
  going = false
  const until = performance.now() + ms
  while (openOf(kinds) > 0 && performance.now() < until) await sleep(100)
  if (!kinds.includes('unread')) return
  // Who does not read does not notice the end either, until they do.
  for (const socket of open.unread) socket.resume()
  await sleep(noticeMs)
}

answerMessages<SlowOrder, SlowEnds>(async (order) => {
  if (order === 'stop') await cutAll()
  else if ('start' in order) await startAll(order.start)
  else await waitForEnds(order.last)
  const counts = { headers: open.headers.size, body: open.body.size, unread: open.unread.size }
  return { open: counts, ends }
})
