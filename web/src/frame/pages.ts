import {
  IconCalendarEvent,
  IconCashRegister,
  IconChartBar,
  IconFileInvoice,
  IconLayoutColumns,
  IconUsers,
} from '@tabler/icons-react'
import { text } from '../text/en.ts'

/** The pages of the rail, in its order. A page is listed once it can be worked with. */
export const pages = [
  { to: '/', title: text.pages.today, icon: IconLayoutColumns, keys: 'g t' },
  { to: '/calendar/', title: text.pages.calendar, icon: IconCalendarEvent, keys: 'g c' },
  { to: '/clients/', title: text.pages.clients, icon: IconUsers, keys: 'g l' },
  { to: '/invoices/', title: text.pages.invoices, icon: IconFileInvoice, keys: 'g v' },
  { to: '/till/', title: text.pages.till, icon: IconCashRegister, keys: 'g i' },
  { to: '/reports/', title: text.pages.reports, icon: IconChartBar, keys: 'g r' },
] as const
