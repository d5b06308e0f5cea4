import type { Permission } from '@fetlock/sdk'
import {
  IconBellRinging,
  IconCalendarEvent,
  IconCashRegister,
  IconChartBar,
  IconClipboardList,
  IconFileInvoice,
  IconInbox,
  IconLayoutColumns,
  IconPackage,
  IconMail,
  IconUsers,
} from '@tabler/icons-react'
import { may } from '../api/me.ts'
import type { Me } from '../api/records.ts'
import { text } from '../text/en.ts'
import { settingsEntry } from './settings-pages.ts'

type Page = {
  readonly to: string
  readonly name: keyof typeof text.pages
  readonly icon: typeof IconUsers
  readonly keys: string
  readonly below?: string
  readonly needs: readonly Permission[]
  /** What it needs besides. */
  readonly also?: Permission
}

/** The pages of the rail, in its order, with the records that are reached from each and the permissions of which it needs one. */
const pages = [
  {
    to: '/',
    name: 'today',
    icon: IconLayoutColumns,
    keys: 'g t',
    below: '/visits/',
    needs: ['General: Appointments', 'Clinical: Consultations'],
  },
  {
    to: '/calendar/',
    name: 'calendar',
    icon: IconCalendarEvent,
    keys: 'g c',
    needs: ['General: Appointments'],
  },
  {
    to: '/clients/',
    name: 'clients',
    icon: IconUsers,
    keys: 'g l',
    below: '/patients/',
    needs: ['General: Patients and clients'],
  },
  {
    to: '/bookings/',
    name: 'bookings',
    icon: IconInbox,
    keys: 'g b',
    needs: ['General: Appointments'],
    also: 'General: Patients and clients',
  },
  { to: '/invoices/', name: 'invoices', icon: IconFileInvoice, keys: 'g v', needs: ['Financial: Invoices'] },
  { to: '/till/', name: 'till', icon: IconCashRegister, keys: 'g i', needs: ['Financial: Invoices'] },
  {
    to: '/stock/',
    name: 'stock',
    icon: IconPackage,
    // The first key of “stock” that is not taken: `g s` leads to the settings.
    keys: 'g k',
    needs: ['Settings: Stock', 'Clinical: Consultations'],
  },
  {
    to: '/worklists/',
    name: 'worklists',
    icon: IconClipboardList,
    keys: 'g w',
    needs: ['Clinical: Prescriptions', 'Clinical: Diagnostic imaging', 'Clinical: Consultations'],
  },
  {
    to: '/recalls/',
    name: 'recalls',
    icon: IconBellRinging,
    keys: 'g n',
    needs: ['General: Patients and clients'],
  },
  {
    to: '/messages/',
    name: 'messages',
    icon: IconMail,
    keys: 'g m',
    needs: ['General: Patients and clients'],
  },
  {
    to: '/reports/',
    name: 'reports',
    icon: IconChartBar,
    keys: 'g r',
    needs: ['Financial: End of day and accounting reports'],
  },
  settingsEntry,
] as const satisfies readonly Page[]

/** The pages that open for somebody. Others are absent. */
export const pagesFor = (me: Me) =>
  pages
    .filter((page) => page.needs.some((name) => may(me, name)) && (!('also' in page) || may(me, page.also)))
    .map((page) => ({ ...page, title: text.pages[page.name] }))
