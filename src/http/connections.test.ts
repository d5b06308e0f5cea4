// @module-tag waits
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { assembleApi } from '../app/api.ts'
import { connectionLimits } from './connections.ts'

const api = await useApi()
let hurried: Awaited<ReturnType<typeof assembleApi>>
let port: number
let base: string
let authorization: string

const limits = { headersMs: 400, requestMs: 800, silentMs: 1_200, checkMs: 100, connections: 6 }

beforeAll(async () => {
  const clinic = await api.givenOrganisation()
  base = `/${clinic.id}/api/0.1`
  authorization = `authorization: Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
  hurried = await assembleApi({ ...api.options, limits })
  port = Number(new URL(await hurried.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => hurried.close())

const open = async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything the server says until it closes the connection, which it must. */
const heardUntilClosed = async (socket: Socket) => {
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  await Promise.race([once(socket, 'close'), sleep(5_000).then(() => Promise.reject(new Error('still open')))])
  return text
}

const dripping = (socket: Socket) => {
  const drip = setInterval(() => socket.writable && socket.write('x'), 50)
  socket.once('close', () => clearInterval(drip))
}

describe('a connection', () => {
  test('that never finishes its headers is answered 408 and closed, though bytes keep coming', async () => {
    const socket = await open()
    socket.write(`GET ${base}/ HTTP/1.1\r\nhost: x\r\nx-slow: `)
    dripping(socket)
    const answer = await heardUntilClosed(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nx-request-id: [0-9a-f-]{36}\r\n/)
    expect(answer).toContain('{"detail":"The request took too long to arrive. Send it again."}')
  })

  test('that says nothing at all is answered 408 and closed', async () => {
    expect(await heardUntilClosed(await open())).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that never finishes its body is answered 408 and closed, though bytes keep coming', async () => {
    const socket = await open()
    socket.write(
      `POST ${base}/client/ HTTP/1.1\r\nhost: x\r\n${authorization}\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{`,
    )
    dripping(socket)
    expect(await heardUntilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('whose headers are too large is told so', async () => {
    const socket = await open()
    socket.write(`GET ${base}/ HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(connectionLimits.headerBytes)}\r\n\r\n`)
    const answer = await heardUntilClosed(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('Send fewer or shorter ones.')
  })

  test('whose answer is not read is closed', async () => {
    const socket = await open()
    socket.pause()
    const request = `GET ${base}/codelist/breeds/?page_size=1000 HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`
    for (let sent = 0; sent < 200; sent++) socket.write(request)
    const isOpen = () => new Promise<number>((resolve) => hurried.server.getConnections((_, count) => resolve(count)))
    const until = Date.now() + 8_000
    while ((await isOpen()) > 0 && Date.now() < until) await sleep(50)
    expect(await isOpen()).toBe(0)
    socket.destroy()
  })

  test('beyond those allowed is answered 503, and there is room again when others end', async () => {
    const sockets = await Promise.all(Array.from({ length: limits.connections }, open))
    const answer = await heardUntilClosed(await open())
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n[^]*Too many connections are open\. Try again/)
    for (const socket of sockets) socket.destroy()
    await sleep(100)
    const url = `http://127.0.0.1:${port}${base}/`
    expect((await fetch(url, { headers: { connection: 'close' } })).status).toBe(401)
  })
})

test('a request on a connection that was refused is not carried out', async () => {
  const sockets = await Promise.all(Array.from({ length: limits.connections }, open))
  const refused = await open()
  const before = api.logged().split('"answered"').length
  refused.write(`GET ${base}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
  const answer = await heardUntilClosed(refused)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503'])
  expect(api.logged().split('"answered"')).toHaveLength(before)
  for (const socket of sockets) socket.destroy()
  await sleep(100)
})

describe('what the platform would leave without an answer', () => {
  const answerTo = async (request: string) => {
    const socket = await open()
    socket.write(request)
    return heardUntilClosed(socket)
  }

  test('is answered: no host', async () => {
    const answer = await answerTo(`GET ${base}/ HTTP/1.1\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*x-request-id: /)
    expect(answer).toContain('{"non_field_errors":["The Host header is missing. HTTP/1.1 requires it."]}')
  })

  test('is answered: CONNECT', async () => {
    const answer = await answerTo(`CONNECT ${base}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 405 [^]*allow: OPTIONS\r\n[^]*Method CONNECT is not allowed here\./)
  })

  test('is answered: an expectation nobody knows', async () => {
    const asked = `GET ${base}/ HTTP/1.1\r\nhost: x\r\n${authorization}\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n`
    expect(await answerTo(asked)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('is answered: no HTTP, by field as every 400', async () => {
    expect(await answerTo('nonsense\r\n\r\n')).toContain(
      '{"non_field_errors":["This is not a readable HTTP request."]}',
    )
  })
})
