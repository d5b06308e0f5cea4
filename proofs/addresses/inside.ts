import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { type Case, makeCases } from './cases.ts'
import { startDns } from './dns-server.ts'
import { counted4, counted6 } from './ranges.ts'

/**
 * Runs in a network namespace of its own: node inside.ts <folder of the program> <folder with certificates> <seed> <what> <every>.
 * What is sent is webhooks, or mail through the servers of clinics, to every nth case.
 */
const [program = '', files = '', seed = '1', what = 'webhooks', every = '1'] = process.argv.slice(2)

export type Observed = Case & {
  readonly outcome: string
  readonly reason: string
  /** Connections that the kernel began for this case, by nftables. */
  readonly opened: { readonly public: number; readonly other: number }
}

const run = (name: string, ...args: readonly string[]) =>
  execFileSync(name, args, { stdio: ['ignore', 'pipe', 'inherit'] })

const rules = `
table inet opened {
  set special4 { type ipv4_addr; flags interval; elements = { ${counted4.join(', ')} } }
  set special6 { type ipv6_addr; flags interval; elements = { ${counted6.join(', ')} } }
  counter public {}
  counter other {}
  chain output {
    type filter hook output priority 0; policy accept;
    meta l4proto != tcp accept
    tcp flags & (syn | ack) != syn accept
    ip daddr @special4 counter name other accept
    ip6 daddr @special6 counter name other accept
    counter name public
  }
}`

/** Every address there is belongs to this machine: whatever the program connects to, it reaches the server below. */
const openNetwork = () => {
  run('ip', 'link', 'set', 'lo', 'up')
  run('ip', 'route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo')
  run('ip', '-6', 'route', 'add', 'local', '::/0', 'dev', 'lo')
  const file = join(files, 'rules.nft')
  writeFileSync(file, rules)
  run('nft', '-f', file)
  const resolver = join(files, 'resolv.conf')
  writeFileSync(resolver, 'nameserver 127.0.0.1\n')
  run('mount', '--bind', resolver, '/etc/resolv.conf')
}

type Counters = {
  readonly nftables: readonly { readonly counter?: { readonly name: string; readonly packets: number } }[]
}

const countOpened = () => {
  const { nftables } = JSON.parse(String(run('nft', '-j', 'list', 'counters', 'table', 'inet', 'opened'))) as Counters
  const of = (wanted: string) => nftables.find(({ counter }) => counter?.name === wanted)?.counter?.packets ?? 0
  return { public: of('public'), other: of('other') }
}

const startWebServer = () =>
  new Promise<() => void>((resolve) => {
    const read = (name: string) => readFileSync(join(files, name))
    const server = createServer({ key: read('server.key'), cert: read('server.pem') }, (request, response) => {
      const [, word, target] = request.url?.split('/') ?? []
      if (word === 'redirect') response.writeHead(302, { location: `https://${target}/` })
      if (word === 'close') response.writeHead(200, { connection: 'close' })
      request.resume().once('end', () => response.end('received'))
    })
    // A client that refuses our certificate is no fault of the server.
    server.on('tlsClientError', () => {})
    server.listen(443, '::', () =>
      resolve(() => {
        server.close()
        server.closeAllConnections()
      }),
    )
  })

/** A mail server that is encrypted from the start. */
const startMailServer = () =>
  new Promise<() => void>((resolve) => {
    const [key, cert] = ['server.key', 'server.pem'].map((name) => readFileSync(join(files, name)))
    const server = new SMTPServer({
      secure: true,
      key: key!,
      cert: cert!,
      disabledCommands: ['AUTH'],
      onData: (stream, _session, answer) => void stream.resume().once('end', () => answer()),
    })
    server.on('error', () => {})
    server.listen(465, '::', () => resolve(() => server.close(() => {})))
  })

type Sent = { readonly outcome: string; readonly reason: string }

const webhooks = async () => {
  const { outgoing } = (await import(
    join(program, 'src/gateways/outgoing.ts')
  )) as typeof import('../../src/gateways/outgoing.ts')
  const gateway = outgoing({ allowedPrivate: [], timeoutMs: 5_000 })
  const send = async (url: string): Promise<Sent> => {
    const outcome = await gateway.post({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
    return { outcome: outcome.kind, reason: outcome.kind === 'answered' ? String(outcome.status) : outcome.reason }
  }
  return { send, close: () => gateway.close() }
}

/** The same hosts, as the mail server of a clinic. */
const mails = async () => {
  const { clientMailer } = (await import(
    join(program, 'src/gateways/client-mail.ts')
  )) as typeof import('../../src/gateways/client-mail.ts')
  const mailer = clientMailer({ allowedPrivate: [], timeoutMs: 5_000 })
  const letter = { to: 'a@example.com', subject: 'Test', text: 'Test', html: '<p>Test</p>', messageId: '<a@b>' }
  const send = async (url: string): Promise<Sent> => {
    const host = url.slice('https://'.length).split('/')[0]!
    const server = { host, port: 465, username: '', password: '' }
    const outcome = await mailer.send(server, { ...letter, from: { name: 'Clinic', address: 'c@example.com' } })
    return outcome.kind === 'sent'
      ? { outcome: 'answered', reason: 'sent' }
      : { outcome: 'refused', reason: outcome.reason }
  }
  return { send, close: () => Promise.resolve() }
}

const { cases, zone } = makeCases(Number(seed))
openNetwork()
const dns = await startDns(zone)
const stopServer = await (what === 'mail' ? startMailServer : startWebServer)()
const gateway = await (what === 'mail' ? mails : webhooks)()

const observed: Observed[] = []
let before = countOpened()
for (const one of cases.filter((_, at) => at % Number(every) === 0)) {
  const sent = await gateway.send(one.url)
  const after = countOpened()
  observed.push({
    ...one,
    ...sent,
    opened: { public: after.public - before.public, other: after.other - before.other },
  })
  before = after
}
writeFileSync(join(files, 'observed.json'), JSON.stringify(observed))
await gateway.close()
stopServer()
dns.close()
