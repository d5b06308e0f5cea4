// @module-tag browser
// @module-tag waits
// @module-tag night
import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Records } from '../../scripts/screens/records.ts'
import {
  dialogs,
  type Mode,
  modes,
  pages,
  type Screen,
  show,
  watchPage,
  withPalette,
} from '../../scripts/screens/screens.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { drawn, intercept, password, useClinicApp } from '../support/app-journeys.ts'
import { givenBlankRecords, givenBusyDay } from '../support/busy-day.ts'
import { violationsNow } from '../support/web-app.ts'

/**
 * Every route, in every mode and state, without an accessibility violation. FETLOCK_SCREENS says which combinations are
 * checked: 0, 1 or 2 is a third of them, each screen and state in one mode; all is all. Without it, it is the first third:
 * the same commit is judged alike on every day.
 */
const states = ['full', 'empty', 'error', 'dialog'] as const
type State = (typeof states)[number]
type Combination = { readonly screen: Screen; readonly state: State; readonly mode: Mode }

const { api, clinic, caller, address, openDesk, givenStaff } = await useClinicApp()

const routes = [...new Set(pages.map(({ route }) => route))]
const isOf = (route: string) => (screen: Screen) => screen.route === route
const failed = /could not be loaded|You cannot see|needs the permission/

/** The screens of a route in a state, each with the words by which it is known to be there. */
const screensOf = (route: string, state: State): readonly Screen[] => {
  const shown = pages.filter(isOf(route))
  const [first] = shown as [Screen]
  if (state === 'full') return shown
  if (state === 'empty') return [{ ...first, shows: first.empty ?? first.shows }]
  if (state === 'error') return [{ ...first, shows: failed, path: first.failing ?? first.path }]
  const opened = dialogs.filter(isOf(route))
  return opened.length > 0 ? opened : [withPalette(first)]
}

const all: readonly Combination[] = routes.flatMap((route) =>
  states.flatMap((state) =>
    screensOf(route, state).flatMap((screen) =>
      (Object.keys(modes) as Mode[]).map((mode) => ({ screen, state, mode })),
    ),
  ),
)

const modeCount = Object.keys(modes).length
const asked = process.env['FETLOCK_SCREENS'] ?? '0'
/** Each screen and state is in the list three times in a row, once for each mode. */
const isInThird = (third: string) => (_: Combination, at: number) =>
  (Math.floor(at / modeCount) + at + Number(third)) % modeCount === 0
const chosen = asked === 'all' ? all : all.filter(isInThird(asked))

/** A clinic whose app is at this address: one on a busy day, and one that has nobody but who signs in. */
type Desk = { readonly address: string; readonly records: Records }
let busy: Desk
let blank: Desk
let fresh: Desk

const email = 'helena@northgate.example'

const openFresh = async (): Promise<string> => {
  const empty = await api.givenOrganisation({ name: 'Southgate Veterinary Clinic' })
  await givenStaff('Helena', permissions, [], { clinic: empty, caller: await empty.caller() })
  return `${api.publicUrl}/${empty.id}/`
}

/** A list is empty in a clinic on its first day; a record is empty where nothing has happened to it. */
const deskOf = ({ screen, state }: Combination): Desk =>
  state !== 'empty' ? busy : screen.route.includes('$') ? blank : fresh

const signedIn = async (home: string, mode: Mode): Promise<Page> => {
  const tab = await openDesk({ ...modes[mode], reducedMotion: 'reduce' })
  watchPage(tab)
  // Tabs that are opened side by side on a busy machine take long.
  tab.setDefaultTimeout(300_000)
  await tab.goto(home)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL(home)
  return tab
}

const tabs = new Map<string, Promise<Page>>()
const turns = new Map<string, Promise<unknown>>()

/** Tabs work side by side, each in a session of its own; in one tab, a screen waits for the one before it. */
const inTab = async <T>(home: string, mode: Mode, work: (tab: Page) => Promise<T>): Promise<T> => {
  const key = `${home} ${mode}`
  const before = turns.get(key)
  const turn = (async () => {
    await before?.catch(() => undefined)
    const tab = tabs.get(key) ?? signedIn(home, mode)
    tabs.set(key, tab)
    tab.catch(() => tabs.delete(key))
    return work(await tab)
  })()
  turns.set(key, turn)
  return turn
}

/** The frame has its answers; what a page is about does not. One's own account is answered beside the API. */
const isOfPage = ({ pathname }: URL) =>
  (pathname.includes('/api/0.1/') && !/\/0\.1\/(me|events|department|user)\/$/.test(pathname)) ||
  /^\/\d+\/account\/$/.test(pathname)

const refusals = {
  light: { status: 403, code: 'permission_denied', detail: 'This needs the permission Clinical: Consultations.' },
  dark: { status: 500, code: 'server_error', detail: 'Something went wrong on our side.' },
  tablet: { status: 403, code: 'permission_denied', detail: 'This needs the permission Financial: Invoices.' },
} as const

const refuse = (mode: Mode) => (route: Route) =>
  route.fulfill({
    status: refusals[mode].status,
    contentType: 'application/problem+json',
    headers: { 'x-request-id': '0d5f6d1e-7a51-4b53-9a1e-0f0e5a3c2b11' },
    body: JSON.stringify({ type: 'about:blank', title: 'Refused', ...refusals[mode] }),
  })

const unlock = async (tab: Page) => {
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Unlock' }).click()
  await tab.getByRole('button', { name: 'Unlock' }).waitFor({ state: 'detached' })
}

const violationsOf = async ({ screen, state, mode }: Combination, { address: home, records }: Desk) =>
  inTab(home, mode, async (tab) => {
    if (state === 'error') await intercept(tab, isOfPage, refuse(mode))
    try {
      await show(tab, home, screen, records)
      await drawn(tab, `${screen.name}-${state}-${mode}`)
      return await violationsNow(tab)
    } finally {
      await tab.unroute(isOfPage)
      if (screen.name === 'locked') await unlock(tab)
    }
  })

describe('the screens of the app', () => {
  it('are those of its routes', () => {
    const pathsIn = (file: string, pattern: RegExp) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path]) => path!)
    const inRouter = pathsIn('web/src/router.tsx', /(?:^ {2}path: |\bpage\(\s*)'([^']+)'/gm)
    const inSettings = pathsIn('web/src/shared/settings-pages.ts', /^ {4}path: '([^']+)'/gm)
    // The address of the settings is that of their first page.
    const paths = inRouter.filter((path) => path !== '/settings').concat(inSettings.map((path) => `/settings/${path}`))
    expect(routes.toSorted()).toEqual([...new Set(paths)].toSorted())
  })

  it('are all in one of the thirds', () => {
    const thirds = ['0', '1', '2'].flatMap((third) => all.filter(isInThird(third)))
    expect(thirds.length).toBe(all.length)
    expect(new Set(thirds)).toEqual(new Set(all))
    process.stdout.write(`FETLOCK_SCREENS=${asked}: ${chosen.length} of ${all.length} combinations\n`)
  })
})

describe.concurrent('a screen has no accessibility violation', () => {
  beforeAll(async () => {
    const vet = await givenStaff('Helena', permissions)
    const records = await givenBlankRecords(caller, clinic)
    busy = { address, records: await givenBusyDay(caller, clinic, vet) }
    blank = { address, records }
    fresh = { address: await openFresh(), records }
  })

  it.each(
    chosen.map((combination) => [combination.screen.name, combination.state, combination.mode, combination] as const),
  )('%s, %s, %s', async (_name, _state, _mode, combination) =>
    expect(await violationsOf(combination, deskOf(combination))).toEqual([]),
  )
})
