// @module-tag waits
import { postsNothing } from '../../test/support/deliveries.ts'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { resourceRegistry } from '../app/resources.ts'
import { browser, openPractice, type Practice, silentLog, serve } from '../../test/support/identity.ts'
import { relayTo } from '../../test/support/relay.ts'
import { freePort } from '../../scripts/services/listening.ts'
import { config } from '../app/config.ts'
import { connect } from '../db/pool.ts'
import { inOrganisation } from '../db/tx.ts'
import { inviteUser, requestPasswordReset } from '../domain/identity/password-links.ts'
import { objectStoreAt } from '../gateways/object-store.ts'
import { smtpAt } from '../gateways/smtp.ts'
import { markSent, sendMessage, takeMessages, type WorkerParts } from './messages.ts'
import { deleteExpired } from './expired-records.ts'
import { startWorker, type Worker } from './worker.ts'
import { until } from '../../test/support/until.ts'

type Parsed = {
  to: { text: string }
  from: { text: string }
  subject: string
  text: string
  html: string
  messageId: string
}
// The package has no types of its own.
const parserName: string = 'mailparser'
const parser: unknown = await import(parserName)
const { simpleParser } = parser as {
  simpleParser: (source: unknown) => Promise<Parsed>
}

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
let mails: Parsed[] = []
let mailbox: SMTPServer
let port: number
const workers: Worker[] = []

const receive = async (stream: unknown, done: () => void) => {
  mails.push(await simpleParser(stream))
  done()
}

const listen = async (at: number) => {
  mailbox = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => void receive(stream, done),
  })
  const { server } = mailbox
  mailbox.listen(at, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const stopListening = () => new Promise<void>((resolve) => mailbox.close(() => resolve()))

const parts = () => ({
  db: practice.worker.db,
  app: practice.db,
  resources: resourceRegistry,
  smtp: smtpAt({ url: `smtp://127.0.0.1:${port}`, from: 'Fetlock <no-reply@fetlock.example.com>' }),
  store: objectStoreAt(config.objectStore()),
  ...postsNothing,
  publicUrl: site.url,
  log: silentLog,
})
const start = () => workers.push(startWorker(parts()))
const messages = () => practice.administrator.query('select * from message order by id').then(({ rows }) => rows)
const linkIn = ({ text }: Parsed) => /https?:\S+link=\S+/.exec(text)?.[0] ?? ''

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice)
  port = await freePort()
})
beforeEach(async () => {
  mails = []
  await practice.passAMinute()
  await practice.administrator.query('delete from message')
  await listen(port)
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await stopListening()
})
afterAll(async () => {
  await site.close()
  await practice.close()
})

describe('the worker', () => {
  it('names the clinic of the user, also where a sandbox of another organisation is in the deployment', async () => {
    const rename = (organisation: number, name: string, sandbox: boolean) =>
      practice.administrator.query(
        `with bound as materialized (select set_config('app.organisation', '${organisation}', false))
         update organisation set name = $1, sandbox = $2 from bound where id = ${organisation}`,
        [name, sandbox],
      )
    await rename(2, 'Sandbox template', true)
    onTestFinished(async () => {
      await rename(2, 'Harbour Animal Hospital', false)
    })
    // The row that was updated last comes last when the table is read from its beginning.
    await rename(1, 'Northgate Veterinary Clinic', false)
    const user = await practice.givenUser('manager@example.com', [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    start()
    await expect.poll(() => mails.length).toBe(1)
    expect(mails[0]).toMatchObject({
      to: { text: 'manager@example.com' },
      subject: 'Your account at Northgate Veterinary Clinic',
      text: expect.not.stringContaining('Sandbox'),
    })
  })

  it('mails an invitation whose link sets the password that then signs in', async () => {
    const user = await practice.givenUser('new@example.com', [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    start()
    await expect.poll(() => mails.length).toBe(1)
    const [mail] = mails as [Parsed]
    expect(mail).toMatchObject({
      to: { text: 'new@example.com' },
      from: { text: expect.stringContaining('no-reply@fetlock.example.com') },
      subject: 'Your account at Northgate Veterinary Clinic',
      text: expect.stringContaining('within 7 days'),
    })
    const link = linkIn(mail)
    expect(mail.html).toContain(`href="${link}"`)
    await expect.poll(async () => (await messages())[0]).toMatchObject({ sent: expect.any(Date), lease: null })
    expect(await practice.everything()).not.toContain(new URL(link).searchParams.get('link'))

    const visitor = browser(site.url)
    const chosen = { password: 'the horse likes apples' }
    const done = await visitor.submit(await visitor.open(link), chosen)
    expect(done.text).toContain('Your password is set')
    await visitor.submit(done, { email: 'new@example.com', ...chosen })
    expect((await visitor.open('/1/sign-in/')).text).toContain('You are signed in')
    expect((await browser(site.url).open(link)).status).toBe(400)
  })

  it('mails a link for a new password that works for an hour', async () => {
    await practice.givenUser('forgetful@example.com')
    await practice.within((tx) => requestPasswordReset(tx, 'Forgetful@Example.com'))
    start()
    await expect.poll(() => mails.length).toBe(1)
    expect(mails[0]).toMatchObject({ subject: 'A new password for Northgate Veterinary Clinic' })
    const { rows } = await practice.administrator.query(
      'select max(expires) - now() as left from password_link where used is null',
    )
    expect(rows[0]).toMatchObject({ left: { minutes: 59 } })
  })

  it('sends each message once, with two workers and twenty messages of two organisations', async () => {
    for (let number = 0; number < 20; number++) {
      const organisation = (number % 2) + 1
      const user = await practice.givenUser(`staff${number}@example.com`, [], organisation, null)
      await practice.within((tx) => inviteUser(tx, user), organisation)
    }
    start()
    start()
    await expect.poll(async () => (await messages()).every(({ sent }) => sent !== null)).toBe(true)
    expect(mails).toHaveLength(20)
    expect(new Set(mails.map(({ to }) => to.text)).size).toBe(20)
    expect(mails.filter(({ subject }) => subject.includes('Harbour'))).toHaveLength(10)
  })

  it('leases a message to one of many concurrent workers', async () => {
    for (let number = 0; number < 10; number++) {
      const user = await practice.givenUser(`busy${number}@example.com`, [], 1, null)
      await practice.within((tx) => inviteUser(tx, user))
    }
    const taken = (await Promise.all(Array.from({ length: 8 }, () => takeMessages(practice.worker.db)))).flat()
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
    expect(taken).toHaveLength(10)
  })

  it('retries when the mail server is back, and stores the error code without the link', async () => {
    await stopListening()
    const user = await practice.givenUser('patient@example.com', [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    start()
    await expect.poll(async () => (await messages())[0]?.failure).toBe('ESOCKET')
    const [message] = await messages()
    expect(message).toMatchObject({
      sent: null,
      lease: null,
      attempts: 1,
      failure: expect.not.stringContaining('link'),
    })
    expect(message.due.getTime() - Date.now()).toBeLessThan(5_500)
    await listen(port)
    await expect.poll(() => mails.length).toBe(1)
    await expect.poll(async () => (await messages())[0]).toMatchObject({ attempts: 2, failure: '' })
  })

  it.each([
    [1, 5],
    [2, 60],
    [3, 300],
    [4, 1_800],
    [5, 7_200],
    [6, 7_200],
  ])('waits after failure %i for %i seconds', async (attempts, seconds) => {
    await stopListening()
    const user = await practice.givenUser(`backoff${attempts}@example.com`, [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    await practice.administrator.query('update message set attempts = $1', [attempts - 1])
    const [taken] = await takeMessages(practice.worker.db)
    if (taken === undefined) throw new Error('nothing taken')
    // It failed somewhere between two looks at the clock.
    const clock = async () => {
      const { rows } = await practice.administrator.query('select clock_timestamp() as now')
      return (rows[0].now as Date).getTime()
    }
    const before = await clock()
    await sendMessage(parts(), taken)
    const after = await clock()
    const [{ due }] = await messages()
    expect(due.getTime() - before).toBeGreaterThanOrEqual(seconds * 1_000 - 1)
    expect(due.getTime() - after).toBeLessThanOrEqual(seconds * 1_000 + 1)
    await listen(port)
  })

  it('does not mark a message as sent after another worker has taken over its lease', async () => {
    const user = await practice.givenUser('frozen@example.com', [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    const [frozen] = await takeMessages(practice.worker.db)
    expect(await takeMessages(practice.worker.db)).toEqual([])
    await practice.administrator.query("update message set due = now() - interval '1 second'")
    const [taken] = await takeMessages(practice.worker.db)
    if (frozen === undefined || taken === undefined) throw new Error('nothing taken')
    expect(taken.lease).not.toBe(frozen.lease)
    expect(await markSent(parts(), frozen)).toBe(false)
    expect((await messages())[0]).toMatchObject({ sent: null, lease: taken.lease })
    expect(await markSent(parts(), taken)).toBe(true)
    expect((await messages())[0]).toMatchObject({ sent: expect.any(Date), attempts: 2 })
  })

  it('gives up on a user who is no longer active', async () => {
    const user = await practice.givenUser('left@example.com', [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    await practice.within((tx) => tx.updateTable('user').set({ is_active: false }).where('id', '=', user).execute())
    start()
    await expect.poll(async () => (await messages())[0]?.failure).toBe('The user is no longer active.')
    expect(await takeMessages(practice.worker.db)).toEqual([])
    expect(mails).toHaveLength(0)
  })

  it('deletes expired rows of every organisation, and nothing else', async () => {
    await practice.administrator.query('delete from oauth_record')
    await practice.administrator.query(
      `insert into oauth_record (organisation, model, id, payload, expires)
       select o, 'AccessToken', o || '-' || n, '{}',
         now() + make_interval(mins => case when n <= 1300 then -1 else 1 end)
       from generate_series(1, 2) o, generate_series(1, 1305) n`,
    )
    expect(await deleteExpired(practice.worker.db)).toBeGreaterThanOrEqual(2_600)
    const { rows } = await practice.administrator.query('select count(*)::int as left from oauth_record')
    expect(rows).toEqual([{ left: 10 }])
  })

  it('can read users and sent mail only of the organisation that its transaction is for', async () => {
    const { db } = practice.worker
    await practice.givenUser('hidden@example.com')
    expect(await db.selectFrom('user').select('id').execute()).toEqual([])
    expect(await db.selectFrom('session').select('id').execute()).toEqual([])
    expect((await inOrganisation(db, 1, (tx) => tx.selectFrom('user').select('id').execute())).length).toBeGreaterThan(
      0,
    )
  })
})

describe('a worker that loses the database', () => {
  it('logs the outage once, backs off, logs when it has ended, and continues', async () => {
    const lines: { level: 'warn' | 'error'; message: string; fields: { faults?: number } }[] = []
    const logAt = (level: 'warn' | 'error') => (fields: unknown, message?: string) =>
      void lines.push({ level, message: message ?? '', fields: fields as { faults?: number } })
    const relay = await relayTo(practice.database.workerUrl)
    const { db, close } = connect(relay.url, { max: 10 })
    const log = { ...silentLog, warn: logAt('warn'), error: logAt('error') } as WorkerParts['log']
    const worker = startWorker({ ...parts(), db, log })
    onTestFinished(async () => {
      await worker.stop()
      await close()
      relay.cut()
    })
    await pause(1_000)
    relay.cut()
    await until(() => lines.length > 0)
    await pause(8_000)
    expect(lines.map(({ level, message }) => [level, message])).toEqual([['warn', 'the database is not reachable']])

    await relay.restore()
    const user = await practice.givenUser('after@example.com', [], 1, null)
    await practice.within((tx) => inviteUser(tx, user))
    await expect.poll(() => mails.length).toBe(1)
    await expect
      .poll(() => lines.slice(1))
      .toMatchObject([{ level: 'warn', message: 'the database is reachable again' }])
    // Asking on as before, every 350 ms, would have failed more than 20 times.
    expect(lines[1]?.fields.faults).toBeLessThan(15)
  })
})
