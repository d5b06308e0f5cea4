import { permissions } from '../../domain/identity/permissions.ts'
import type { Permission } from '../../kernel/caller.ts'

export type GroupPermissions = { readonly read: readonly Permission[]; readonly write: readonly Permission[] }

/** What each group of the demo clinic may do. Write includes read. */
export const groupPermissions: Readonly<Record<string, GroupPermissions>> = {
  Management: { read: [], write: permissions },
  Veterinarians: {
    read: ['Custom field settings', 'Settings: Departments', 'Settings: Items', 'Settings: Stock'],
    write: [
      'Clinical: Consultations',
      'Clinical: Diagnostic imaging',
      'Clinical: Prescriptions',
      'Financial: Discounts',
      'Financial: Invoices',
      'General: Appointments',
      'General: Patients and clients',
    ],
  },
  Nurses: {
    read: ['Clinical: Prescriptions', 'Custom field settings', 'Financial: Invoices', 'Settings: Items'],
    write: [
      'Clinical: Consultations',
      'Clinical: Diagnostic imaging',
      'General: Appointments',
      'General: Patients and clients',
      'Settings: Stock',
    ],
  },
  Reception: {
    read: ['Clinical: Prescriptions', 'Custom field settings', 'Settings: Items'],
    write: [
      // Checking in opens a visit and handing over at the desk finalizes it: no narrower permission covers both.
      'Clinical: Consultations',
      'Financial: End of day and accounting reports',
      'Financial: Invoices',
      'General: Appointments',
      'General: Patients and clients',
    ],
  },
  Stock: {
    read: ['Custom field settings', 'Settings: Departments'],
    write: ['Settings: Items', 'Settings: Stock'],
  },
}
