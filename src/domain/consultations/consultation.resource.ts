import { fieldsRel } from '../customfields/fields-rel.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import { created, modified } from '../../kernel/common-fields.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { InvalidValue } from '../../kernel/errors.ts'
import { optional, optionalOrNull, readOnly, readOnlyOrNull, type SqlScope, type Field } from '../../kernel/fields.ts'
import { isObject } from '../../kernel/json.ts'
import { children, ref, refs } from '../../kernel/links.ts'
import { answerWith, recordNotFound, type Call } from '../../kernel/operation.ts'
import { readRecord } from '../../kernel/reading.ts'
import { action, defineResource, meets } from '../../kernel/resource.ts'
import { choice, decimal, text, timestamp } from '../../kernel/values.ts'
import { versionOf } from '../../kernel/versions.ts'
import { show } from '../../kernel/writing.ts'
import { invoiceLinkOf } from '../billing/computed-fields.ts'
import { admit, refuseAppointment } from './admit.ts'
import { changeConsultation, markSent, openConsultation, withdrawConsultation } from './consultations.ts'
import { hasPatient } from './has-patient.ts'
import { holdBeforeVisit } from './finalize-consultation.ts'
import { consultationTypes, statuses } from './statuses.ts'
import { updateStatus } from './update-status.ts'

const permission = 'Clinical: Consultations'

export const consultation = defineResource({
  name: 'consultation',
  title: 'Consultation',
  about: 'A clinical visit of one or more patients of one client, from admission to invoice.',
  permission,
  fields: {
    client: ref('client', { createOnly: true }),
    patients: refs('patient', { table: 'consultation_patient', ours: 'consultation', theirs: 'patient' }),
    complaint: text(10_000, optional),
    supervising_veterinarian: ref('user', optional),
    department: ref('department', optional),
    type: choice(consultationTypes),
    status: choice(statuses, readOnly),
    status_changed: timestamp(readOnly),
    admitted_time: timestamp(optionalOrNull),
    first_entry: timestamp(readOnlyOrNull),
    started: timestamp(optional),
    finished: timestamp(optionalOrNull),
    ended: timestamp(readOnlyOrNull),
    external_sent: timestamp(readOnlyOrNull),
    consultation_items: children('consultationitem', 'consultation'),
    invoice: invoiceLinkOf('consultation'),
    reporting_dimension_1: text(63, optionalOrNull),
    reporting_dimension_2: text(63, optionalOrNull),
    alternative_payer: ref('alternative_payer', optionalOrNull),
    alternative_payer_share: decimal(3, 2, { optional: true, nullable: true, positive: true }),
    fields_rel: fieldsRel('consultation'),
    created,
    modified,
  },
  filters: {
    client: ['is', 'in'],
    department: ['is', 'in'],
    supervising_veterinarian: ['is', 'in'],
    alternative_payer: ['is'],
    type: ['is', 'in'],
    status: ['is', 'is_not', 'in', 'not_in'],
    started: ['gte', 'gt', 'lt', 'lte', 'range'],
    external_sent: ['is_null', 'gte', 'lt'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt', 'lte', 'range'],
  },
  extraFilters: { patients__is: hasPatient('consultation') },
  ordering: ['started', 'modified'],
  holdBefore: holdBeforeVisit,
  exposes: ['client', 'patients', 'supervising_veterinarian', 'department', 'consultation_items', 'invoice'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: openConsultation },
  patch: { rate: 300, run: changeConsultation },
  remove: { rate: 300, run: withdrawConsultation },
  detailActions: {
    update_status: action({
      summary: 'Change the status of a consultation',
      rate: 300,
      body: { status: choice(statuses) },
      dryRunExposes: ['invoice'],
      run: updateStatus,
    }),
    mark_sent: action({
      summary: 'Record when a consultation was sent to another system',
      rate: 300,
      body: { external_sent: timestamp() },
      run: markSent,
    }),
  },
})

/** Custom field values by field name. */
const byName: Field<Readonly<Record<string, unknown>>, typeof optional> = {
  type: 'object',
  options: optional,
  schema: { type: 'object', additionalProperties: true },
  cast: 'jsonb',
  parse: (input) => {
    if (!isObject(input)) throw new InvalidValue('Expected an object of field names and values.', 'not_an_object')
    return input
  },
  select: (column) => column,
}

const { fields_rel: _byId, ...given } = consultation.fields
const admission = { ...given, type: choice(consultationTypes, optional), custom_fields: byName }

export const consultationAdmit = endpoint({
  name: 'consultation.admit',
  method: 'POST',
  path: '/consultation/admit/',
  title: 'Consultation',
  summary: 'Admit patients',
  permission,
  rate: 300,
  resource: consultation,
  body: admission,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    await refuseAppointment(call)
    const input = parseBody(admission, await call.body(), 'create', call.links)
    await requireLinks(tx, admission, input)
    return show(call, tx, consultation, 201, await admit(tx, actor, input))
  },
})

/** Rows or payments of the consultation's invoices and credit notes. */
const onItsInvoices = (table: 'invoicerow' | 'invoicepayment') => {
  const joins = (target: string, _column: string, at: SqlScope) =>
    `exists (select from invoice v where v.organisation = ${at.organisation} and v.id = ${target}.invoice
      and v.consultation = ${at.row}.id)`
  return {
    ...children(table, 'invoice'),
    link: { table, by: 'url', from: 'children', joins },
    select: (column: string, at: SqlScope) =>
      `(select coalesce(json_agg(${at.base} || '${table}/' || l.id || '/' order by l.id), '[]'::json) from ${table} l
        where l.organisation = ${at.organisation} and ${joins('l', column, at)})`,
  } as const
}

/** A consultation with its related records. To add a kind, add a field here and its name to `exposes`. */
const wholeConsultation = defineResource({
  name: 'consultation_full',
  title: 'Full consultation',
  about: 'A consultation with all its related records that the caller may read.',
  path: 'consultation',
  table: 'consultation',
  permission,
  fields: {
    ...consultation.fields,
    diagnoses: children('consultationdiagnosis', 'consultation'),
    notes: children('consultationnote', 'consultation'),
    discharge_instructions: children('consultationdischargeinstruction', 'consultation'),
    invoices: children('invoice', 'consultation'),
    invoice_rows: onItsInvoices('invoicerow'),
    invoice_payments: onItsInvoices('invoicepayment'),
  },
  filters: {},
  exposes: [
    'client',
    'patients',
    'supervising_veterinarian',
    'department',
    'alternative_payer',
    'consultation_items',
    'diagnoses',
    'notes',
    'discharge_instructions',
    'invoices',
    'invoice_rows',
    'invoice_payments',
  ],
})

/** The related records that the caller has permission to read. */
const readable = ({ actor, resources }: Call) =>
  wholeConsultation.exposes!.filter((name) => {
    const target = resources.get(wholeConsultation.fields[name].link!.table)!
    return meets(actor, target.retrieve?.permission ?? target.permission, 'read')
  })

export const consultationFull = view({
  name: 'consultation.full',
  path: '/consultation/{id}/full/',
  title: 'Consultation',
  summary: 'Retrieve a consultation with all its related records, from one snapshot',
  permission,
  rate: 300,
  resource: wholeConsultation,
  answers: { 200: 'record' },
  run: async (call) => {
    const query = new URLSearchParams(readable(call).map((name): [string, string] => [`expose_${name}`, '']))
    const shown = await readRecord(call, wholeConsultation, call.id, query)
    if (shown === undefined) throw recordNotFound(consultation.title)
    return answerWith({ ...shown, version: versionOf(shown.body) }, call.requestHeaders)
  },
})
