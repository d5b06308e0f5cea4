import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startMailServer } from '../../test/support/messaging.ts'
import { clientMailer, type ClientMail } from './client-mail.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const close of closing.splice(0).toReversed()) await close()
})

const serve = async (options: Parameters<typeof startMailServer>[0] = {}) => {
  const server = await startMailServer(options)
  closing.push(() => server.close())
  return server
}

const letter: ClientMail = {
  from: { name: 'Clinic, “Å”', address: 'clinic@example.com' },
  replyTo: 'desk@example.com',
  to: 'client@example.com',
  subject: 'Tid på måndag',
  text: 'Hej!\n',
  html: '<p>Hej!</p>',
  messageId: '<client-message-1-2@example.com>',
}

const at = ({ host, port }: { readonly host: string; readonly port: number }) => ({
  host,
  port,
  username: '',
  password: '',
})

describe('a mail to a client', () => {
  it('arrives as it was written, with its attachments', async () => {
    const server = await serve()
    const { send } = clientMailer({ allowedPrivate: [server.place] })
    const attachments = [{ filename: 'invoice.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }]
    expect(await send(at(server), { ...letter, attachments })).toEqual({ kind: 'sent' })
    expect(server.mails).toMatchObject([
      {
        from: '"Clinic, “Å”" <clinic@example.com>',
        replyTo: 'desk@example.com',
        to: 'client@example.com',
        subject: 'Tid på måndag',
        text: 'Hej!\n',
        messageId: letter.messageId,
        attachments: [{ filename: 'invoice.pdf', content: Buffer.from('%PDF') }],
      },
    ])
  })

  it('goes to one recipient, however the address is written', async () => {
    const server = await serve()
    const { send } = clientMailer({ allowedPrivate: [server.place] })
    await send(at(server), { ...letter, to: 'one,other@example.com' })
    expect(server.mails.map(({ to }) => to)).toEqual(['"one,other"@example.com'])
  })

  it.each([
    [550, 'recipient', 'bounced'],
    [553, 'recipient', 'bounced'],
    [450, 'recipient', 'failed'],
    [554, 'message', 'refused'],
    [451, 'message', 'failed'],
    [503, 'recipient', 'failed'],
  ] as const)('that is answered with %i about the %s is %s', async (responseCode, place, kind) => {
    const server = await serve()
    server.refuse(letter.to, { responseCode, at: place })
    const outcome = await clientMailer({ allowedPrivate: [server.place] }).send(at(server), letter)
    expect(outcome).toEqual({ kind, cause: place, reason: expect.stringContaining(`It answered ${responseCode}.`) })
    // What the server says may quote the mail.
    expect(JSON.stringify(outcome)).not.toContain('secret')
  })

  it('is sent after signing in, and a refused password is not repeated', async () => {
    const signedIn: unknown[] = []
    const server = await serve({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, answer) => {
        signedIn.push([username, password])
        if (password === 'right') answer(null, { user: username })
        else answer(new Error(`Not with ${password}`))
      },
    })
    const { send } = clientMailer({ allowedPrivate: [server.place] })
    expect(await send({ ...at(server), username: 'clinic', password: 'right' }, letter)).toEqual({ kind: 'sent' })
    const outcome = await send({ ...at(server), username: 'clinic', password: 'wrong one' }, letter)
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: 'sign_in',
      reason: expect.stringContaining('refused the user name or password'),
    })
    expect(JSON.stringify(outcome)).not.toContain('wrong one')
    expect(signedIn.slice(0, 2)).toEqual([
      ['clinic', 'right'],
      ['clinic', 'wrong one'],
    ])
  })

  it('is not sent over a connection whose certificate nobody vouches for, even where the environment would', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fetlock-certificate-'))
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
    execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=localhost'], { cwd: folder, stdio: 'ignore' })
    const [ownKey, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)))
    rmSync(folder, { recursive: true })
    const server = await serve({ disabledCommands: ['AUTH'], key: ownKey!, cert: cert! })
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const outcome = await clientMailer({ allowedPrivate: [server.place] }).send(at(server), letter)
    expect([outcome.kind, server.mails]).toEqual(['failed', []])
  })
})

describe('a server', () => {
  const listen = async (answer: (socket: Socket) => void) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      closing.push(() => socket.destroy())
      answer(socket)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    return { host: '127.0.0.1', port, place: `127.0.0.1:${port}` }
  }

  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    [
      'goes on greeting',
      (socket) => {
        const dripping = setInterval(() => socket.write('220-wait\r\n'), 50)
        socket.once('close', () => clearInterval(dripping))
      },
    ],
  ])('that %s is given up in time', async (_what, answer) => {
    const server = await listen(answer)
    const outcome = await clientMailer({ allowedPrivate: [server.place], timeoutMs: 500 }).send(at(server), letter)
    expect(outcome).toEqual({ kind: 'failed', cause: 'address', reason: 'The mail server did not answer in time.' })
  })

  it('that hangs up, or is none, is a failure', async () => {
    const [rude, web] = [
      await listen((socket) => socket.destroy()),
      await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ]
    const { send } = clientMailer({ allowedPrivate: [rude.place, web.place, '127.0.0.1:1'], timeoutMs: 60_000 })
    expect(await send(at(rude), letter)).toMatchObject({ kind: 'failed' })
    expect(await send(at(web), letter)).toMatchObject({ kind: 'failed' })
    expect(await send(at({ host: '127.0.0.1', port: 1 }), letter)).toEqual({
      kind: 'failed',
      cause: 'address',
      reason: 'The mail server refused the connection.',
    })
  })
})

describe('the guard', () => {
  it.each([
    ['127.0.0.1', 25],
    ['127.0.0.1', 587],
    ['10.0.0.1', 465],
    ['169.254.169.254', 25],
    ['[::1]', 25],
    ['[::ffff:127.0.0.1]', 25],
    ['localhost', 25],
    ['mail.local', 587],
    ['mail', 587],
    ['127.1', 25],
    ['0x7f000001', 25],
    ['2130706433', 25],
    ['smtp.example.com', 22],
    ['smtp.example.com', 6379],
    ['user@smtp.example.com', 25],
    ['smtp.example.com/x', 25],
    ['', 25],
  ])('connects to no server at %s port %i', async (host, port) => {
    const opened: unknown[] = []
    const server = createServer((socket) => opened.push(socket.destroy()))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    closing.push(() => server.close())
    const outcome = await clientMailer({ allowedPrivate: [] }).send(at({ host, port }), letter)
    expect(outcome.kind).toBe('failed')
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/publicly reachable|ports 25|host name such as/) })
    expect(opened).toEqual([])
  })

  it('connects to no other port of an allowed host', async () => {
    const [allowed, other] = [await serve(), await serve()]
    const { send } = clientMailer({ allowedPrivate: [allowed.place] })
    expect(await send(at(allowed), letter)).toEqual({ kind: 'sent' })
    expect((await send(at(other), letter)).kind).toBe('failed')
    expect(other.mails).toEqual([])
  })
})
