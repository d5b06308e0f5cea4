import { fieldsRel } from '../customfields/fields-rel.ts'
import { parseBody, requireLinks } from '../../kernel/body.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { endpoint, view } from '../../kernel/endpoint.ts'
import { InvalidValue } from '../../kernel/errors.ts'
import { optional, optionalOrNull, readOnly, readOnlyOrNull, type SqlScope, type Field } from '../../kernel/fields.ts'
import { isObject } from '../../kernel/json.ts'
import { children, ref, refs, urlOf } from '../../kernel/links.ts'
import { answerWith, recordNotFound, type Call } from '../../kernel/operation.ts'
import { readRecord } from '../../kernel/reading.ts'
import { action, defineResource, meets } from '../../kernel/resource.ts'
import { choice, text, timestamp } from '../../kernel/values.ts'
import { versionOf } from '../../kernel/versions.ts'
import { requireRecord, show } from '../../kernel/writing.ts'
import { computed, invoiceLinkOf, twoDecimals } from '../billing/computed-fields.ts'
import { admit, prepareVisit } from './admit.ts'
import { changeConsultation, markSent, openConsultation, withdrawConsultation } from './consultations.ts'
import { hasPatient } from './has-patient.ts'
import { holdBeforeVisit } from './finalize-consultation.ts'
import { consultationTypes, statuses, transitions } from './statuses.ts'
import { updateStatus } from './update-status.ts'
import { alternativePayer, alternativePayerShare } from '../billing/payer-fields.ts'

const permission = 'Clinical: Consultations'

const ownDimension =
  'A code for bookkeeping, such as a cost centre. Rows of the invoice take it instead of the item’s; null or empty: the item’s.'
const howOpened =
  'Refused for an archived client, patient or department, for patients of another client, and where the department wants `communication_preferences` that the client has not answered.'
const possible = Object.entries(transitions)
  .filter(([, next]) => next.length > 0)
  .map(([from, next]) => `${from} → ${next.join(', ')}`)
  .join('; ')

/** An amount of all items of a visit, which its invoice will have. */
const ofItems = (sum: string, about: string) =>
  computed(
    twoDecimals,
    ({ row, organisation }) => `(select coalesce(sum(${sum}), 0.00)::text from consultationitem w
    where w.organisation = ${organisation} and w.consultation = ${row}.id)`,
    { about },
  )
const [net, gross] = [
  'row_sum(w.quantity, w.price, w.percentage_change)',
  'row_total(w.quantity, w.price, w.percentage_change, w.vat_percentage)',
]

export const consultation = defineResource({
  name: 'consultation',
  title: 'Consultation',
  about: 'A clinical visit of one or more patients of one client, from admission to invoice.',
  permission,
  fields: {
    client: ref('client', {
      createOnly: true,
      about:
        'Who brings the animals; their `invoicing_client` pays, if they have one. An archived client is refused. Cannot be changed later.',
    }),
    patients: refs(
      'patient',
      { table: 'consultation_patient', ours: 'consultation', theirs: 'patient' },
      {
        about:
          'The animals that are seen, at least one: patients of the client, not archived. One that has entries in the visit cannot be left out again.',
      },
    ),
    complaint: text(10_000, { ...optional, about: 'Why they come, as the owner tells it.' }),
    reason: ref('reason', {
      ...optionalOrNull,
      about:
        'What they come for, of the clinic’s own list. That of the appointment unless sent. An archived one is refused. Null for none.',
    }),
    supervising_veterinarian: ref('user', {
      ...optional,
      about:
        'Who is responsible for the visit. The user of the token unless sent: name a person if yours is an application’s.',
    }),
    department: ref('department', {
      ...optional,
      about:
        'Where it takes place, which decides time zone, prices and invoice numbers. Unless sent: the home department of the first patient, else that of the veterinarian, else the organisation’s default.',
    }),
    type: choice(consultationTypes, {
      about:
        'What kind of visit it is. On a 3 (Farm visit), quantities of items are for one animal and are multiplied.',
    }),
    status: choice(statuses, {
      ...readOnly,
      about:
        'How far the visit has come. 0 (Admitted) at first; changed with `update_status/`, and by the service: 8 at the first entry, 9 when the invoice is paid.',
    }),
    status_changed: timestamp({ ...readOnly, about: 'Since when the visit has been in this `status`.' }),
    admitted_time: timestamp({
      ...optionalOrNull,
      about: 'When the animals arrived. Now unless sent; null while they are still expected.',
    }),
    first_entry: timestamp({
      ...readOnlyOrNull,
      about: 'When something was first recorded: an item, a diagnosis, a note or an instruction. Null until then.',
    }),
    started: timestamp({
      ...optional,
      about: 'When the visit begins, by the clinic’s own reckoning. Now unless sent.',
    }),
    finished: timestamp({
      ...optionalOrNull,
      about:
        'When the visit was over, not before `started`. Set when it is finalized, unless it was sent. Null until then.',
    }),
    ended: timestamp({
      ...readOnlyOrNull,
      about: 'When the animals went home: set by every change to 6 (Discharged). Null for those never discharged.',
    }),
    external_sent: timestamp({
      ...readOnlyOrNull,
      about: 'When another system took it over, as reported with `mark_sent/`. Null: not yet.',
    }),
    consultation_items: children('consultationitem', 'consultation', {
      about:
        'What was used and done, of every kind. Added and changed under `medicines/`, `procedures/`, `supplies/` and `foods/`.',
    }),
    total: ofItems(net, 'What the items cost so far, net of VAT, in the organisation’s currency.'),
    total_vat: ofItems(`${gross} - ${net}`, 'The VAT of the items so far.'),
    total_with_vat: ofItems(gross, 'What the items cost so far, VAT included: what the invoice will come to.'),
    invoice: invoiceLinkOf('consultation'),
    reporting_dimension_1: text(63, { ...optionalOrNull, about: ownDimension }),
    reporting_dimension_2: text(63, { ...optionalOrNull, about: ownDimension }),
    alternative_payer: alternativePayer,
    alternative_payer_share: alternativePayerShare,
    fields_rel: fieldsRel('consultation'),
    created,
    modified,
  },
  filters: {
    client: ['is', 'in'],
    department: ['is', 'in'],
    supervising_veterinarian: ['is', 'in'],
    reason: ['is', 'in'],
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
  exposes: ['client', 'patients', 'supervising_veterinarian', 'department', 'reason', 'consultation_items', 'invoice'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: openConsultation, about: howOpened },
  patch: {
    rate: 300,
    run: changeConsultation,
    about: 'Refused once the visit is finalized, except for `fields_rel`. The status is changed with `update_status/`.',
  },
  remove: {
    rate: 300,
    run: withdrawConsultation,
    about:
      'Only a visit without items, diagnoses, notes, instructions, referrals and attachments, which was never invoiced: remove those first. Its custom field values go with it.',
  },
  detailActions: {
    update_status: action({
      summary: 'Change the status of a consultation',
      about: `Allowed are ${possible}; others are refused with a 400 that names those allowed. 10 (Finalized) closes the visit and makes its \`invoice\`, a draft if the department wants to check it first. A dry run of it shows the invoice as \`invoice_data\`. When that is paid, the service sets 9 (Invoice Paid), and 10 again if something is owed; voiding the draft reopens the visit as 7 (Invoicing).`,
      rate: 300,
      body: { status: choice(statuses, { about: 'Where the visit should be next. The present one is refused.' }) },
      dryRunExposes: ['invoice'],
      run: updateStatus,
    }),
    mark_sent: action({
      summary: 'Record when a consultation was sent to another system',
      about:
        'For integrations that copy visits: `external_sent__is_null=true` lists those that are left. Allowed after the visit is finalized, too. A second request replaces the time of the first.',
      rate: 300,
      body: { external_sent: timestamp({ about: 'When your system had a copy of the visit.' }) },
      run: markSent,
    }),
  },
})

/** Custom field values by field name. */
const byName: Field<Readonly<Record<string, unknown>>, { optional: true; about: string }> = {
  type: 'object',
  options: {
    optional: true,
    about:
      'Values of consultation fields by the name of the field, in upper or lower case, in the formats of `fields_rel`. A name that does not exist is refused.',
  },
  schema: { type: 'object', additionalProperties: true },
  cast: 'jsonb',
  parse: (input) => {
    if (!isObject(input)) throw new InvalidValue('Expected an object of field names and values.', 'not_an_object')
    return input
  },
  select: (column) => column,
}

const { fields_rel: _byId, ...given } = consultation.fields
const admission = {
  ...given,
  appointment: ref('appointment', {
    ...optional,
    about:
      'The appointment that they come for. What is not sent is taken from it: client, patients, reason, complaint, department and veterinarian. A visit that was prepared for it is admitted.',
  }),
  client: ref('client', { ...optional, about: 'Who brings the animals. Needed unless you send `appointment`.' }),
  patients: refs(
    'patient',
    { table: 'consultation_patient', ours: 'consultation', theirs: 'patient' },
    {
      ...optional,
      about: 'The animals, at least one. Needed unless you send `appointment`.',
    },
  ),
  type: choice(consultationTypes, {
    ...optional,
    about: 'What kind of visit it is. What the appointment is for unless sent, and 1 (Outpatient) without one.',
  }),
  custom_fields: byName,
}

export const consultationAdmit = endpoint({
  name: 'consultation.admit',
  method: 'POST',
  path: '/consultation/admit/',
  title: 'Consultation',
  summary: 'Admit patients',
  about: `Opens a consultation like \`POST /consultation/\`, with custom fields by name and 1 (Outpatient) as the default \`type\`. ${howOpened}`,
  permission,
  rate: 300,
  resource: consultation,
  body: admission,
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    const input = parseBody(admission, await call.body(), 'create', call.links)
    await requireLinks(tx, admission, input)
    return show(consultation, 201, await admit(tx, actor, input))
  },
})

export const appointmentPrepare = endpoint({
  name: 'appointment.prepare',
  method: 'POST',
  path: '/appointment/{id}/prepare/',
  title: 'Appointment',
  summary: 'Prepare the visit of an appointment',
  about:
    'Opens a consultation in the status 11 (Draft) with what the appointment has, before the patients arrive; `consultation/admit/` with the appointment then admits them. Refused for appointments that are cancelled, have no client, are not for a visit (types 3 and 4) or have one already.',
  permission,
  rate: 300,
  resource: consultation,
  body: {},
  answers: { 201: 'record' },
  run: async (tx, actor, call) => {
    await requireRecord(call, tx, call.resources.get('appointment')!)
    parseBody({}, await call.body(), 'create', call.links)
    return show(consultation, 201, await prepareVisit(tx, actor, call.id))
  },
})

/** Rows or payments of the consultation's invoices and credit notes. */
const onItsInvoices = (table: 'invoicerow' | 'invoicepayment', about: string) => {
  const joins = (target: string, _column: string, at: SqlScope) =>
    `exists (select from invoice v where v.organisation = ${at.organisation} and v.id = ${target}.invoice
      and v.consultation = ${at.row}.id)`
  return {
    ...children(table, 'invoice', { about }),
    link: { table, by: 'url', from: 'children', joins },
    select: (column: string, at: SqlScope) =>
      `(select coalesce(json_agg(${urlOf(table, 'l.id', at)} order by l.id), '[]'::json) from ${table} l
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
    diagnoses: children('consultationdiagnosis', 'consultation', { about: 'What was found in each animal.' }),
    notes: children('consultationnote', 'consultation', { about: 'What was written down, addenda included.' }),
    discharge_instructions: children('consultationdischargeinstruction', 'consultation', {
      about: 'What the owner was told to do at home.',
    }),
    imaging_orders: children('diagnosticimaging_worklist', 'consultation', {
      about: 'Which examinations were asked of diagnostic imaging, and how far they are.',
    }),
    prescriptions: children('prescription', 'consultation', {
      about: 'What was prescribed for the owner to get from a pharmacy.',
    }),
    invoices: children('invoice', 'consultation', {
      about: 'Everything that was invoiced for the visit: its invoice, voided drafts and credit notes.',
    }),
    invoice_rows: onItsInvoices('invoicerow', 'What is charged and credited on these invoices.'),
    invoice_payments: onItsInvoices('invoicepayment', 'What was paid, paid back and cancelled on these invoices.'),
  },
  filters: {},
  exposes: [
    'client',
    'patients',
    'supervising_veterinarian',
    'department',
    'reason',
    'alternative_payer',
    'consultation_items',
    'diagnoses',
    'notes',
    'discharge_instructions',
    'imaging_orders',
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
  about:
    'The consultation with client, patients, items, diagnoses, notes, instructions, imaging orders, invoices, rows and payments, each under its name with `_data`. What you may not read at its own route is left out.',
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
