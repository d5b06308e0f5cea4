import { readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { created, modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { choice, listOf, oneOf, text } from '../../kernel/values.ts'
import { changeOrder } from './orders.ts'
import { modalities, orderStatuses } from './statuses.ts'
import { viewerUrl } from './viewer.ts'
import { howModality, howTargetAreas, imagingPermission, maxArea, maxAreas } from './wording.ts'

export const imagingOrder = defineResource({
  name: 'diagnosticimaging_worklist',
  title: 'Imaging order',
  about:
    'An examination to be made with an imaging device, as its worklist shows it. It is created, changed and deleted through its referral, which has the same id; only the status is changed here.',
  permission: imagingPermission,
  fields: {
    status: choice(orderStatuses, {
      about:
        'How far the examination has come. It goes forward, and steps can be left out; 4 (Cancelled) is possible until it is completed. 3 and 4 are final.',
    }),
    modality: oneOf(modalities, { ...readOnly, about: howModality }),
    accession_number: text(16, {
      ...readOnly,
      about:
        'What identifies the order in DICOM, given by the service and used once: devices write it into every image.',
    }),
    requesting_user: ref('user', { ...readOnly, about: 'Who asked for it: the user whose token it was.' }),
    supervising_veterinarian: ref('user', { ...readOnly, about: 'Who is responsible, and gets the result.' }),
    patient: ref('patient', { ...readOnly, about: 'The animal that is examined.' }),
    client: ref('client', {
      ...readOnly,
      about: 'Who brings the animal: the client of the visit, or else the owner when the referral was made.',
    }),
    department: ref('department', { ...readOnly, about: 'The location at which it was asked for.' }),
    target_areas: listOf(text(maxArea), maxAreas, { ...readOnly, about: howTargetAreas }),
    referral: ref('diagnosticimaging_referral', {
      ...readOnly,
      column: 'id',
      about: 'Why it was asked for, in the veterinarian’s words. Its id is that of the order.',
    }),
    consultation: ref('consultation', {
      ...readOnlyOrNull,
      about: 'The visit in which it was asked for. Null where there was none.',
    }),
    viewer_url: viewerUrl(({ row }) => `${row}.patient`),
    created,
    modified,
  },
  filters: {
    status: ['is', 'is_not', 'in', 'not_in'],
    modality: ['is', 'in'],
    accession_number: ['is'],
    requesting_user: ['is'],
    supervising_veterinarian: ['is', 'in'],
    patient: ['is', 'in'],
    client: ['is', 'in'],
    department: ['is', 'in'],
    consultation: ['is', 'in', 'is_null'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt'],
  },
  ordering: ['created', 'modified'],
  exposes: [
    'patient',
    'client',
    'requesting_user',
    'supervising_veterinarian',
    'department',
    'referral',
    'consultation',
  ],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  patch: {
    rate: 300,
    run: changeOrder,
    about:
      'Only `status` can be changed. A step backwards, and any change of an order that is completed or cancelled, is refused with a 400 that names the statuses allowed. The present status is accepted and changes nothing.',
  },
})
