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
  /** Words that are seen on it once it is there, of which a page that failed has none. */
  readonly shows: RegExp
  /** Words instead of those, where there is nothing to show. */
  readonly empty?: RegExp
  /** What is done on the page first, to open a panel or a dialog. */
  readonly open?: (page: Page) => Promise<unknown>
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

/** Finds a medicine that the patient must not get, and adds it. */
const addAgainstWarning = async (page: Page) => {
  await keysThen('/', 'carprofen')(page)
  await page
    .getByRole('option', { name: /^Carprofen/ })
    .first()
    .click()
}

const openMonth = (page: Page) => page.getByRole('heading', { level: 1 }).getByRole('button').click()

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('saar')
  await page.getByRole('option', { name: /saar/i }).first().waitFor()
}

/** Locks the session as a person does, and has the page ask for something. */
const lock = async (page: Page) => {
  await page.evaluate(`(async () => {
    const home = '/' + location.pathname.split('/')[1]
    const page = new DOMParser().parseFromString(await (await fetch(home + '/sign-out/')).text(), 'text/html')
    const form = page.querySelector('input[name="form"]').value
    await fetch(home + '/lock/', { method: 'POST', body: new URLSearchParams({ form }), redirect: 'manual' })
  })()`)
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
}

const changePassword = (page: Page) => page.getByRole('button', { name: 'Change the password' }).click()

const openKeys = (tab: Page) => tab.keyboard.press('?')

/** A file of clients, of which one column is not recognised. */
const chooseFile = (page: Page) =>
  page.getByLabel('File of the import').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Number,Last name,Phone,Fax\n1001,Koski,040 555 0142,\n1002,Niemi,040 555 0177,\n'),
  })

/** The first of the departments, with something typed that is not saved. */
const openDepartment = async (page: Page) => {
  await page.getByRole('navigation', { name: 'The clinic and its departments' }).getByRole('link').nth(1).click()
  await page.getByLabel('Remark at the foot').fill('Emergencies 0600 555 099')
}

/** The command palette over a page. */
export const withPalette = (screen: Screen): Screen => ({ ...screen, open: openPalette, shows: /^Records$/ })

/** Every page of the app. */
export const pages: readonly Screen[] = [
  { name: 'today', route: '/', path: () => '', shows: /^Check in/, empty: /^Nobody is booked today/ },
  {
    name: 'calendar',
    route: '/calendar',
    path: () => 'calendar/',
    shows: /Vaccination/,
    empty: /^Nothing is booked/,
  },
  { name: 'calendar-week', route: '/calendar', path: () => 'calendar/?view=week', shows: /^[1-9]\d* booked$/ },
  {
    name: 'clients',
    route: '/clients',
    path: () => 'clients/',
    shows: /^Pets$/,
    empty: /^No client is registered yet/,
  },
  { name: 'clients-search', route: '/clients', path: () => 'clients/?q=saar', shows: /Saarela/ },
  {
    name: 'walk-in',
    route: '/clients/new',
    path: () => 'clients/new/',
    failing: ({ client }) => `clients/new/?client=${client}`,
    shows: /^Register only/,
  },
  {
    name: 'client',
    route: '/clients/$id',
    path: ({ client }) => `clients/${client}/`,
    shows: /Finalized/,
    empty: /^No visit yet/,
  },
  {
    name: 'client-invoices',
    route: '/clients/$id',
    path: ({ client }) => `clients/${client}/?tab=invoices`,
    shows: / owing/,
  },
  {
    name: 'client-changes',
    route: '/clients/$id',
    path: ({ client }) => `clients/${client}/?tab=changes`,
    shows: /^Created/,
  },
  {
    name: 'prepayments',
    route: '/clients/$id/prepayments',
    path: ({ client }) => `clients/${client}/prepayments/`,
    shows: / left$/,
    empty: /^No prepayments/,
  },
  {
    name: 'patient',
    route: '/patients/$id',
    path: ({ patient }) => `patients/${patient}/`,
    shows: /^[1-9]\d* items?$/,
    empty: /^No history yet/,
  },
  {
    name: 'visit',
    route: '/visits/$id',
    path: ({ visit }) => `visits/${visit}/`,
    shows: /^Primary/,
    empty: /^Arrived/,
  },
  {
    name: 'visit-ready',
    route: '/visits/$id',
    path: ({ readyVisit }) => `visits/${readyVisit}/`,
    shows: /^Ready/,
  },
  {
    name: 'invoices',
    route: '/invoices',
    path: () => 'invoices/',
    shows: /To pay$/,
    empty: /^Everything is paid/,
  },
  { name: 'invoices-all', route: '/invoices', path: () => 'invoices/?view=all', shows: /Paid$/ },
  {
    name: 'invoice',
    route: '/invoices/$id',
    path: ({ invoice }) => `invoices/${invoice}/`,
    shows: /^Pay €/,
    empty: /^Draft$/,
  },
  {
    name: 'invoice-paid',
    route: '/invoices/$id',
    path: ({ paidInvoice }) => `invoices/${paidInvoice}/`,
    shows: /^Cancel…/,
  },
  {
    name: 'invoice-printed',
    route: '/invoices/$id',
    path: ({ invoice }) => `invoices/${invoice}/`,
    open: async (tab) => {
      await tab.setViewportSize(paper)
      await tab.emulateMedia({ media: 'print' })
      // The margin of the page, which only a printer adds.
      await tab.evaluate("document.body.style.padding = '18mm 16mm'")
    },
    shows: /^Left to pay/,
  },
  {
    name: 'till',
    route: '/till',
    path: ({ sale }) => (sale === 0 ? 'till/' : `till/?sale=${sale}`),
    shows: /^Card €/,
    empty: /^Scan the first item/,
  },
  {
    name: 'reports',
    route: '/reports',
    path: () => 'reports/',
    shows: /^Sales by VAT rate/,
    empty: /^No money was taken/,
  },
  { name: 'reports-rows', route: '/reports', path: () => 'reports/?rows=owing', shows: /^Unpaid invoices/ },
  {
    name: 'close-day',
    route: '/reports/day',
    path: () => 'reports/day/',
    shows: /visits? not finalized/,
    empty: /^Nothing is left open/,
  },
  {
    name: 'stock',
    route: '/stock',
    path: () => 'stock/?show=all',
    shows: /^Batches, expiry$/,
    empty: /^No item is kept in stock/,
  },
  { name: 'stock-count', route: '/stock/count', path: () => 'stock/count/', shows: /^Scan the next package/ },
  {
    name: 'stock-batch',
    route: '/stock/batch',
    path: () => 'stock/batch/',
    shows: /^Choose a batch of an item/,
    failing: ({ item }) => `stock/batch/?item=${item}&batch=A1`,
  },
  {
    name: 'stock-orders',
    route: '/stock/orders',
    path: () => 'stock/orders/',
    shows: /^Proposed$/,
    empty: /^Nothing is to be ordered/,
  },
  {
    name: 'stock-receipts',
    route: '/stock/receipts',
    path: () => 'stock/receipts/',
    shows: /^\d+ matched$/,
    empty: /^Nothing waits for its review/,
  },
  {
    name: 'stock-catalog',
    route: '/stock/catalog',
    path: () => 'stock/catalog/',
    shows: /^(Import \d+ changes?…|An import would change nothing\.)$/,
    empty: /^No wholesaler is connected/,
  },
  { name: 'settings-clinic', route: '/settings/clinic', path: () => 'settings/clinic/', shows: /^As it prints$/ },
  {
    name: 'settings-department',
    route: '/settings/clinic',
    path: () => 'settings/clinic/',
    open: openDepartment,
    shows: /^Period lock$/,
  },
  { name: 'settings-people', route: '/settings/people', path: () => 'settings/people/', shows: /^\d+ active$/ },
  {
    name: 'items',
    route: '/settings/items',
    path: () => 'settings/items/',
    shows: /^With VAT$/,
    empty: /^There is no item yet/,
  },
  {
    name: 'price-change',
    route: '/settings/items/prices',
    path: () => 'settings/items/prices/',
    shows: /^Which prices$/,
  },
  {
    name: 'price-change-record',
    route: '/settings/items/prices/$id',
    path: ({ priceChange }) => `settings/items/prices/${priceChange}/`,
    shows: /^What became of it$/,
    empty: /^0 prices changed/,
  },
  {
    name: 'first-hours',
    route: '/settings/setup',
    path: () => 'settings/setup/',
    shows: /^Before the first invoice$/,
  },
  {
    name: 'recalls',
    route: '/recalls',
    path: () => 'recalls/?days=365',
    shows: /^\d+ of \d+\. Deceased/,
    empty: /^Nothing is due/,
  },
  {
    name: 'messages',
    route: '/messages',
    path: () => 'messages/',
    shows: /^\d+ of \d+$/,
    empty: /^No message was written/,
  },
  { name: 'settings-groups', route: '/settings/groups', path: () => 'settings/groups/', shows: /^Opens$/ },
  { name: 'settings-shifts', route: '/settings/shifts', path: () => 'settings/shifts/', shows: /^Hours$/ },
  {
    name: 'settings-messaging',
    route: '/settings/messaging',
    path: () => 'settings/messaging/',
    shows: /^SMS gateway$/,
  },
  {
    name: 'worklists-prescriptions',
    route: '/worklists/prescriptions',
    path: () => 'worklists/prescriptions/',
    shows: /^Prescriber$/,
    empty: /^Nothing is prescribed/,
  },
  {
    name: 'worklists-imaging',
    route: '/worklists/imaging',
    path: () => 'worklists/imaging/',
    shows: /^Vet$/,
    empty: /^No images are ordered/,
  },
  {
    name: 'worklists-charges',
    route: '/worklists/charges',
    path: () => 'worklists/charges/?days=31',
    shows: /^To charge$/,
    empty: /^Nothing seems to be missing/,
  },
  {
    name: 'bookings',
    route: '/bookings',
    path: () => 'bookings/',
    shows: /^Other candidates$/,
    empty: /^No booking waits/,
  },
  {
    name: 'settings-reasons',
    route: '/settings/reasons',
    path: () => 'settings/reasons/',
    shows: /^Usually charged$/,
    empty: /^No reason is set up yet/,
  },
  { name: 'settings-messages', route: '/settings/messages', path: () => 'settings/messages/', shows: /^By$/ },
  {
    name: 'settings-templates',
    route: '/settings/templates',
    path: () => 'settings/templates/',
    shows: /^Shortcut$/,
    empty: /^No template is stored yet/,
  },
  {
    name: 'settings-lists',
    route: '/settings/lists',
    path: () => 'settings/lists/',
    shows: /^Items are sorted into these/,
    empty: /^Nothing has been added to this list yet/,
  },
  {
    name: 'settings-fields',
    route: '/settings/fields',
    path: () => 'settings/fields/',
    shows: /^Added by$/,
    empty: /^No field has been added to patients yet/,
  },
  { name: 'settings-audit', route: '/settings/audit', path: () => 'settings/audit/', shows: /^created/ },
  {
    name: 'integrations',
    route: '/settings/integrations',
    path: () => 'settings/integrations/',
    shows: /^invoice \d+$/,
    empty: /^No webhook is set up yet/,
  },
  {
    name: 'settings-security',
    route: '/settings/audit',
    path: () => 'settings/audit/?view=security',
    shows: /^signed in/,
  },
  {
    name: 'account',
    route: '/settings/account',
    path: () => 'settings/account/',
    shows: /^Where you are signed in$/,
  },
]

/** The panels, sheets and dialogs that are opened on them. */
export const dialogs: readonly Screen[] = [
  withPalette({ ...pages[0]!, name: 'palette' }),
  { name: 'keys', route: '/', path: () => '', open: openKeys, shows: /^To the column Expected/ },
  {
    name: 'calendar-book',
    route: '/calendar',
    path: () => 'calendar/?book=true',
    shows: /^Book an appointment/,
  },
  {
    name: 'item',
    route: '/settings/items',
    path: ({ item }) => `settings/items/?item=${item}`,
    shows: /^Other prices$/,
  },
  {
    name: 'item-new',
    route: '/settings/items',
    path: () => 'settings/items/?new=true',
    shows: /^Add item$/,
  },
  {
    name: 'price-change-preview',
    route: '/settings/items/prices',
    path: () => 'settings/items/prices/',
    open: async (tab) => tab.getByLabel('Change by').fill('4'),
    shows: /^On average$/,
  },
  {
    name: 'calendar-month',
    route: '/calendar',
    path: () => 'calendar/',
    open: openMonth,
    shows: /^Mon$/,
  },
  {
    name: 'calendar-edit',
    route: '/calendar',
    path: ({ appointment }) => `calendar/?edit=${appointment}`,
    shows: /^Note for staff/,
  },
  {
    name: 'calendar-move',
    route: '/calendar',
    path: ({ appointment }) => `calendar/?move=${appointment}`,
    shows: /^Move to/,
  },
  {
    name: 'calendar-cancel',
    route: '/calendar',
    path: ({ appointment }) => `calendar/?cancel=${appointment}`,
    shows: /^Why it is cancelled/,
  },
  {
    name: 'walk-in-errors',
    route: '/clients/new',
    path: () => 'clients/new/',
    open: button(/^Register/),
    shows: /^There is a problem/,
  },
  {
    name: 'client-edit',
    route: '/clients/$id',
    path: ({ client }) => `clients/${client}/`,
    open: (tab) => tab.keyboard.press('e'),
    shows: /^Save/,
  },
  {
    name: 'prepayment-add',
    route: '/clients/$id/prepayments',
    path: ({ client }) => `clients/${client}/prepayments/?add=true`,
    shows: /^What it is for/,
  },
  {
    name: 'patient-weigh',
    route: '/patients/$id',
    path: ({ patient }) => `patients/${patient}/`,
    open: (tab) => tab.keyboard.press('w'),
    shows: /^New weight in kg/,
  },
  {
    name: 'patient-contraindication',
    route: '/patients/$id',
    path: ({ warnedPatient }) => `patients/${warnedPatient}/`,
    open: button(/^Add what it must not get/),
    shows: /^Substance or class/,
  },
  {
    name: 'visit-add-item',
    route: '/visits/$id',
    path: ({ visit }) => `visits/${visit}/?pane=charges`,
    open: keysThen('/', 'vac'),
    shows: /^Vaccination visit, cat/,
  },
  {
    name: 'visit-finalize',
    route: '/visits/$id',
    path: ({ readyVisit }) => `visits/${readyVisit}/?finalize=true`,
    shows: /^Finalize €/,
  },
  {
    name: 'visit-pay',
    route: '/visits/$id',
    path: ({ readyVisit }) => `visits/${readyVisit}/?finalize=true&pay=true`,
    shows: /^Finalize and take €/,
  },
  {
    name: 'visit-hand-over',
    route: '/visits/$id',
    path: ({ warnedVisit }) => `visits/${warnedVisit}/?handover=true`,
    shows: /^Hand over anyway/,
  },
  {
    name: 'visit-warning',
    route: '/visits/$id',
    path: ({ warnedVisit }) => `visits/${warnedVisit}/?pane=charges`,
    open: addAgainstWarning,
    shows: /^Why it is given anyway/,
  },
  {
    name: 'visit-prescribe',
    route: '/visits/$id',
    path: ({ warnedVisit }) => `visits/${warnedVisit}/?order=prescribe`,
    shows: /^Times dispensed/,
  },
  {
    name: 'visit-prescription',
    route: '/visits/$id',
    path: ({ warnedVisit }) => `visits/${warnedVisit}/`,
    open: button(/^Open Carprofen/),
    shows: /^Valid until|Prescriber$/,
  },
  {
    name: 'visit-refer',
    route: '/visits/$id',
    path: ({ warnedVisit }) => `visits/${warnedVisit}/?order=refer`,
    shows: /^Kind of images/,
  },
  {
    name: 'visit-changes',
    route: '/visits/$id',
    path: ({ readyVisit }) => `visits/${readyVisit}/`,
    open: button(/^Who changed this/),
    shows: /^Status:/,
  },
  {
    name: 'invoice-pay',
    route: '/invoices/$id',
    path: ({ invoice }) => `invoices/${invoice}/?pay=true`,
    shows: /^Take €/,
  },
  {
    name: 'invoice-refund',
    route: '/invoices/$id',
    path: ({ paidInvoice }) => `invoices/${paidInvoice}/?refund=true`,
    shows: /^All remaining/,
  },
  {
    name: 'invoice-cancel-payment',
    route: '/invoices/$id',
    path: ({ paidInvoice, payment }) => `invoices/${paidInvoice}/?cancel=${payment}`,
    shows: /^What happens to the money/,
  },
  {
    name: 'invoice-why',
    route: '/invoices/$id',
    path: ({ invoice, row }) => `invoices/${invoice}/?why=${row}`,
    shows: /^Owing now/,
  },
  {
    name: 'till-cash',
    route: '/till',
    path: ({ sale }) => `till/?sale=${sale}&pay=cash`,
    shows: /^Cash received/,
  },
  {
    name: 'stock-item',
    route: '/stock',
    path: ({ item }) => `stock/?show=all&item=${item}`,
    shows: /^Movements$/,
  },
  {
    name: 'stock-orders-send',
    route: '/stock/orders',
    path: () => 'stock/orders/',
    shows: /^Send the order to /,
    open: button(/^Send \d+ lines?,/),
  },
  {
    name: 'stock-order-begun',
    route: '/stock/orders',
    path: () => 'stock/orders/',
    shows: /^Begin order$/,
    open: button('Empty order'),
  },
  {
    name: 'stock-catalog-import',
    route: '/stock/catalog',
    path: () => 'stock/catalog/',
    shows: /^Prices that clients pay|become as the catalog says/,
    open: button(/^Import \d+ changes?…/),
  },
  {
    name: 'stock-receipts-dismiss',
    route: '/stock/receipts',
    path: () => 'stock/receipts/',
    shows: /^This cannot be taken back|never go/,
    open: button('Dismiss selected…'),
  },
  {
    name: 'stock-write-off',
    route: '/stock',
    path: ({ item }) => `stock/?show=all&item=${item}&act=waste`,
    shows: /^Write off/,
  },
  {
    name: 'stock-nobody',
    route: '/stock/batch',
    path: ({ item }) => `stock/batch/?item=${item}&batch=A1`,
    shows: /^No client has any of this batch/,
  },
  {
    name: 'settings-invite',
    route: '/settings/people',
    path: () => 'settings/people/?invite=true',
    shows: /^Send invitation/,
  },
  {
    name: 'settings-new-group',
    route: '/settings/groups',
    path: () => 'settings/groups/',
    open: button(/^New group/),
    shows: /^Make group/,
  },
  {
    name: 'recalls-call',
    route: '/recalls',
    path: () => 'recalls/?days=365&view=call',
    open: button(/^Call about/),
    shows: /^What was said$/,
  },
  {
    name: 'settings-shifts-day',
    route: '/settings/shifts',
    path: () => 'settings/shifts/',
    open: button(/, Mon /),
    shows: /^On this day$/,
  },
  {
    name: 'worklists-prescription',
    route: '/worklists/prescriptions',
    path: () => 'worklists/prescriptions/',
    open: (page) =>
      page
        .getByRole('link', { name: /^Review/ })
        .first()
        .click(),
    shows: /^Prepared by$/,
    empty: /^Nothing is prescribed/,
  },
  {
    name: 'worklists-imaging-order',
    route: '/worklists/imaging',
    path: () => 'worklists/imaging/',
    open: (page) => page.locator('[data-row]').first().click(),
    shows: /^Accession number$/,
    empty: /^No images are ordered/,
  },
  {
    name: 'worklists-not-charged',
    route: '/worklists/charges',
    path: () => 'worklists/charges/?days=31',
    open: button(/^Not charged for/),
    shows: /^Why is it not charged/,
    empty: /^Nothing seems to be missing/,
  },
  {
    name: 'bookings-decline',
    route: '/bookings',
    path: () => 'bookings/',
    open: button(/^Decline…/),
    shows: /^The appointment is cancelled/,
    empty: /^No booking waits/,
  },
  {
    name: 'settings-shifts-leave',
    route: '/settings/shifts',
    path: () => 'settings/shifts/?leave=true',
    shows: /^To and including$/,
  },
  {
    name: 'settings-shifts-copy',
    route: '/settings/shifts',
    path: () => 'settings/shifts/?copy=true',
    shows: /^There is nothing to copy/,
  },
  {
    name: 'settings-reasons-new',
    route: '/settings/reasons',
    path: () => 'settings/reasons/?new=true',
    shows: /^Length, minutes$/,
  },
  {
    name: 'settings-messages-open',
    route: '/settings/messages',
    path: () => 'settings/messages/?kind=2&channel=2&language=fi',
    shows: /^As a client reads it$/,
  },
  {
    name: 'settings-templates-new',
    route: '/settings/templates',
    path: () => 'settings/templates/?new=true',
    shows: /^It is inserted as it stands/,
  },
  {
    name: 'settings-lists-new',
    route: '/settings/lists',
    path: () => 'settings/lists/?new=true',
    shows: /^Your own, for statistics/,
  },
  {
    name: 'settings-fields-new',
    route: '/settings/fields',
    path: () => 'settings/fields/?new=true',
    shows: /^How it will look$/,
  },
  {
    name: 'integrations-attempts',
    route: '/settings/integrations',
    path: () => 'settings/integrations/?outcome=failing',
    open: button(/^Attempts of Invoice finalized/),
    shows: /^The webhook-id is the same/,
  },
  {
    name: 'integrations-webhook',
    route: '/settings/integrations',
    path: () => 'settings/integrations/',
    open: (tab) => tab.getByRole('link', { name: /^Bookkeeping/ }).click(),
    shows: /^https:/,
  },
  {
    name: 'integrations-application',
    route: '/settings/integrations',
    path: () => 'settings/integrations/?view=applications',
    open: (tab) => tab.getByRole('navigation', { name: 'Applications' }).getByRole('link').first().click(),
    shows: /^What it may do$/,
  },
  {
    name: 'integrations-application-new',
    route: '/settings/integrations',
    path: () => 'settings/integrations/?view=applications&new=true',
    shows: /^Make application/,
  },
  {
    name: 'integrations-new',
    route: '/settings/integrations',
    path: () => 'settings/integrations/?new=true',
    shows: /^Make webhook/,
  },
  {
    name: 'first-hours-rates',
    route: '/settings/setup',
    path: () => 'settings/setup/?rates=true',
    shows: /^Confirm \d+ rates?/,
  },
  {
    name: 'first-hours-import',
    route: '/settings/setup',
    path: () => 'settings/setup/?kind=clients',
    shows: /^Choose a file$/,
  },
  {
    name: 'first-hours-columns',
    route: '/settings/setup',
    path: () => 'settings/setup/?kind=clients',
    open: chooseFile,
    shows: /^3 of 4 recognised$/,
  },
  {
    name: 'account-password',
    route: '/settings/account',
    path: () => 'settings/account/',
    open: changePassword,
    shows: /^At least 12 characters/,
  },
  // It ends the session, so it is the last.
  { name: 'locked', route: '/', path: () => '', open: lock, shows: /^Unlock$/ },
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
  if (screen.open !== undefined) {
    await settled(tab)
    await screen.open(tab)
  }
  await tab.getByText(screen.shows).filter({ visible: true }).first().waitFor()
  await settled(tab)
}
