// @module-tag waits
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createClient } from '@redis/client'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logTo } from '../../src/commands/log.ts'
import { operations } from '../../src/app/resources.ts'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { smtpAt } from '../../src/gateways/smtp.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { postgresProgram } from '../../scripts/services/postgres.ts'
import { type ApiClient, everything, type TestOrganisation, useApi } from '../support/api.ts'
import { done } from '../support/billing.ts'
import { givenClient, givenRegistration } from '../support/clinic.ts'
import { useReceiver, useWorkerParts } from '../support/deliveries.ts'
import { browser } from '../support/identity.ts'
import { confirm, givenBooking, messagesOf, startMailServer } from '../support/messaging.ts'

/**
 * Every secret that comes in or is made, by what it is. Whatever becomes of it, it must not be found afterwards in the
 * database, the logs, Redis or the audit trail.
 */
const secrets = new Map<string, string>()
const remember = (what: string, secret: string) => {
  if (secret.length < 16) throw new Error(`${what} is too short to be looked for: ${secret}`)
  secrets.set(what, secret)
  return secret
}
const typed = (what: string) => remember(what, `marker ${randomBytes(12).toString('hex')}`)

const receiver = await useReceiver()
/** A mail server of a clinic, which refuses everybody and quotes the password. */
const rudeServer = await startMailServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ password }, _session, answer) => answer(new Error(`Not with ${password}`)),
})
afterAll(() => rudeServer.close())
const allowed = [receiver.host, rudeServer.place]
const api = await useApi({ allowedPrivate: allowed })
const workerParts = useWorkerParts(api, allowed)
const workerLines: string[] = []
const mails: string[] = []
let clinic: TestOrganisation
let caller: ApiClient

const mailbox = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, received) => {
    void text(stream)
      .then((mail) => mails.push(mail.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')))
      .finally(received)
  },
})

const until = async <T>(find: () => T | undefined | false): Promise<T> => {
  for (;;) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const tokenRequest = async (fields: Readonly<Record<string, string>>) => {
  const response = await fetch(`${api.publicUrl}/${clinic.id}/oauth2/token/`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return (await response.json()) as Record<string, string>
}

const useApplications = async () => {
  const groups = [clinic.url('permissiongroup', (await clinic.givenApplication()).group)]
  const key = { headers: { 'idempotency-key': 'an-application' } }
  const redirect = 'https://lab.example.com/back'
  const body = { name: 'Lab', permission_groups: groups, redirect_uris: [redirect], scopes: ['restapi', 'openid'] }
  const made = await done(caller.post('/application/', body, key))
  remember('client secret', made.client_secret)
  await caller.post('/application/', body, key)
  const { client_id } = made
  const rotated = await done(caller.post(`/application/${made.id}/rotate_secret/`, {}))
  const client_secret = remember('rotated client secret', rotated.client_secret)
  const credentials = { client_id, client_secret }
  const { access_token } = await tokenRequest({ ...credentials, grant_type: 'client_credentials' })
  remember('access token', access_token!)
  await clinic.as(`Bearer ${access_token}`).get('/department/')
  await clinic.as(`Bearer ${typed('unknown access token')}`).get('/department/')
  await caller.get(`/department/?access_token=${encodeURIComponent(access_token!)}`)
  await tokenRequest({ client_id, client_secret: typed('wrong client secret'), grant_type: 'client_credentials' })
  const { key: legacyKey } = await clinic.within((tx) => createLegacyKey(tx, made.id))
  await clinic.as(`Token ${remember('legacy key', legacyKey)}`).get('/department/')
  return { ...credentials, redirect }
}

const usePasswords = async ({ client_id, client_secret, redirect }: Awaited<ReturnType<typeof useApplications>>) => {
  const email = 'anna@example.com'
  const group = clinic.url('permissiongroup', (await clinic.givenApplication()).group)
  const user = { first_name: 'Anna', last_name: 'Berg', email, permission_groups: [group] }
  await done(caller.post('/user/', user))
  const link = await until(() => /link=([\w-]{20,})/.exec(mails.join('\n'))?.[1])
  const visitor = browser(api.publicUrl)
  const setting = await visitor.open(`/${clinic.id}/set-password/?link=${remember('link in an e-mail', link)}`)
  await visitor.submit(setting, { password: typed('first password') })
  await visitor.submit(setting, { password: typed('password set by a used link') })
  const signIn = `/${clinic.id}/sign-in/`
  await visitor.submit(await visitor.open(signIn), { email, password: typed('wrong password') })
  await visitor.submit(await visitor.open(signIn), { email, password: secrets.get('first password')! })
  remember('session cookie', visitor.cookie('fetlock_session')!)
  const verifier = remember('PKCE verifier', randomBytes(32).toString('base64url'))
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = { client_id, redirect_uri: redirect, response_type: 'code', scope: 'restapi openid', state: 'state' }
  const asked = new URLSearchParams({ ...query, code_challenge: challenge, code_challenge_method: 'S256' })
  let page = await visitor.open(`/${clinic.id}/oauth2/authorize/?${asked.toString()}`)
  while (page.text.includes('<form')) page = await visitor.submit(page, { answer: 'allow' })
  const code = remember('authorization code', new URL(page.url).searchParams.get('code')!)
  const exchange = { client_id, client_secret, redirect_uri: redirect, code_verifier: verifier }
  const tokens = await tokenRequest({ ...exchange, grant_type: 'authorization_code', code })
  remember('access token of a person', tokens['access_token']!)
  const refresh_token = remember('refresh token', tokens['refresh_token']!)
  const refreshed = await tokenRequest({ client_id, client_secret, grant_type: 'refresh_token', refresh_token })
  remember('refreshed access token', refreshed['access_token']!)
  await clinic.as(`Bearer ${refreshed['access_token']}`).get('/department/')
}

const useSalts = async () => {
  const wholesaler = await clinic.caller({ scopes: ['wholesaler'] })
  const { url } = await givenRegistration(wholesaler, { verification_salt: typed('salt of a wholesaler') })
  await done(wholesaler.patch(url, { verification_salt: typed('changed salt of a wholesaler') }))
  await wholesaler.patch(url, { verification_salt: typed('refused salt of a wholesaler'), name: '' })
  await wholesaler.post('/available_wholesaler/', `{"verification_salt": "${typed('salt in bad JSON')}"`)
}

const useWebhooks = async () => {
  const hook = { trigger: 1, url: receiver.at('/hook') }
  const key = { headers: { 'idempotency-key': 'a-webhook' } }
  const made = await done(caller.post('/hook/webhook/', hook, key))
  remember('secret of a webhook, made', made.secret)
  await caller.post('/hook/webhook/', hook, key)
  const given = await done(caller.post('/hook/webhook/', { ...hook, secret: typed('secret of a webhook') }))
  await done(caller.patch(`/hook/webhook/${given.id}/`, { secret: typed('changed secret of a webhook') }))
  await caller.patch(`/hook/webhook/${given.id}/`, { secret: typed('refused secret of a webhook'), trigger: 'x' })
  // Signed with each of them, and delivered.
  await givenClient(caller)
  await until(() => receiver.to('/hook').length >= 2)
  // An endpoint that sends back what it could know: the end of an answer is kept for staff.
  receiver.answerAt('/refusing', (response) => response.writeHead(500).end('out of order'))
  const refusing = await done(caller.post('/hook/webhook/', { ...hook, url: receiver.at('/refusing') }))
  remember('secret of a webhook that fails', refusing.secret)
  await done(caller.post(`/hook/webhook/${refusing.id}/test/`))
  await until(() => receiver.to('/refusing').length >= 1)
}

const useMessages = async () => {
  const settings = '/settings/messaging/'
  // A gateway that sends back what it was sent.
  receiver.answerAt('/sms', (response, { headers, body }) =>
    response.writeHead(500).end(JSON.stringify({ code: 1, message: `${headers.authorization} ${body}` })),
  )
  const servers = {
    smtp_host: rudeServer.host,
    smtp_port: rudeServer.port,
    smtp_username: 'clinic',
    mail_from: 'clinic@example.com',
    sms_gateway_url: receiver.at('/sms'),
    sms_account: 'AC1',
    sms_from: 'Clinic',
  }
  const sent = { smtp_password: typed('password of a mail server'), sms_token: typed('token of an SMS gateway') }
  await done(caller.patch(settings, { ...servers, ...sent }, { headers: { 'idempotency-key': 'message-settings' } }))
  await caller.patch(settings, { smtp_password: typed('refused password of a mail server'), smtp_port: 7 })
  const { appointment } = await givenBooking(caller)
  await done(confirm(caller, appointment))
  for (let tried = 0; tried < 2; ) {
    tried = (await messagesOf(caller, appointment)).filter(
      ({ attempts, status }) => attempts > 0 && status !== 2,
    ).length
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

beforeAll(async () => {
  mailbox.listen(0, '127.0.0.1')
  await once(mailbox.server, 'listening')
  const { port } = mailbox.server.address() as AddressInfo
  clinic = await api.givenOrganisation()
  caller = await clinic.userCaller({ ...everything, scopes: ['restapi'] })
  const worker = startWorker({
    ...workerParts,
    smtp: smtpAt({ url: `smtp://127.0.0.1:${port}`, from: 'clinic@example.com' }),
    log: logTo({ write: (line: string) => workerLines.push(line) }, 'trace'),
  })
  try {
    await usePasswords(await useApplications())
    await useSalts()
    await useWebhooks()
    await useMessages()
  } finally {
    await worker.stop()
  }
})
afterAll(() => new Promise<void>((resolve) => mailbox.close(() => resolve())))

const dump = async () => {
  const { stdout } = await promisify(execFile)(postgresProgram('pg_dump'), ['--dbname', api.database.superuserUrl], {
    maxBuffer: 1e9,
  })
  return stdout
}

const redisContent = async () => {
  const redis = await createClient({ url: api.options.redisUrl }).connect()
  const found: string[] = []
  for await (const keys of redis.scanIterator({ MATCH: `${api.options.redisPrefix}*` }))
    for (const key of keys) {
      const type = await redis.type(key)
      const values =
        type === 'zset'
          ? await redis.zRange(key, 0, -1)
          : type === 'hash'
            ? Object.entries(await redis.hGetAll(key)).flat()
            : type === 'string'
              ? [await redis.get(key)]
              : [`unread ${type}`]
      found.push(key, ...values.map(String))
    }
  redis.destroy()
  return found.join('\n')
}

const auditTrail = async () => {
  const pages: string[] = []
  for (let page = 1; ; page++) {
    const { body, text: page1 } = await caller.get(`/auditevent/?page_size=1000&page=${page}`)
    pages.push(page1)
    if (body.next === null || body.next === undefined) return pages.join('\n')
  }
}

const readEverywhere = async () => ({
  database: await dump(),
  'log of the API': api.logged(),
  'log of the worker': workerLines.join(''),
  Redis: await redisContent(),
  'audit trail': await auditTrail(),
})

/** As it is, and as bytes are written in a dump or in a header. */
const formsOf = (secret: string) => {
  const bytes = Buffer.from(secret)
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
}

const placesOf = (secret: string, everywhere: Readonly<Record<string, string>>) =>
  Object.entries(everywhere).flatMap(([place, content]) =>
    formsOf(secret).some((form) => content.includes(form)) ? [place] : [],
  )

it('[V16.2.5] no secret is in the database, in a log, in Redis or in the audit trail', async () => {
  const everywhere = await readEverywhere()
  const found = [...secrets].flatMap(([what, secret]) =>
    placesOf(secret, everywhere).map((place) => `${what}: ${place}`),
  )
  expect(found).toEqual([])
  expect(secrets.size).toBeGreaterThan(20)
})

it('a secret would be found in each of these places', async () => {
  const marker = `marker ${randomBytes(12).toString('hex')}`
  await givenClient(caller, { remarks: marker })
  api.options.logger.info({ note: marker }, 'a note')
  logTo({ write: (line: string) => workerLines.push(line) }, 'trace').info({ note: marker }, 'a note')
  const redis = await createClient({ url: api.options.redisUrl }).connect()
  await redis.set(`${api.options.redisPrefix}:note`, marker, { EX: 60 })
  redis.destroy()
  expect(placesOf(marker, await readEverywhere())).toEqual([
    'database',
    'log of the API',
    'log of the worker',
    'Redis',
    'audit trail',
  ])
})

it('a secret that is kept as bytes would be found', async () => {
  const marker = `marker ${randomBytes(12).toString('hex')}`
  await clinic.within((tx) =>
    tx
      .updateTable('webhook')
      .set({ secret: Buffer.from(marker) })
      .execute(),
  )
  expect(placesOf(marker, { database: await dump() })).toEqual(['database'])
})

it('every secret that an answer reveals is among those looked for', () => {
  const revealed = operations.flatMap(({ path, reveals = [] }) => reveals.map((field) => `${path} ${field}`))
  expect([...new Set(revealed)].toSorted()).toEqual([
    '/application/ client_secret',
    '/application/{id}/rotate_secret/ client_secret',
    '/hook/webhook/ secret',
  ])
})
