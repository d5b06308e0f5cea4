import type { Entry, Presentation } from '../browse/presentation.ts'
import { pluralOf } from '../kernel/operations.ts'
import { operations, resources } from './resources.ts'

/** The resources by part of the practice, the most used first. The root page shows those that are lists of their own. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'Clients and patients': [
    'client',
    'patient',
    'search',
    'patientweight',
    'phonenumber',
    'alternative_payer',
    'recall',
    'attachment',
    'message',
    'client_custom_field_value',
    'patient_custom_field_value',
  ],
  Calendar: [
    'appointment',
    'appointment_reminder',
    'onlinebookingclient',
    'onlinebookingpatient',
    'reason',
    'reason_item',
    'shift',
  ],
  Visits: [
    'consultation',
    'consultation/{id}/full',
    'consultationitem',
    'consultationmedicine',
    'consultationprocedure',
    'consultationsupply',
    'consultationfood',
    'consultationdiagnosis',
    'consultationnote',
    'consultationdischargeinstruction',
    'vital',
    'text_template',
    'consultation/{id}/charge_hints',
    'diagnosticimaging_worklist',
    'diagnosticimaging_referral',
    'prescription',
    'prescription_item',
  ],
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
  'Items and prices': ['item', 'alternativepricing', 'vatgroup', 'accountnumber', 'listitem'],
  'Stock and orders': ['stock_level', 'stock_movement', 'order', 'orderitem', 'receiptline'],
  'Wholesalers and catalogs': [
    'wholesaler',
    'available_wholesaler',
    'catalog_upload',
    'catalog_product',
    'catalog_import',
    'catalog_import_change',
  ],
  Codelists: ['species', 'breed', 'diagnosis', 'antibiotic'],
  'The clinic and its staff': ['me', 'organisation', 'department', 'department_settings', 'user', 'permissiongroup'],
  'Custom fields': ['custom_fields', 'custom_field_setting', 'custom_field_values'],
  Integrations: [
    'application',
    'integration_settings',
    'message_settings',
    'message_template',
    'webhook',
    'delivery',
    'events',
    'deleted',
    'import',
    'import_row',
    'auditevent',
    'limits',
    '',
  ],
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A resource by its name; anything else by its address. */
const entryOf = (name: string): Entry => {
  const resource = resources.find((candidate) => candidate.name === name)
  if (resource) return { name, title: capitalised(pluralOf(resource)), about: resource.about, tag: resource.title }
  const { title, summary, resource: shown } = operations.find(({ path }) => path === `/${name}/`.replace('//', '/'))!
  return { name, title, about: summary, tag: shown?.title ?? title }
}

/** What pages show first. */
export const presentation: Presentation = {
  parts: Object.entries(parts).map(([title, names]) => ({ title, entries: names.map(entryOf) })),
  columns: {
    client: ['lastname', 'firstname', 'organization_name', 'email', 'phone_numbers', 'patients', 'city'],
    patient: ['name', 'client', 'species', 'breed', 'gender', 'date_of_birth', 'weight'],
    consultation: ['admitted_time', 'status', 'client', 'patients', 'complaint', 'supervising_veterinarian', 'invoice'],
    consultationitem: ['name', 'quantity', 'unit', 'price_with_vat', 'consultation', 'patients'],
    diagnosticimaging_worklist: [
      'status',
      'modality',
      'target_areas',
      'patient',
      'client',
      'supervising_veterinarian',
      'accession_number',
    ],
    diagnosticimaging_referral: ['worklist', 'remarks', 'internal_notes', 'created'],
    appointment: ['start', 'end', 'user', 'client', 'patients', 'reason', 'type', 'active', 'department'],
    reason: ['name', 'duration', 'available_online', 'color'],
    reason_item: ['reason', 'item', 'quantity'],
    vital: ['measured_at', 'patient', 'temperature', 'heart_rate', 'respiratory_rate', 'user'],
    text_template: ['name', 'shortcut', 'kind', 'language', 'text'],
    shift: ['user', 'department', 'weekday', 'date', 'start', 'end'],
    appointment_reminder: ['appointment', 'due', 'status', 'hours_before', 'send_email', 'send_sms', 'automatic'],
    recall: ['due', 'patient', 'item', 'status', 'given', 'consultation'],
    onlinebookingclient: ['status', 'last_name', 'first_name', 'email', 'phone_number', 'appointment', 'client'],
    onlinebookingpatient: ['name', 'species', 'breed', 'notes', 'onlinebookingclient', 'patient'],
    prescription: ['issue_time', 'status', 'client', 'patients', 'items', 'prescriber', 'department'],
    prescription_item: ['name', 'strength', 'quantity_packages', 'repeat_number', 'valid_until', 'patients'],
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
    stock_level: ['item', 'batch_number', 'expiry_date', 'on_hand', 'negative', 'department'],
    stock_movement: ['created', 'item', 'quantity', 'cause', 'batch_number', 'client', 'patients', 'consultation'],
    wholesaler: ['name', 'type', 'department', 'customer_number', 'parent', 'archived'],
    catalog_product: [
      'product_number',
      'product_name',
      'type_code',
      'wholesale_price',
      'product_price',
      'package_contents',
    ],
    catalog_import: ['wholesaler', 'state', 'new', 'price_up', 'price_down', 'discontinued', 'started', 'finished'],
    catalog_import_change: ['kind', 'item', 'product_number', 'name', 'changes', 'reason'],
    webhook: ['name', 'trigger', 'url', 'department', 'active', 'disabled_reason'],
    delivery: ['event', 'webhook', 'status', 'attempts', 'due', 'last_status_code', 'failure', 'created'],
    message: ['created', 'kind', 'channel', 'status', 'reason', 'client', 'appointment', 'recipient', 'sent'],
    message_template: ['kind', 'channel', 'language', 'subject', 'text'],
    user: ['last_name', 'first_name', 'title', 'email', 'is_active'],
  },
  nameFields: {
    client: [['organization_name'], ['firstname', 'lastname']],
    user: [['first_name', 'last_name'], ['email']],
    webhook: [['name'], ['url']],
    delivery: [['event']],
    vatgroup: [['title']],
    accountnumber: [['number', 'description']],
    phonenumber: [['phone_number']],
    onlinebookingclient: [['first_name', 'last_name']],
    diagnosticimaging_worklist: [['accession_number']],
    invoice: [['invoice_number']],
    message: [['subject'], ['text']],
    message_template: [['subject'], ['text']],
    accountingreport: [['report_number']],
  },
}

/** The same parts for the reference, as most renderers understand them. */
export const tagGroups = presentation.parts.map(({ title, entries }) => ({
  name: title,
  tags: entries.map(({ tag }) => tag),
}))
