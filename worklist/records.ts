import { createHash } from 'node:crypto'
import type { OpenOrder } from './open-orders.ts'

/** A value of a DICOM attribute, or the items of a sequence. */
type Value = string | readonly Attributes[]
/** DICOM attributes by their keywords. */
export type Attributes = { readonly [keyword: string]: Value }

/** A backslash would separate values, and control characters are not allowed. */
const plain = (text: string) =>
  text
    .replaceAll('\\', '/')
    .replaceAll(/[\p{Cc} ]+/gu, ' ')
    .trim()
/** The longest that each kind of attribute may be (VR), in characters. */
const shortString = (text: string) => [...plain(text)].slice(0, 16).join('')
const longString = (text: string) => [...plain(text)].slice(0, 64).join('')
const longText = (text: string) =>
  [...text.replaceAll(/[^\P{Cc}\n]/gu, ' ').replaceAll('\n', '\r\n')].slice(0, 10_240).join('')

/** A name in its components, family name first. `^` and `=` separate components and groups. */
const personName = (...components: readonly string[]) =>
  [...components.map((component) => plain(component.replaceAll(/[\^=]/g, ' '))).join('^')]
    .slice(0, 64)
    .join('')
    .replace(/\^+$/, '')

const sexOf = (gender: string) => {
  if (/^(Female|Mare)/.test(gender)) return 'F'
  return /^(Male|Gelding|Stallion)/.test(gender) ? 'M' : 'O'
}
const neuteredOf = (gender: string) => {
  if (gender === 'Unknown') return ''
  return /neutered|Gelding/.test(gender) ? 'ALTERED' : 'UNALTERED'
}

/** An identifier that is always the same for an order, made from its URL as DICOM makes one from a UUID. */
const uidOf = (url: string) => `2.25.${BigInt(`0x${createHash('sha256').update(url).digest('hex').slice(0, 32)}`)}`

/** A moment as the clocks of the clinic show it: date and time of DICOM. */
const localTime = (moment: Date, timeZone: string) => {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment)
  const [date = '', time = ''] = shown.split(' ')
  return { date: date.replaceAll('-', ''), time: time.replaceAll(':', '') }
}

const statuses = ['SCHEDULED', 'SCHEDULED', 'STARTED']

export type Context = { readonly aeTitle: string; readonly timeZone: string; readonly now: Date }

const stepOf = (order: OpenOrder, { aeTitle, timeZone, now }: Context): Attributes => {
  // Without an appointment it is to be made today, whenever that is.
  const { date, time } = localTime(order.start ?? now, timeZone)
  const { last_name, first_name } = order.supervising_veterinarian_data
  return {
    Modality: order.modality,
    ScheduledStationAETitle: aeTitle,
    ScheduledProcedureStepStartDate: date,
    ScheduledProcedureStepStartTime: time,
    ScheduledPerformingPhysicianName: personName(last_name, first_name),
    ScheduledProcedureStepDescription: longString(order.target_areas.join(', ')),
    ScheduledProcedureStepID: shortString(order.accession_number),
    ScheduledProcedureStepLocation: shortString(order.department_data.name),
    ScheduledProcedureStepStatus: statuses[order.status] ?? 'SCHEDULED',
  }
}

/** An order as an entry of the worklist of a device. */
export const recordOf = (order: OpenOrder, context: Context): Attributes => {
  const { patient_data: patient, client_data: client, referral_data: referral } = order
  const { requesting_user_data: requester, supervising_veterinarian_data: veterinarian } = order
  const family = client.lastname || client.organization_name || client.firstname
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    AccessionNumber: shortString(order.accession_number),
    ReferringPhysicianName: personName(veterinarian.last_name, veterinarian.first_name),
    // The family name of an animal is that of its owner.
    PatientName: personName(family, patient.name),
    PatientID: String(patient.id),
    PatientBirthDate: patient.date_of_birth?.replaceAll('-', '') ?? '',
    PatientSex: sexOf(patient.gender),
    PatientSexNeutered: neuteredOf(patient.gender),
    PatientWeight: patient.weight ?? '',
    PatientSpeciesDescription: longString(patient.species ?? ''),
    PatientBreedDescription: longString(patient.breed ?? ''),
    ResponsiblePerson: personName(client.lastname, client.firstname),
    ResponsiblePersonRole: 'OWNER',
    ResponsibleOrganization: longString(client.organization_name),
    MedicalAlerts: longString(patient.critical_notes),
    StudyInstanceUID: uidOf(order.url),
    RequestingPhysician: personName(requester.last_name, requester.first_name),
    RequestedProcedureID: shortString(order.accession_number),
    RequestedProcedureDescription: longString(`${order.modality}: ${order.target_areas.join(', ')}`),
    ReasonForTheRequestedProcedure: longString(referral.remarks),
    RequestedProcedureComments: longText(referral.remarks),
    ScheduledProcedureStepSequence: [stepOf(order, context)],
  }
}
