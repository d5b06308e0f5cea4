import { may } from '../../../api/me.ts'
import type { Me } from '../../../api/records.ts'
import type { LineName } from '../../../shared/setup-state.ts'
import type { SetupSearch } from './search.ts'

type Line = {
  readonly section: 'visit' | 'invoice' | 'later'
  /** Where it is filled: another page, or a panel of this one. */
  readonly way:
    | { readonly to: '/settings/people/' }
    | { readonly to: '/settings/shifts/' | '/settings/messaging/' }
    | { readonly to: '/settings/clinic/'; readonly of: 'clinic' | 'department' }
    | { readonly panel: SetupSearch }
  /** Who may fill it. */
  readonly mayFill: (me: Me) => boolean
}

export const mayImport = (me: Me) =>
  may(me, 'Settings: Integration settings', 'write') && may(me, 'General: Patients and clients', 'write')
export const mayImportItems = (me: Me) => mayImport(me) && may(me, 'Settings: Items', 'write')
const mayChangeClinic = (me: Me) => may(me, 'Settings: Departments', 'write')

const ofClinic = { to: '/settings/clinic/', of: 'clinic' } as const

export const lines: Readonly<Record<LineName, Line>> = {
  people: {
    section: 'visit',
    way: { to: '/settings/people/' },
    mayFill: (me) => may(me, 'Settings: Users and permissions', 'write'),
  },
  shifts: { section: 'visit', way: { to: '/settings/shifts/' }, mayFill: mayChangeClinic },
  clients: { section: 'visit', way: { panel: { kind: 'clients' } }, mayFill: mayImport },
  patients: { section: 'visit', way: { panel: { kind: 'patients' } }, mayFill: mayImport },
  address: { section: 'invoice', way: ofClinic, mayFill: mayChangeClinic },
  vat: {
    section: 'invoice',
    way: { panel: { rates: true } },
    mayFill: (me) => mayChangeClinic(me) && may(me, 'Settings: Items', 'write'),
  },
  items: { section: 'invoice', way: { panel: { kind: 'items' } }, mayFill: mayImportItems },
  bank: { section: 'invoice', way: { to: '/settings/clinic/', of: 'department' }, mayFill: mayChangeClinic },
  email: {
    section: 'later',
    way: { to: '/settings/messaging/' },
    mayFill: (me) => may(me, 'Settings: Integration settings', 'write'),
  },
  logo: { section: 'later', way: ofClinic, mayFill: mayChangeClinic },
}

export const sections = ['visit', 'invoice', 'later'] as const
