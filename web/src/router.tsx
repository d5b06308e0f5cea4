import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router'
import { home } from './api/home.ts'
import { reached } from './api/reachable.ts'
import { readBoardSearch } from './features/board/search.ts'
import { readCalendarSearch } from './features/calendar/search.ts'
import { readClientSearch, readClientsSearch, readNewClientSearch } from './features/clients/search.ts'
import { readCloseDaySearch, readReportsSearch } from './features/reports/search.ts'
import { readInvoiceSearch, readInvoicesSearch } from './features/invoices/search.ts'
import { readPatientSearch } from './features/patients/search.ts'
import { readPrepaymentsSearch } from './features/prepayments/search.ts'
import { readTillSearch } from './features/till/search.ts'
import { readVisitSearch } from './features/visits/search.ts'
import { Frame } from './frame/Frame.tsx'
import { BrokenPage, UnknownPage } from './frame/Fallbacks.tsx'
import { PageSkeleton } from './frame/FrameSkeleton.tsx'
import { readId, type Search } from './shared/address.ts'

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
  component: lazyRouteComponent(
    reached(() => import('./features/board/BoardPage.tsx')),
    'BoardPage',
  ),
})

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/calendar/Calendar.tsx')),
    'Calendar',
  ),
})

const clients = createRoute({
  getParentRoute: () => root,
  path: '/clients',
  validateSearch: readClientsSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/clients/Clients.tsx')),
    'Clients',
  ),
})

const newClient = createRoute({
  getParentRoute: () => root,
  path: '/clients/new',
  validateSearch: readNewClientSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/clients/NewClient.tsx')),
    'NewClient',
  ),
})

const client = createRoute({
  getParentRoute: () => root,
  path: '/clients/$id',
  validateSearch: readClientSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/clients/ClientPage.tsx')),
    'ClientPage',
  ),
})

const invoices = createRoute({
  getParentRoute: () => root,
  path: '/invoices',
  validateSearch: readInvoicesSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/invoices/Invoices.tsx')),
    'Invoices',
  ),
})

const invoice = createRoute({
  getParentRoute: () => root,
  path: '/invoices/$id',
  validateSearch: readInvoiceSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/invoices/InvoicePage.tsx')),
    'InvoicePage',
  ),
})

const prepayments = createRoute({
  getParentRoute: () => root,
  path: '/clients/$id/prepayments',
  validateSearch: readPrepaymentsSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/prepayments/Prepayments.tsx')),
    'Prepayments',
  ),
})

const patient = createRoute({
  getParentRoute: () => root,
  path: '/patients/$id',
  validateSearch: readPatientSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/patients/PatientPage.tsx')),
    'PatientPage',
  ),
})

const till = createRoute({
  getParentRoute: () => root,
  path: '/till',
  validateSearch: readTillSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/till/Till.tsx')),
    'Till',
  ),
})

const visit = createRoute({
  getParentRoute: () => root,
  path: '/visits/$id',
  validateSearch: readVisitSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/visits/VisitPage.tsx')),
    'VisitPage',
  ),
})

const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: readReportsSearch,
  component: lazyRouteComponent(
    reached(() => import('./features/reports/Reports.tsx')),
    'Reports',
  ),
})

const closeDay = createRoute({
  getParentRoute: () => root,
  path: '/reports/day',
  validateSearch: readCloseDaySearch,
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
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
