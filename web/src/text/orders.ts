import { ImagingOrderStatus, PrescriptionStatus } from '@fetlock/sdk'
import { byCount, plural } from './plural.ts'

/** What a vet orders in a visit: prescriptions and images. */
export const orders = {
  title: 'Prescriptions and imaging',
  prescribe: 'Prescribe',
  refer: 'Refer to imaging',
  none: 'None yet.',
  what: 'The prescriptions and imaging orders',
  open: 'Open',
  close: 'Close',
  prescription: 'Prescription',
  imaging: 'Imaging',
  number: 'Accession number',
  prescriber: 'Prescriber',
  /** The name of a medicine often ends with its strength. */
  medicine: (name: string, strength: string) => (name.includes(strength) ? name : `${name}, ${strength}`),
  dispensed: (packages: number, times: number) => {
    const size = plural(packages, { one: 'package', other: 'packages' })
    return byCount(times, { one: size, other: `${size}, dispensed ${times} times` })
  },
  until: (day: string) => `Valid until ${day}`,
  onlyPrescriber: (name: string) => `A draft for ${name}, who signs and sends it.`,
  delete: 'Delete',
  deleteDraft: 'Delete the draft?',
  deletedDraft: (names: string) => `Draft of ${names} deleted`,
  draftExplained: 'It stays in the record as cancelled, and can no longer be sent.',
  deleteImages: 'Delete the order?',
  deletedImages: (images: string) => `${images} is no longer ordered`,
  imagesExplained: 'The referral and its order on the worklist go for good.',
  prescriptionStatuses: {
    [PrescriptionStatus.Draft]: 'Draft',
    [PrescriptionStatus.Sending]: 'Sending',
    [PrescriptionStatus.Sent]: 'Sent',
    [PrescriptionStatus.Accepted]: 'Accepted',
    [PrescriptionStatus.Rejected]: 'Rejected',
    [PrescriptionStatus.Canceled]: 'Cancelled',
    [PrescriptionStatus.Error]: 'Not sent',
    [PrescriptionStatus.AcceptedWithWarning]: 'Accepted with a warning',
  },
  imagingStatuses: {
    [ImagingOrderStatus.Ordered]: 'Ordered',
    [ImagingOrderStatus.Scheduled]: 'Scheduled',
    [ImagingOrderStatus.InProgress]: 'In progress',
    [ImagingOrderStatus.Completed]: 'Completed',
    [ImagingOrderStatus.Cancelled]: 'Cancelled',
  },
}

export const refer = {
  title: 'Refer to imaging',
  modality: 'Kind of images',
  areas: 'Part of the body',
  usual: ['Thorax', 'Abdomen', 'Skull', 'Spine', 'Pelvis', 'Forelimb', 'Hind limb', 'Teeth'],
  others: 'Others, with commas between them',
  areaMissing: 'Choose or enter at least one part of the body.',
  remarks: 'What to look for',
  send: 'Refer',
  done: (images: string) => `${images} ordered`,
}

export const prescribe = {
  title: 'Prescribe',
  medicine: 'Medicine',
  fields: {
    name: 'Medicine',
    strength: 'Strength',
    instructions: 'How it is given',
    quantity_packages: 'Packages',
    repeat_number: 'Times dispensed',
  },
  missing: {
    name: 'Enter the medicine.',
    strength: 'Enter the strength, such as 250 mg.',
    instructions: 'Enter how it is given.',
    quantity_packages: 'Enter how many packages, as a whole number.',
    repeat_number: 'Enter how many times, as a whole number.',
  },
  add: 'Another medicine',
  remove: 'Remove',
  until: 'Valid until',
  prescriber: 'Prescriber',
  saveDraft: 'Save as draft',
  saveDraftFor: (name: string) => `Save as draft for ${name}`,
  send: 'Sign and send',
  signedBy: (name: string) => `${name} signs it as the prescriber.`,
  signedLater: (name: string) => `Only ${name} can sign and send it.`,
  sent: (names: string) => `Prescription of ${names} signed, being sent`,
  drafted: (names: string) => `Prescription of ${names} kept as a draft`,
}
