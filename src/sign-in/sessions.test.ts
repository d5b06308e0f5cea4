// @module-tag waits
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  browser,
  openPractice,
  password,
  serve,
  type BrowserResponse,
  type Practice,
} from '../../test/support/identity.ts'
import { sessionOf } from '../../test/support/sessions.ts'
import { waitForLock } from '../../test/support/writes.ts'
import { inOrganisation } from '../db/tx.ts'
import { changePassword } from '../domain/identity/password-links.ts'
import { hashPassword } from '../domain/identity/passwords.ts'
import { endAllAccess, findSession, isLocked } from '../domain/identity/sessions.ts'
import { sessionCookie } from '../oauth/cookies.ts'

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
let people = 0

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice)
})
beforeEach(() => practice.passAMinute())
afterAll(async () => {
  await site.close()
  await practice.close()
})

const givenPerson = async () => {
  const email = `person${++people}@example.com`
  return { email, user: await practice.givenUser(email) }
}

const signIn = async (email: string, visitor = browser(site.url)) => {
  await visitor.submit(await visitor.open('/1/sign-in/'), { email, password })
  return visitor
}

const leaveAlone = (user: number, minutes: number) =>
  practice.administrator.query(`update session set last_used = now() - make_interval(mins => $2) where "user" = $1`, [
    user,
    minutes,
  ])

const whoami = async (cookie: string | undefined) => {
  const response = await fetch(`${site.url}/1/whoami/`, { headers: { cookie: `${sessionCookie}=${cookie}` } })
  return { status: response.status, body: (await response.json()) as { detail?: string } }
}

const kindsOf = async (user: number) =>
  (
    await practice.within((tx) =>
      tx.selectFrom('security_event').select('kind').where('user', '=', user).orderBy('id').execute(),
    )
  ).map(({ kind }) => kind)

const nameOf = (page: BrowserResponse) => /<p class="clinic">.*?<\/svg>(.*?)<\/p>/.exec(page.text)?.[1]

describe('a session', () => {
  it('[V7.3.1] [security-12] is locked after 15 minutes without use, and its cookie opens nothing', async () => {
    const { email, user } = await givenPerson()
    const visitor = await signIn(email)
    const cookie = visitor.cookie(sessionCookie)
    await leaveAlone(user, 14)
    expect((await whoami(cookie)).status).toBe(200)
    await leaveAlone(user, 16)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const { status, body } = await whoami(cookie)
    expect([status, body.detail]).toEqual([401, expect.stringContaining('/1/unlock/')])
    expect((await whoami(cookie)).status).toBe(401)
    expect((await kindsOf(user)).filter((kind) => kind === 'session.locked')).toHaveLength(1)
  })

  it('is in use as long as somebody uses it, which is written down once a minute', async () => {
    const { email, user } = await givenPerson()
    const visitor = await signIn(email)
    const lastUsed = async () => {
      const { rows } = await practice.administrator.query<{ ago: number }>(
        `select extract(epoch from now() - last_used)::int as ago from session where "user" = $1`,
        [user],
      )
      return rows[0]?.ago
    }
    await leaveAlone(user, 10)
    await whoami(visitor.cookie(sessionCookie))
    expect(await lastUsed()).toBeLessThan(120)
    await practice.administrator.query(
      `update session set last_used = now() - interval '50 seconds' where "user" = $1`,
      [user],
    )
    await visitor.open('/1/sign-in/')
    expect(await lastUsed()).toBeGreaterThanOrEqual(50)
  })

  it('is not kept open by a stream that only checks it', async () => {
    const { user } = await givenPerson()
    const session = await practice.within((tx) => sessionOf(tx, user))
    await leaveAlone(user, 10)
    await site.identify({ organisation: 1, session, address: '192.0.2.1', isUse: false })
    const { rows } = await practice.administrator.query<{ old: boolean }>(
      `select last_used < now() - interval '9 minutes' as old from session where "user" = $1`,
      [user],
    )
    expect(rows).toEqual([{ old: true }])
  })

  it('[V7.2.4] is unlocked with the password, on the page it was left, with a new cookie', async () => {
    const { email, user } = await givenPerson()
    const visitor = await signIn(email)
    const old = visitor.cookie(sessionCookie)
    await leaveAlone(user, 20)
    const page = await visitor.open('/1/sign-in/?next=/1/sign-out/')
    expect(page.url).toContain('/1/unlock/?next=%2F1%2Fsign-out%2F')
    const wrong = await visitor.submit(page, { password: 'a quiet horse in the snow' })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('The password is wrong')])
    const opened = await visitor.submit(wrong, { password })
    expect(opened.url).toContain('/1/sign-out/')
    expect((await whoami(old)).status).toBe(401)
    expect((await whoami(visitor.cookie(sessionCookie))).status).toBe(200)
    expect(await kindsOf(user)).toEqual(
      expect.arrayContaining(['session.locked', 'session.unlock_failed', 'session.unlocked']),
    )
  })

  it('does not outlive its twelve hours by being unlocked', async () => {
    const { email, user } = await givenPerson()
    const visitor = await signIn(email)
    await practice.administrator.query(
      `update session set created = created - interval '11 hours', expires = expires - interval '11 hours',
         locked = now() where "user" = $1`,
      [user],
    )
    await visitor.submit(await visitor.open('/1/unlock/'), { password })
    const { rows } = await practice.administrator.query<{ minutes: number }>(
      `select extract(epoch from expires - now())::float / 60 as minutes from session where "user" = $1`,
      [user],
    )
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60)
  })

  it('can be locked by its person', async () => {
    const { email } = await givenPerson()
    const visitor = await signIn(email)
    const page = await visitor.open('/1/sign-in/')
    const form = { ...page, text: page.text.replace('/1/sign-out/', '/1/lock/') }
    expect((await visitor.submit(form, {})).url).toContain('/1/unlock/')
    expect((await whoami(visitor.cookie(sessionCookie))).status).toBe(401)
  })

  const signOut = async (email: string, fields: Readonly<Record<string, string>> = {}) => {
    const visitor = await signIn(email)
    const page = await visitor.open('/1/sign-in/')
    const form = /name="form" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const answer = await fetch(`${site.url}/1/sign-out/`, {
      method: 'POST',
      body: new URLSearchParams({ form, ...fields }),
      headers: { cookie: [...visitor.jar.values()].map(({ value }) => value).join('; ') },
      redirect: 'manual',
    })
    return { cleared: answer.headers.get('clear-site-data'), cookie: visitor.cookie(sessionCookie) }
  }

  it('[V7.4.1] ends at sign-out, which clears what the browser keeps of the site', async () => {
    const { email, user } = await givenPerson()
    const { cleared, cookie } = await signOut(email)
    expect(cleared).toBe('"cache", "storage"')
    expect((await whoami(cookie)).status).toBe(401)
    expect(await kindsOf(user)).toContain('sign_out')
  })

  it('leaves the storage at sign-out to a page that removes what is of this person', async () => {
    const { email } = await givenPerson()
    const { cleared, cookie } = await signOut(email, { clears: 'yes' })
    expect(cleared).toBe('"cache"')
    expect((await whoami(cookie)).status).toBe(401)
  })

  it('[V3.5.3] [V10.6.2] is not ended by a link, nor by a form of another site', async () => {
    const { email } = await givenPerson()
    const visitor = await signIn(email)
    const page = await visitor.open('/1/sign-out/')
    expect(page.text).toContain('You are signed in')
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example.com' }])
      expect((await visitor.submit(page, {}, headers)).status).toBe(403)
    expect((await whoami(visitor.cookie(sessionCookie))).status).toBe(200)
  })

  it('[V7.2.1] [V7.2.2] [V7.2.3] is known by 256 random bits, made for it and looked up by the server', async () => {
    const { email } = await givenPerson()
    const visitors = [await signIn(email), await signIn(email), await signIn(email)]
    const cookies = visitors.map((visitor) => visitor.cookie(sessionCookie) ?? '')
    expect(new Set(cookies).size).toBe(3)
    for (const cookie of cookies) {
      expect(Buffer.from(cookie, 'base64url')).toHaveLength(32)
      expect((await whoami(cookie)).status).toBe(200)
      expect((await whoami(cookie.startsWith('A') ? `B${cookie.slice(1)}` : `A${cookie.slice(1)}`)).status).toBe(401)
    }
    const everything = await practice.everything()
    for (const cookie of cookies) expect(everything).not.toContain(cookie)
  })

  it('[security-17] is not started with a password that was changed meanwhile', async () => {
    const { user } = await givenPerson()
    const { password_hash } = await practice.within((tx) =>
      tx.selectFrom('user').select('password_hash').where('id', '=', user).executeTakeFirstOrThrow(),
    )
    const another = await hashPassword('quite another horse')
    await practice.within((tx) => changePassword(tx, user, another))
    const started = practice.within((tx) => sessionOf(tx, user, new Date(), { passwordHash: password_hash }))
    expect(await started).toBeUndefined()
  })

  it('[security-17] that is started while the password changes does not survive it', async () => {
    const { user } = await givenPerson()
    const another = await hashPassword('quite another horse')
    const changing = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const change = inOrganisation(practice.db, 1, async (tx) => {
      await changePassword(tx, user, another)
      started.resolve()
      await changing.promise
    })
    await started.promise
    const session = practice.within((tx) => sessionOf(tx, user))
    await waitForLock(practice.administrator, 'transactionid')
    changing.resolve()
    await change
    const secret = await session
    const found = secret && (await practice.within((tx) => findSession(tx, secret)))
    expect(found).toBeUndefined()
  })

  it('[V7.4.2] of a user ends with all their access', async () => {
    const { user } = await givenPerson()
    const secret = await practice.within((tx) => sessionOf(tx, user))
    await practice.within((tx) => endAllAccess(tx, user))
    expect((await whoami(secret)).status).toBe(401)
  })

  it('is locked by one rule, wherever that is asked', () => {
    expect(isLocked('s')).toBe(`(s.locked is not null or s.last_used <= now() - interval '15 minutes')`)
  })
})

describe('[security-24] the sign-in page', () => {
  it('tells a stranger neither what a clinic is called nor whether there is one', async () => {
    const texts = await Promise.all(
      [1, 2, 77].map(async (organisation) => {
        const page = await browser(site.url).open(`/${organisation}/sign-in/`)
        const same = page.text
          .replaceAll(`/${organisation}/`, '/N/')
          .replaceAll(/name="form" value="[^"]*"/g, 'name="form"')
        return [page.status, same]
      }),
    )
    expect(texts[0]![0]).toBe(200)
    expect(texts[0]![1]).not.toContain('Northgate')
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
  })

  it('answers a password for a clinic that does not exist like a wrong one', async () => {
    const visitor = browser(site.url)
    const elsewhere = await visitor.submit(await visitor.open('/77/sign-in/'), { email: 'a@example.com', password })
    const here = await visitor.submit(await visitor.open('/1/sign-in/'), { email: 'a@example.com', password })
    expect([elsewhere.status, here.status]).toEqual([400, 400])
    const forgot = await visitor.submit(await visitor.open('/77/forgot-password/'), { email: 'a@example.com' })
    expect(forgot.status).toBe(200)
  })

  it('shows the name to a browser that has been signed in there, after signing out too', async () => {
    const { email } = await givenPerson()
    const visitor = await signIn(email)
    await visitor.submit(await visitor.open('/1/sign-in/'), {})
    expect(nameOf(await visitor.open('/1/sign-in/'))).toBe('Northgate Veterinary Clinic')
    expect(nameOf(await visitor.open('/2/sign-in/'))).toBe('Fetlock')
  })
})

describe('[security-28] a form', () => {
  it.each(['null', 'https://evil.example.com'])('of the origin %s is refused', async (origin) => {
    const { email } = await givenPerson()
    const visitor = browser(site.url)
    const page = await visitor.open('/1/sign-in/')
    const refused = await visitor.submit(page, { email, password }, { origin })
    expect(refused.status).toBe(403)
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
    const own = await visitor.submit(page, { email, password }, { origin: site.url })
    expect([visitor.cookie(sessionCookie), own.status]).toEqual([expect.any(String), 404])
  })
})

describe('[security-21] authorization requests', () => {
  it('of one address are limited, in each organisation', async () => {
    const ask = (organisation: number) =>
      fetch(`${site.url}/${organisation}/oauth2/authorize/?client_id=unknown`, { redirect: 'manual' })
    for (let tries = 0; tries < 120; tries++) await (await ask(1)).body?.cancel()
    const refused = await ask(1)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect(refused.headers.get('content-type')).toContain('text/html')
    expect((await ask(2)).status).toBe(400)
  })
})
