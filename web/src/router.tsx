import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { home } from './api/home.ts'
import { reached } from './api/reachable.ts'
import { BoardPage } from './features/board/BoardPage.tsx'
import { readBoardSearch } from './features/board/search.ts'
import { readBookingsSearch } from './features/bookings/search.ts'
import { readCalendarSearch } from './features/calendar/search.ts'
import { readClientSearch, readClientsSearch, readNewClientSearch } from './features/clients/search.ts'
import { readCloseDaySearch, readReportsSearch } from './features/reports/search.ts'
import { readMessagesSearch } from './features/messages/search.ts'
import { readInvoiceSearch, readInvoicesSearch } from './features/invoices/search.ts'
import { readPatientSearch } from './features/patients/search.ts'
import { readPrepaymentsSearch } from './features/prepayments/search.ts'
import { readAccountSearch } from './features/settings/account/search.ts'
import { readIntegrationsSearch } from './features/settings/integrations/search.ts'
import { readItemsSearch } from './features/settings/items/search.ts'
import { readSetupSearch } from './features/settings/setup/search.ts'
import { readAuditSearch, readClinicSearch, readPeopleSearch, readShiftsSearch } from './features/settings/search.ts'
import { readCatalogSearch } from './features/stock/catalog/search.ts'
import { readOrdersSearch } from './features/stock/orders/search.ts'
import { readReceiptsSearch } from './features/stock/receipts/search.ts'
import { readBatchSearch, readCountSearch, readStockSearch } from './features/stock/search.ts'
import { readRecallsSearch } from './shared/recalls-search.ts'
import { words } from './features/settings/words-pages.ts'
import { readTillSearch } from './features/till/search.ts'
import { readVisitSearch } from './features/visits/search.ts'
import { readChargesSearch, readImagingSearch, readPrescriptionsSearch } from './features/worklists/search.ts'
import { Frame } from './frame/Frame.tsx'
import { BrokenPage, UnknownPage } from './frame/Fallbacks.tsx'
import { PageSkeleton } from './frame/FrameSkeleton.tsx'
import { readId, readNothing, type Search } from './shared/address.ts'
import type { SettingsPath } from './shared/settings-pages.ts'

/** The department is chosen for all pages at once. */
type FrameSearch = { department?: number | undefined }

const root = createRootRoute({
  component: Frame,
  notFoundComponent: UnknownPage,
  errorComponent: BrokenPage,
  validateSearch: (search: Search): FrameSearch => ({
    department: readId(search['department']),
  }),
  search: { middlewares: [retainSearchParams(['department'])] },
})

const board = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readBoardSearch,
  // Most people begin here, so it is part of the screen.
  component: BoardPage,
})

/** A page below the frame, whose code is loaded when it is opened or nobody waits. What it draws is typed by itself alone. */
const page = <const Path extends `/${string}`, Name extends string, Read extends object>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, unknown>>>,
  name: Name,
  validateSearch: (search: Search) => Read,
) =>
  createRoute({ getParentRoute: () => root, path, validateSearch, component: lazyRouteComponent(reached(load), name) })

const calendar = page('/calendar', () => import('./features/calendar/Calendar.tsx'), 'Calendar', readCalendarSearch)

const clients = page('/clients', () => import('./features/clients/Clients.tsx'), 'Clients', readClientsSearch)

const newClient = page(
  '/clients/new',
  () => import('./features/clients/NewClient.tsx'),
  'NewClient',
  readNewClientSearch,
)

const client = page('/clients/$id', () => import('./features/clients/ClientPage.tsx'), 'ClientPage', readClientSearch)

const bookings = page('/bookings', () => import('./features/bookings/Bookings.tsx'), 'Bookings', readBookingsSearch)

const invoices = page('/invoices', () => import('./features/invoices/Invoices.tsx'), 'Invoices', readInvoicesSearch)

const invoice = page(
  '/invoices/$id',
  () => import('./features/invoices/InvoicePage.tsx'),
  'InvoicePage',
  readInvoiceSearch,
)

const prepayments = page(
  '/clients/$id/prepayments',
  () => import('./features/prepayments/Prepayments.tsx'),
  'Prepayments',
  readPrepaymentsSearch,
)

const patient = page(
  '/patients/$id',
  () => import('./features/patients/PatientPage.tsx'),
  'PatientPage',
  readPatientSearch,
)

const till = page('/till', () => import('./features/till/Till.tsx'), 'Till', readTillSearch)

const recalls = page('/recalls', () => import('./features/recalls/Recalls.tsx'), 'Recalls', readRecallsSearch)
const messages = page('/messages', () => import('./features/messages/Messages.tsx'), 'Messages', readMessagesSearch)
const stock = page('/stock', () => import('./features/stock/Stock.tsx'), 'Stock', readStockSearch)
const batch = page('/stock/batch', () => import('./features/stock/BatchPage.tsx'), 'BatchPage', readBatchSearch)
const stockCount = page('/stock/count', () => import('./features/stock/CountPage.tsx'), 'CountPage', readCountSearch)
const orders = page('/stock/orders', () => import('./features/stock/orders/Orders.tsx'), 'Orders', readOrdersSearch)
const receipts = page(
  '/stock/receipts',
  () => import('./features/stock/receipts/Receipts.tsx'),
  'Receipts',
  readReceiptsSearch,
)

const catalog = page(
  '/stock/catalog',
  () => import('./features/stock/catalog/Catalog.tsx'),
  'Catalog',
  readCatalogSearch,
)

const worklists = page(
  '/worklists',
  () => import('./features/worklists/WorklistTabs.tsx'),
  'WorklistsStart',
  readNothing,
)
const prescriptions = page(
  '/worklists/prescriptions',
  () => import('./features/worklists/Prescriptions.tsx'),
  'Prescriptions',
  readPrescriptionsSearch,
)
const imaging = page(
  '/worklists/imaging',
  () => import('./features/worklists/Imaging.tsx'),
  'Imaging',
  readImagingSearch,
)
const charges = page(
  '/worklists/charges',
  () => import('./features/worklists/MissingCharges.tsx'),
  'MissingCharges',
  readChargesSearch,
)

const visit = page('/visits/$id', () => import('./features/visits/VisitPage.tsx'), 'VisitPage', readVisitSearch)

const reports = page('/reports', () => import('./features/reports/Reports.tsx'), 'Reports', readReportsSearch)

const closeDay = page('/reports/day', () => import('./features/reports/CloseDay.tsx'), 'CloseDay', readCloseDaySearch)

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(
    reached(() => import('./features/settings/Settings.tsx')),
    'Settings',
  ),
})

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(
    reached(() => import('./features/settings/Settings.tsx')),
    'SettingsStart',
  ),
})

/** One of the pages that `shared/settings-pages.ts` lists and that stand beside the list. */
const settingsPage = <
  const Path extends Exclude<SettingsPath, 'setup' | 'integrations'>,
  Name extends string,
  Read extends object,
>(
  path: Path,
  load: () => Promise<{ readonly [Component in Name]: () => ReactNode }>,
  name: Name,
  readSearch: (search: Search) => Read,
) =>
  createRoute({
    getParentRoute: () => settings,
    path,
    validateSearch: readSearch,
    component: lazyRouteComponent(reached(load), name),
  })

/** Tasks that need the width take the place of the settings' list. */
const changePrices = page(
  '/settings/items/prices',
  () => import('./features/settings/items/ChangePrices.tsx'),
  'ChangePrices',
  readNothing,
)

const priceChange = page(
  '/settings/items/prices/$id',
  () => import('./features/settings/items/PriceChangePage.tsx'),
  'PriceChangePage',
  readNothing,
)

const setup = page('/settings/setup', () => import('./features/settings/setup/Setup.tsx'), 'Setup', readSetupSearch)

/** Everybody has an account, so it is not one of the pages that permissions open. */
const account = page(
  '/settings/account',
  () => import('./features/settings/account/Account.tsx'),
  'Account',
  readAccountSearch,
)

const integrations = page(
  '/settings/integrations',
  () => import('./features/settings/integrations/Integrations.tsx'),
  'Integrations',
  readIntegrationsSearch,
)

const settingsPages = [
  settingsPage('clinic', () => import('./features/settings/clinic/Clinic.tsx'), 'Clinic', readClinicSearch),
  settingsPage('people', () => import('./features/settings/people/People.tsx'), 'People', readPeopleSearch),
  settingsPage('groups', () => import('./features/settings/groups/Groups.tsx'), 'Groups', readNothing),
  settingsPage('shifts', () => import('./features/settings/shifts/Shifts.tsx'), 'Shifts', readShiftsSearch),
  settingsPage('messaging', () => import('./features/settings/messaging/Messaging.tsx'), 'Messaging', readNothing),
  settingsPage('messages', words.messages.load, 'MessagePage', words.messages.read),
  settingsPage('templates', words.templates.load, 'TemplatePage', words.templates.read),
  settingsPage('lists', words.lists.load, 'ListPage', words.lists.read),
  settingsPage('reasons', words.reasons.load, 'ReasonPage', words.reasons.read),
  settingsPage('fields', words.fields.load, 'CustomFieldPage', words.fields.read),
  settingsPage('audit', () => import('./features/settings/audit/Audit.tsx'), 'Audit', readAuditSearch),
  settingsPage('items', () => import('./features/settings/items/Items.tsx'), 'Items', readItemsSearch),
] as const

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      board,
      calendar,
      clients,
      newClient,
      client,
      patient,
      bookings,
      invoices,
      invoice,
      prepayments,
      till,
      stock,
      batch,
      stockCount,
      orders,
      receipts,
      catalog,
      recalls,
      messages,
      worklists,
      prescriptions,
      imaging,
      charges,
      visit,
      reports,
      closeDay,
      changePrices,
      priceChange,
      setup,
      account,
      integrations,
      settings.addChildren([settingsStart, ...settingsPages]),
    ]),
    // What is open on the page of one record is not of the next one.
    defaultRemountDeps: ({ params }) => params,
    basepath: home,
    trailingSlash: 'always',
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
