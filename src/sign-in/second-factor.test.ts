// @module-tag waits
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  browser,
  type BrowserResponse,
  openPractice,
  password,
  type Practice,
  sealing,
  serve,
} from '../../test/support/identity.ts'
import { codeOf, eventsOf, givenTotp } from '../../test/support/second-factors.ts'
import { until } from '../../test/support/until.ts'
import { inOrganisation } from '../db/tx.ts'
import { registerApplication } from '../domain/identity/applications.ts'
import { changePassword, makePasswordLink } from '../domain/identity/password-links.ts'
import { hashPassword } from '../domain/identity/passwords.ts'
import { makeRecoveryCodes } from '../domain/identity/recovery-codes.ts'
import { removeFactor, secondFactorsOf, takeCode } from '../domain/identity/second-factors.ts'
import { revokeAllAccess } from '../domain/identity/revoke-access.ts'
import { fingerprint } from '../domain/identity/secrets.ts'
import { endAllAccess, endOtherSessions } from '../domain/identity/sessions.ts'
import { stepOfCode } from '../domain/identity/totp.ts'
import { ApiError } from '../kernel/errors.ts'

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
let money: number
let shelves: number
let made = 0

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice)
  money = await practice.givenGroup('Money', [], ['Financial: Invoices'])
  shelves = await practice.givenGroup('Shelves', ['Settings: Items', 'Settings: Stock'], [])
})
beforeEach(async () => {
  await practice.passAMinute()
  await requireFactors(false)
})
afterAll(async () => {
  await site.close()
  await practice.close()
})

const requireFactors = (second_factor_required: boolean) =>
  practice.within((tx) => tx.updateTable('security_settings').set({ second_factor_required }).execute())

const givenPerson = async (groups: readonly number[] = []) => {
  const email = `person${++made}@example.com`
  return { email, id: await practice.givenUser(email, groups) }
}
const givenPersonWithApp = async () => {
  const person = await givenPerson()
  return { ...person, ...(await givenTotp(practice, person.id)) }
}

const enterPassword = async (email: string, visitor = browser(site.url), query = '') => ({
  visitor,
  page: await visitor.submit(await visitor.open(`/1/sign-in/${query}`), { email, password }),
})
const placeOf = ({ url }: BrowserResponse) => new URL(url).pathname
const isSignedIn = (visitor: ReturnType<typeof browser>) => visitor.cookie('fetlock_session') !== undefined

describe('signing in with a second factor', () => {
  it('[V6.3.3] starts no session after the password, and one after the code of the app', async () => {
    const { email, id, secret } = await givenPersonWithApp()
    const { visitor, page } = await enterPassword(email, browser(site.url), '?next=/1/whoami/')
    expect([placeOf(page), page.status]).toEqual(['/1/sign-in/second-factor/', 200])
    expect(isSignedIn(visitor)).toBe(false)
    expect(placeOf(await visitor.open('/1/sign-in/'))).toBe('/1/sign-in/')
    const done = await visitor.submit(page, { code: codeOf(secret) })
    expect([placeOf(done), JSON.parse(done.text)]).toEqual(['/1/whoami/', expect.objectContaining({ user: id })])
    const events = (await eventsOf(practice, id)).filter(({ kind }) => kind.startsWith('sign_in'))
    expect(events).toMatchObject([
      { kind: 'sign_in.succeeded', details: { factors: 'password, totp', new_browser: true } },
    ])
  })

  it('refuses a wrong code, and says so in an event', async () => {
    const { email, id, secret } = await givenPersonWithApp()
    const { visitor, page } = await enterPassword(email)
    for (const code of [codeOf(secret, 5), '000', '', 'abcdef', codeOf(secret).slice(1)]) {
      await practice.passAMinute()
      const again = await visitor.submit(page, { code })
      expect([again.status, again.text]).toEqual([400, expect.stringContaining('This code is wrong')])
    }
    expect(isSignedIn(visitor)).toBe(false)
    const failed = (await eventsOf(practice, id)).filter(({ kind }) => kind === 'sign_in.second_factor_failed')
    expect(failed).toHaveLength(5)
  })

  it('[V6.5.1] takes a code once, even from two who send it at once', async () => {
    const { email, secret } = await givenPersonWithApp()
    const code = codeOf(secret)
    const begun = [await enterPassword(email), await enterPassword(email)]
    await Promise.all(begun.map(({ visitor, page }) => visitor.submit(page, { code })))
    expect(begun.filter(({ visitor }) => isSignedIn(visitor))).toHaveLength(1)
    const { visitor, page } = await enterPassword(email)
    expect((await visitor.submit(page, { code })).status).toBe(400)
    expect((await visitor.submit(page, { code: codeOf(secret, -1) })).status).toBe(400)
  })

  it('[V6.5.5] takes the code of now, and of thirty seconds before and after', () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const now = new Date('2026-03-31T09:00:10Z')
    const step = Math.floor(now.getTime() / 30_000)
    const stepsOf = [-3, -2, -1, 0, 1, 2].map((steps) => stepOfCode(secret, codeOf(secret, steps, now.getTime()), now))
    expect(stepsOf).toEqual([undefined, undefined, step - 1, step, step + 1, undefined])
  })

  it('is tied to the browser that began it, and ends after ten minutes', async () => {
    const { email, id, secret } = await givenPersonWithApp()
    const { rows: started } = await practice.administrator.query('select now() as at')
    const { visitor, page } = await enterPassword(email)
    const { rows: begun } = await practice.administrator.query(
      `select expires - interval '10 minutes' between $1 and now() as "isTenMinutes" from pending_sign_in where "user" = $2`,
      [started[0].at, id],
    )
    expect(begun).toEqual([{ isTenMinutes: true }])
    const other = browser(site.url)
    await other.open('/1/sign-in/')
    expect((await other.open('/1/sign-in/second-factor/')).text).toContain('Signing in took too long')
    const token = /name="form" value="([^"]*)"/.exec((await other.open('/1/sign-in/')).text)?.[1] ?? ''
    await other.submit(page, { form: token, code: codeOf(secret) })
    expect(isSignedIn(other)).toBe(false)
    expect((await visitor.open('/1/sign-in/second-factor/')).text).toContain('Confirm that it is you')
    await practice.administrator.query(`update pending_sign_in set expires = expires - interval '10 minutes'`)
    expect(placeOf(await visitor.submit(page, { code: codeOf(secret) }))).toBe('/1/sign-in/')
    expect(isSignedIn(visitor)).toBe(false)
  })

  it('ends when the password is changed meanwhile', async () => {
    const { email, id, secret } = await givenPersonWithApp()
    const { visitor, page } = await enterPassword(email)
    const changed = await hashPassword('a louder horse in the sun')
    await practice.within((tx) => changePassword(tx, id, changed))
    await visitor.submit(page, { code: codeOf(secret) })
    expect(isSignedIn(visitor)).toBe(false)
  })

  it('[V6.4.3] is asked for after a forgotten password was replaced too', async () => {
    const { email, id, secret } = await givenPersonWithApp()
    const link = await inOrganisation(practice.worker.db, 1, (tx) => makePasswordLink(tx, id, 'password reset'))
    const visitor = browser(site.url)
    const chosen = 'another quiet horse in snow'
    await visitor.submit(await visitor.open(`/1/set-password/?link=${link}`), { password: chosen })
    const page = await visitor.submit(await visitor.open('/1/sign-in/'), { email, password: chosen })
    expect([placeOf(page), isSignedIn(visitor)]).toEqual(['/1/sign-in/second-factor/', false])
    await visitor.submit(page, { code: codeOf(secret) })
    expect(isSignedIn(visitor)).toBe(true)
  })

  it('[V6.3.4] is asked for by an application that sends somebody here to sign in too', async () => {
    const { email, id, secret } = await givenPersonWithApp()
    const redirect_uri = 'https://lab.example.com/back'
    const { client_id } = await practice.within((tx) =>
      registerApplication(tx, undefined, { name: `Lab ${id}`, redirect_uris: [redirect_uri], scopes: ['restapi'] }),
    )
    const code_challenge = fingerprint('a verifier that is long enough to be one')
    const asked = {
      client_id,
      redirect_uri,
      response_type: 'code',
      state: 'x',
      code_challenge_method: 'S256',
      code_challenge,
    }
    const visitor = browser(site.url)
    const opened = await visitor.open(`/1/oauth2/authorize/?${new URLSearchParams(asked).toString()}`)
    const page = await visitor.submit(opened, { email, password })
    expect([placeOf(page), isSignedIn(visitor)]).toEqual(['/1/sign-in/second-factor/', false])
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://lab.example.com")
    const consent = await visitor.submit(page, { code: codeOf(secret) })
    expect(consent.text).toContain(`Allow Lab ${id}?`)
    expect((await visitor.submit(consent, { answer: 'allow' })).url).toContain('https://lab.example.com/back?code=')
  })

  it('[V6.3.1] checks five of fifty codes that come at once, whichever sign-ins they belong to', async () => {
    const { email, id } = await givenPersonWithApp()
    const begun = await Promise.all([1, 2, 3, 4, 5].map(() => enterPassword(email)))
    const start = performance.now()
    const pages = await Promise.all(
      begun.flatMap(({ visitor, page }) => Array.from({ length: 10 }, () => visitor.submit(page, { code: '123456' }))),
    )
    // After five, the next is allowed after 2 seconds, then after 4, 8 and so on, which pass while a busy machine answers.
    const delays = Math.floor(Math.log2((performance.now() - start) / 2000 + 1))
    const checked = pages.filter(({ status }) => status === 400).length
    expect(checked).toBeGreaterThanOrEqual(5)
    expect(checked).toBeLessThanOrEqual(5 + delays)
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(50 - checked)
    const throttled = (await eventsOf(practice, id)).filter(({ kind }) => kind === 'sign_in.throttled')
    expect(throttled[0]).toMatchObject({ details: { of: 'secondFactors', refused: 1 } })
  })

  it('ends after ten codes, however slowly they come', async () => {
    const { email, secret } = await givenPersonWithApp()
    const { visitor, page } = await enterPassword(email)
    for (let tries = 0; tries < 10; tries++) {
      await practice.passAMinute()
      expect((await visitor.submit(page, { code: codeOf(secret, 9) })).status).toBe(400)
    }
    await practice.passAMinute()
    expect(placeOf(await visitor.submit(page, { code: codeOf(secret) }))).toBe('/1/sign-in/')
    expect(isSignedIn(visitor)).toBe(false)
  })

  it('does not lock a known browser out, however many guess', async () => {
    const { email, secret } = await givenPersonWithApp()
    const known = await enterPassword(email)
    await known.visitor.submit(known.page, { code: codeOf(secret) })
    await known.visitor.submit(await known.visitor.open('/1/sign-out/'), {})
    expect(isSignedIn(known.visitor)).toBe(false)
    known.visitor.jar.delete('fetlock_factor /1/')
    const other = await enterPassword(email)
    await Promise.all(Array.from({ length: 10 }, () => other.visitor.submit(other.page, { code: '123456' })))
    expect((await other.visitor.submit(other.page, { code: codeOf(secret) })).status).toBe(429)
    const again = await enterPassword(email, known.visitor)
    // That of now was used.
    await known.visitor.submit(again.page, { code: codeOf(secret, 1) })
    expect(isSignedIn(known.visitor)).toBe(true)
  })
})

describe('a browser in which a second factor was given', () => {
  const givenMarked = async (factor: 'app' | 'recovery code' = 'app') => {
    const person = await givenPersonWithApp()
    const { visitor, page } = await enterPassword(person.email)
    const code = factor === 'app' ? codeOf(person.secret) : person.recoveryCodes[0]!
    await visitor.submit(page, { code })
    expect(isSignedIn(visitor)).toBe(true)
    await visitor.submit(await visitor.open('/1/sign-out/'), {})
    return { ...person, visitor }
  }
  const isAskedAgain = async (
    { email, visitor }: { email: string; visitor: ReturnType<typeof browser> },
    secret = password,
  ) => {
    const page = await visitor.submit(await visitor.open('/1/sign-in/?again=1&next=/1/whoami/'), {
      email,
      password: secret,
    })
    const place = placeOf(page)
    if (place !== '/1/whoami/' && place !== '/1/sign-in/second-factor/') throw new Error(`${place}: ${page.text}`)
    return place !== '/1/whoami/'
  }

  it('is not asked again for 30 days, and then is', async () => {
    const marked = await givenMarked()
    expect(marked.visitor.cookie('fetlock_factor')).toContain(`${marked.id}.`)
    expect(await isAskedAgain(marked)).toBe(false)
    const [last] = (await eventsOf(practice, marked.id)).filter(({ kind }) => kind === 'sign_in.succeeded').slice(-1)
    expect(last?.details).toEqual({ factors: 'password', new_browser: false, factor_given_before: true })
    const age = (time: string) =>
      practice.administrator.query('update factor_mark set expires = expires - $1::interval where "user" = $2', [
        time,
        marked.id,
      ])
    await age('30 days -1 hour')
    expect(await isAskedAgain(marked)).toBe(false)
    await age('1 hour')
    expect(await isAskedAgain(marked)).toBe(true)
  })

  it('is asked if it is another one, another person, or was opened with a recovery code', async () => {
    const [marked, other] = [await givenMarked(), await givenPersonWithApp()]
    expect(await isAskedAgain({ ...marked, visitor: browser(site.url) })).toBe(true)
    expect(await isAskedAgain({ ...marked, email: other.email })).toBe(true)
    const forged = browser(site.url)
    const stolen = (marked.visitor.cookie('fetlock_factor') ?? '').replace(`${marked.id}.`, `${other.id}.`)
    forged.jar.set('fetlock_factor /1/', { value: `fetlock_factor=${stolen}`, path: '/1/' })
    expect(await isAskedAgain({ email: other.email, visitor: forged })).toBe(true)
    expect(await isAskedAgain(await givenMarked('recovery code'))).toBe(true)
  })

  it('knows each person of a desk', async () => {
    const [first, second] = [await givenMarked(), await givenPersonWithApp()]
    const { page } = await enterPassword(second.email, first.visitor)
    await first.visitor.submit(page, { code: codeOf(second.secret) })
    await first.visitor.submit(await first.visitor.open('/1/sign-out/'), {})
    expect(await isAskedAgain(first)).toBe(false)
    await first.visitor.submit(await first.visitor.open('/1/sign-out/'), {})
    expect(await isAskedAgain({ ...first, email: second.email })).toBe(false)
  })

  const louder = 'a louder horse in the sun'
  const endings: Readonly<Record<string, (person: Awaited<ReturnType<typeof givenMarked>>) => Promise<unknown>>> = {
    'a new password': async ({ id }) => {
      const hash = await hashPassword(louder)
      await practice.within((tx) => changePassword(tx, id, hash))
    },
    'a removed factor': async ({ id, factor }) => {
      await givenTotp(practice, id)
      await practice.within((tx) => removeFactor(tx, id, factor))
    },
    'signing out everywhere': ({ id }) => practice.within((tx) => endAllAccess(tx, id)),
    'ending all other sessions': ({ id }) => practice.within((tx) => endOtherSessions(tx, id, 'none')),
    'ending all access to the clinic': () =>
      practice.within((tx) => revokeAllAccess(tx, { legacyKeys: false, clientSecrets: false })),
  }
  it.each(Object.keys(endings))('is asked again after %s', async (ending) => {
    const marked = await givenMarked()
    await endings[ending]?.(marked)
    expect(await isAskedAgain(marked, ending === 'a new password' ? louder : password)).toBe(true)
  })

  it('has no session if the mark is ended while the person signs in', async () => {
    const marked = await givenMarked()
    const page = await marked.visitor.open('/1/sign-in/')
    const client = new pg.Client({ connectionString: practice.database.superuserUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select from "user" where id = $1 for update', [marked.id])
      const signingIn = marked.visitor.submit(page, { email: marked.email, password })
      await until(async () => {
        const { rows } = await practice.administrator.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%insert into session%'`,
        )
        return rows.length > 0
      })
      await client.query('delete from factor_mark where "user" = $1', [marked.id])
      await client.query('commit')
      expect(await signingIn).toMatchObject({ status: 400, text: expect.stringContaining('signed out everywhere') })
    } finally {
      await client.end()
    }
    expect(isSignedIn(marked.visitor)).toBe(false)
  })
})

describe('a recovery code', () => {
  it('[V6.5.1] signs in once, in whatever case and grouping it is typed', async () => {
    const { email, id, recoveryCodes } = await givenPersonWithApp()
    expect(recoveryCodes).toHaveLength(10)
    const [code = ''] = recoveryCodes
    const { visitor, page } = await enterPassword(email)
    await visitor.submit(page, { code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` })
    expect(isSignedIn(visitor)).toBe(true)
    const again = await enterPassword(email)
    expect((await again.visitor.submit(again.page, { code })).status).toBe(400)
    await again.visitor.submit(again.page, { code: recoveryCodes[1] ?? '' })
    expect(isSignedIn(again.visitor)).toBe(true)
    const used = (await eventsOf(practice, id)).filter(({ kind }) => kind === 'recovery_code.used')
    expect(used.map(({ details }) => details)).toEqual([{ left: 9 }, { left: 8 }])
  })

  it('[V6.5.2] [V6.5.4] has 120 random bits and is kept as a hash, and the secret of an app sealed', async () => {
    const { secret, recoveryCodes } = await givenPersonWithApp()
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const everything = await practice.everything()
    for (const kept of [secret, ...recoveryCodes]) {
      expect(everything).not.toContain(kept)
      expect(everything).not.toContain(kept.replaceAll(/[ -]/g, ''))
    }
  })

  it('belongs to one person, and is worth nothing once new ones are made', async () => {
    const [one, other] = [await givenPersonWithApp(), await givenPersonWithApp()]
    const take = (user: number, code: string) =>
      practice.within((tx) => takeCode(tx, sealing, user, { code, now: new Date() }))
    expect(await take(one.id, other.recoveryCodes[0]!)).toBeUndefined()
    const [fresh = ''] = await practice.within((tx) => makeRecoveryCodes(tx, one.id))
    expect(await take(one.id, one.recoveryCodes[0]!)).toBeUndefined()
    expect(await take(one.id, fresh)).toBe('recovery')
    expect(await take(other.id, other.recoveryCodes[0]!)).toBe('recovery')
  })
})

describe('where a second factor is required', () => {
  const enrol = async (email: string) => {
    const { visitor, page } = await enterPassword(email, browser(site.url), '?next=/1/whoami/')
    expect([placeOf(page), isSignedIn(visitor)]).toEqual(['/1/sign-in/add-factor/', false])
    const begun = await visitor.submit(page, {})
    return { visitor, begun, secret: /<code class="secret">([^<]*)</.exec(begun.text)?.[1] ?? '' }
  }

  it('[V6.3.3] whoever may change money adds one before a session starts, and gets recovery codes', async () => {
    await requireFactors(true)
    const { email, id } = await givenPerson([money])
    const { visitor, begun, secret } = await enrol(email)
    const wrong = await visitor.submit(begun, { code: codeOf(secret, 7) })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining(secret)])
    expect(isSignedIn(visitor)).toBe(false)
    const done = await visitor.submit(wrong, { code: codeOf(secret) })
    expect(isSignedIn(visitor)).toBe(true)
    const codes = [...done.text.matchAll(/<li><code>([^<]*)</g)].map(([, code]) => code ?? '')
    expect(codes).toHaveLength(10)
    expect(done.text).toContain('href="/1/whoami/"')
    const next = await enterPassword(email)
    await next.visitor.submit(next.page, { code: codes[3] ?? '' })
    expect(isSignedIn(next.visitor)).toBe(true)
    const kinds = (await eventsOf(practice, id)).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['factor.added', 'recovery_codes.made', 'sign_in.succeeded']))
  })

  it.each([
    [[], ['Settings: Items'], true],
    [[], ['General: Patients and clients'], true],
    [['General: Patients and clients'], [], true],
    [['Financial: End of day and accounting reports'], [], true],
    [['Settings: Users and permissions'], [], true],
    [['Settings: Integration settings'], [], true],
    [['Settings: Items', 'Settings: Stock', 'Settings: Departments', 'Custom field settings'], [], false],
    [[], [], false],
  ] as const)('is asked of who may read %j and write %j: %s', async (read, write, isAsked) => {
    await requireFactors(true)
    const group = await practice.givenGroup(`Group ${++made}`, [...read], [...write])
    const { visitor, page } = await enterPassword((await givenPerson([group])).email)
    expect([isSignedIn(visitor), placeOf(page) === '/1/sign-in/add-factor/']).toEqual([!isAsked, isAsked])
  })

  it('others sign in with their password alone', async () => {
    await requireFactors(true)
    const { email } = await givenPerson([shelves])
    const { visitor } = await enterPassword(email)
    expect(isSignedIn(visitor)).toBe(true)
  })

  it('and where it is not, so does everybody without one', async () => {
    const { email } = await givenPerson([money])
    const { visitor } = await enterPassword(email)
    expect(isSignedIn(visitor)).toBe(true)
  })

  it('a password alone never adds a factor to an account that has one', async () => {
    await requireFactors(true)
    const { email, id } = await givenPersonWithApp()
    const { visitor, page } = await enterPassword(email)
    const form = /name="form" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const add = { ...page, text: '<form action="/1/sign-in/add-factor/totp/">' }
    expect(placeOf(await visitor.submit(add, { form }))).toBe('/1/sign-in/second-factor/')
    const options = { ...page, text: '<form action="/1/sign-in/add-factor/passkey/options/">' }
    expect((await visitor.submit(options, { form })).status).toBe(400)
    const { rows } = await practice.administrator.query('select id from second_factor where "user" = $1', [id])
    expect(rows).toHaveLength(1)
  })

  it('the last one cannot be removed, even by two requests at once', async () => {
    await requireFactors(true)
    const { id } = await givenPerson([money])
    const [one, other] = [await givenTotp(practice, id), await givenTotp(practice, id)]
    const remove = (factor: number) => practice.within((tx) => removeFactor(tx, id, factor))
    const outcomes = await Promise.allSettled([remove(one.factor), remove(other.factor)])
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toEqual([expect.objectContaining({ status: 400, code: 'last_factor' })])
    expect(await practice.within((tx) => secondFactorsOf(tx, id))).toHaveLength(1)
  })

  it('the last one of anybody else can, and its recovery codes go with it', async () => {
    const { id, email, factor } = await givenPersonWithApp()
    await practice.within((tx) => removeFactor(tx, id, factor))
    await expect(practice.within((tx) => removeFactor(tx, id, factor))).rejects.toBeInstanceOf(ApiError)
    const { rows } = await practice.administrator.query('select from recovery_code where "user" = $1', [id])
    expect(rows).toHaveLength(0)
    expect(isSignedIn((await enterPassword(email)).visitor)).toBe(true)
    expect((await eventsOf(practice, id)).map(({ kind }) => kind)).toContain('factor.removed')
  })
})
