import { ImagingOrderStatus, PrescriptionStatus } from '@fetlock/sdk'
import { plural } from './plural.ts'

/** What the pages of the worklists say. */
export const worklistsText = {
  tabs: 'Worklists',
  prescriptions: 'Prescriptions',
  imaging: 'Imaging',
  charges: 'Missing charges',
  whose: 'Whose',
  everyone: 'Everyone',
  mine: 'Mine',
  visit: 'Visit',
  openVisit: 'Open the visit',
  noVisit: 'None',
}

const outcomes: Readonly<Partial<Record<PrescriptionStatus, string>>> = {
  [PrescriptionStatus.Rejected]: 'Rejected',
  [PrescriptionStatus.Error]: 'Not sent',
  [PrescriptionStatus.AcceptedWithWarning]: 'Accepted with a warning',
}

/** What the worklist of prescriptions says. */
export const prescriptionsText = {
  title: 'Prescriptions',
  what: 'The prescriptions',
  whatOne: 'The prescription',
  waiting: (all: number, mine: number) =>
    all === 0
      ? 'none waits for a signature'
      : `${plural(all, { one: 'waits', other: 'wait' })} for a signature${mine === 0 ? '' : `, ${mine} of them for you`}`,
  columns: {
    patient: 'Patient',
    medicine: 'Medicine',
    quantity: 'Quantity',
    prescriber: 'Prescriber',
    since: 'Since',
    action: 'What to do',
  },
  groups: {
    draft: 'Wait for their prescriber',
    problem: 'Problem',
    sending: 'Sending',
    done: 'Done',
  },
  explained: {
    draft: 'not sent until signed',
    problem: 'to be read',
    sending: 'on their way to the pharmacies',
    done: '',
  },
  none: 'Nothing is prescribed.',
  noneHint: 'Prescriptions are written in a visit.',
  several: (names: string, others: number) => (others === 0 ? names : `${names} and ${others} more`),
  review: 'Review',
  fix: 'Fix',
  read: 'Read',
  open: 'Open',
  actionFor: (action: string, medicine: string, patient: string) => `${action} ${medicine} for ${patient}`,
  outcome: (status: PrescriptionStatus, message: string) =>
    message === '' ? `${outcomes[status] ?? ''}.` : `${outcomes[status] ?? ''}: ${message}`,
  remedy: {
    [PrescriptionStatus.Rejected]: 'Correct it and sign it again, or mark it as read.',
    [PrescriptionStatus.Error]: 'Send it again, or mark it as read.',
    [PrescriptionStatus.AcceptedWithWarning]:
      'The pharmacies have it. The warning stays here until somebody has read it.',
  } as Readonly<Partial<Record<PrescriptionStatus, string>>>,
  notConcerned: 'not in this prescription',
  prepared: 'Prepared by',
  signs: 'Signs',
  you: 'you',
  status: 'Status',
  readBy: 'Read by',
  validUntil: 'Valid until',
  quantity: 'Quantity',
  signing: {
    keep: 'Do not sign it',
    save: 'Sign with this reason',
    notAdded: (name: string) => `${name} was not signed.`,
  },
  discard: 'Discard…',
  discardTitle: 'Discard this draft?',
  discardAction: 'Discard',
  discarded: (names: string) => `Draft of ${names} discarded`,
  change: 'Change…',
  writeAgain: 'Write it again…',
  sendAgain: 'Send again',
  sentAgain: (names: string) => `Prescription of ${names} is sent again`,
  cancel: 'Cancel prescription…',
  cancelTitle: 'Cancel this prescription?',
  cancelAction: 'Cancel prescription',
  keep: 'Keep it',
  cancelExplained: 'No pharmacy may fill it any more, and it cannot be sent again. Write another one instead.',
  cancelled: (names: string) => `Prescription of ${names} cancelled`,
  markRead: 'Mark as read',
  isRead: (names: string) => `${names}: read`,
}

const { Ordered, Scheduled, InProgress } = ImagingOrderStatus

/** What the worklist of imaging says. */
export const imagingText = {
  title: 'Imaging',
  what: 'The imaging orders',
  whatOne: 'The imaging order',
  open: (count: number) => (count === 0 ? 'none to be made' : `${count} to be made`),
  kind: 'Kind of images',
  allKinds: 'All kinds',
  columns: {
    patient: 'Patient',
    what: 'What',
    vet: 'Vet',
    status: 'Status',
    when: 'When',
    images: 'Images',
    action: 'What to do',
  },
  none: 'No images are ordered.',
  noneHint: 'Images are ordered in a visit.',
  minutes: (minutes: number) => `${minutes} min`,
  /** The next step of an order in this status. */
  next: { [Ordered]: 'Schedule', [Scheduled]: 'Start', [InProgress]: 'Done' } as Readonly<
    Partial<Record<ImagingOrderStatus, string>>
  >,
  nextFor: (step: string, what: string, patient: string) => `${step} ${what} of ${patient}`,
  images: 'Open images',
  imagesOf: (patient: string) => `Open images of ${patient}`,
  imagesOpen: 'Images open in the viewer of your image archive, in a new tab.',
  referral: 'Referral',
  by: (who: string, when: string) => `${who}, ordered ${when}`,
  remarks: 'What to look for',
  notes: 'Internal note',
  number: 'Accession number',
  earlier: 'Earlier images',
  cancel: 'Cancel order…',
  cancelTitle: 'Cancel this order?',
  cancelExplained: 'No images are made. It stays in the record, and cannot be ordered again: refer the animal anew.',
  cancelAction: 'Cancel order',
  keep: 'Keep it',
  cancelled: (what: string) => `${what} cancelled`,
}

/** What the list of missing charges says. */
export const missingText = {
  title: 'Missing charges',
  what: 'The missing charges',
  context: (count: number) => (count === 0 ? 'nothing seems to be missing' : `${count} to decide on`),
  days: 'Of which days',
  ofDays: (days: number) => (days === 1 ? 'Last 24 hours' : `Last ${days} days`),
  columns: {
    patient: 'Patient',
    what: 'What tells of it',
    item: 'To charge',
    vet: 'Vet',
    started: 'Visit',
    action: 'What to do',
  },
  none: 'Nothing seems to be missing.',
  noneHint: 'What a visit usually has, its images and its prescriptions are compared with its charges.',
  ordered: 'Images',
  several: 'One of several items',
  quantity: (quantity: string, name: string) => (quantity === '1' ? name : `${quantity} × ${name}`),
  add: (price: string) => (price === '' ? 'Add' : `Add ${price}`),
  addFor: (price: string, item: string, patient: string) =>
    `${price === '' ? 'Add' : `Add ${price}`}: ${item} for ${patient}`,
  inVisit: 'In the visit',
  inVisitFor: (patient: string) => `Charge in the visit of ${patient}`,
  notCharged: 'Not charged…',
  notChargedFor: (what: string, patient: string) => `Not charged for ${patient}: ${what}`,
  added: (item: string, patient: string) => `${item} added for ${patient}`,
  declined: (patient: string) => `Not charged for ${patient}`,
  cut: (shown: number) => `The first ${shown} are listed.`,
}
