import { modified } from '../../kernel/common-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { view } from '../../kernel/endpoint.ts'
import { answerWith, recordNotFound } from '../../kernel/operation.ts'
import { readRecord } from '../../kernel/reading.ts'
import { defineResource, type Requirement } from '../../kernel/resource.ts'
import { boolean, date, integer, text, timeZone } from '../../kernel/values.ts'
import { bic, iban } from './bank-account.ts'
import { changeSettings } from './change-settings.ts'

const mayRead: Requirement = { any: ['Settings: Departments', 'Financial: Invoices'] }

export const departmentSettings = defineResource({
  name: 'department_settings',
  title: 'Department settings',
  about: 'The rules of one department. They have its id.',
  path: 'settings/department',
  permission: 'Settings: Departments',
  fields: {
    department: ref('department', { readOnly: true, column: 'id' }),
    time_zone: timeZone(),
    financial_period_lock_date: date({ optional: true, nullable: true }),
    automatic_financial_period_lock_enabled: boolean(optional),
    automatic_financial_period_lock_monthday: integer({ optional: true, min: 1, max: 31 }),
    payment_cancel_set_date: boolean(optional),
    enable_communication_preferences: boolean(optional),
    preferences_valid_months: integer({ optional: true, min: 1, max: 1200 }),
    invoice_prefix: text(15, optional),
    additional_reference: text(63, optional),
    iban: iban(optional),
    bic: bic(optional),
    payment_terms_days: integer({ optional: true, min: 0, max: 3650 }),
    finalize_invoice_with_consultation: boolean(optional),
    prescription_fee_item: integer({ optional: true, nullable: true, min: 1, max: 999_999_999_999_999 }),
    eprescription_enabled: boolean(optional),
    eprescription_sender_id: text(63, optional),
    modified,
  },
  filters: {},
  retrieve: { rate: 300, permission: mayRead },
  patch: { rate: 300, run: changeSettings },
})

/** The same record at the department's own address. */
export const settingsOfDepartment = view({
  name: 'department.settings',
  path: '/department/{id}/settings/',
  title: 'Department',
  summary: 'Retrieve the settings of a department',
  permission: mayRead,
  rate: 300,
  resource: departmentSettings,
  answers: { 200: 'record' },
  run: async (call) => {
    const shown = await readRecord(call, departmentSettings, call.id)
    if (shown === undefined) throw recordNotFound('Department')
    return answerWith(shown, call.requestHeaders)
  },
})
