import {
  IconCalendarEvent,
  IconCashRegister,
  IconChartBar,
  IconFileInvoice,
  IconLayoutColumns,
  IconUsers,
} from '@tabler/icons-react'
import { may } from '../api/me.ts'
import type { Me } from '../api/records.ts'
import { text } from '../text/en.ts'

/** The pages of the rail, in its order, with the records that are reached from each and the permissions of which it needs one. */
const pages = [
  {
    to: '/',
    title: text.pages.today,
    icon: IconLayoutColumns,
    keys: 'g t',
    below: '/visits/',
    needs: ['General: Appointments', 'Clinical: Consultations'],
  },
  {
    to: '/calendar/',
    title: text.pages.calendar,
    icon: IconCalendarEvent,
    keys: 'g c',
    needs: ['General: Appointments'],
  },
  {
    to: '/clients/',
    title: text.pages.clients,
    icon: IconUsers,
    keys: 'g l',
    below: '/patients/',
    needs: ['General: Patients and clients'],
  },
  { to: '/invoices/', title: text.pages.invoices, icon: IconFileInvoice, keys: 'g v', needs: ['Financial: Invoices'] },
  { to: '/till/', title: text.pages.till, icon: IconCashRegister, keys: 'g i', needs: ['Financial: Invoices'] },
  {
    to: '/reports/',
    title: text.pages.reports,
    icon: IconChartBar,
    keys: 'g r',
    needs: ['Financial: End of day and accounting reports'],
  },
] as const

/** The pages that open for somebody. Others are absent. */
export const pagesFor = (me: Me) => pages.filter(({ needs }) => needs.some((name) => may(me, name)))
