import type { Permission } from '../../kernel/caller.ts'

/** Every permission a group can hold, as the database's own type lists them. */
export const permissions = [
  'Clinical: Consultations',
  'Clinical: Diagnostic imaging',
  'Clinical: Prescriptions',
  'Custom field settings',
  'Financial: Discounts',
  'Financial: End of day and accounting reports',
  'Financial: Invoices',
  'General: Appointments',
  'General: Patients and clients',
  'Settings: Departments',
  'Settings: Integration settings',
  'Settings: Items',
  'Settings: Stock',
  'Settings: Users and permissions',
] as const satisfies readonly Permission[]
