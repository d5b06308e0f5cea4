// @module-tag waits
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { until } from '../../test/support/until.ts'
import { assembleApi } from '../app/api.ts'
import { connectionLimits } from './connections.ts'

const api = await useApi()
/** One that waits for little, and one that takes few connections. */
let hurried: Awaited<ReturnType<typeof assembleApi>>
let small: typeof hurried
let base: string
let authorization: string

const hurry = { headersMs: 400, requestMs: 800, silentMs: 1_200, checkMs: 100 }
const few = 6

beforeAll(async () => {
  const clinic = await api.givenOrganisation()
  base = `/${clinic.id}/api/0.1`
  authorization = `authorization: Bearer ${await clinic.tokenOf(await clinic.givenApplication())}`
  hurried = await assembleApi({ ...api.options, limits: hurry })
  small = await assembleApi({ ...api.options, limits: { connections: few } })
  for (const app of [hurried, small]) await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await hurried.close()
  await small.close()
})

const open = async ({ server }: typeof hurried) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything the server says until it closes the connection, which it must. */
const heardUntilClosed = async (socket: Socket) => {
  let text = ''
  socket.on('data', (data) => (text += data.toString()))
  await once(socket, 'close')
  return text
}

const answerTo = async (request: string) => {
  const socket = await open(small)
  socket.write(request)
  return heardUntilClosed(socket)
}

const fillSmall = () => Promise.all(Array.from({ length: few }, () => open(small)))
const nobodyIn = ({ server }: typeof hurried) =>
  new Promise<boolean>((resolve) => server.getConnections((_, count) => resolve(count === 0)))

const dripping = (socket: Socket) => {
  const drip = setInterval(() => socket.writable && socket.write('x'), 50)
  socket.once('close', () => clearInterval(drip))
}

describe('a connection', () => {
  test('that never finishes its headers is answered 408 and closed, though bytes keep coming', async () => {
    const socket = await open(hurried)
    socket.write(`GET ${base}/ HTTP/1.1\r\nhost: x\r\nx-slow: `)
    dripping(socket)
    const answer = await heardUntilClosed(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nx-request-id: [0-9a-f-]{36}\r\n/)
    expect(answer).toContain('{"detail":"The request took too long to arrive. Send it again."}')
  })

  test('that says nothing at all is answered 408 and closed', async () => {
    expect(await heardUntilClosed(await open(hurried))).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('that never finishes its body is answered 408 and closed, though bytes keep coming', async () => {
    const socket = await open(hurried)
    socket.write(
      `POST ${base}/client/ HTTP/1.1\r\nhost: x\r\n${authorization}\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{`,
    )
    dripping(socket)
    expect(await heardUntilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('whose headers are too large is told so', async () => {
    const answer = await answerTo(
      `GET ${base}/ HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(connectionLimits.headerBytes)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(answer).toContain('Send fewer or shorter ones.')
  })

  test('whose answer is not read is closed', async () => {
    const socket = await open(hurried)
    socket.pause()
    const request = `GET ${base}/codelist/breeds/?page_size=1000 HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`
    for (let sent = 0; sent < 200; sent++) socket.write(request)
    await until(() => nobodyIn(hurried))
    socket.destroy()
  })

  test('beyond those allowed is answered 503, and there is room again when others end', async () => {
    const sockets = await fillSmall()
    const answer = await heardUntilClosed(await open(small))
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n[^]*Too many connections are open\. Try again/)
    for (const socket of sockets) socket.destroy()
    await until(() => nobodyIn(small))
    expect(await answerTo(`GET ${base}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /)
  })
})

test('a request on a connection that was refused is not carried out', async () => {
  const sockets = await fillSmall()
  const refused = await open(small)
  const before = api.logged().split('"answered"').length
  refused.write(`GET ${base}/ HTTP/1.1\r\nhost: x\r\n\r\n`)
  const answer = await heardUntilClosed(refused)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503'])
  expect(api.logged().split('"answered"')).toHaveLength(before)
  for (const socket of sockets) socket.destroy()
  await until(() => nobodyIn(small))
})

describe('what the platform would leave without an answer', () => {
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
