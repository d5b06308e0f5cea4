import { modified } from '../../kernel/record-fields.ts'
import { optional } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { view } from '../../kernel/endpoint.ts'
import { answerWith, recordNotFound } from '../../kernel/operation.ts'
import { readRecord } from '../../kernel/reading.ts'
import { defineResource, type Requirement } from '../../kernel/resource.ts'
import { timeZone } from '../../kernel/text-formats.ts'
import { boolean, date, integer, text } from '../../kernel/values.ts'
import { bic, iban } from './bank-account.ts'
import { changeSettings } from './change-settings.ts'

const mayRead: Requirement = { any: ['Settings: Departments', 'Financial: Invoices'] }

export const departmentSettings = defineResource({
  name: 'department_settings',
  title: 'Department settings',
  about: 'How one department works: time zone, invoicing, payment terms, locked periods. Has the id of the department.',
  path: 'settings/department',
  permission: 'Settings: Departments',
  fields: {
    department: ref('department', { readOnly: true, column: 'id', about: 'The location that these rules are for.' }),
    time_zone: timeZone({
      about: 'IANA name of the zone the location is in. Decides which day it is for invoices, payments and locks.',
    }),
    financial_period_lock_date: date({
      optional: true,
      nullable: true,
      about:
        'The earliest day that a new invoice, payment or credit note may be dated; an earlier one is refused. Null: no lock. Cannot be set while `automatic_financial_period_lock_enabled` is true.',
    }),
    automatic_financial_period_lock_enabled: boolean({
      ...optional,
      about:
        'True: once a month, on `automatic_financial_period_lock_monthday`, the lock date becomes the first of that month.',
    }),
    automatic_financial_period_lock_monthday: integer({
      optional: true,
      min: 1,
      max: 31,
      about: 'Day on which the lock advances; in a shorter month, its last day. 1 unless changed.',
    }),
    payment_cancel_set_date: boolean({
      ...optional,
      about:
        'Whether `cancel_date` is used when a payment is cancelled. Otherwise it is ignored, and the cancellation is dated now.',
    }),
    enable_communication_preferences: boolean({
      ...optional,
      about:
        'True: a consultation is refused until the client has answered all `communication_preferences`, and within the last `preferences_valid_months`.',
    }),
    preferences_valid_months: integer({
      optional: true,
      min: 1,
      max: 1200,
      about: 'After how long a client must be asked again how to be contacted. 24 unless changed.',
    }),
    invoice_prefix: text(15, {
      ...optional,
      about:
        'Comes before the number of new invoices and credit notes. Every prefix has a series of its own without gaps, which departments with the same prefix share. May be empty.',
    }),
    additional_reference: text(63, {
      ...optional,
      about:
        'Printed on every invoice that is finalized from now on, for example a cost centre. Empty: nothing is printed.',
    }),
    printed_remarks: text(500, {
      ...optional,
      about:
        'Printed at the foot of every invoice and receipt that is finalized from now on, for example where to call at night. Empty: nothing is printed.',
    }),
    iban: iban({
      ...optional,
      about: 'Account to pay invoices to, without spaces. Printed on them while something is owed.',
    }),
    bic: bic({ ...optional, about: 'Bank of the account, 8 or 11 characters. Printed with the `iban`.' }),
    payment_terms_days: integer({
      optional: true,
      min: 0,
      max: 3650,
      about: 'Days until a new invoice is due, unless the client who pays has a `due_date_delay`. 14 unless changed.',
    }),
    finalize_invoice_with_consultation: boolean({
      ...optional,
      about:
        'True: finalizing a visit makes an invoice that has its number and can be paid. False: it makes a draft, to be checked and finalized. True unless changed.',
    }),
    prescription_fee_item: integer({
      optional: true,
      nullable: true,
      min: 1,
      max: 999_999_999_999_999,
      about:
        'The `id`, not the URL, of the item to sell when a prescription is charged for. Nothing is charged by itself.',
    }),
    eprescription_enabled: boolean({
      ...optional,
      about:
        'Whether electronic prescriptions may be sent from here. For the program that sends them; nothing else uses it.',
    }),
    eprescription_sender_id: text(63, {
      ...optional,
      about: 'How the prescription network knows this location. For the program that sends prescriptions.',
    }),
    reminder_hours_before: integer({
      optional: true,
      nullable: true,
      min: 1,
      max: 720,
      about:
        'How many hours before an appointment its client is reminded by e-mail and text message. Counts for appointments that are booked or moved from now on. Null: reminders are only those that are made with `POST /appointment_reminder/`.',
    }),
    online_booking_client_minutes: integer({
      optional: true,
      min: 5,
      max: 1440,
      about:
        'For how many minutes an online booking that an application made for itself is kept without a client. Then it is cancelled. Counts for bookings that are made from now on. 15 unless changed.',
    }),
    modified,
  },
  filters: {},
  retrieve: { rate: 300, permission: mayRead },
  patch: {
    rate: 300,
    run: changeSettings,
    about: 'Counts for what is done from now on: invoices that have their number are not touched.',
  },
})

/** The same record at the department's own address. */
export const settingsOfDepartment = view({
  name: 'department.settings',
  path: '/department/{id}/settings/',
  title: 'Department',
  summary: 'Retrieve the settings of a department',
  about: 'The same record as at `settings/department/{id}/`, where it can be changed.',
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
