// @module-tag waits
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/services/listening.ts'
import { startWorker, type Worker } from '../../src/worker/worker.ts'
import { useApi, type ApiClient } from '../support/api.ts'
import { done } from '../support/billing.ts'
import { givenClient } from '../support/clinic.ts'
import { useReceiver, useWorkerParts, type Received } from '../support/deliveries.ts'
import { filesIn, linkSdk } from '../support/documented.ts'

/** The samples of the page for integrators, each run against deliveries that a worker has posted. */
const samples = new Map(filesIn(readFileSync('docs/integrating/webhooks.md', 'utf8')))
const receivers = { 'receiver.ts': process.execPath, 'receiver.py': 'python3' } as const
type Name = keyof typeof receivers

const ours = await useReceiver()
const ports = { 'receiver.ts': await freePort(), 'receiver.py': await freePort() }
const addressOf = (name: Name) => `127.0.0.1:${ports[name]}`
const allowed = [ours.host, addressOf('receiver.ts'), addressOf('receiver.py')]
const api = await useApi({ allowedPrivate: allowed })
const parts = useWorkerParts(api, allowed)
const secret = 'ein Geheimnis: å+/=" $x'

let folder: string
let caller: ApiClient
let worker: Worker | undefined
let running: readonly ChildProcess[] = []
/** A delivery as it arrived. The receivers of the page got the same event. */
let genuine: Received
let client: number

const hooks: Record<string, number> = {}
const givenHook = async (name: string, url: string) => {
  hooks[name] = (await done(caller.post('/hook/webhook/', { name, trigger: 1, url, secret }))).id
}
const deliveryTo = async (name: string) =>
  (await done(caller.get(`/hook/queue/?webhook__is=${hooks[name]}`))).results.at(-1)

const printed: Record<string, string> = { 'receiver.ts': '', 'receiver.py': '' }
const startSample = (name: Name) => {
  writeFileSync(join(folder, name), samples.get(name)!)
  const child = spawn(receivers[name], [name], {
    cwd: folder,
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(ports[name]) },
  })
  child.stdout.on('data', (chunk: Buffer) => void (printed[name] += chunk.toString()))
  return child
}

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await pause(50)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fetlock-webhooks-'))
  linkSdk(folder)
  writeFileSync(join(folder, 'verify.sh'), samples.get('verify.sh')!)
  running = (Object.keys(receivers) as Name[]).map(startSample)
  const answers = (name: Name) =>
    fetch(`http://${addressOf(name)}/`).then(
      () => true,
      () => false,
    )
  for (const name of Object.keys(receivers) as Name[]) await until(() => answers(name))
  const clinic = await api.givenOrganisation()
  caller = await clinic.caller()
  await givenHook('ours', ours.at('/'))
  for (const name of Object.keys(receivers) as Name[]) await givenHook(name, `http://${addressOf(name)}/`)
  worker = startWorker(parts)
  client = (await givenClient(caller)).id
  await until(() => ours.received.length > 0)
  genuine = ours.received[0]!
})
afterAll(async () => {
  for (const child of running) child.kill()
  await worker?.stop()
  rmSync(folder, { recursive: true })
})

type Sent = { readonly id: string; readonly timestamp: string; readonly signature: string; readonly body: string }
const asSent = ({ headers, body }: Received): Sent => ({
  id: String(headers['webhook-id']),
  timestamp: String(headers['webhook-timestamp']),
  signature: String(headers['webhook-signature']),
  body,
})
const signed = (sent: Sent, key = secret): Sent => ({
  ...sent,
  signature: `v1,${createHmac('sha256', key).update(`${sent.id}.${sent.timestamp}.${sent.body}`).digest('base64')}`,
})
const ago = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds)
const headersOf = ({ id, timestamp, signature }: Sent) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
})

/** What each sample says of a delivery: an empty text if it accepts it. */
const judges: Readonly<Record<string, (sent: Sent) => Promise<string>>> = {
  ...Object.fromEntries(
    (Object.keys(receivers) as Name[]).map((name) => [
      name,
      async (sent: Sent) => {
        const answer = await fetch(`http://${addressOf(name)}/`, {
          method: 'POST',
          headers: headersOf(sent),
          body: sent.body,
        })
        return answer.status === 204 ? '' : `${answer.status} ${await answer.text()}`
      },
    ]),
  ),
  'verify.sh': async (sent) => {
    const lines = Object.entries(headersOf(sent)).map(([name, value]) => `${name}: ${value}\r\n`)
    writeFileSync(join(folder, 'headers'), lines.join(''))
    writeFileSync(join(folder, 'body'), sent.body)
    const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret }
    try {
      const { stdout } = await promisify(execFile)('bash', ['verify.sh', 'headers', 'body'], { cwd: folder, env })
      return stdout === 'The signature is right.\n' ? '' : stdout
    } catch (problem) {
      return (problem as { stderr: string }).stderr.trim()
    }
  },
}

it.each(Object.keys(receivers))('%s takes what a worker posts, and does its work', async (name) => {
  await expect.poll(() => deliveryTo(name)).toMatchObject({ status: 1, last_status_code: 204 })
  // It has answered before what it printed is read.
  await until(() => printed[name]!.includes('\n'))
  expect(JSON.parse(printed[name]!.split('\n')[0]!)).toEqual(JSON.parse(genuine.body))
  expect(JSON.parse(genuine.body)).toMatchObject({ client_id: client })
})

describe.each(Object.entries(judges))('%s', (_name, judge) => {
  it('accepts what was delivered', async () => expect(await judge(asSent(genuine))).toBe(''))

  it('accepts a delivery that is signed with two secrets, in either order', async () => {
    const [right, other] = [signed(asSent(genuine)), signed(asSent(genuine), 'another secret')]
    for (const signature of [`${right.signature} ${other.signature}`, `${other.signature} ${right.signature}`])
      expect(await judge({ ...right, signature })).toBe('')
  })

  it.each([
    ['a signature by another secret', (sent: Sent) => signed(sent, 'another secret')],
    ['another body', (sent: Sent) => ({ ...sent, body: sent.body.replace('client_id', 'patient_id') })],
    ['another id', (sent: Sent) => ({ ...sent, id: `${sent.id}0` })],
    ['another timestamp', (sent: Sent) => ({ ...sent, timestamp: ago(2) })],
    ['a signature of another version', (sent: Sent) => ({ ...sent, signature: sent.signature.replace('v1', 'v2') })],
  ])('refuses %s', async (_what, spoil) => {
    // Signed just now, so that the timestamp is not the reason.
    expect(await judge(spoil(signed({ ...asSent(genuine), timestamp: ago(1) })))).toContain('The signature is wrong.')
  })

  it('refuses no signature', async () => {
    const unsigned = { ...asSent(genuine), timestamp: ago(1), signature: '' }
    expect(await judge(unsigned)).toMatch(/The signature is wrong\.|There is no header webhook-signature\./)
  })

  it.each([
    ['older than five minutes', () => ago(305)],
    // A busy machine may look half a minute later.
    ['more than five minutes ahead', () => ago(-335)],
    ['that is not a number', () => 'x[$(touch executed)]'],
  ])('refuses a timestamp %s, however well it is signed', async (_what, timestamp) => {
    expect(await judge(signed({ ...asSent(genuine), timestamp: timestamp() }))).toContain('The timestamp')
    expect(await judge(signed({ ...asSent(genuine), timestamp: ago(265) }))).toBe('')
  })
})

it.each(Object.keys(receivers))('%s does the work of an event once', async (name) => {
  expect(await judges[name]!(asSent(genuine))).toBe('')
  expect(printed[name]!.trim().split('\n')).toHaveLength(1)
})
