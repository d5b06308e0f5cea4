import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { home } from './api/home.ts'
import { reached } from './api/reachable.ts'
import { Frame } from './frame/Frame.tsx'
import { BrokenPage, UnknownPage } from './frame/Fallbacks.tsx'
import { PageSkeleton } from './frame/FrameSkeleton.tsx'
import { oneOf, readDate, readFlag, readId, readMoment, readMonth, readWord } from './shared/address.ts'

/**
 * The parameters of an address as they were typed. Each route names every one that it reads, as undefined where it cannot be
 * read: the router hands on as it was typed whatever a route leaves out.
 */
type Search = Readonly<Record<string, unknown>>

/** The department is chosen for all pages at once. */
export type FrameSearch = { department?: number | undefined }
export type BoardSearch = { vet?: number | undefined; mine?: true | undefined }

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
  validateSearch: (search: Search): BoardSearch => ({
    vet: readId(search['vet']),
    mine: readFlag(search['mine']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/board/BoardPage.tsx')),
    'BoardPage',
  ),
})

export type CalendarSearch = {
  date?: string | undefined
  view?: 'week' | undefined
  by?: 'department' | undefined
  /** Whose week is shown. */
  user?: number | undefined
  cancelled?: true | undefined
  /** Which form is open: for a new appointment, or for moving, editing or cancelling one. */
  book?: true | undefined
  move?: number | undefined
  edit?: number | undefined
  cancel?: number | undefined
  /** The appointment whose client is being chosen. */
  who?: number | undefined
  /** What the form has: a moment, a length, with whom, in which department, for whom. */
  at?: string | undefined
  minutes?: number | undefined
  with?: number | undefined
  place?: number | undefined
  client?: number | undefined
  patient?: number | undefined
}

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  validateSearch: (search: Search): CalendarSearch => ({
    date: readDate(search['date']),
    view: oneOf(['week'], search['view']),
    by: oneOf(['department'], search['by']),
    user: readId(search['user']),
    cancelled: readFlag(search['cancelled']),
    book: readFlag(search['book']),
    move: readId(search['move']),
    edit: readId(search['edit']),
    cancel: readId(search['cancel']),
    who: readId(search['who']),
    at: readMoment(search['at']),
    minutes: readId(search['minutes']),
    with: readId(search['with']),
    place: readId(search['place']),
    client: readId(search['client']),
    patient: readId(search['patient']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/calendar/Calendar.tsx')),
    'Calendar',
  ),
})

export type ClientsSearch = {
  q?: string | undefined
  page?: number | undefined
  archived?: true | undefined
  living?: true | undefined
}

const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  validateSearch: (search: Search): ClientsSearch => ({
    q: readWord(search['q']),
    page: readId(search['page']),
    archived: readFlag(search['archived']),
    living: readFlag(search['living']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/clients/Clients.tsx')),
    'Clients',
  ),
})

export type NewClientSearch = {
  /** A client who exists, and one of their animals or a new one. */
  client?: number | undefined
  patient?: number | 'new' | undefined
  /** What was searched for and not found. */
  q?: string | undefined
}

const newClient = createRoute({
  getParentRoute: () => root,
  path: '/clients/new',
  validateSearch: (search: Search): NewClientSearch => ({
    client: readId(search['client']),
    patient: oneOf(['new'], search['patient']) ?? readId(search['patient']),
    q: readWord(search['q']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/clients/NewClient.tsx')),
    'NewClient',
  ),
})

const clientTabs = ['visits', 'invoices', 'messages', 'fields', 'changes'] as const
export type ClientSearch = { tab?: (typeof clientTabs)[number] | undefined }

const client = createRoute({
  getParentRoute: () => root,
  path: '/clients/$id',
  validateSearch: (search: Search): ClientSearch => ({
    tab: oneOf(clientTabs, search['tab']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/clients/ClientPage.tsx')),
    'ClientPage',
  ),
})

const invoiceViews = ['overdue', 'drafts', 'payout', 'all'] as const
const invoiceOrders = ['invoice_date', '-invoice_date', 'invoice_number', '-invoice_number'] as const

type InvoicesSearch = {
  view?: (typeof invoiceViews)[number] | undefined
  q?: string | undefined
  from?: string | undefined
  until?: string | undefined
  order?: (typeof invoiceOrders)[number] | undefined
  page?: number | undefined
}

const invoices = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  validateSearch: (search: Search): InvoicesSearch => ({
    view: oneOf(invoiceViews, search['view']),
    q: readWord(search['q']),
    from: readDate(search['from']),
    until: readDate(search['until']),
    order: oneOf(invoiceOrders, search['order']),
    page: readId(search['page']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/invoices/Invoices.tsx')),
    'Invoices',
  ),
})

type InvoiceSearch = {
  pay?: true | undefined
  cancel?: number | undefined
  refund?: true | number | undefined
  why?: true | number | undefined
  edit?: true | undefined
  void?: true | undefined
}

const invoice = createRoute({
  getParentRoute: () => root,
  path: '/invoices/$id',
  validateSearch: (search: Search): InvoiceSearch => ({
    pay: readFlag(search['pay']),
    cancel: readId(search['cancel']),
    refund: oneOf([true], search['refund']) ?? readId(search['refund']),
    why: oneOf([true], search['why']) ?? readId(search['why']),
    edit: readFlag(search['edit']),
    void: readFlag(search['void']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/invoices/InvoicePage.tsx')),
    'InvoicePage',
  ),
})

type PrepaymentsSearch = { add?: true | undefined; use?: number | undefined; refund?: number | undefined }

const prepayments = createRoute({
  getParentRoute: () => root,
  path: '/clients/$id/prepayments',
  validateSearch: (search: Search): PrepaymentsSearch => ({
    add: readFlag(search['add']),
    use: readId(search['use']),
    refund: readId(search['refund']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/prepayments/Prepayments.tsx')),
    'Prepayments',
  ),
})

const timelineKinds = ['visit', 'prescription', 'imaging', 'invoice'] as const
const patientTabs = ['fields', 'files', 'changes'] as const
export type PatientSearch = {
  kind?: (typeof timelineKinds)[number] | undefined
  tab?: (typeof patientTabs)[number] | undefined
}

const patient = createRoute({
  getParentRoute: () => root,
  path: '/patients/$id',
  validateSearch: (search: Search): PatientSearch => ({
    kind: oneOf(timelineKinds, search['kind']),
    tab: oneOf(patientTabs, search['tab']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/patients/PatientPage.tsx')),
    'PatientPage',
  ),
})

export type TillSearch = {
  sale?: number | undefined
  /** Who will buy, until the sale is opened. */
  client?: number | undefined
  pay?: 'cash' | 'more' | undefined
}

const till = createRoute({
  getParentRoute: () => root,
  path: '/till',
  validateSearch: (search: Search): TillSearch => ({
    sale: readId(search['sale']),
    client: readId(search['client']),
    pay: oneOf(['cash', 'more'], search['pay']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/till/Till.tsx')),
    'Till',
  ),
})

export type VisitSearch = {
  patient?: number | undefined
  pane?: 'history' | 'charges' | undefined
  note?: 'anamnesis' | undefined
  order?: 'prescribe' | 'refer' | undefined
  finalize?: true | undefined
  /** Asks what is open before the visit is handed over. */
  handover?: true | undefined
}

const visit = createRoute({
  getParentRoute: () => root,
  path: '/visits/$id',
  validateSearch: (search: Search): VisitSearch => ({
    patient: readId(search['patient']),
    pane: oneOf(['history', 'charges'], search['pane']),
    note: oneOf(['anamnesis'], search['note']),
    order: oneOf(['prescribe', 'refer'], search['order']),
    finalize: readFlag(search['finalize']),
    handover: readFlag(search['handover']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/visits/VisitPage.tsx')),
    'VisitPage',
  ),
})

const reportRows = ['payments', 'invoices', 'vat', 'account', 'owing'] as const

export type ReportsSearch = {
  month?: string | undefined
  view?: 'table' | undefined
  /** Which rows are listed, and of what: a day and method, a rate, an account, an age. */
  rows?: (typeof reportRows)[number] | undefined
  day?: string | undefined
  of?: string | undefined
}

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: (search: Search): ReportsSearch => ({
    month: readMonth(search['month']),
    view: oneOf(['table'], search['view']),
    rows: oneOf(reportRows, search['rows']),
    day: readDate(search['day']),
    of: readWord(search['of']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/reports/Reports.tsx')),
    'Reports',
  ),
})

export type CloseDaySearch = { report?: number | undefined; view?: 'table' | undefined }

const closeDay = createRoute({
  getParentRoute: () => root,
  path: '/reports/day',
  validateSearch: (search: Search): CloseDaySearch => ({
    report: readId(search['report']),
    view: oneOf(['table'], search['view']),
  }),
  component: lazyRouteComponent(
    reached(() => import('./features/reports/CloseDay.tsx')),
    'CloseDay',
  ),
})

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      board,
      calendar,
      clients,
      newClient,
      client,
      patient,
      invoices,
      invoice,
      prepayments,
      till,
      visit,
      reports,
      closeDay,
    ]),
    basepath: home,
    trailingSlash: 'always',
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    defaultPendingComponent: PageSkeleton,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
  })

/** Fetches the code of all pages while nobody waits, so that they open at once, and without a connection. */
export const preloadPages = (router: ReturnType<typeof makeRouter>) => {
  const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000))
  const stop = router.subscribe('onRendered', () => {
    stop()
    const routes = Object.values(router.routesById)
    const loadNext = () => {
      const route = routes.pop()
      if (route !== undefined) void Promise.resolve(router.loadRouteChunk(route)).finally(() => whenIdle(loadNext))
    }
    whenIdle(loadNext)
  })
}

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the router's types are extended this way
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
