// @module-tag waits
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser, openPractice, password, type Practice, serve } from '../../test/support/identity.ts'
import { makePasswordLink } from '../domain/identity/password-links.ts'
import * as passwords from '../domain/identity/passwords.ts'

vi.mock(import('../domain/identity/passwords.ts'), { spy: true })

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
let anna: number
const email = 'anna@example.com'

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice)
  anna = await practice.givenUser(email)
})
beforeEach(() => practice.passAMinute())
afterAll(async () => {
  await site.close()
  await practice.close()
})

const signIn = async (fields: Record<string, string> = {}, query = '', visitor = browser(site.url)) => ({
  visitor,
  page: await visitor.submit(await visitor.open(`/1/sign-in/${query}`), { email, password, ...fields }),
})

const whoami = async (cookie: string | undefined, organisation = 1) => {
  const response = await fetch(`${site.url}/${organisation}/whoami/`, {
    headers: { cookie: `fetlock_session=${cookie}` },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const linkFor = (user: number, kind: 'invitation' | 'password reset' = 'password reset') => {
  const { db } = practice.worker
  return import('../db/tx.ts').then(({ inOrganisation }) =>
    inOrganisation(db, 1, (tx) => makePasswordLink(tx, user, kind)),
  )
}

describe('signing in', () => {
  it('starts a session that the API accepts as the user', async () => {
    const { visitor } = await signIn()
    expect((await visitor.open('/1/sign-in/')).text).toContain('You are signed in')
    const { status, body } = await whoami(visitor.cookie('fetlock_session'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ user: anna, application: null, credential: 'session', account: `user:${anna}` })
  })

  it('sets a cookie that scripts and other sites cannot use, for the organisation’s paths', async () => {
    const visitor = browser(site.url)
    const page = await visitor.open('/1/sign-in/')
    const token = /name="form" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const cookie = `fetlock_form=${visitor.cookie('fetlock_form')}`
    const body = new URLSearchParams({ form: token, email, password })
    const response = await fetch(`${site.url}/1/sign-in/`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie },
    })
    const [session = ''] = response.headers.getSetCookie().filter((line) => line.startsWith('fetlock_session='))
    expect(session).toMatch(/^fetlock_session=[\w-]{43}; Path=\/1\/; HttpOnly; SameSite=Lax; Max-Age=43200$/)
  })

  it('says the same for a wrong password and an unknown address', async () => {
    const wrong = await signIn({ password: 'not my password' })
    const unknown = await signIn({ email: 'nobody@example.com' })
    expect(wrong.page.status).toBe(400)
    const plain = (text: string) => text.replace(/value="[^"]*"/g, '')
    expect(plain(wrong.page.text)).toBe(plain(unknown.page.text))
    expect(wrong.page.text).toContain('role="alert"')
  })

  it('is refused to a user who is not active, and ends for one who is deactivated', async () => {
    const user = await practice.givenUser('dora@example.com')
    const { visitor } = await signIn({ email: 'dora@example.com' })
    expect((await whoami(visitor.cookie('fetlock_session'))).status).toBe(200)
    await practice.within((tx) => tx.updateTable('user').set({ is_active: false }).where('id', '=', user).execute())
    await expect.poll(async () => (await whoami(visitor.cookie('fetlock_session'))).status).toBe(401)
    expect((await signIn({ email: 'dora@example.com' })).page.status).toBe(400)
  })

  it('counts for one organisation only', async () => {
    const { visitor } = await signIn()
    expect((await whoami(visitor.cookie('fetlock_session'), 2)).status).toBe(401)
  })

  it.each([
    ['/1/whoami/', '/1/whoami/'],
    ['/1/api/0.1/patient/?page=2', '/1/api/0.1/patient/'],
    ['/1//evil.example.com/', '/1//evil.example.com/'],
    ['', '/1/api/0.1/'],
    ['/', '/1/api/0.1/'],
    ['/reference/', '/1/api/0.1/'],
    ['/2/whoami/', '/1/api/0.1/'],
    ['/10/whoami/', '/1/api/0.1/'],
    ['//evil.example.com/1/', '/1/api/0.1/'],
    ['///evil.example.com/1/', '/1/api/0.1/'],
    ['/\t/evil.example.com/1/', '/1/api/0.1/'],
    [' //evil.example.com/1/', '/1/api/0.1/'],
    ['https://evil.example.com/1/', '/1/api/0.1/'],
    ['https:evil.example.com/1/', '/1/api/0.1/'],
    ['/1/../2/whoami/', '/1/api/0.1/'],
    ['/1/%2e%2e/2/whoami/', '/1/api/0.1/'],
    ['/1/..//evil.example.com/', '/1/api/0.1/'],
    ['/\\evil.example.com', '/1/api/0.1/'],
    ['/1/\\evil.example.com', '/1/api/0.1/'],
    ['javascript:alert(1)', '/1/api/0.1/'],
    ['data:text/html,1', '/1/api/0.1/'],
  ])('[V3.7.2] goes on to %s as %s', async (next, place) => {
    const { page } = await signIn({}, `?next=${encodeURIComponent(next)}`)
    expect(new URL(page.url).origin).toBe(site.url)
    expect(new URL(page.url).pathname).toBe(place)
  })

  it('ends on a page that asks before it signs out', async () => {
    const { visitor } = await signIn()
    const page = await visitor.open('/1/sign-out/')
    expect(page.text).toContain('You are signed in')
    expect(visitor.cookie('fetlock_session')).toBeDefined()
    expect((await visitor.submit(page, {})).text).toContain('You are signed out.')
    expect(visitor.cookie('fetlock_session')).toBeUndefined()
    expect(new URL((await visitor.open('/1/sign-out/')).url).pathname).toBe('/1/sign-in/')
  })

  it('refuses a form without the CSRF token of the page, and one sent by another site', async () => {
    const visitor = browser(site.url)
    const page = await visitor.open('/1/sign-in/')
    expect((await visitor.submit(page, { email, password, form: 'x' })).status).toBe(403)
    expect((await visitor.submit(page, { email, password }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await visitor.submit(page, { email, password }, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    const stranger = browser(site.url)
    expect((await stranger.submit(page, { email, password })).status).toBe(403)
  })

  it('shows pages that run our own script only and that no other site can frame [V3.4.3] [V3.4.6]', async () => {
    for (const path of ['/1/sign-in/', '/1/forgot-password/', '/1/set-password/?link=x', '/1/consent/x/']) {
      const { headers, text } = await browser(site.url).open(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
      const scripts = [...text.matchAll(/<script[^>]*>[^<]*/g)].map(([script]) => script)
      expect(scripts).toEqual([expect.stringMatching(/^<script src="\/1\/oauth2\/pages\.js\?v=[\w-]{10}" defer>$/)])
      expect(text).not.toMatch(/ (style|on\w+)=/)
    }
  })

  it('answers what is no organisation at all with a page', async () => {
    const page = await browser(site.url).open('/seven/sign-in/')
    expect(page.status).toBe(404)
    expect(page.text).toContain('There is no organisation with this id.')
  })
})

describe('a forgotten password', () => {
  const ask = async (address: string) => {
    const visitor = browser(site.url)
    return visitor.submit(await visitor.open('/1/forgot-password/'), { email: address })
  }
  const waiting = () =>
    practice.within((tx) => tx.selectFrom('message').select(['user', 'kind']).where('sent', 'is', null).execute())

  it('gets the same page whether or not the account exists, and queues one mail', async () => {
    const known = await ask('ANNA@example.com ')
    const unknown = await ask('nobody@example.com')
    expect(known.text).toBe(unknown.text)
    await ask(email)
    expect(await waiting()).toEqual([{ user: anna, kind: 'password reset' }])
  })

  it('[V6.4.1] [V7.4.3] is replaced with a link, once, which revokes every session and token', async () => {
    const eve = await practice.givenUser('eve@example.com')
    const { visitor: before } = await signIn({ email: 'eve@example.com' })
    const [one, two] = [await linkFor(eve), await linkFor(eve)]
    const visitor = browser(site.url)
    const page = await visitor.open(`/1/set-password/?link=${one}`)
    expect(page.text).toContain('eve@example.com')
    const short = await visitor.submit(page, { password: 'short' })
    expect(short).toMatchObject({ status: 400, text: expect.stringContaining('at least 12 characters') })
    const done = await visitor.submit(short, { password: 'another quiet horse' })
    expect(done.text).toContain('Your password is set')
    expect((await visitor.submit(page, { password: 'a third quiet horse' })).status).toBe(400)
    for (const link of [one, two]) expect((await visitor.open(`/1/set-password/?link=${link}`)).status).toBe(400)
    await expect.poll(async () => (await whoami(before.cookie('fetlock_session'))).status).toBe(401)
    expect((await signIn({ email: 'eve@example.com' })).page.status).toBe(400)
    const { visitor: after } = await signIn({ email: 'eve@example.com', password: 'another quiet horse' })
    expect(after.cookie('fetlock_session')).toBeDefined()
  })

  it('is hashed outside of a transaction, so that no lock is held meanwhile', async () => {
    const { hashNewPassword } = await vi.importActual<typeof passwords>('../domain/identity/passwords.ts')
    const open: unknown[] = []
    vi.mocked(passwords.hashNewPassword).mockImplementationOnce(async (...given) => {
      const { rows } = await practice.administrator.query(
        `select query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      )
      open.push(rows)
      return hashNewPassword(...given)
    })
    const user = await practice.givenUser('waits@example.com')
    const visitor = browser(site.url)
    const page = await visitor.open(`/1/set-password/?link=${await linkFor(user)}`)
    await visitor.submit(page, { password: 'a loud horse in the sun' })
    expect(open).toEqual([[]])
    const { visitor: after } = await signIn({ email: 'waits@example.com', password: 'a loud horse in the sun' })
    expect(after.cookie('fetlock_session')).toBeDefined()
  })

  it('[V6.4.1] cannot be set with a link that has expired, or that belongs to another organisation', async () => {
    const link = await linkFor(anna)
    expect((await browser(site.url).open(`/2/set-password/?link=${link}`)).status).toBe(400)
    await practice.administrator.query("update password_link set expires = now() - interval '1 second'")
    const page = await browser(site.url).open(`/1/set-password/?link=${link}`)
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining('has been used or has expired') })
  })
})
