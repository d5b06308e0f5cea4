// @module-tag waits
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { outgoing, type OutgoingOptions, type OutgoingRequest } from './outgoing.ts'
import { until } from '../../test/support/until.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).toReversed()) await close()
})

const listen = async (server: Server) => {
  const sockets = new Set<Socket>()
  let opened = 0
  server.on('connection', (socket) => {
    opened++
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { place, url: `http://${place}/hook`, opened: () => opened, open: () => sockets.size }
}

const serve = (listener: RequestListener) => listen(createServer(listener))

const gatewayTo = (places: readonly { readonly place: string }[], options: Partial<OutgoingOptions> = {}) => {
  const gateway = outgoing({ allowedPrivate: places.map(({ place }) => place), timeoutMs: 60_000, ...options })
  closing.push(() => gateway.close())
  return (url: string, more: Partial<OutgoingRequest> = {}) =>
    gateway.post({ url, headers: { 'content-type': 'application/json' }, body: '{"a":1}', ...more })
}

describe('an exchange', () => {
  it('sends headers and body, and reports status, Retry-After and the beginning of the answer', async () => {
    const received: unknown[] = []
    const server = await serve((request, response) => {
      let body = ''
      request.on('data', (some) => (body += String(some)))
      request.once('end', () => {
        received.push([
          request.method,
          request.url,
          request.headers['x-signature'],
          request.headers['content-length'],
          body,
        ])
        response.writeHead(503, { 'retry-after': '120' }).end('Come back later.')
      })
    })
    const post = gatewayTo([server])
    expect(await post(server.url, { headers: { 'x-signature': 's' }, body: 'é' })).toEqual({
      kind: 'answered',
      status: 503,
      retryAfter: '120',
      excerpt: 'Come back later.',
    })
    expect(received).toEqual([['POST', '/hook', 's', '2', 'é']])
  })

  it('does not follow a redirect, and remembers no cookie', async () => {
    const cookies: unknown[] = []
    const target = await serve((_request, response) => response.end())
    const server = await serve((request, response) => {
      cookies.push(request.headers.cookie)
      response.writeHead(307, { location: target.url, 'set-cookie': 'a=b' }).end()
    })
    const post = gatewayTo([server, target])
    expect(await post(server.url)).toMatchObject({ kind: 'answered', status: 307 })
    expect(await post(server.url)).toMatchObject({ kind: 'answered', status: 307 })
    expect([target.opened(), cookies]).toEqual([0, [undefined, undefined]])
  })

  it('keeps a connection for the next request', async () => {
    const server = await serve((_request, response) => response.end('yes'))
    const post = gatewayTo([server])
    for (let at = 0; at < 10; at++) expect(await post(server.url)).toMatchObject({ status: 200, excerpt: 'yes' })
    // The next request may come before the connection is known to be free.
    expect(server.opened()).toBeLessThan(4)
  })

  it('uses no proxy that the environment names', async () => {
    const proxy = await serve((_request, response) => response.end())
    const server = await serve((_request, response) => response.end('direct'))
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      vi.stubEnv(name, `http://${proxy.place}`)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    expect(await gatewayTo([server, proxy])(server.url)).toMatchObject({ excerpt: 'direct' })
    expect(proxy.opened()).toBe(0)
  })

  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['sends its headers and no more', (_request, response) => response.flushHeaders()],
    [
      'sends a byte now and then',
      (_request, response) => {
        const dripping = setInterval(() => response.write('.'), 50)
        response.once('close', () => clearInterval(dripping))
      },
    ],
    [
      'sends a header now and then',
      ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const dripping = setInterval(() => socket.write('x: y\r\n'), 50)
        socket.once('close', () => clearInterval(dripping))
      },
    ],
  ])('ends in time with a server that %s', async (_what, listener) => {
    const server = await serve(listener)
    const outcome = await gatewayTo([server], { timeoutMs: 2_000 })(server.url)
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'There was no complete answer within 2 seconds.',
      mayHaveArrived: true,
    })
    await until(() => server.open() === 0)
  })

  it('reads the beginning of a long answer, and closes the connection', async () => {
    let sent = 0
    const server = await serve((_request, response) => {
      const more = () => {
        while (sent < 50_000_000 && !response.destroyed) {
          sent += 10_000
          if (!response.write('0123456789'.repeat(1_000))) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const outcome = await gatewayTo([server])(server.url)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, excerpt: '0123456789'.repeat(50) })
    await until(() => server.open() === 0)
    expect(sent).toBeLessThan(20_000_000)
  })

  it('fails if the answer is cut short, the connection refused or the request stopped', async () => {
    const short = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('12345')
      setTimeout(() => response.destroy(), 20)
    })
    const silent = await serve(() => {})
    const post = gatewayTo([short, silent, { place: '127.0.0.1:1' }])
    expect(await post(short.url)).toEqual({
      kind: 'failed',
      reason: 'The connection was closed before the answer was complete.',
      mayHaveArrived: true,
    })
    expect(await post('http://127.0.0.1:1/')).toEqual({
      kind: 'failed',
      reason: 'The connection was refused.',
      mayHaveArrived: false,
    })
    const stopping = new AbortController()
    const waiting = post(silent.url, { signal: stopping.signal })
    stopping.abort()
    expect(await waiting).toEqual({
      kind: 'failed',
      reason: 'The request was stopped before an answer arrived.',
      mayHaveArrived: true,
    })
  })

  it('is not held up by another server, however many wait for that one', async () => {
    const slow = await serve(() => {})
    const fast = await serve((_request, response) => response.end('fast'))
    const post = gatewayTo([slow, fast], { connectionsPerOrigin: 2 })
    const stopping = new AbortController()
    let given = 0
    const waiting = Array.from({ length: 50 }, () => post(slow.url, { signal: stopping.signal }).finally(() => given++))
    await until(() => slow.open() === 2)
    expect(await post(fast.url)).toMatchObject({ excerpt: 'fast' })
    expect(given).toBe(0)
    expect(slow.opened()).toBe(2)
    stopping.abort()
    expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['failed']))
  })
})

describe('the excerpt', () => {
  it.each([
    ['control characters', 'a\u0000b\u001B[31mc\r\n\td', 'a b [31mc d'],
    ['characters that turn the direction of text', 'a\u202Eb\u2066c', 'a b c'],
    ['more than 500 characters', '🐴'.repeat(600), '🐴'.repeat(500)],
    ['what is not UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\uFFFDb'],
    ['nothing', '', ''],
  ])('of %s is safe text', async (_what, answer, excerpt) => {
    const server = await serve((_request, response) => response.end(answer))
    expect(await gatewayTo([server])(server.url)).toMatchObject({ kind: 'answered', excerpt })
  })

  it('of a compressed answer is empty', async () => {
    const server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text')),
    )
    expect(await gatewayTo([server])(server.url)).toMatchObject({ kind: 'answered', excerpt: '' })
  })
})

describe('the guard', () => {
  it.each([
    'https://127.0.0.1:443/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://printer.local/',
    'http://example.com/',
    'ftp://example.com/',
    'nonsense',
  ])('refuses %s', async (url) => {
    expect(await gatewayTo([])(url)).toEqual({ kind: 'refused', reason: expect.any(String) })
  })

  it('connects to no other port of an allowed host', async () => {
    const [allowed, other] = [await serve((_request, response) => response.end()), await serve(() => {})]
    const post = gatewayTo([allowed])
    expect(await post(allowed.url)).toMatchObject({ kind: 'answered' })
    expect(await post(other.url)).toMatchObject({ kind: 'refused' })
    expect(other.opened()).toBe(0)
  })

  it('refuses a certificate that nobody vouches for, even where the environment would not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fetlock-certificate-'))
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
    ]
    execFileSync('openssl', ['req', '-x509', ...key, ...subject], { cwd: folder, stdio: 'ignore' })
    const read = (name: string) => readFileSync(join(folder, name))
    const server = await listen(
      createTlsServer({ key: read('key.pem'), cert: read('cert.pem') }, (_request, response) => response.end()),
    )
    rmSync(folder, { recursive: true })
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await gatewayTo([server])(`https://${server.place}/`)).toEqual({
      kind: 'failed',
      reason: 'The certificate is self-signed.',
      mayHaveArrived: false,
    })
  })
})
