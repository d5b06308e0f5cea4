import * as client from 'openid-client'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postsNothing } from '../../test/support/deliveries.ts'
import { browser, type BrowserResponse, password, silentLog } from '../../test/support/identity.ts'
import { type AuthorizationServer, openAuthorizationServer } from '../../test/support/oauth.ts'
import { givenTotp } from '../../test/support/second-factors.ts'
import { resourceRegistry } from '../app/resources.ts'
import { inOrganisation } from '../db/tx.ts'
import { makePasswordLink } from '../domain/identity/password-links.ts'
import type { Smtp } from '../gateways/smtp.ts'
import { sendMessage, takeMessages, type WorkerParts } from '../worker/messages.ts'

let server: AuthorizationServer
const next = 'another quiet horse in the sun'
let people = 0

beforeAll(async () => {
  server = await openAuthorizationServer()
})
beforeEach(() => server.practice.passAMinute())
afterAll(() => server.close())

type Visitor = ReturnType<typeof browser>

/** Submits the form of a page that is sent to this path. */
const submit = (visitor: Visitor, page: BrowserResponse, path: string, fields: Record<string, string> = {}) => {
  const form = page.text.split('<form').find((part) => part.includes(`action="${path}"`))
  if (form === undefined) throw new Error(`No form for ${path} on ${page.url}: ${page.status} ${page.text}`)
  return visitor.submit({ ...page, text: `<form${form.split('</form>')[0]}</form>` }, fields)
}

const signIn = async (email: string, secret = password) => {
  const visitor = browser(server.site.url)
  await visitor.submit(await visitor.open('/1/sign-in/'), { email, password: secret })
  return visitor
}

/** Somebody with a session of their own. */
const givenPerson = async () => {
  const email = `person${++people}@example.com`
  const user = await server.practice.givenUser(email)
  return { email, user, visitor: await signIn(email) }
}

const account = (visitor: Visitor) => visitor.open('/1/account/')
const isIn = async (visitor: Visitor) => (await account(visitor)).text.includes('<h1>Your account</h1>')

/** Sends a form of the account page, and then the password on the page that asks for it. */
const confirmed = async (visitor: Visitor, path: string, fields: Record<string, string> = {}) => {
  const asked = await submit(visitor, await account(visitor), path, fields)
  expect(asked.text).toContain('so that nobody else can do this at an open screen')
  return submit(visitor, asked, path, { current_password: password })
}

const eventsOf = async (user: number) => {
  const { rows } = await server.practice.administrator.query<{ kind: string }>(
    'select kind from security_event where "user" = $1 order by id',
    [user],
  )
  return rows.map(({ kind }) => kind)
}

type Mail = Parameters<Smtp['send']>[0]

/** Sends the mails that wait, and returns them. */
const sendMails = async (): Promise<readonly Mail[]> => {
  const mails: Mail[] = []
  const parts: WorkerParts = {
    db: server.practice.worker.db,
    app: server.practice.db,
    resources: resourceRegistry,
    smtp: { send: async (mail: Mail) => void mails.push(mail) } as unknown as Smtp,
    store: {} as WorkerParts['store'],
    ...postsNothing,
    publicUrl: server.site.url,
    log: silentLog,
  }
  for (const taken of await takeMessages(server.practice.worker.db)) await sendMessage(parts, taken)
  return mails
}
const linkIn = ({ text }: Mail) => /https?:\S+link=\S+/.exec(text)?.[0] ?? ''
const forgetMails = () => server.practice.administrator.query('delete from message')

/** What the app asks with. */
const asApp = { accept: 'application/json' }

/** What the app gets for its page of the account, and for the forms that it sends. */
const openAsApp = async (visitor: Visitor) => {
  const read = async () => JSON.parse((await visitor.open('/1/account/', asApp)).text)
  const { form } = await read()
  return {
    read,
    send: async (path: string, fields: Record<string, string>) => {
      const page = { status: 200, url: '', text: `<form action="/1/account/${path}">`, headers: new Headers() }
      const { status, text } = await visitor.submit(page, { form, ...fields }, asApp)
      return { status, body: JSON.parse(text) }
    },
  }
}
type Own = { readonly is_own: boolean; readonly session: string }

describe('the account, asked for by the app', () => {
  it('is what its page shows, in JSON that nobody keeps', async () => {
    const { email, visitor } = await givenPerson()
    await signIn(email)
    const { text, headers } = await visitor.open('/1/account/', asApp)
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('vary')).toContain('accept')
    const shown = JSON.parse(text)
    expect(shown).toMatchObject({
      email,
      new_email: null,
      factors: [],
      recovery_codes: 0,
      sessions: [{ address: '127.0.0.1' }, { address: '127.0.0.1' }],
      applications: [],
      events: [{ kind: 'sign_in.succeeded' }, { kind: 'sign_in.succeeded' }],
    })
    expect(shown.sessions.filter((one: Own) => one.is_own)).toHaveLength(1)
    // The name of a session opens nothing; its cookie does.
    expect(text).not.toContain(visitor.cookie('fetlock_session')!)
  })

  it('leads whoever is not signed in to where they sign in, as its page does', async () => {
    const stranger = browser(server.site.url)
    expect(new URL((await stranger.open('/1/account/', asApp)).url).pathname).toBe('/1/sign-in/')
  })

  it('ends a session with the password alone, and says which field was wrong', async () => {
    const { email, user, visitor } = await givenPerson()
    const other = await signIn(email)
    const { read, send } = await openAsApp(visitor)
    const { session } = (await read()).sessions.find((one: Own) => !one.is_own)
    const path = `sessions/${session}/end/`
    expect(await send(path, { current_password: 'a guess' })).toEqual({
      status: 400,
      body: { current_password: ['The current password is wrong. Try again.'] },
    })
    expect(await isIn(other)).toBe(true)
    expect(await send(path, { current_password: password })).toEqual({ status: 200, body: { done: 'session' } })
    expect(await isIn(other)).toBe(false)
    expect((await read()).sessions).toHaveLength(1)
    expect(await eventsOf(user)).toContain('session.ended')
  })

  it('changes the password, and asks whoever has a second factor for that too', async () => {
    const { email, user, visitor } = await givenPerson()
    const { recoveryCodes } = await givenTotp(server.practice, user)
    const { read, send } = await openAsApp(visitor)
    const fields = { current_password: password, password: next }
    expect((await send('password/', { ...fields, password: 'short' })).body).toEqual({
      password: [expect.stringContaining('12')],
    })
    expect((await send('password/', { ...fields, code: '000000' })).body).toEqual({
      code: [expect.stringContaining('wrong')],
    })
    expect(await send('password/', { ...fields, code: recoveryCodes[0]! })).toEqual({
      status: 200,
      body: { done: 'password' },
    })
    expect(await read()).toMatchObject({ email, recovery_codes: recoveryCodes.length - 1 })
    expect(await eventsOf(user)).toContain('password.changed')
  })

  it('refuses a form without the token of the page', async () => {
    const { visitor } = await givenPerson()
    const { send } = await openAsApp(visitor)
    const { status, body } = await send('sessions/end-others/', { form: 'made up', current_password: password })
    expect(status).toBe(403)
    expect(body.detail).toContain('reload the page')
  })
})

describe('the page of one’s account', () => {
  it('is for whoever is signed in: others sign in first and come back to it', async () => {
    const { email } = await givenPerson()
    const visitor = browser(server.site.url)
    const page = await account(visitor)
    expect(new URL(page.url).pathname).toBe('/1/sign-in/')
    expect(new URL(page.url).searchParams.get('next')).toBe('/1/account/')
    const after = await visitor.submit(page, { email, password })
    expect(new URL(after.url).pathname).toBe('/1/account/')
    expect(after.text).toContain(email)
  })

  it('[V7.5.2] lists the sessions with their place, and marks this one', async () => {
    const { email, visitor } = await givenPerson()
    await signIn(email)
    const { text } = await account(visitor)
    const sessions = text.split('id="sessions-title"')[1]?.split('</section>')[0] ?? ''
    expect(sessions.match(/<li>/g)).toHaveLength(2)
    expect(sessions.match(/this one/g)).toHaveLength(1)
    expect(sessions).toContain('127.0.0.1')
    expect(sessions).toMatch(/last used <time datetime="\d{4}-/)
  })

  it('shows one’s own recent events in plain words, and nobody else’s', async () => {
    const { visitor } = await givenPerson()
    const other = await givenPerson()
    await confirmed(other.visitor, '/1/account/totp/')
    const { text } = await account(visitor)
    const events = text.split('id="events-title"')[1] ?? ''
    expect(events).toContain('Signed in')
    expect(events).not.toContain('sign_in.succeeded')
    expect(events.match(/<li>/g)).toHaveLength(1)
  })

  it('[V6.2.6] hides every password that is typed, there and on the other pages, and tells password managers which it is', async () => {
    const { user, visitor } = await givenPerson()
    const link = await inOrganisation(server.practice.worker.db, 1, (tx) =>
      makePasswordLink(tx, user, 'password reset'),
    )
    const pages = [
      await account(visitor),
      await submit(visitor, await account(visitor), '/1/account/totp/'),
      await submit(visitor, await account(visitor), '/1/account/passkeys/begin/'),
      await visitor.open(`/1/set-password/?link=${link}`),
      await browser(server.site.url).open('/1/sign-in/'),
    ]
    const fields = pages.flatMap(({ text }) =>
      [...text.matchAll(/<input[^>]* name="(?:current_)?password"[^>]*>/g)].map(([tag]) => tag),
    )
    expect(fields).toHaveLength(6)
    for (const field of fields) expect(field).toMatch(/ type="password" autocomplete="(?:current|new)-password"/)
  })

  it('[V7.4.4] has a button to sign out', async () => {
    const { visitor } = await givenPerson()
    const page = await submit(visitor, await account(visitor), '/1/sign-out/')
    expect(page.text).toContain('You are signed out.')
    expect(await isIn(visitor)).toBe(false)
  })

  it('refuses forms of other sites and without the token of the page', async () => {
    const { visitor, user } = await givenPerson()
    const page = await account(visitor)
    const fields = { form: 'x', current_password: password, password: next }
    expect((await submit(visitor, page, '/1/account/password/', fields)).status).toBe(403)
    expect(await eventsOf(user)).not.toContain('password.changed')
  })
})

describe('changing the password on the account page', () => {
  const change = async (visitor: Visitor, fields: Record<string, string>) =>
    submit(visitor, await account(visitor), '/1/account/password/', fields)

  it('[V6.2.2] [V6.2.3] takes the current one and a new one', async () => {
    const { email, user, visitor } = await givenPerson()
    const wrong = await change(visitor, { current_password: 'not my password', password: next })
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('The current password is wrong') })
    expect((await change(visitor, { password: next })).status).toBe(400)
    expect((await signIn(email, next)).cookie('fetlock_session')).toBeUndefined()
    const done = await change(visitor, { current_password: password, password: next })
    expect(done.text).toContain('Your password is changed.')
    expect((await signIn(email)).cookie('fetlock_session')).toBeUndefined()
    expect((await signIn(email, next)).cookie('fetlock_session')).toBeDefined()
    expect(await eventsOf(user)).toContain('password.changed')
  })

  it('[V6.2.4] [V6.2.11] refuses one that is easily guessed, and the current one', async () => {
    const { visitor } = await givenPerson()
    for (const [chosen, words] of [
      ['password1234', 'known from leaks'],
      ['Northgate2026!', 'your clinic'],
      ['short', 'at least 12 characters'],
      [password, 'your current password'],
    ] as const) {
      const page = await change(visitor, { current_password: password, password: chosen })
      expect(page).toMatchObject({ status: 400, text: expect.stringContaining(words) })
    }
  })

  it('[V7.4.3] [V7.2.4] ends all other sessions and tokens, and goes on under a new cookie', async () => {
    const { email, visitor } = await givenPerson()
    const other = await signIn(email)
    const { client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const tokens = await (await server.codeFlow(config, {}, { email })).redeem()
    const before = visitor.cookie('fetlock_session')
    await change(visitor, { current_password: password, password: next })
    expect(await isIn(visitor)).toBe(true)
    expect(await isIn(other)).toBe(false)
    expect(visitor.cookie('fetlock_session')).not.toBe(before)
    const thief = browser(server.site.url)
    thief.jar.set('fetlock_session /1/', { value: `fetlock_session=${before}`, path: '/1/' })
    expect(await isIn(thief)).toBe(false)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  it('slows guesses at the current password down', async () => {
    const { user, visitor } = await givenPerson()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await change(visitor, { current_password: `guess ${guess}`, password: next })).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400))
    expect(statuses.at(-1)).toBe(429)
    expect(await eventsOf(user)).toContain('sign_in.failed')
  })
})

describe('ending sessions', () => {
  it('[V7.5.2] ends one, or all others, after the password was given again', async () => {
    const { email, user, visitor } = await givenPerson()
    const [second, third, fourth] = [await signIn(email), await signIn(email), await signIn(email)]
    const page = await account(visitor)
    const own = /sessions\/(\w+)\/end\/"[^]*?this one|this one[^]*?sessions\/(\w+)\/end\//.exec(page.text)
    const names = [...page.text.matchAll(/account\/sessions\/(\w+)\/end\//g)].map((found) => found[1]!)
    expect([own === null, names.length]).toEqual([false, 4])
    const path = (await account(second)).text.match(/this one[^]*?(\/1\/account\/sessions\/\w+\/end\/)/)?.[1] ?? ''
    const asked = await submit(visitor, page, path)
    const wrong = await submit(visitor, asked, path, { current_password: 'not my password' })
    expect(wrong.status).toBe(400)
    expect(await isIn(second)).toBe(true)
    expect((await submit(visitor, wrong, path, { current_password: password })).text).toContain('The session is ended.')
    expect([await isIn(second), await isIn(third), await isIn(visitor)]).toEqual([false, true, true])
    expect((await confirmed(visitor, '/1/account/sessions/end-others/')).text).toContain(
      'All other sessions are ended.',
    )
    expect([await isIn(third), await isIn(fourth), await isIn(visitor)]).toEqual([false, false, true])
    expect((await eventsOf(user)).filter((kind) => kind === 'session.ended')).toHaveLength(2)
  })

  it('leaves the sessions of others alone', async () => {
    const [one, other] = [await givenPerson(), await givenPerson()]
    const path = /\/1\/account\/sessions\/\w+\/end\//.exec((await account(other.visitor)).text)?.[0] ?? ''
    const page = await account(one.visitor)
    const foreign = { ...page, text: page.text.replaceAll(/\/1\/account\/sessions\/\w+\/end\//g, path) }
    await submit(one.visitor, foreign, path, { current_password: password })
    expect([await isIn(one.visitor), await isIn(other.visitor)]).toEqual([true, true])
  })
})

describe('applications that act for somebody', () => {
  it('[V10.4.9] [V10.7.3] are listed with what they may do, and can be ended with all their tokens', async () => {
    const { email, user, visitor } = await givenPerson()
    const { id, client_id, client_secret } = await server.givenApplication()
    const name = server.latest()
    const config = await server.discover(client_id, client_secret)
    const tokens = await (await server.codeFlow(config, { scope: 'restapi openid' }, { email })).redeem()
    const { text } = await account(visitor)
    const listed = text.split('id="applications-title"')[1]?.split('</section>')[0] ?? ''
    expect(listed).toContain(name)
    expect(listed).toContain('See your name and e-mail address')
    expect(listed).toMatch(/Since <time datetime="\d{4}/)
    const done = await confirmed(visitor, `/1/account/applications/${id}/end/`)
    expect(done.text).toContain('can no longer act for you')
    expect(done.text).toContain('You have allowed none.')
    expect((await server.whoami(tokens.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await eventsOf(user)).toContain('grant.ended')
  })

  it('of another person are not ended', async () => {
    const [one, other] = [await givenPerson(), await givenPerson()]
    const { id, client_id, client_secret } = await server.givenApplication()
    const config = await server.discover(client_id, client_secret)
    const allow = async (email: string) => (await server.codeFlow(config, {}, { email })).redeem()
    const [mine, theirs] = [await allow(one.email), await allow(other.email)]
    await confirmed(one.visitor, `/1/account/applications/${id}/end/`)
    expect((await server.whoami(mine.access_token)).status).toBe(401)
    expect((await server.whoami(theirs.access_token)).status).toBe(200)
  })
})

describe('second factors on the account page', () => {
  const nextCode = (totp: TOTP) => totp.generate({ timestamp: Date.now() + 30_000 })

  /** Somebody who has added an app, whose code of now is used up. */
  const givenPersonWithApp = async () => {
    const person = await givenPerson()
    const shown = await confirmed(person.visitor, '/1/account/totp/')
    const secret = /class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1]?.replaceAll(' ', '') ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const added = await submit(person.visitor, shown, '/1/account/totp/confirm/', { code: totp.generate() })
    return { ...person, totp, recoveryCodes: codesOn(added) }
  }
  const codesOn = ({ text }: BrowserResponse) => [...text.matchAll(/<li><code>([^<]+)/g)].map((found) => found[1] ?? '')

  it('[V7.5.1] are added after the password was given again, and removed with a second factor besides', async () => {
    const { user, visitor } = await givenPerson()
    const shown = await confirmed(visitor, '/1/account/totp/')
    expect(shown.text).toContain('<svg class="qr"')
    const secret = /class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1]?.replaceAll(' ', '') ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const wrong = await submit(visitor, shown, '/1/account/totp/confirm/', { code: '000000' })
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('This code is wrong') })
    const used = totp.generate()
    const codes = await submit(visitor, wrong, '/1/account/totp/confirm/', { code: used })
    expect(codes.text).toContain('Your recovery codes')
    const listed = await account(visitor)
    expect(listed.text).toContain('Authenticator app')
    expect(listed.text).toContain('10 are left')
    const remove = /\/1\/account\/factors\/\d+\/remove\//.exec(listed.text)?.[0] ?? ''
    const asked = await submit(visitor, listed, remove)
    expect((await account(visitor)).text).toContain('Authenticator app')
    for (const code of ['', '000000', used]) {
      const refused = await submit(visitor, asked, remove, { current_password: password, code })
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('The code or the passkey is wrong') })
    }
    const blank = await submit(visitor, asked, remove, { current_password: 'not my password', code: nextCode(totp) })
    expect(blank).toMatchObject({ status: 400, text: expect.stringContaining('The current password is wrong') })
    const removed = await submit(visitor, asked, remove, { current_password: password, code: nextCode(totp) })
    expect(removed.text).toContain('The second factor is removed.')
    expect(await eventsOf(user)).toEqual(
      expect.arrayContaining(['factor.added', 'recovery_codes.made', 'sign_in.second_factor_failed', 'factor.removed']),
    )
  })

  it('get new recovery codes, which replace the old ones, only where there is a factor', async () => {
    expect((await account((await givenPerson()).visitor)).text).not.toContain('recovery-codes')
    const { visitor, recoveryCodes: first } = await givenPersonWithApp()
    const path = '/1/account/recovery-codes/'
    const refused = await confirmed(visitor, path)
    expect(refused.text).toContain('The code or the passkey is wrong')
    const code = first[0] ?? ''
    const second = codesOn(await submit(visitor, refused, path, { current_password: password, code }))
    expect([first.length, second.length]).toEqual([10, 10])
    expect(second.filter((each) => first.includes(each))).toEqual([])
  })

  it('ask whoever has one for it before another is added', async () => {
    const { visitor, totp } = await givenPersonWithApp()
    for (const path of ['/1/account/totp/', '/1/account/passkeys/begin/']) {
      const refused = await confirmed(visitor, path)
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('The code or the passkey is wrong') })
    }
    const asked = await submit(visitor, await account(visitor), '/1/account/totp/')
    const shown = await submit(visitor, asked, '/1/account/totp/', { current_password: password, code: nextCode(totp) })
    expect(shown.text).toContain('<svg class="qr"')
  })

  it('are asked for before the password is changed', async () => {
    const { visitor, totp } = await givenPersonWithApp()
    const path = '/1/account/password/'
    const page = await account(visitor)
    const refused = await submit(visitor, page, path, { current_password: password, password: next })
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('The code or the passkey is wrong') })
    const weak = { current_password: password, password: 'short', code: nextCode(totp) }
    expect((await submit(visitor, page, path, weak)).text).toContain('at least 12 characters')
    const done = await submit(visitor, page, path, { ...weak, password: next })
    expect(done.text).toContain('Your password is changed.')
  })

  it('are added only in the browser that began it, and within ten minutes', async () => {
    const { email, user, visitor } = await givenPerson()
    const shown = await confirmed(visitor, '/1/account/totp/')
    const secret = /class="secret">([A-Z2-7 ]+)</.exec(shown.text)?.[1]?.replaceAll(' ', '') ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const path = '/1/account/totp/confirm/'
    const elsewhere = await signIn(email)
    const page = await account(elsewhere)
    const form = { ...page, text: page.text.replaceAll('"/1/account/totp/"', `"${path}"`) }
    for (const code of ['000000', totp.generate()]) {
      const answer = await submit(elsewhere, form, path, { code })
      expect([new URL(answer.url).pathname, answer.text.includes(secret.slice(0, 4))]).toEqual(['/1/account/', false])
    }
    await server.practice.administrator.query(
      `update second_factor set created = created - interval '10 minutes' where "user" = $1`,
      [user],
    )
    for (const code of ['000000', totp.generate()])
      expect(new URL((await submit(visitor, shown, path, { code })).url).pathname).toBe('/1/account/')
    expect(await eventsOf(user)).not.toContain('factor.added')
  })

  it('slow guesses at a second factor down', async () => {
    const { visitor, totp } = await givenPersonWithApp()
    const path = '/1/account/recovery-codes/'
    const asked = await submit(visitor, await account(visitor), path)
    const statuses: number[] = []
    for (const code of [...Array.from({ length: 6 }, () => '000000'), nextCode(totp)])
      statuses.push((await submit(visitor, asked, path, { current_password: password, code })).status)
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(400))
    expect(statuses.at(-1)).toBe(429)
  })

  it('of passkeys asks for the password before the browser makes one', async () => {
    const { visitor } = await givenPerson()
    const path = '/1/account/passkeys/begin/'
    const asked = await submit(visitor, await account(visitor), path)
    expect(asked.text).not.toContain('data-options')
    const wrong = await submit(visitor, asked, path, { current_password: 'not my password' })
    expect([wrong.status, wrong.text.includes('data-options')]).toEqual([400, false])
    const page = await submit(visitor, wrong, path, { current_password: password })
    const options = /data-options="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&quot;', '"') ?? ''
    expect(JSON.parse(options)).toMatchObject({ challenge: expect.any(String), rp: { id: '127.0.0.1' } })
  })
})

describe('changing one’s e-mail address', () => {
  const ask = async (visitor: Visitor, email: string) => {
    await forgetMails()
    const page = await confirmed(visitor, '/1/account/email/', { email })
    return { page, mails: await sendMails() }
  }
  const open = async (visitor: Visitor, link: string) => {
    const page = await visitor.open(link)
    return page.text.includes('action="/1/confirm-email/"') ? submit(visitor, page, '/1/confirm-email/') : page
  }
  const addressOf = (user: number) =>
    server.practice.within(async (tx) => {
      const { email } = await tx.selectFrom('user').select('email').where('id', '=', user).executeTakeFirstOrThrow()
      return email
    })

  it('[V7.5.1] [V6.3.7] [security-19] takes the password and both addresses, which are told afterwards', async () => {
    const { email, user, visitor } = await givenPerson()
    const other = await signIn(email)
    const wanted = `new.${email}`
    const { page, mails } = await ask(visitor, wanted)
    expect(page.text).toContain('Links were sent to both addresses.')
    expect(mails.map(({ to }) => to)).toEqual([email, wanted])
    const [toOld, toNew] = mails.map(linkIn) as [string, string]
    // Opening the page confirms nothing yet: mail programs do that.
    await visitor.open(toOld)
    expect((await open(browser(server.site.url), toNew)).text).toContain(`sent to <strong>${email}</strong>`)
    expect(await addressOf(user)).toBe(email)
    expect((await open(visitor, toOld)).text).toContain('Your address is changed')
    expect(await addressOf(user)).toBe(wanted)
    expect([await isIn(visitor), await isIn(other)]).toEqual([true, false])
    expect((await signIn(wanted)).cookie('fetlock_session')).toBeDefined()
    const notices = await sendMails()
    expect(notices.map(({ to }) => to)).toEqual([email, wanted])
    for (const { text } of notices) expect(text).toContain(`from ${email} to ${wanted}`)
    expect(await eventsOf(user)).toEqual(expect.arrayContaining(['email.change_requested', 'email.changed']))
  })

  it('uses each link once, within an hour, and in its own organisation', async () => {
    const { email, visitor } = await givenPerson()
    const { mails } = await ask(visitor, `new.${email}`)
    const [toOld, toNew] = mails.map(linkIn) as [string, string]
    expect((await visitor.open(toOld.replace('/1/', '/2/'))).status).toBe(400)
    expect((await open(visitor, toOld)).status).toBe(200)
    expect((await open(visitor, toOld)).text).toContain('has been used or has expired')
    await server.practice.administrator.query("update email_link set expires = now() - interval '1 second'")
    expect((await open(visitor, toNew)).status).toBe(400)
    const { rows } = await server.practice.administrator.query('select id from email_link')
    for (const { id } of rows) expect(toOld + toNew).not.toContain(id)
  })

  it('is given up when another change is asked for, and when the password changes', async () => {
    const { email, user, visitor } = await givenPerson()
    const first = (await ask(visitor, `first.${email}`)).mails.map(linkIn)
    const second = (await ask(visitor, `second.${email}`)).mails.map(linkIn)
    for (const link of first) expect((await open(visitor, link)).status).toBe(400)
    const page = await account(visitor)
    expect(page.text).toContain(`second.${email}`)
    await submit(visitor, page, '/1/account/password/', { current_password: password, password: next })
    for (const link of second) expect((await open(visitor, link)).status).toBe(400)
    expect(await addressOf(user)).toBe(email)
  })

  it('does not say whether a colleague has the address, and mails them nothing', async () => {
    const [{ email, visitor }, colleague] = [await givenPerson(), await givenPerson()]
    const { page, mails } = await ask(visitor, colleague.email.toUpperCase())
    expect(page.text).toContain('Links were sent to both addresses.')
    expect(mails.map(({ to }) => to)).toEqual([email])
  })

  it('refuses what is no address, and the one there is', async () => {
    const { email, visitor } = await givenPerson()
    expect((await ask(visitor, 'not an address')).page).toMatchObject({
      status: 400,
      text: expect.stringContaining('Enter a valid e-mail address.'),
    })
    expect((await ask(visitor, email.toUpperCase())).page.text).toContain('This is your address already.')
  })
})
