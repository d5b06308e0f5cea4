// @module-tag waits
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser, openPractice, password, type Practice, serve } from '../../test/support/identity.ts'
import { eventsOf } from '../../test/support/second-factors.ts'
import { changePassword } from '../domain/identity/password-links.ts'
import * as passwords from '../domain/identity/passwords.ts'

vi.mock(import('../domain/identity/passwords.ts'), { spy: true })

let practice: Practice
let site: Awaited<ReturnType<typeof serve>>
let made = 0

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
  const email = `person${++made}@example.com`
  return { email, id: await practice.givenUser(email) }
}

type Visitor = ReturnType<typeof browser>

const openForm = (visitor: Visitor) => visitor.open('/1/sign-in/?again=1&next=/1/whoami/')

const signIn = async (fields: { email: string; password?: string }, visitor = browser(site.url)) => ({
  visitor,
  page: await visitor.submit(await openForm(visitor), { password, ...fields }),
})

const fail = async (email: string, times: number, visitor = browser(site.url)) => {
  const form = await openForm(visitor)
  for (let tries = 0; tries < times; tries++)
    expect((await visitor.submit(form, { email, password: 'wrong' })).status).toBe(400)
}

/** The delay after the tenth wrong password is 2 seconds. Five later it is 64, which a slow machine does not outlast. */
const lengthenDelay = async (email: string, visitor = browser(site.url)) => {
  for (let tries = 0; tries < 5; tries++) {
    await practice.endDelays()
    await fail(email, 1, visitor)
  }
}

/** Forms that are posted at the same moment, from one page. */
const postAtOnce = async (email: string, count: number) => {
  const visitor = browser(site.url)
  const page = await visitor.open('/1/sign-in/')
  return Promise.all(Array.from({ length: count }, (_, at) => visitor.submit(page, { email, password: `wrong ${at}` })))
}

describe('guessing a password', () => {
  it('[V6.3.1] [security-4] checks ten of two hundred that come at once, and counts them all', async () => {
    const { email, id } = await givenPerson()
    vi.mocked(passwords.isPassword).mockClear()
    const began = performance.now()
    const pages = await postAtOnce(email, 200)
    // On a slow machine the first delays end meanwhile: after 2 seconds, 6, 14.
    const more = Math.floor(Math.log2((performance.now() - began) / 2_000 + 1))
    const checked = vi.mocked(passwords.isPassword).mock.calls.length
    expect(checked).toBeGreaterThanOrEqual(10)
    expect(checked).toBeLessThanOrEqual(10 + more)
    const statusesOf = (wanted: number) => pages.filter(({ status }) => status === wanted).length
    expect([statusesOf(400), statusesOf(429)]).toEqual([checked, 200 - checked])
    const events = await eventsOf(practice, id)
    expect(events.filter(({ kind }) => kind === 'sign_in.failed')).toHaveLength(checked)
    const throttled = events.filter(({ kind }) => kind === 'sign_in.throttled').map(({ details }) => details['refused'])
    expect(throttled).toContain(10)
    expect(throttled.length).toBeLessThanOrEqual(3 * (1 + more))
  })

  it('[V6.3.1] [security-1] waits twice as long after each, and ends with the right password', async () => {
    const { email } = await givenPerson()
    await fail(email, 10)
    await lengthenDelay(email)
    for (const delay of [128, 256]) {
      await practice.endDelays()
      await fail(email, 1)
      const { status, headers, text } = (await signIn({ email })).page
      const left = Number(headers.get('retry-after'))
      expect([status, left > delay * 0.75, left <= delay]).toEqual([429, true, true])
      expect(text).toMatch(/Try again in \d+ (seconds|minutes)/)
    }
    await practice.endDelays()
    expect((await signIn({ email })).visitor.cookie('fetlock_session')).toBeDefined()
    await fail(email, 10)
  })

  it('says the same and takes as long for an account that does not exist', async () => {
    await fail('nobody@example.com', 10)
    await lengthenDelay('nobody@example.com')
    expect((await signIn({ email: 'Nobody@Example.com' })).page.status).toBe(429)
    const events = await eventsOf(practice, null)
    expect(events.filter(({ kind }) => kind === 'sign_in.failed').at(-1)).toMatchObject({
      address: '127.0.0.1',
      details: { reason: 'unknown address' },
    })
    expect(JSON.stringify(events)).not.toMatch(/nobody/i)
  })

  it('is limited to sixty attempts a minute from one address, whatever the account', async () => {
    for (let tries = 0; tries < 60; tries++) await signIn({ email: `guess${tries}@example.com` })
    const { email } = await givenPerson()
    const { page } = await signIn({ email })
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('from your network')])
    await signIn({ email })
    const events = await eventsOf(practice, null)
    expect(events.filter(({ details }) => details['of'] === 'signInsOfAddress')).toHaveLength(1)
  })
})

describe('a browser in which somebody has signed in before', () => {
  it('[security-5] signs in while others guess, and is refused nothing', async () => {
    const { email } = await givenPerson()
    const { visitor } = await signIn({ email })
    await postAtOnce(email, 30)
    await lengthenDelay(email)
    expect((await signIn({ email })).page.status).toBe(429)
    expect((await signIn({ email }, visitor)).page.status).toBe(200)
    expect(visitor.cookie('fetlock_session')).toBeDefined()
  })

  it('signs in from an address with too many attempts', async () => {
    const { email } = await givenPerson()
    const { visitor } = await signIn({ email })
    for (let tries = 0; tries < 60; tries++) await signIn({ email: `other${tries}@example.com` })
    expect((await signIn({ email }, visitor)).page.status).toBe(200)
  })

  it('has ten wrong attempts itself, which cost nobody else anything', async () => {
    const { email } = await givenPerson()
    const { visitor } = await signIn({ email })
    await fail(email, 10, visitor)
    await lengthenDelay(email, visitor)
    expect((await signIn({ email }, visitor)).page.status).toBe(429)
    expect((await signIn({ email })).page.status).toBe(200)
  })

  it('is a stranger to other people, and after the password was changed', async () => {
    const [one, other] = [await givenPerson(), await givenPerson()]
    const { visitor } = await signIn({ email: one.email })
    await fail(other.email, 10)
    await lengthenDelay(other.email)
    expect((await signIn({ email: other.email }, visitor)).page.status).toBe(429)
    const changed = await passwords.hashPassword(password)
    await practice.within((tx) => changePassword(tx, one.id, changed))
    await fail(one.email, 10)
    await lengthenDelay(one.email)
    expect((await signIn({ email: one.email }, visitor)).page.status).toBe(429)
  })

  it('is told apart in the events from a new one', async () => {
    const { email, id } = await givenPerson()
    const { visitor } = await signIn({ email })
    await signIn({ email }, visitor)
    const succeeded = (await eventsOf(practice, id)).filter(({ kind }) => kind === 'sign_in.succeeded')
    expect(succeeded.map(({ details }) => details)).toEqual([
      { factors: 'password', new_browser: true },
      { factors: 'password', new_browser: false },
    ])
  })
})
