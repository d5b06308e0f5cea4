// @module-tag browser
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoEnv } from '../../scripts/dev/demo.ts'
import { buildSdk } from '../../scripts/sdk-build.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { checkout } from '../../scripts/services/settings.ts'
import { startWorker, type Worker } from '../../src/worker/worker.ts'
import { openChromium } from '../support/chromium.ts'
import { useDemoClinic } from '../support/demo.ts'
import { useWorkerParts } from '../support/deliveries.ts'
import { blocksIn, filesIn, patternOf } from '../support/documented.ts'

/** The page that an integrator follows, in an empty folder in which nothing is installed but the package itself. */
const page = readFileSync(join(checkout, 'sdk/README.md'), 'utf8')
const receiver = `127.0.0.1:${await freePort()}`
const { api, demo } = await useDemoClinic(undefined, { allowedPrivate: [receiver] })
const parts = useWorkerParts(api, [receiver])
const folder = mkdtempSync(join(tmpdir(), 'fetlock-sdk-'))
let worker: Worker

const run = (program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(program, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    maxBuffer: 2 ** 24,
  })

beforeAll(async () => {
  worker = startWorker(parts)
  await run('npm', ['pack', await buildSdk(join(folder, 'built')), '--silent'])
  rmSync(join(folder, 'built'), { recursive: true })
  const [packed] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  await run('npm', ['init', '-y'])
  await run('npm', ['pkg', 'set', 'type=module'])
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`])
  writeFileSync(join(folder, '.env'), demoEnv(api.publicUrl, demo, receiver))
  for (const [name, text] of filesIn(page)) writeFileSync(join(folder, name), text)
})
afterAll(async () => {
  await worker.stop()
  rmSync(folder, { recursive: true })
})

it('is installed from its file alone, as JavaScript with types, and without tests', () => {
  const installed = join(folder, 'node_modules/@fetlock/sdk')
  const files = readdirSync(installed)
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'server.js', 'LICENSE', 'README.md']))
  expect(files.filter((name) => /test|(?<!\.d)\.ts$/.test(name))).toEqual([])
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@fetlock'])
})

it('compiles every program of its page', async () => {
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
  // The page installs them with the compiler, which is here already.
  const typeRoots = [join(checkout, 'node_modules/@types')]
  const settings = { compilerOptions: { ...compilerOptions, typeRoots }, include: ['*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  for (const compiler of ['@typescript/native/bin/tsc', 'typescript/bin/tsc6'])
    await expect(
      run(process.execPath, [join(checkout, 'node_modules', compiler), '-p', folder]),
    ).resolves.toMatchObject({
      stdout: '',
    })
})

describe('the page', () => {
  it('shows what its commands print, from a token to a webhook', async () => {
    const border = '--- the next block ---'
    const blocks = blocksIn(page)
    expect(blocks.length).toBeGreaterThan(4)
    const script = blocks.map(({ commands }) => `${commands}\necho '${border}'`)
    const { stdout } = await run('bash', ['-c', ['set -euo pipefail', ...script].join('\n')], {
      CUT_PORT: String(await freePort()),
    })
    const outputs = stdout.split(`${border}\n`)
    for (const [at, { commands, output }] of blocks.entries())
      expect(`${commands}\n${outputs[at]}`).toMatch(patternOf(`${commands}\n${output}`))
  })
})

/** Cancels the latest payment, as somebody does at the desk. */
const cancel = `
import { fetlock } from './fetlock.ts'
const { results: [latest] } = await fetlock.get('/invoicepayment/', { query: { ordering: '-id', page_size: 1 } })
const body = { info: 'Wrong invoice', cancel_date: new Date().toISOString() }
await fetlock.post('/invoicepayment/{id}/cancel_payment/', { path: { id: latest!.id }, body })
`

it('pays an invoice once, however often its program is started again', async () => {
  writeFileSync(join(folder, 'cancel.ts'), cancel)
  // Every answer to a write is lost, and then one comes.
  const { origin } = new URL(api.publicUrl)
  let isCutting = true
  const cutting = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const onward = forward(`${origin}${url}`, { method: method!, headers }, (answer) => {
      if (method === 'POST' && isCutting) answer.resume().on('end', () => incoming.socket.destroy())
      else answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers))
    })
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(cutting, 'listening')
  const env = { BASE: `http://127.0.0.1:${(cutting.address() as AddressInfo).port}/${demo.organisation}/api/0.1` }
  const pay = async () => (await run(process.execPath, ['--env-file=.env', 'pay.ts'], env)).stdout.trim().split('\n')
  try {
    expect(await pay()).toEqual(['run this program again', 'payments 1'])
    isCutting = false
    expect(await pay()).toEqual(['paid true', 'was told twice true', 'payments 1'])
    expect(existsSync(join(folder, 'payment.json'))).toBe(false)
    await run(process.execPath, ['--env-file=.env', 'cancel.ts'])
    // What is owed again is another payment.
    expect(await pay()).toEqual(['paid true', 'was told twice null', 'payments 3'])
  } finally {
    cutting.close()
    cutting.closeAllConnections()
  }
})

/** The same as a page in a browser does it: a list, a payment, a copy, and a delivery that is verified. */
const inPage = `
import { bearer, delta, InvoiceStatus, PaymentType, verifyWebhook, walk } from '@fetlock/sdk'
import { forPeople } from './page.ts'
export const quickstart = async (base: string, token: string) => {
  const fetlock = forPeople(base, async () => token)
  const unpaid = { status__is: InvoiceStatus.Finalized, due_sum__gt: '0' }
  let [first, count] = [undefined, 0]
  for await (const invoice of walk(fetlock, '/invoice/', { query: unpaid })) {
    first ??= invoice
    count += 1
  }
  const body = { invoice: first.url, payment_type: PaymentType.Card, paid: first.due_sum }
  const payment = await fetlock.post('/invoicepayment/', { body })
  let [records, position] = [0, undefined]
  for await (const part of delta(fetlock, '/client/')) {
    records += part.records.length
    position = part.position
  }
  const clients = await fetlock.get('/client/', { query: { page_size: 1 } })
  const forged = await verifyWebhook('secret', { headers: {}, body: '' }).catch((error) => error.name)
  return {
    listed: count > 1,
    paid: payment.paid === first.due_sum,
    copied: records === clients.count,
    generation: position.generation,
    forged,
  }
}
void bearer
`

it('completes the quickstart in Chromium, by the token of a registered page', async () => {
  writeFileSync(join(folder, 'in-page.ts'), inPage)
  // What a development server does: files as they are, and TypeScript without its types.
  const map = '<script type="importmap">{"imports":{"@fetlock/sdk":"/node_modules/@fetlock/sdk/index.js"}}</script>'
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://x').pathname
    if (path === '/') return void response.setHeader('content-type', 'text/html').end(`<!doctype html>${map}`)
    const file = join(folder, path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    const text = readFileSync(file, 'utf8')
    response.setHeader('content-type', 'text/javascript').end(path.endsWith('.ts') ? stripTypeScriptTypes(text) : text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await openChromium()
  try {
    const base = `${api.publicUrl}/${demo.organisation}/api/0.1`
    const { client_id, client_secret } = demo.integration
    const { createClient } = await import('@fetlock/sdk')
    const { clientCredentials } = await import('@fetlock/sdk/server')
    const tokenUrl = `${api.publicUrl}/${demo.organisation}/oauth2/token/`
    const auth = clientCredentials({ clientId: client_id, clientSecret: client_secret, tokenUrl })
    const fetlock = createClient({ base, auth })
    const { results } = await fetlock.get('/application/', { query: { client_id__is: client_id } })
    await fetlock.patch('/application/{id}/', { path: { id: results[0]!.id }, body: { allowed_origins: [origin] } })
    const { authorization = '' } = await auth.headers({ method: 'GET', base })
    const tab = await browser.context.newPage()
    await tab.goto(`${origin}/`)
    const token = authorization.slice('Bearer '.length)
    const done = await tab.evaluate(
      `import('/in-page.ts').then(({ quickstart }) => quickstart(${JSON.stringify(base)}, ${JSON.stringify(token)}))`,
    )
    expect(done).toEqual({ listed: true, paid: true, copied: true, generation: 1, forged: 'WebhookError' })
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
})
