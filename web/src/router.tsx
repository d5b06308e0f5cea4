import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { home } from './api/home.ts'
import { Frame } from './frame/Frame.tsx'
import { BrokenPage, UnknownPage } from './frame/Fallbacks.tsx'

const positive = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

const isDate = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

/** The department is chosen for all pages at once. */
export type FrameSearch = { department?: number | undefined }
export type TodaySearch = { vet?: number | undefined; mine?: true | undefined }

const root = createRootRoute({
  component: Frame,
  notFoundComponent: UnknownPage,
  errorComponent: BrokenPage,
  validateSearch: (search: Record<string, unknown>): FrameSearch => {
    const department = positive(search['department'])
    return department === undefined ? {} : { department }
  },
  search: { middlewares: [retainSearchParams(['department'])] },
})

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: (search: Record<string, unknown>): TodaySearch => {
    const vet = positive(search['vet'])
    return { ...(vet === undefined ? {} : { vet }), ...(search['mine'] ? { mine: true as const } : {}) }
  },
  component: lazyRouteComponent(() => import('./features/consultations/Today.tsx'), 'Today'),
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
  validateSearch: (search: Record<string, unknown>): CalendarSearch => {
    const { date, at } = search
    const numbers = (
      ['user', 'move', 'edit', 'cancel', 'who', 'minutes', 'with', 'place', 'client', 'patient'] as const
    ).map((name) => [name, positive(search[name])] as const)
    return {
      ...(typeof date === 'string' && isDate(date) ? { date } : {}),
      ...(search['view'] === 'week' ? { view: 'week' as const } : {}),
      ...(search['by'] === 'department' ? { by: 'department' as const } : {}),
      ...(search['cancelled'] ? { cancelled: true as const } : {}),
      ...(search['book'] ? { book: true as const } : {}),
      ...(typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? { at } : {}),
      ...Object.fromEntries(numbers.filter(([, value]) => value !== undefined)),
    }
  },
  component: lazyRouteComponent(() => import('./features/scheduling/Calendar.tsx'), 'Calendar'),
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
  validateSearch: (search: Record<string, unknown>): ClientsSearch => {
    const page = positive(search['page'])
    return {
      ...(typeof search['q'] === 'string' || typeof search['q'] === 'number' ? { q: String(search['q']) } : {}),
      ...(page === undefined || page === 1 ? {} : { page }),
      ...(search['archived'] ? { archived: true as const } : {}),
      ...(search['living'] ? { living: true as const } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./features/clients/Clients.tsx'), 'Clients'),
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
  validateSearch: (search: Record<string, unknown>): NewClientSearch => {
    const known = positive(search['client'])
    const animal = search['patient'] === 'new' ? ('new' as const) : positive(search['patient'])
    return {
      ...(known === undefined ? {} : { client: known }),
      ...(animal === undefined ? {} : { patient: animal }),
      ...(typeof search['q'] === 'string' || typeof search['q'] === 'number' ? { q: String(search['q']) } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./features/clients/NewClient.tsx'), 'NewClient'),
})

const clientTabs = ['visits', 'invoices', 'messages', 'fields', 'changes'] as const
export type ClientSearch = { tab?: (typeof clientTabs)[number] | undefined }

const client = createRoute({
  getParentRoute: () => root,
  path: '/clients/$id',
  validateSearch: (search: Record<string, unknown>): ClientSearch => {
    const tab = clientTabs.find((name) => name === search['tab'])
    return tab === undefined ? {} : { tab }
  },
  component: lazyRouteComponent(() => import('./features/clients/ClientPage.tsx'), 'ClientPage'),
})

const flag = (value: unknown) => (value ? (true as const) : undefined)
const date = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? String(value) : undefined)
/** Without what is not there, so that the address has only what was chosen. */
const chosen = <T extends Record<string, unknown>>(search: T) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Partial<T>

const invoiceViews = ['overdue', 'drafts', 'payout', 'all'] as const
const invoiceOrders = ['invoice_date', '-invoice_date', 'invoice_number', '-invoice_number'] as const

const invoices = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  validateSearch: (search: Record<string, unknown>) =>
    chosen({
      view: invoiceViews.find((name) => name === search['view']),
      q: typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']) : undefined,
      from: date(search['from']),
      until: date(search['until']),
      order: invoiceOrders.find((name) => name === search['order']),
      page: positive(search['page']),
    }),
  component: lazyRouteComponent(() => import('./features/billing/invoices/Invoices.tsx'), 'Invoices'),
})

const invoice = createRoute({
  getParentRoute: () => root,
  path: '/invoices/$id',
  validateSearch: (search: Record<string, unknown>) =>
    chosen({
      pay: flag(search['pay']),
      cancel: positive(search['cancel']),
      refund: search['refund'] === true ? (true as const) : positive(search['refund']),
      why: search['why'] === true ? (true as const) : positive(search['why']),
      edit: flag(search['edit']),
      void: flag(search['void']),
    }),
  component: lazyRouteComponent(() => import('./features/billing/invoices/InvoicePage.tsx'), 'InvoicePage'),
})

const prepayments = createRoute({
  getParentRoute: () => root,
  path: '/clients/$id/prepayments',
  validateSearch: (search: Record<string, unknown>) =>
    chosen({ add: flag(search['add']), use: positive(search['use']), refund: positive(search['refund']) }),
  component: lazyRouteComponent(() => import('./features/billing/invoices/Prepayments.tsx'), 'Prepayments'),
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
  validateSearch: (search: Record<string, unknown>): PatientSearch => {
    const kind = timelineKinds.find((name) => name === search['kind'])
    const tab = patientTabs.find((name) => name === search['tab'])
    return { ...(kind === undefined ? {} : { kind }), ...(tab === undefined ? {} : { tab }) }
  },
  component: lazyRouteComponent(() => import('./features/clients/PatientPage.tsx'), 'PatientPage'),
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
  validateSearch: (search: Record<string, unknown>): TillSearch => {
    const [sale, buyer] = [positive(search['sale']), positive(search['client'])]
    const pay = (['cash', 'more'] as const).find((name) => name === search['pay'])
    return {
      ...(sale === undefined ? {} : { sale }),
      ...(buyer === undefined ? {} : { client: buyer }),
      ...(pay === undefined ? {} : { pay }),
    }
  },
  component: lazyRouteComponent(() => import('./features/billing/till/Till.tsx'), 'Till'),
})

export type VisitSearch = {
  patient?: number | undefined
  pane?: 'history' | 'charges' | undefined
  note?: 'anamnesis' | undefined
  order?: 'prescribe' | 'refer' | undefined
  finalize?: true | undefined
}

const visit = createRoute({
  getParentRoute: () => root,
  path: '/visits/$id',
  validateSearch: (search: Record<string, unknown>): VisitSearch => {
    const shown = positive(search['patient'])
    const order = (['prescribe', 'refer'] as const).find((name) => name === search['order'])
    const pane = (['history', 'charges'] as const).find((name) => name === search['pane'])
    return {
      ...(shown === undefined ? {} : { patient: shown }),
      ...(pane === undefined ? {} : { pane }),
      ...(search['note'] === 'anamnesis' ? { note: 'anamnesis' as const } : {}),
      ...(order === undefined ? {} : { order }),
      ...(search['finalize'] ? { finalize: true as const } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./features/workbench/Workbench.tsx'), 'Workbench'),
})

const month = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined
const wordIn = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
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
  validateSearch: (search: Record<string, unknown>): ReportsSearch => {
    const [shown, of] = [month(search['month']), wordIn(search['of'])]
    const rows = reportRows.find((name) => name === search['rows'])
    const day = wordIn(search['day'])
    return {
      ...(shown === undefined ? {} : { month: shown }),
      ...(search['view'] === 'table' ? { view: 'table' as const } : {}),
      ...(rows === undefined ? {} : { rows }),
      ...(day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day) ? {} : { day }),
      ...(of === undefined ? {} : { of }),
    }
  },
  component: lazyRouteComponent(() => import('./features/billing/reports/Reports.tsx'), 'Reports'),
})

export type CloseDaySearch = { report?: number | undefined; view?: 'table' | undefined }

const closeDay = createRoute({
  getParentRoute: () => root,
  path: '/reports/day',
  validateSearch: (search: Record<string, unknown>): CloseDaySearch => {
    const report = positive(search['report'])
    return {
      ...(report === undefined ? {} : { report }),
      ...(search['view'] === 'table' ? { view: 'table' as const } : {}),
    }
  },
  component: lazyRouteComponent(() => import('./features/billing/reports/CloseDay.tsx'), 'CloseDay'),
})

export const makeRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      today,
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
  })

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- the router's types are extended this way
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
