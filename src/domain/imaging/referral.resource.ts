import { optional, optionalOrNull, readOnly, type Field, type Id } from '../../kernel/fields.ts'
import { parseLinkFilter, ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource, type AddValue, type ExtraFilter } from '../../kernel/resource.ts'
import { integer, listOf, oneOf, text } from '../../kernel/values.ts'
import { holdOrder } from './orders.ts'
import { changeReferral, refer, removeReferral } from './referrals.ts'
import { modalities } from './statuses.ts'
import { viewerUrl } from './viewer.ts'
import { howModality, howTargetAreas, imagingPermission, maxArea, maxAreas } from './wording.ts'

const onOrder = 'Shown on the order.'
/** Sent with the referral, and kept on the order. */
const ofOrder = { writeOnly: true } as const
const fixed = { writeOnly: true, createOnly: true } as const
const anId = { min: 1, max: 999_999_999_999_999 } as const

const consultationId: Field<Id<'consultation'>, typeof optionalOrNull & { createOnly: true; about: string }> = {
  ...integer({
    ...optionalOrNull,
    createOnly: true,
    ...anId,
    about:
      'The `id` of the visit in which imaging was asked for, which must not be finalized. Can be sent instead of `consultation`. Null where there was no visit.',
  }),
  select: (_column, at) => `(select w.consultation from diagnosticimaging_worklist w
    where w.organisation = ${at.organisation} and w.id = ${at.row}.id)`,
}

/** Finds referrals by something that their orders have. */
const orderHas = (column: 'patient' | 'consultation', value: Field): ExtraFilter => {
  const orders = (sent: unknown, add: AddValue) =>
    `from diagnosticimaging_worklist w where w.organisation = t.o and w.${column} = ${add(sent, 'bigint')}`
  return {
    value,
    condition: (sent, add) => `exists (select ${orders(sent, add)} and w.id = r.id)`,
    candidates: (sent, add) => `select w.id ${orders(sent, add)}`,
  }
}

export const imagingReferral = defineResource({
  name: 'diagnosticimaging_referral',
  title: 'Imaging referral',
  about:
    'What a veterinarian asks of diagnostic imaging for one patient, and why. Creating one also creates its order on the worklist, which has the same id; deleting it deletes both.',
  permission: imagingPermission,
  fields: {
    worklist: ref('diagnosticimaging_worklist', {
      ...readOnly,
      column: 'id',
      about: 'The order: its status, patient, device and target areas. Its id is that of the referral.',
    }),
    patient: ref('patient', {
      ...fixed,
      about: `The animal to examine: not archived, and one of the visit’s patients if a visit is named. ${onOrder} Cannot be changed later.`,
    }),
    modality: oneOf(modalities, { ...ofOrder, about: `${howModality} ${onOrder}` }),
    target_areas: listOf(text(maxArea), maxAreas, { ...ofOrder, about: `${howTargetAreas} ${onOrder}` }),
    remarks: text(10_000, {
      ...optional,
      about: 'What whoever makes the images should know: the question, the history, how to handle the animal.',
    }),
    internal_notes: text(10_000, { ...optional, about: 'What staff note for themselves. Not for the owner.' }),
    consultation: ref('consultation', {
      ...fixed,
      ...optionalOrNull,
      about: `The visit in which imaging is asked for, which must not be finalized. Veterinarian, client and department of the order are then those of the visit. ${onOrder}`,
    }),
    consultation_id: consultationId,
    supervising_veterinarian: ref('user', {
      ...fixed,
      ...optional,
      about: `Who is responsible, and gets the result. That of the visit unless sent, else the user of the token. ${onOrder}`,
    }),
    department: ref('department', {
      ...fixed,
      ...optional,
      about: `At which location. That of the visit unless sent, else the patient’s home department, else the veterinarian’s, else the organisation’s default. ${onOrder}`,
    }),
    appointment_id: integer({
      ...optionalOrNull,
      ...anId,
      column: 'appointment',
      about: 'The `id` of the appointment at which the examination is made. Null for none.',
    }),
    viewer_url: viewerUrl(
      ({ row, organisation }) => `(select w.patient from diagnosticimaging_worklist w
        where w.organisation = ${organisation} and w.id = ${row}.id)`,
    ),
    created,
    modified,
  },
  filters: { worklist: ['is', 'in'], created: ['gte', 'lt'], modified: ['gte', 'gt', 'lt'] },
  extraFilters: {
    patient__is: orderHas('patient', {
      ...ref('patient', { about: 'Only referrals of this patient, which is named by its id or its URL.' }),
      parse: (raw, links) => parseLinkFilter('patient', String(raw), links),
    }),
    consultation_id__is: orderHas('consultation', integer({ ...anId, about: 'Only referrals made in this visit.' })),
  },
  ordering: ['created', 'modified'],
  exposes: ['worklist'],
  holdBefore: (tx, _actor, id) => holdOrder(tx, id),
  list: { rate: 100 },
  retrieve: {
    rate: 300,
    about: 'The id is that of the order, so that the id in a webhook about an order is enough to read its referral.',
  },
  create: {
    rate: 300,
    run: refer,
    about:
      'Creates the referral and its order, in the status 0 (Ordered), with the user of the token as `requesting_user`. Refused for an archived patient, client or department, and for a visit that is finalized.',
  },
  patch: {
    rate: 300,
    run: changeReferral,
    about:
      'Changes `remarks`, `internal_notes` and `appointment_id`, and on the order `modality` and `target_areas`. Refused once the order is completed or cancelled. The status is changed on the order.',
  },
  remove: {
    rate: 300,
    run: removeReferral,
    about:
      'Deletes the referral and its order, whatever its status; both are listed at `/deleted/`. To keep a record of an examination that is not made, set the status of the order to 4 (Cancelled) instead.',
  },
})
