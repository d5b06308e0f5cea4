import type { Page } from 'playwright-core'
import type { Records } from './records.ts'

/** How the app is looked at: on a desktop screen in the light and the dark theme, and on a tablet. */
export const modes = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  tablet: { viewport: { width: 1180, height: 820 }, colorScheme: 'light', hasTouch: true },
} as const
export type Mode = keyof typeof modes

export type Screen = {
  readonly name: string
  /** The route of web/src/router.tsx that it is. */
  readonly route: string
  /** Its address below that of the clinic. */
  readonly path: (records: Records) => string
  /** What is done on the page first, to open a panel or a dialog. */
  readonly open?: (page: Page) => Promise<unknown>
  /** A panel, a sheet or a dialog of its page. */
  readonly isDialog?: true
  /** Its address with a record that may fail to load, if it has none of its own. */
  readonly failing?: Screen['path']
}

/** A4 at 96 points an inch. */
const paper = { width: 794, height: 1123 }

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Types into the field that has the focus once something has been opened by a key. */
const keysThen = (keys: string, typed: string) => async (page: Page) => {
  await page.keyboard.press(keys)
  await page.keyboard.type(typed)
}

/** The command palette, which every page has. */
export const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('kokkonen')
  await page
    .getByRole('option', { name: /kokkonen/i })
    .first()
    .waitFor()
}

/** Locks the session as a person does, and has the page ask for something. */
const lock = async (page: Page) => {
  await page.evaluate(`(async () => {
    const home = '/' + location.pathname.split('/')[1]
    const account = new DOMParser().parseFromString(await (await fetch(home + '/account/')).text(), 'text/html')
    const form = account.querySelector('input[name="form"]').value
    await fetch(home + '/lock/', { method: 'POST', body: new URLSearchParams({ form }), redirect: 'manual' })
  })()`)
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
}

const page = (name: string, route: string, path: Screen['path'], open?: Screen['open']): Screen => ({
  name,
  route,
  path,
  ...(open && { open }),
})
const dialog = (name: string, route: string, path: Screen['path'], open?: Screen['open']): Screen => ({
  ...page(name, route, path, open),
  isDialog: true,
})

/** Every screen of the app, and the panels and dialogs that are opened on it. */
export const screens: readonly Screen[] = [
  page('today', '/', () => ''),
  dialog('palette', '/', () => '', openPalette),
  dialog(
    'keys',
    '/',
    () => '',
    (tab) => tab.keyboard.press('?'),
  ),
  page('calendar', '/calendar', () => 'calendar/'),
  page('calendar-week', '/calendar', () => 'calendar/?view=week'),
  dialog('calendar-book', '/calendar', () => 'calendar/?book=true'),
  page('clients', '/clients', () => 'clients/'),
  page('clients-search', '/clients', () => 'clients/?q=virta'),
  {
    ...page('walk-in', '/clients/new', () => 'clients/new/'),
    failing: ({ client }) => `clients/new/?client=${client}`,
  },
  dialog('walk-in-errors', '/clients/new', () => 'clients/new/', button(/^Register/)),
  page('client', '/clients/$id', ({ client }) => `clients/${client}/`),
  page('client-invoices', '/clients/$id', ({ client }) => `clients/${client}/?tab=invoices`),
  page('client-changes', '/clients/$id', ({ client }) => `clients/${client}/?tab=changes`),
  dialog(
    'client-edit',
    '/clients/$id',
    ({ client }) => `clients/${client}/`,
    (tab) => tab.keyboard.press('e'),
  ),
  page('prepayments', '/clients/$id/prepayments', ({ client }) => `clients/${client}/prepayments/`),
  dialog('prepayment-add', '/clients/$id/prepayments', ({ client }) => `clients/${client}/prepayments/?add=true`),
  page('patient', '/patients/$id', ({ patient }) => `patients/${patient}/`),
  dialog(
    'patient-weigh',
    '/patients/$id',
    ({ patient }) => `patients/${patient}/`,
    (tab) => tab.keyboard.press('w'),
  ),
  page('visit', '/visits/$id', ({ visit }) => `visits/${visit}/`),
  page('visit-ready', '/visits/$id', ({ readyVisit }) => `visits/${readyVisit}/`),
  dialog('visit-add-item', '/visits/$id', ({ visit }) => `visits/${visit}/`, keysThen('/', 'vac')),
  dialog('visit-finalize', '/visits/$id', ({ readyVisit }) => `visits/${readyVisit}/?finalize=true`),
  page('invoices', '/invoices', () => 'invoices/'),
  page('invoices-all', '/invoices', () => 'invoices/?view=all'),
  page('invoice', '/invoices/$id', ({ invoice }) => `invoices/${invoice}/`),
  page('invoice-paid', '/invoices/$id', ({ paidInvoice }) => `invoices/${paidInvoice}/`),
  dialog('invoice-pay', '/invoices/$id', ({ invoice }) => `invoices/${invoice}/?pay=true`),
  dialog('invoice-refund', '/invoices/$id', ({ paidInvoice }) => `invoices/${paidInvoice}/?refund=true`),
  dialog(
    'invoice-cancel-payment',
    '/invoices/$id',
    ({ paidInvoice, payment }) => `invoices/${paidInvoice}/?cancel=${payment}`,
  ),
  dialog('invoice-why', '/invoices/$id', ({ invoice, row }) => `invoices/${invoice}/?why=${row}`),
  page(
    'invoice-printed',
    '/invoices/$id',
    ({ invoice }) => `invoices/${invoice}/`,
    async (tab) => {
      await tab.setViewportSize(paper)
      await tab.emulateMedia({ media: 'print' })
    },
  ),
  page('till', '/till', ({ sale }) => `till/?sale=${sale}`),
  dialog('till-cash', '/till', ({ sale }) => `till/?sale=${sale}&pay=cash`),
  page('reports', '/reports', () => 'reports/'),
  page('reports-rows', '/reports', () => 'reports/?rows=owing'),
  page('close-day', '/reports/day', () => 'reports/day/'),
  // It ends the session, so it is the last.
  dialog('locked', '/', () => '', lock),
]

const underWay = new WeakMap<Page, Set<unknown>>()
const usualSize = new WeakMap<Page, NonNullable<ReturnType<Page['viewportSize']>>>()

/** Keeps the size of a page, and which of its requests are under way; the stream of changes never ends. */
export const watchPage = (tab: Page) => {
  const asked = new Set<unknown>()
  underWay.set(tab, asked)
  usualSize.set(tab, tab.viewportSize()!)
  tab.on('request', (request) => request.url().includes('/events/') || asked.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    tab.on(end as 'request', (request) => asked.delete(request))
}

const isWaiting = async (tab: Page) =>
  (underWay.get(tab)?.size ?? 0) > 0 || (await tab.locator('[class*="skeleton"]').count()) > 0

/** Waits until the page has its data: a heading, nothing that stands in for data, and no request under way. */
export const settled = async (tab: Page) => {
  await tab.locator('h1').first().waitFor({ state: 'attached' })
  await tab.evaluate('document.fonts.ready.then(() => 0)')
  for (let quiet = 0; quiet < 3; await tab.waitForTimeout(100)) quiet = (await isWaiting(tab)) ? 0 : quiet + 1
}

/** Opens a screen of the clinic whose app is at this address, in the session that the page has. */
export const show = async (tab: Page, address: string, screen: Screen, records: Records) => {
  await tab.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
  await tab.setViewportSize(usualSize.get(tab)!)
  underWay.get(tab)?.clear()
  await tab.goto(`${address}${screen.path(records)}`)
  await settled(tab)
  if (screen.open === undefined) return
  await screen.open(tab)
  await settled(tab)
}
