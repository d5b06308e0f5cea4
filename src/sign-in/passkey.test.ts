// @module-tag browser
// @module-tag waits
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openChromium } from '../../test/support/chromium.ts'
import { browser, openPractice, password, type Practice, serve } from '../../test/support/identity.ts'
import { eventsOf } from '../../test/support/second-factors.ts'
import { passkeyRegistration, relyingPartyAt } from '../domain/identity/passkeys.ts'

type Options = Readonly<Record<string, unknown>>

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
/** A site of somebody else whose passkeys would be for the same host: only the origin tells the two apart. */
let impostor: Awaited<ReturnType<typeof serve>>
let chromium: Awaited<ReturnType<typeof openChromium>>
let page: Page
let cdp: CDPSession
let authenticatorId: string
let made = 0

/** A phone that asks for a finger, or a key that only asks to be touched. */
const openAuthenticator = async (verifies = true) => {
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: verifies ? 'internal' : 'usb',
      hasResidentKey: verifies,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })
  return id
}

beforeAll(async () => {
  practice = await openPractice()
  site = await serve(practice, { host: 'localhost' })
  impostor = await serve(practice, { host: 'localhost' })
  chromium = await openChromium()
  page = await chromium.context.newPage()
  cdp = await chromium.context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await practice.within((tx) => tx.updateTable('security_settings').set({ second_factor_required: true }).execute())
})
beforeEach(async () => {
  await practice.passAMinute()
  await chromium.context.clearCookies()
  authenticatorId = await openAuthenticator()
  return async () => {
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  }
})
afterAll(async () => {
  await chromium.close()
  await impostor.close()
  await site.close()
  await practice.close()
})

const givenPerson = async () => {
  const email = `person${++made}@example.com`
  const group = await practice.givenGroup(`Money ${made}`, [], ['Financial: Invoices'])
  return { email, id: await practice.givenUser(email, [group]) }
}

const sessionsOf = async (user: number) => {
  const { rows } = await practice.administrator.query<{ factors: string[] }>(
    'select factors from session where "user" = $1 order by created',
    [user],
  )
  return rows.map(({ factors }) => factors.join(' '))
}

const enterPassword = async (email: string) => {
  await page.goto(`${site.url}/1/sign-in/?next=/1/whoami/`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
/** Its button does nothing before the script of the page is there. */
const usePasskey = async (name = 'Use a passkey') => {
  const button = page.getByRole('button', { name })
  await button.waitFor()
  await page.waitForLoadState()
  await button.click()
}

/** Somebody who was made to add a passkey when they signed in, and has signed out again. */
const givenPersonWithPasskey = async () => {
  const person = await givenPerson()
  await enterPassword(person.email)
  await page.waitForURL('**/sign-in/add-factor/')
  await usePasskey()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await chromium.context.clearCookies()
  await practice.administrator.query('delete from session where "user" = $1', [person.id])
  return person
}

/** What the authenticator answers to options in the open page, whatever site that is of. */
const answer = (options: Options) =>
  page.evaluate<string>(`(async (asked) => {
    const bytesOf = (text) =>
      Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0))
    const allowCredentials = (asked.allowCredentials ?? []).map((one) => ({ ...one, id: bytesOf(one.id) }))
    const publicKey = { ...asked, challenge: bytesOf(asked.challenge), allowCredentials }
    return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON())
  })(${JSON.stringify(options)})`)

/** A program that asks for options and sends an answer, as the script of the pages does. */
const visit = async (kind: 'sign-in' | 'second-factor', visitor = browser(site.url)) => {
  const opened = await visitor.open('/1/sign-in/?again=1')
  const form = /name="form" value="([^"]*)"/.exec(opened.text)?.[1] ?? ''
  const post = (action: string, fields: Record<string, string> = {}) =>
    visitor.submit({ ...opened, text: `<form action="${action}">` }, { form, kind, ...fields })
  const asked = await post('/1/sign-in/passkey/options/')
  const { publicKey } = JSON.parse(asked.text) as { publicKey: Options }
  return { visitor, publicKey, send: (response: string) => post('/1/sign-in/passkey/', { response }) }
}
const isSignedIn = (visitor: ReturnType<typeof browser>) => visitor.cookie('fetlock_session') !== undefined

const reasonsOf = async (user: number | null, kind = 'sign_in.failed') =>
  (await eventsOf(practice, user)).filter((event) => event.kind === kind).map(({ details }) => details['reason'])

describe('a passkey', () => {
  it('is added where a second factor is required, and then signs in alone', async () => {
    const { email, id } = await givenPerson()
    await enterPassword(email)
    await page.waitForURL('**/sign-in/add-factor/')
    expect(await sessionsOf(id)).toEqual([])
    await usePasskey()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    expect(await page.locator('ul.codes li').count()).toBe(10)
    await page.getByRole('link', { name: 'I have kept them' }).click()
    await page.waitForURL(`${site.url}/1/whoami/`)
    expect(await sessionsOf(id)).toEqual(['password passkey'])
    await chromium.context.clearCookies()
    await page.goto(`${site.url}/1/sign-in/?next=/1/whoami/`)
    await usePasskey()
    await page.waitForURL(`${site.url}/1/whoami/`)
    expect(JSON.parse((await page.textContent('pre')) ?? '')).toMatchObject({ user: id, credential: 'session' })
    expect(await sessionsOf(id)).toEqual(['password passkey', 'passkey'])
    const kinds = (await eventsOf(practice, id)).map(({ kind, details }) => [kind, details['factors']])
    expect(kinds).toEqual([
      ['factor.added', undefined],
      ['recovery_codes.made', undefined],
      ['sign_in.succeeded', 'password, passkey'],
      ['sign_in.succeeded', 'passkey'],
    ])
  })

  it('is added and removed on the page of one’s account, by whoever can show a second factor', async () => {
    const email = `person${++made}@example.com`
    const id = await practice.givenUser(email)
    await enterPassword(email)
    await page.waitForURL(`${site.url}/1/whoami/`)
    const confirm = async (button: string) => {
      await page.goto(`${site.url}/1/account/`)
      await page.getByRole('button', { name: button }).click()
      await page.getByLabel('Password', { exact: true }).fill(password)
    }
    await confirm('Add a passkey')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('A name for it').fill('My phone')
    await usePasskey('Add a passkey')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await confirm('Make new ones')
    await usePasskey('Use a passkey instead of a code')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await confirm('Remove My phone')
    await usePasskey('Use a passkey instead of a code')
    await page.getByText('The second factor is removed.').waitFor()
    const kinds = (await eventsOf(practice, id)).map(({ kind }) => kind)
    expect(kinds).toEqual([
      'sign_in.succeeded',
      'factor.added',
      'recovery_codes.made',
      'recovery_codes.made',
      'factor.removed',
    ])
  })

  it('is the second factor after a password, without a finger or a PIN', async () => {
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    authenticatorId = await openAuthenticator(false)
    const { email, id } = await givenPersonWithPasskey()
    await enterPassword(email)
    await page.waitForURL('**/sign-in/second-factor/')
    await usePasskey()
    await page.waitForURL(`${site.url}/1/whoami/`)
    expect(await sessionsOf(id)).toEqual(['password passkey'])
  })

  it('says what is wrong when the browser has none', async () => {
    await page.goto(`${site.url}/1/sign-in/`)
    await usePasskey()
    await page.getByText('No passkey was used').waitFor()
  })

  it('alone needs a finger or a PIN, whatever the page asks the browser for', async () => {
    const { id } = await givenPersonWithPasskey()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    const { visitor, publicKey, send } = await visit('sign-in')
    expect(publicKey['userVerification']).toBe('required')
    const refused = await send(await answer({ ...publicKey, userVerification: 'discouraged' }))
    expect([refused.status, isSignedIn(visitor)]).toEqual([400, false])
    expect(await reasonsOf(id)).toEqual(['invalid'])
  })

  it('is refused when it was used on the page of another origin', async () => {
    const { id } = await givenPersonWithPasskey()
    const { visitor, publicKey, send } = await visit('sign-in')
    await page.goto(`${impostor.url}/1/sign-in/`)
    const refused = await send(await answer(publicKey))
    expect([refused.status, isSignedIn(visitor)]).toEqual([400, false])
    expect(await reasonsOf(id)).toEqual(['invalid'])
    await page.goto(`${site.url}/1/sign-in/`)
    const own = await visit('sign-in')
    await own.send(await answer(own.publicKey))
    expect(isSignedIn(own.visitor)).toBe(true)
  })

  it('is refused when its counter shows that it was copied', async () => {
    const { id } = await givenPersonWithPasskey()
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const signIn = async () => {
      const { visitor, publicKey, send } = await visit('sign-in')
      await send(await answer(publicKey))
      return isSignedIn(visitor)
    }
    expect([await signIn(), await signIn()]).toEqual([true, true])
    const [copied] = credentials
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copied! })
    expect(await signIn()).toBe(false)
    expect(await reasonsOf(id)).toEqual(['counter'])
  })

  it('answers a challenge once, in the browser and for the purpose that it was made for', async () => {
    const { id, email } = await givenPersonWithPasskey()
    const { visitor, publicKey, send } = await visit('sign-in')
    const response = await answer(publicKey)
    const other = await visit('sign-in')
    expect((await other.send(response)).status).toBe(400)
    expect((await send(response)).status).toBe(400)
    expect([isSignedIn(other.visitor), isSignedIn(visitor)]).toEqual([false, false])
    const replayed = await visit('sign-in')
    const right = await answer(replayed.publicKey)
    await replayed.send(right)
    expect(isSignedIn(replayed.visitor)).toBe(true)
    expect((await replayed.send(right)).status).toBe(400)
    // The challenge of a second factor asks for no finger and no PIN, so it must not sign in alone.
    const half = browser(site.url)
    await half.submit(await half.open('/1/sign-in/'), { email, password })
    const second = await visit('second-factor', half)
    const alone = await visit('sign-in', half)
    expect((await alone.send(await answer(second.publicKey))).status).toBe(400)
    expect(isSignedIn(half)).toBe(false)
    expect(await sessionsOf(id)).toHaveLength(1)
    expect(await reasonsOf(null)).toEqual(expect.arrayContaining(['challenge', 'challenge', 'challenge', 'challenge']))
  })

  it('of one person is not the second factor of another', async () => {
    await givenPersonWithPasskey()
    const { email, id } = await givenPerson()
    await practice.within((tx) =>
      tx
        .insertInto('second_factor')
        .values({
          user: id,
          kind: 'passkey',
          name: 'Lost',
          credential: 'lost',
          public_key: 'lost',
          confirmed: new Date(),
        })
        .execute(),
    )
    const visitor = browser(site.url)
    await visitor.submit(await visitor.open('/1/sign-in/'), { email, password })
    const { publicKey, send } = await visit('second-factor', visitor)
    const refused = await send(await answer({ ...publicKey, allowCredentials: [] }))
    expect([refused.status, isSignedIn(visitor)]).toEqual([400, false])
    expect(await reasonsOf(id, 'sign_in.second_factor_failed')).toEqual(['another person'])
  })

  it('opens a locked session again, of its person only', async () => {
    const stranger = await givenPersonWithPasskey()
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    const { email, id } = await givenPersonWithPasskey()
    await enterPassword(email)
    // The page before has such a button, too.
    await page.waitForURL('**/sign-in/second-factor/')
    await usePasskey()
    await page.waitForURL(`${site.url}/1/whoami/`)
    await practice.administrator.query('update session set locked = now() where "user" = $1', [id])
    const own = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const wear = async (worn: typeof credentials) => {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
      for (const credential of worn) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
    }
    await page.goto(`${site.url}/1/unlock/?next=/1/whoami/`)
    await wear(credentials)
    await usePasskey()
    await page.getByText('No passkey was used').waitFor()
    await wear(own.credentials)
    await usePasskey()
    await page.waitForURL(`${site.url}/1/whoami/`)
    expect(JSON.parse((await page.textContent('pre')) ?? '')).toMatchObject({ user: id, credential: 'session' })
    expect((await eventsOf(practice, id)).map(({ kind }) => kind)).toContain('session.unlocked')
    expect((await eventsOf(practice, stranger.id)).map(({ kind }) => kind)).not.toContain('session.unlocked')
  })

  it('[decision-86] confirms that its own person is at the screen, and nobody else', async () => {
    const { email, id } = await givenPersonWithPasskey()
    await enterPassword(email)
    // The page before has such a button, too.
    await page.waitForURL('**/sign-in/second-factor/')
    await usePasskey()
    await page.waitForURL(`${site.url}/1/whoami/`)
    await practice.administrator.query(`update session set confirmed = '-infinity'`)
    const confirmed = async () => {
      const { rows } = await practice.administrator.query<{ given: boolean }>(
        'select isfinite(confirmed) as given from session where "user" = $1',
        [id],
      )
      return rows.map(({ given }) => given)
    }
    expect(await confirmed()).toEqual([false])
    const own = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    await page.goto(`${site.url}/1/confirm/`)
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId })
    await usePasskey()
    await page.getByText('No passkey was used').waitFor()
    expect(await confirmed()).toEqual([false])
    for (const credential of own.credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
    await usePasskey()
    await expect.poll(confirmed).toEqual([true])
    expect((await eventsOf(practice, id)).at(-1)).toMatchObject({
      kind: 'session.confirmed',
      details: { factor: 'passkey' },
    })
  })

  it('signs 256 random bits, which are new each time', async () => {
    const asked = await Promise.all([visit('sign-in'), visit('sign-in'), visit('sign-in')])
    const challenges = asked.map(({ publicKey }) => String(publicKey['challenge']))
    expect(new Set(challenges).size).toBe(3)
    for (const challenge of challenges) expect(Buffer.from(challenge, 'base64url')).toHaveLength(32)
  })

  it('is not made twice in one authenticator', async () => {
    const { id } = await givenPersonWithPasskey()
    const options = await practice.within((tx) => passkeyRegistration(tx, relyingPartyAt(site.url), id, 'browser'))
    expect(options.excludeCredentials).toHaveLength(1)
    expect(options.rp.id).toBe('localhost')
  })
})
