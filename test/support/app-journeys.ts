import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Route,
} from 'playwright-core'
import { afterAll } from 'vitest'
import { builtWebApp } from '../../scripts/web-build.ts'
import { changePassword } from '../../src/domain/identity/password-links.ts'
import { hashPassword } from '../../src/domain/identity/passwords.ts'
import type { Permission } from '../../src/kernel/caller.ts'
import { type ApiClient, type TestOrganisation, useApi } from './api.ts'
import { chromiumAt } from './chromium.ts'
import { givenUser } from './clinic.ts'
import { median } from './durations.ts'
import { patientDatabase } from './until.ts'
import { zoneOfNoon } from './web-app.ts'

/** The password of everyone whom `givenStaff` makes. */
export const password = 'a long enough password'

/** The screen of an exam room, worked with fingers. */
export const tablet: BrowserContextOptions = { viewport: { width: 1180, height: 820 }, hasTouch: true }

type Uses = { readonly clicks: number; readonly keys: number }
const used = new WeakMap<Page, Uses>()

/** Runs in every page. What is typed into a field is content; a chord is one key, a tap is one click. */
const countUses = `
  addEventListener('pointerdown', () => countUse('clicks'), { capture: true })
  addEventListener('keydown', ({ key, target, ctrlKey, altKey, metaKey, repeat }) => {
    if (repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return
    const isField = target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
    const isTyped = isField && key.length === 1 && !ctrlKey && !altKey && !metaKey
    if (!isTyped) countUse('keys')
  }, { capture: true })
`

/** Clicks, and keys besides typed content, from now on: `const uses = await counted(page)`, then `await uses()`. */
export const counted = async (page: Page) => {
  const soFar = async (): Promise<Uses> => {
    // What the page told before this answer has arrived before it.
    await page.evaluate('0')
    return used.get(page) ?? { clicks: 0, keys: 0 }
  }
  const mark = await soFar()
  return async (): Promise<Uses> => {
    const { clicks, keys } = await soFar()
    return { clicks: clicks - mark.clicks, keys: keys - mark.keys }
  }
}

/** What a page writes from now on, such as `POST /composite/`; what is only tried is left out. */
export const writesOf = (page: Page): readonly string[] => {
  const writes: string[] = []
  page.on('request', (request) => {
    const path = request.url().split('/api/0.1').at(1)
    const isWrite = request.method() !== 'GET' && request.headers()['prefer'] !== 'dry-run'
    if (path !== undefined && isWrite) writes.push(`${request.method()} ${path}`)
  })
  return writes
}

/** Goes somewhere by two keys, such as `g c`, of which the second must follow within a second however busy the machine is. */
export const goByKeys = async (page: Page, [first, second]: readonly [string, string], path: string) => {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)])
  await page.waitForURL(({ pathname }) => pathname.endsWith(path))
}

/** Goes to a field by its key, and waits until it has the focus: what is typed before goes nowhere. */
export const goToField = async (page: Page, key: string, field = 'input') => {
  await page.keyboard.press(key)
  await page.locator(`:is(${field}):focus`).waitFor()
}

/**
 * A script that scans a code into whatever has the focus, by the clock of its keys as fast as a scanner, however busy this
 * machine is. `each` is what becomes of a key besides: `event` was dispatched to `field`, which took it or not.
 */
export const scanScript = (code: string, each = '') => `(() => {
  let at = performance.now()
  for (const key of [...'${code}', 'Enter']) {
    const field = document.activeElement
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: at++ })
    const isTaken = !field.dispatchEvent(event)
    ${each}
  }
})()`

/** Begins a charge of a visit by its key, which is heard once the page is drawn. */
export const beginCharge = async (page: Page) => {
  await page.getByRole('region', { name: 'Charges', exact: true }).getByRole('combobox').first().waitFor()
  await goToField(page, '/', '[role=combobox]')
}

/**
 * Stands between a page and its network, as `page.route` does, and waits until the page has heard of it: a busy one sends some
 * requests past a route that was just made.
 */
export const intercept = async (page: Page, ...[url, handler]: Parameters<Page['route']>) => {
  await page.route(url, handler)
  if (page.url() === 'about:blank') return
  const isProbe = ({ searchParams }: URL) => searchParams.has('intercepted')
  const answer = (route: Route) => route.fulfill({ body: 'intercepted' })
  await page.route(isProbe, answer)
  const probe = () => page.evaluate(`fetch('?intercepted').then((answer) => answer.text())`)
  while ((await probe()) !== 'intercepted');
  await page.unroute(isProbe, answer)
}

/** Holds the answers to some requests back, as a slow network would: acts, and looks at the page before they come. */
export const whileHeldBack = async (
  page: Page,
  isHeld: (request: Request) => boolean,
  act: () => Promise<unknown>,
  look: () => Promise<unknown>,
) => {
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = async (route: Route) => {
    if (isHeld(route.request())) {
      asked.resolve()
      await letGo.promise
    }
    await route.fallback()
  }
  await intercept(page, '**/*', hold)
  try {
    await act()
    await asked.promise
    await look()
  } finally {
    letGo.resolve()
    await page.unroute('**/*', hold)
  }
}

/** From now on no message of the page goes by itself, and with it the way back: on a busy machine eight seconds are soon over. */
export const messagesStay = (page: Page) =>
  page.evaluate(`{
    const { setTimeout } = window
    window.setTimeout = (run, after, ...rest) => (after === 8_000 ? 0 : setTimeout(run, after, ...rest))
  }`)

/** Keeps a picture of the page if FETLOCK_PICTURES names a folder. */
export const drawn = async (page: Page, name: string) => {
  const folder = process.env['FETLOCK_PICTURES']
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** How long a page needs to read its lists of today, without the app: changes of another desk are measured beside it. */
export const timeToRead = async (page: Page): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < 5; round++)
    times.push(
      await page.evaluate(`(async () => {
        const read = performance.getEntriesByType('resource').map(({ name }) => name)
        const lists = [...new Set(read.filter((name) => /\\/(appointment|consultation)\\/\\?/.test(name)))]
        const start = performance.now()
        await Promise.all(lists.map(async (list) => (await fetch(list)).json()))
        return performance.now() - start
      })()`),
    )
  return median(times)
}

/** When a condition in a page first holds, in milliseconds: `const moment = await momentOf(page, …)`, then `await moment()`. */
export const momentOf = async (page: Page, condition: string) => {
  await page.evaluate(`window.moment = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!(${condition})) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }), 0`)
  return (): Promise<number> => page.evaluate('window.moment')
}

/** The built app of a clinic where it is about noon, with its API and browsers to use it with. */
export const useClinicApp = async (reach: { readonly allowedPrivate?: readonly string[] } = {}) => {
  const api = await useApi({ ...reach, databasePatience: patientDatabase, webFolder: builtWebApp() })
  const timeZone = zoneOfNoon()
  const clinic = await api.givenOrganisation({ time_zone: timeZone, name: 'Northgate Veterinary Clinic' })
  const caller = await clinic.caller()
  const address = `${api.publicUrl}/${clinic.id}/`
  const consoleErrors: string[] = []
  let browser: Browser | undefined
  afterAll(() => browser?.close())

  const watch = (page: Page) => {
    page.on('pageerror', (problem) => consoleErrors.push(problem.message))
    page.on('console', (message) => {
      // A refused request is also told there; refusals have tests of their own.
      const isRefusal = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isRefusal) consoleErrors.push(message.text())
    })
  }

  return {
    api,
    clinic,
    caller,
    /** That of the clinic: an hour later, another one would be where it is noon. */
    timeZone,
    /** Where the app is, with a slash at its end. */
    address,
    /** What went wrong in any page. */
    consoleErrors,

    /** Somebody with a permission group of their own, who signs in as `<name>@northgate.example`, in another clinic if told so. */
    givenStaff: async (
      name: string,
      write: readonly Permission[],
      read: readonly Permission[] = [],
      at: { readonly clinic: TestOrganisation; readonly caller: ApiClient } = { clinic, caller },
    ) => {
      const group = await at.clinic.within((tx) =>
        tx
          .insertInto('permissiongroup')
          .values({ name, write: [...write], read: [...read] })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      const user = await givenUser(at.caller, {
        first_name: name,
        last_name: 'Lehto',
        email: `${name.toLowerCase()}@northgate.example`,
        permission_groups: [`${at.clinic.base}/permissiongroup/${group.id}/`],
      })
      await at.clinic.within(async (tx) => changePassword(tx, user.id, await hashPassword(password)))
      return user
    },

    signIn: async (page: Page, name: string) => {
      await page.goto(address)
      await page.waitForURL(/\/sign-in\//)
      await page.getByLabel('E-mail').fill(`${name.toLowerCase()}@northgate.example`)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(address)
      // From here on the app hears keys.
      await page.getByRole('heading', { level: 1 }).waitFor()
    },

    /** A desk of its own: a page that shares no session with others, of 1440 × 900 unless told otherwise. */
    openDesk: async (options: BrowserContextOptions = {}): Promise<Page> => {
      browser ??= await chromium.launch(chromiumAt)
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
        ...options,
      })
      await context.exposeBinding('countUse', ({ page }, kind: keyof Uses) => {
        const { clicks, keys } = used.get(page) ?? { clicks: 0, keys: 0 }
        used.set(page, kind === 'clicks' ? { clicks: clicks + 1, keys } : { clicks, keys: keys + 1 })
      })
      // A busy machine is slow; a step that never comes is told all the same.
      context.setDefaultTimeout(300_000)
      await context.addInitScript(countUses)
      const page = await context.newPage()
      watch(page)
      return page
    },
  }
}
