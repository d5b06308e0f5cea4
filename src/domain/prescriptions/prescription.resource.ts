import { optional, optionalOrNull, readOnly, readOnlyOrNull, type Field } from '../../kernel/fields.ts'
import { children, ref, refById, refs, refsById } from '../../kernel/links.ts'
import { nestedRecords } from '../../kernel/nested-records.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { action, defineResource, type ExtraFilter } from '../../kernel/resource.ts'
import { boolean, choice, date, integer, text, timestamp } from '../../kernel/values.ts'
import { shownWarning, warningsField } from '../consultations/warning-fields.ts'
import { changePrescription, markRead, prescribe } from './prescriptions.ts'
import { prescriptionStatuses, problems } from './statuses.ts'
import { patientsIn, prescriptionPermission, unfilled } from './wording.ts'

const maxItems = 100
/** Sent by its id when the prescription is written; read as a link under the name without `_id`. */
const byId = { writeOnly: true, createOnly: true } as const

const isNever = (about: string): Field<boolean, typeof readOnly & { about: string }> => ({
  ...boolean({ ...readOnly, about }),
  select: () => 'false',
})

const uuid: Field<string, typeof readOnly & { about: string }> = {
  ...text(36, { ...readOnly, about: 'Identifies it beyond this service. Given when it is written.' }),
  select: (column) => `${column}::text`,
}

const newItem = {
  name: text(255, { about: 'The medicine, as the pharmacy is to read it.' }),
  patients: refsById('patient', {
    writeOnly: true,
    min: 1,
    about: 'The ids of the animals it is for: the client’s own.',
  }),
  strength: text(127, { about: 'How much of the active substance one unit has, such as “250 mg”.' }),
  instructions: text(10_000, { about: 'How the owner gives it.' }),
  quantity_packages: integer({ min: 1, max: 9_999, about: 'How many packages are dispensed at a time.' }),
  valid_until: date({
    about: 'The last day on which it may be dispensed: not before the day of `issue_time` at the department.',
  }),
  repeat_number: integer({ ...optional, min: 1, max: 99, about: 'How many times it may be dispensed; 1 unless sent.' }),
  warning_reason: text(1_000, {
    ...optional,
    about: 'Why it is prescribed although it meets a contraindication. Kept only where it does.',
  }),
}

/** Written out, because the index of what nobody has read has the same words. */
const unread: ExtraFilter = {
  value: boolean({
    about: 'Whether nobody has read yet what came of it: it is in the status 5, 7 or 8 without `message_read_by`.',
  }),
  condition: (sent) =>
    `(${sent === true ? '' : 'not '}(r.message_read_by is null and r.status in (${problems.join(', ')})))`,
}

export const prescription = defineResource({
  name: 'prescription',
  path: 'eprescription/prescription',
  title: 'Prescription',
  about:
    'A prescription for a pharmacy: medicines for animals of one client, by one veterinarian. The program that sends prescriptions reads them here and records their way in `status`.',
  permission: prescriptionPermission,
  fields: {
    client_id: refById('client', { ...byId, about: 'Whose animals the medicines are for. Not archived.' }),
    department_id: refById('department', { ...byId, about: 'Where it is prescribed. Not archived.' }),
    prescriber_id: refById('user', { ...byId, about: 'The veterinarian who is responsible. Must be active.' }),
    consultation_id: refById('consultation', {
      ...byId,
      ...optionalOrNull,
      about: 'The visit in which it is prescribed, of the same client and in any status. Null for none.',
    }),
    prescription_items: nestedRecords(newItem, maxItems, {
      ...byId,
      min: 1,
      about: `The medicines, at most ${maxItems}. What is wrong with one is said under its place, counted from 0, such as \`prescription_items.1.name\`.`,
    }),
    consultation: ref('consultation', { ...readOnlyOrNull, about: 'The visit in which it was prescribed, if any.' }),
    prescriber: ref('user', { ...readOnly, about: 'The veterinarian who is responsible.' }),
    department: ref('department', { ...readOnly, about: 'Where it was prescribed.' }),
    status: choice(prescriptionStatuses, {
      ...optional,
      about:
        'How far it is on its way; 1 unless sent. It changes from 1 to 2 or 6, from 2 to 3 or 7, from 3 to 4, 5, 6 or 8, and from 7 back to 2. 4, 5, 6 and 8 are final. Of people only the `prescriber` sends it: moves it from 1 to 2, or writes it in another status than 1.',
    }),
    client: ref('client', { ...readOnly, about: 'Whose animals the medicines are for.' }),
    status_message: text(2_000, {
      ...optional,
      about:
        'What came of it, for whoever prescribed: why it was rejected (5) or not sent (7), or the warning with which it was accepted (8). The program that sends prescriptions writes it together with `status`; the next status empties it.',
    }),
    message_read_by: ref('user', {
      ...readOnlyOrNull,
      about:
        'Who has read what came of it (`mark_read/`). Null while nobody has, and again after another status or message.',
    }),
    pharmacy_id: unfilled('Which pharmacy has taken it.'),
    archived: boolean({ ...readOnly, about: 'Always false: a prescription is canceled, not archived.' }),
    patients: refs('patient', patientsIn('prescription'), {
      ...readOnly,
      about: 'All the animals that it has medicines for.',
    }),
    items: children('prescription_item', 'prescription', {
      about: 'Its medicines, one record each, in the order in which they were sent.',
    }),
    warnings: warningsField(
      'What its medicines met of the `contraindication` records of their patients when it was written; also in a dry run. A draft (1) is compared again when one of these changes, and when it is signed (1 to 2). It is never refused because of it.',
      (_column, at) => `(select coalesce(json_agg(${shownWarning('w', at)} order by i.id, n), '[]')
        from prescription_item i, jsonb_array_elements(i.warnings) with ordinality met (w, n)
        where i.organisation = ${at.organisation} and i.prescription = ${at.row}.id)`,
    ),
    uuid,
    prescription_set_uuid: unfilled('The set of prescriptions that it was sent with.'),
    invoice: unfilled('The bill of the pharmacy.'),
    remarks: text(10_000, { ...optional, about: 'What the pharmacy should know. Can be changed later.' }),
    created_user: ref('user', { ...readOnly, about: 'Whose token wrote it.' }),
    modified_user: ref('user', { ...readOnly, about: 'Whose token changed it last.' }),
    created_application: ref('application', {
      ...readOnlyOrNull,
      about:
        'The application that wrote it for itself, and not for somebody who had signed in. Null where a person did.',
    }),
    modified_application: ref('application', {
      ...readOnlyOrNull,
      about: 'The application that changed it last for itself. Null where a person did.',
    }),
    modified_session: unfilled('The session at the prescription network in which it was changed.'),
    issue_time: timestamp({ createOnly: true, about: 'When it is issued. Read in UTC.' }),
    is_order: isNever('Whether the pharmacy was asked to send the medicines.'),
    is_payment: isNever('Whether it was paid through the prescription network.'),
    prescription_order: unfilled('The order at the pharmacy.'),
    payment_details: unfilled('How it was paid through the prescription network.'),
    created,
    modified,
  },
  filters: {
    client: ['is'],
    department: ['is'],
    prescriber: ['is'],
    consultation: ['is'],
    status: ['is', 'in'],
    archived: ['is', 'is_not'],
    issue_time: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt'],
  },
  extraFilters: { unread__is: unread },
  ordering: ['issue_time', 'modified'],
  exposes: [
    'client',
    'patients',
    'items',
    'prescriber',
    'department',
    'consultation',
    'created_user',
    'message_read_by',
  ],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: prescribe,
    about:
      'Records are named by their ids here, and read as links. An application acting for itself may send any status: a prescription that was issued elsewhere comes as it is. A person sends one in the name of somebody else as a draft (1) only: whoever signs it is its prescriber.',
  },
  patch: {
    rate: 300,
    run: changePrescription,
    about:
      'Only `remarks`, `status` and `status_message` can be changed. Of people only the prescriber moves it from 1 to 2; whoever may write prescriptions cancels a draft (1 to 6). Signing compares its medicines once more: look at `warnings` of the answer, or of a dry run first, and say why in `warning_reason` of the medicine.',
  },
  detailActions: {
    mark_read: action({
      summary: 'Record that somebody has read what came of a prescription',
      about:
        'For one that was rejected (5), not sent (7) or accepted with a warning (8): `unread__is=true` lists those that are left. Who read it first is kept, until another status or message comes.',
      rate: 300,
      userTokenOnly: true,
      body: { read: boolean({ ...optional, about: 'False: it is to be read again. True unless sent.' }) },
      run: markRead,
    }),
  },
})
