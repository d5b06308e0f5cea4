import { readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Records } from '../../scripts/screens/records.ts'
import { type Mode, modes, openPalette, type Screen, screens, show, watchPage } from '../../scripts/screens/screens.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { password, useClinicApp } from '../support/app-journeys.ts'
import { givenBusyDay, givenFirstDay } from '../support/busy-day.ts'
import { violationsNow } from '../support/web-app.ts'

/**
 * Every route, in every mode and state, without an accessibility violation. FETLOCK_SCREENS says which combinations are
 * checked: 0, 1 or 2 is a third of them, each screen and state in one mode; all is all; nothing is checked without it.
 */
const states = ['full', 'empty', 'error', 'dialog'] as const
type State = (typeof states)[number]
type Combination = { readonly screen: Screen; readonly state: State; readonly mode: Mode }

const { api, clinic, caller, address, openDesk, givenStaff } = await useClinicApp()

const routes = [...new Set(screens.map(({ route }) => route))]
const pagesOf = (route: string) => screens.filter((screen) => screen.route === route && !screen.isDialog)
const dialogsOf = (route: string): readonly Screen[] => {
  const own = screens.filter((screen) => screen.route === route && screen.isDialog)
  return own.length > 0 ? own : [{ ...pagesOf(route)[0]!, open: openPalette }]
}
const screensOf = (route: string, state: State) =>
  state === 'dialog' ? dialogsOf(route) : state === 'full' ? pagesOf(route) : pagesOf(route).slice(0, 1)

const all: readonly Combination[] = routes.flatMap((route) =>
  states.flatMap((state) =>
    screensOf(route, state).flatMap((screen) =>
      (Object.keys(modes) as Mode[]).map((mode) => ({ screen, state, mode })),
    ),
  ),
)

const asked = process.env['FETLOCK_SCREENS'] ?? 'none'
const modeCount = Object.keys(modes).length
/** Each screen and state is in the list three times in a row, once for each mode. */
const isChosen = (_: Combination, at: number) =>
  asked === 'all' || (Math.floor(at / modeCount) + at + (Number(asked) || 0)) % modeCount === 0
const chosen = all.filter(isChosen)

type Desk = { readonly address: string; readonly records: Records }
let busy: Desk
let fresh: Desk

const email = 'helena@northgate.example'

const openFresh = async (): Promise<Desk> => {
  const empty = await api.givenOrganisation({ name: 'Southgate Veterinary Clinic' })
  const at = { clinic: empty, caller: await empty.caller() }
  const records = await givenFirstDay(at.caller, empty)
  await givenStaff('Helena', permissions, [], at)
  return { address: `${api.publicUrl}/${empty.id}/`, records }
}

const tabs = new Map<string, Promise<Page>>()

const signedIn = async (home: string, mode: Mode): Promise<Page> => {
  const tab = await openDesk({ ...modes[mode], reducedMotion: 'reduce' })
  watchPage(tab)
  await tab.goto(home)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL(home)
  return tab
}

const tabOf = (state: State, mode: Mode): Promise<Page> => {
  const key = `${state === 'empty'} ${mode}`
  const tab = tabs.get(key) ?? signedIn((state === 'empty' ? fresh : busy).address, mode)
  tabs.set(key, tab)
  return tab
}

/** The frame has its answers; what a page is about does not. */
const isOfPage = ({ pathname }: URL) =>
  pathname.includes('/api/0.1/') && !/\/0\.1\/(me|events|department|user)\/$/.test(pathname)

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

const violationsOf = async ({ screen, state, mode }: Combination) => {
  const tab = await tabOf(state, mode)
  const desk = state === 'empty' ? fresh : busy
  if (state === 'error') await tab.route(isOfPage, refuse(mode))
  try {
    const path = (state === 'error' && screen.failing) || screen.path
    await show(tab, desk.address, { ...screen, path }, desk.records)
    if (state === 'error')
      await tab
        .getByText(/could not be loaded|You cannot see|needs the permission/)
        .first()
        .waitFor()
    return await violationsNow(tab)
  } finally {
    await tab.unroute(isOfPage)
    if (screen.name === 'locked') await unlock(tab)
  }
}

describe('the screens of the app', () => {
  it('are those of its routes', () => {
    const paths = readFileSync('web/src/router.tsx', 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)
    expect(routes.toSorted()).toEqual([...paths].map(([, path]) => path!).toSorted())
  })

  it('are all in one of the thirds', () => {
    const [zero, one, two] = ['0', '1', '2'].map((third) =>
      all.filter((_, at) => (Math.floor(at / modeCount) + at + Number(third)) % modeCount === 0),
    )
    expect(new Set([...zero!, ...one!, ...two!]).size).toBe(all.length)
    process.stdout.write(`FETLOCK_SCREENS=${asked}: ${chosen.length} of ${all.length} combinations\n`)
  })
})

describe.skipIf(asked === 'none')('a screen has no accessibility violation', () => {
  beforeAll(async () => {
    const vet = await givenStaff('Helena', permissions)
    busy = { address, records: await givenBusyDay(caller, clinic, vet) }
    fresh = await openFresh()
  }, 240_000)

  it.each(
    chosen.map((combination) => [combination.screen.name, combination.state, combination.mode, combination] as const),
  )(
    '%s, %s, %s',
    async (_name, _state, _mode, combination) => expect(await violationsOf(combination)).toEqual([]),
    90_000,
  )
})
