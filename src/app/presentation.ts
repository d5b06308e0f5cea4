import type { Entry, Presentation } from '../browse/presentation.ts'
import { pluralOf } from '../kernel/operations.ts'
import { operations, resources } from './resources.ts'

/** The lists of the root page by part of the practice, the most used first. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'Clients and patients': ['client', 'patient', 'phonenumber', 'alternative_payer', 'attachment'],
  Visits: ['consultation', 'consultationitem'],
  'Sales, invoices and payments': [
    'invoice',
    'invoicerow',
    'invoicepayment',
    'unallocatedpayment',
    'countersale',
    'countersaleitem',
    'openingbalance',
    'invoice_series',
    'accountingreport',
  ],
  'Items and prices': ['item', 'alternativepricing', 'vatgroup', 'accountnumber', 'listitem', 'available_wholesaler'],
  Codelists: ['species', 'breed', 'diagnosis', 'antibiotic'],
  'The clinic and its staff': ['organisation', 'department', 'departmentsettings', 'user', 'permissiongroup'],
  'Custom fields': ['custom_fields', 'custom_field_setting', 'custom_field_values'],
  Integrations: ['application', 'events', 'deleted', 'import', 'auditevent', 'limits'],
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const entryOf = (name: string): Entry[] => {
  const resource = resources.find((candidate) => candidate.name === name)
  if (resource) return [{ name, title: capitalised(pluralOf(resource)), about: resource.about }]
  const operation = operations.find(({ path }) => path === `/${name}/`)
  return operation ? [{ name, title: operation.title, about: operation.summary }] : []
}

/** What pages show first. */
export const presentation: Presentation = {
  parts: Object.entries(parts).map(([title, names]) => ({ title, entries: names.flatMap(entryOf) })),
  columns: {
    client: ['lastname', 'firstname', 'organization_name', 'email', 'phone_numbers', 'patients', 'city'],
    patient: ['name', 'client', 'species', 'breed', 'gender', 'date_of_birth', 'weight'],
    consultation: ['admitted_time', 'status', 'client', 'patients', 'complaint', 'supervising_veterinarian', 'invoice'],
    consultationitem: ['name', 'quantity', 'unit', 'price_with_vat', 'consultation', 'patients'],
    invoice: [
      'invoice_number',
      'status',
      'client',
      'total_with_vat',
      'due_sum',
      'invoice_due_date',
      'invoice_date',
      'payer_name',
    ],
    invoicerow: ['name', 'quantity', 'unit', 'sum_total', 'vat_percentage', 'invoice'],
    invoicepayment: ['paid', 'payment_type', 'date_added', 'invoice'],
    unallocatedpayment: ['client', 'paid', 'unused_amount', 'payment_type', 'added'],
    countersale: ['client', 'total_with_vat', 'finalized', 'invoice', 'created'],
    item: ['name', 'code', 'price_with_vat', 'unit', 'type_code', 'vat_group'],
    user: ['last_name', 'first_name', 'title', 'email', 'is_active'],
  },
  nameFields: {
    client: [['organization_name'], ['firstname', 'lastname']],
    user: [['first_name', 'last_name'], ['email']],
    vatgroup: [['title']],
    accountnumber: [['number', 'description']],
    phonenumber: [['phone_number']],
    invoice: [['invoice_number']],
    accountingreport: [['report_number']],
  },
}
