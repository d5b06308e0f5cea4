import {
  IconCalendarEvent,
  IconCashRegister,
  IconChartBar,
  IconFileInvoice,
  IconLayoutColumns,
  IconUsers,
} from '@tabler/icons-react'
import { text } from '../text/en.ts'

/** The pages of the rail, in its order, with the records that are reached from each. */
export const pages = [
  { to: '/', title: text.pages.today, icon: IconLayoutColumns, keys: 'g t', below: '/visits/' },
  { to: '/calendar/', title: text.pages.calendar, icon: IconCalendarEvent, keys: 'g c' },
  { to: '/clients/', title: text.pages.clients, icon: IconUsers, keys: 'g l', below: '/patients/' },
  { to: '/invoices/', title: text.pages.invoices, icon: IconFileInvoice, keys: 'g v' },
  { to: '/till/', title: text.pages.till, icon: IconCashRegister, keys: 'g i' },
  { to: '/reports/', title: text.pages.reports, icon: IconChartBar, keys: 'g r' },
] as const
