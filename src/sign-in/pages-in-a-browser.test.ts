// @module-tag browser
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import fastify, { type FastifyInstance } from 'fastify'
import type { Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../../test/support/chromium.ts'
import {
  type Account,
  accountPage,
  addPasskeyPage,
  confirmEmailPage,
  confirmPage,
  emailConfirmedPage,
} from './account-page-layout.ts'
import { addPageFiles } from './page-files.ts'
import {
  addTotpPage,
  consentPage,
  errorPage,
  forgotPage,
  linkSentPage,
  type Page,
  problemPage,
  recoveryCodesPage,
  secondFactorPage,
  setPasswordPage,
  signedInPage,
  signInPage,
  unlockPage,
} from './pages.ts'
import { addFactorPage } from './second-factor-pages.ts'

const frame = { home: '/1', clinic: 'Northgate Veterinary Clinic', token: 'token' }
const person = { user: 7, name: 'Helena Vuorela', email: 'helena.vuorela@northgate.example' }
const longName = 'Eläinlääkäriasema Pohjoisportin Hevos- ja Pieneläinklinikka Jyväskylä'
const wrongPair = 'The e-mail address or the password is wrong. Check both, or choose a new password.'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const android =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const noon = new Date('2026-11-16T10:00:00Z')

const account: Account = {
  ...person,
  session: 'one',
  timeZone: 'Europe/Helsinki',
  newEmail: 'h.vuorela@northgate.example',
  recoveryCodes: 8,
  factors: [
    { id: 1, kind: 'totp', name: 'Authenticator app', created: noon, last_used: noon },
    { id: 2, kind: 'passkey', name: 'My phone', created: noon, last_used: null },
  ],
  sessions: [
    { session: 'one', created: noon, last_used: noon, address: '192.0.2.7', user_agent: firefox, locked: false },
    { session: 'two', created: noon, last_used: noon, address: '2001:db8::17', user_agent: android, locked: true },
  ],
  applications: [{ id: 3, name: 'Accounting Bridge', scopes: ['restapi', 'openid'], since: noon }],
  events: [
    { id: 3, occurred: noon, kind: 'sign_in.succeeded', address: '192.0.2.7', user_agent: firefox, details: {} },
    { id: 2, occurred: noon, kind: 'sign_in.failed', address: '2001:db8::17', user_agent: android, details: {} },
    { id: 1, occurred: noon, kind: 'password.changed', address: '192.0.2.7', user_agent: firefox, details: {} },
  ],
}
const newAccount: Account = {
  ...account,
  newEmail: undefined,
  recoveryCodes: 0,
  factors: [],
  sessions: account.sessions.slice(0, 1),
  applications: [],
  events: [],
}

const pages: Readonly<Record<string, Page>> = {
  'sign-in': signInPage(frame, {}),
  'sign-in-wrong': signInPage(frame, { email: person.email, wrong: wrongPair }),
  'sign-in-done': signInPage({ ...frame, clinic: longName }, { done: 'Your password is set. Sign in with it.' }),
  'sign-in-application': signInPage(frame, { application: 'Accounting Bridge' }),
  'second-factor': secondFactorPage(frame, { email: person.email, hasCode: true, hasPasskey: true }),
  'second-factor-wrong': secondFactorPage(frame, {
    email: person.email,
    hasCode: true,
    hasPasskey: false,
    wrong: 'The code is wrong or has been used. Enter the code that the app shows now.',
  }),
  'add-totp': addTotpPage(frame, {
    action: '/1/account/totp/confirm/',
    secret: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    address: 'otpauth://totp/Northgate:helena?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    required: true,
  }),
  'add-factor': addFactorPage(frame, { email: person.email }),
  'add-passkey': addPasskeyPage(frame, { challenge: 'x' }),
  account: accountPage(frame, account),
  'account-new': accountPage({ ...frame, clinic: longName }, newAccount, { done: 'Your password is changed.' }),
  'account-wrong': accountPage(frame, account, {
    wrong: { field: 'current_password', message: 'The password is wrong.' },
  }),
  'confirm-password': confirmPage(frame, {
    action: '/1/account/factors/1/remove/',
    title: 'Remove the authenticator app?',
    label: 'Remove it',
    email: person.email,
  }),
  'confirm-factor': confirmPage(frame, {
    action: '/1/account/factors/1/remove/',
    title: 'Remove a second factor',
    label: 'Remove it',
    email: person.email,
    factor: { hasCode: true, hasPasskey: true },
    wrong: { field: 'code', message: 'The code or the passkey is wrong, or was used before.' },
  }),
  'confirm-email': confirmEmailPage(frame, {
    link: 'x',
    old_email: person.email,
    new_email: 'h.vuorela@northgate.example',
    address: 'old',
  }),
  'email-confirmed': emailConfirmedPage(frame, { changed: false, waitsFor: 'h.vuorela@northgate.example' }),
  'recovery-codes': recoveryCodesPage(frame, {
    codes: Array.from({ length: 10 }, (_, index) => `k${index}fd-9x2m-q7ra`),
  }),
  unlock: unlockPage(frame, person),
  'unlock-wrong': unlockPage(frame, { ...person, wrong: 'The password is wrong.' }),
  'signed-in': signedInPage(frame, person),
  consent: consentPage(frame, {
    action: '/1/consent/x/',
    application: 'Accounting Bridge',
    scopes: ['restapi', 'openid'],
    ...person,
    returnsTo: 'bridge.example',
    leadsTo: 'https://bridge.example',
  }),
  'forgot-password': forgotPage(frame),
  'forgot-password-wrong': forgotPage(frame, { wrong: 'Enter your e-mail address.' }),
  'link-sent': linkSentPage(frame),
  'set-password': setPasswordPage(frame, { link: 'x', email: person.email }),
  'set-password-wrong': setPasswordPage(frame, {
    link: 'x',
    email: person.email,
    wrong: 'Use at least 12 characters.',
  }),
  'invalid-request': errorPage('/1', 'redirect_uri did not match any of the client’s registered redirect_uris'),
  problem: problemPage(
    frame.home,
    'That did not work',
    'This link has been used or has expired. Ask for a new one on the page for a forgotten password.',
  ),
}

const widths = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const
const schemes = ['light', 'dark'] as const
const pictures = process.env['FETLOCK_PICTURES']

let server: FastifyInstance
let browser: Awaited<ReturnType<typeof openChromium>>
let tab: Tab
let origin: string
const consoleErrors: string[] = []

beforeAll(async () => {
  server = fastify()
  addPageFiles(server)
  server.get('/1/pages/:name/', (request, reply) => {
    const page = pages[(request.params as { name: string }).name]!
    return reply.headers(page.headers).send(page.body)
  })
  origin = await server.listen({ host: '127.0.0.1', port: 0 })
  browser = await openChromium()
  tab = await browser.context.newPage()
  tab.on('pageerror', ({ message }) => consoleErrors.push(message))
  tab.on('console', (line) => {
    if (line.type() === 'error') consoleErrors.push(line.text())
  })
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

const open = (name: string) => tab.goto(`${origin}/1/pages/${name}/`)

const overflow = () =>
  tab.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe.each(Object.keys(pages))('the page %s', (name) => {
  it('has no accessibility violation and does not scroll sideways, in either scheme, at every width', async () => {
    await open(name)
    await tab.evaluate('document.fonts.ready')
    const found: unknown[] = []
    for (const [width, height] of widths) {
      await tab.setViewportSize({ width, height })
      for (const colorScheme of schemes) {
        await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const at = `${name} ${width} ${colorScheme}`
        const { violations } = await new AxeBuilder({ page: tab }).setLegacyMode().analyze()
        found.push(...violations.map(({ id, nodes }) => `${at}: ${id} ${nodes.map(({ html }) => html).join(' ')}`))
        if ((await overflow()) > 0) found.push(`${at}: scrolls sideways`)
        if (pictures === undefined) continue
        mkdirSync(pictures, { recursive: true })
        await tab.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
    }
    expect(found).toEqual([])
    expect(consoleErrors.splice(0)).toEqual([])
  })
})

describe('a page in a browser', () => {
  it('is set in Inter, which comes from us and may be kept for a year', async () => {
    const fonts: Array<{ readonly url: string; readonly caching: string | undefined }> = []
    tab.on('response', (response) => {
      if (response.url().includes('.woff2'))
        fonts.push({ url: response.url(), caching: response.headers()['cache-control'] })
    })
    await tab.context().clearCookies()
    await open('sign-in')
    expect(await tab.evaluate('document.fonts.ready.then(() => document.fonts.check("16px Inter"))')).toBe(true)
    for (const { url, caching } of fonts) {
      expect(url.startsWith(`${origin}/1/oauth2/`)).toBe(true)
      expect(caching).toBe('public, max-age=31536000, immutable')
    }
  })

  it('does not let a file be kept whose content the address does not name', async () => {
    const response = await fetch(`${origin}/1/oauth2/pages.css?v=other`)
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
  })

  it('shows a password on demand, and sends it from a password field', async () => {
    await open('sign-in')
    await tab.getByLabel('Password').fill('a quiet horse')
    const button = tab.locator('[data-show]')
    await button.click()
    expect(await tab.getByLabel('Password').getAttribute('type')).toBe('text')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    expect(await button.innerText()).toContain('Hide')
    await tab.evaluate(`document.forms[0].addEventListener('submit', (event) => event.preventDefault())`)
    await tab.getByLabel('E-mail').fill(person.email)
    await tab.keyboard.press('Enter')
    expect(await tab.getByLabel('Password').getAttribute('type')).toBe('password')
  })

  it('puts the focus on what went wrong', async () => {
    await open('sign-in-wrong')
    expect(await tab.evaluate('document.activeElement.className')).toBe('problem')
    expect(await tab.title()).toMatch(/^Error: Sign in/)
  })

  it('has nothing smaller than 44 pixels to touch', async () => {
    const phone = await openChromium({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const touched = await phone.context.newPage()
    const small: string[] = []
    for (const name of Object.keys(pages)) {
      await touched.goto(`${origin}/1/pages/${name}/`)
      for (const target of await touched
        .locator('button, input:not([type=hidden]), .button, .aside a, .beside a')
        .all()) {
        const box = await target.boundingBox()
        if (box !== null && box.height < 44) small.push(`${name}: ${await target.innerText()} ${box.height}`)
      }
    }
    await phone.close()
    expect(small).toEqual([])
  })
})
