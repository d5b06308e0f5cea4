import { byCount, plural } from './plural.ts'

const again = 'Press Enter again if it is right.'

/** What the page of a patient says. */
export const patient = {
  what: 'The patient',
  owner: 'Owner',
  chip: (number: string) => `Chip ${number}`,
  age: (years: number, months: number) => (years > 0 ? `${years} y ${months} mo` : `${months} mo`),
  died: (date: string) => `Died ${date}`,
  kinds: {
    all: 'All',
    visit: 'Visits',
    prescription: 'Medicines',
    imaging: 'Imaging',
    invoice: 'Money',
  },
  timeline: 'Timeline',
  empty: 'No history yet.',
  find: 'Find in text',
  notFound: (typed: string) => `“${typed}” is in no entry.`,
  cut: (count: number) => `Only the latest ${count} entries were searched.`,
  weight: 'Weight',
  noWeight: 'Never weighed.',
  kilograms: (weight: string) => `${weight} kg`,
  weightAt: (weight: string, date: string) => `${weight} kg, ${date}`,
  since: (difference: string, date: string) => `${difference} kg since ${date}`,
  table: 'Table',
  chart: 'Chart',
  measured: 'Measured',
  weigh: 'Weigh',
  weighName: (name: string) => `Weigh ${name}`,
  newWeight: 'New weight in kg',
  save: 'Save',
  notANumber: 'Enter the weight in kilograms, such as 4.2.',
  /** What is asked about a weight that is far from the last one. */
  jump: {
    times: (times: number, last: string) =>
      `That is ${times === 2 ? 'twice' : `${times} times`} the last weight, ${last} kg. ${again}`,
    parts: (parts: number, last: string) =>
      `That is ${parts === 2 ? 'half of' : `${parts} times less than`} the last weight, ${last} kg. ${again}`,
    more: (percent: number, last: string) => `That is ${percent} % more than the last weight, ${last} kg. ${again}`,
    less: (percent: number, last: string) => `That is ${percent} % less than the last weight, ${last} kg. ${again}`,
  },
  measuredToday: 'today',
  weighed: (name: string, weight: string) => `${name} weighs ${weight} kg`,
  titles: {
    vital: 'Vital signs',
    prescription: 'Prescription',
    imaging: 'Imaging',
    appointment: 'Appointment',
    weight: (weight: string) => `Weight ${weight} kg`,
    visit: 'Visit',
  },
  modalities: {
    CR: 'X-ray',
    DX: 'X-ray',
    US: 'Ultrasound',
    CT: 'CT',
    MR: 'MRI',
    ES: 'Endoscopy',
  } as Readonly<Record<string, string>>,
  vitals: {
    temperature: (degrees: string) => `${degrees} °C`,
    heartRate: (beats: number) => `${beats}/min`,
    breaths: (breaths: number) => `${breaths} breaths/min`,
  },
  cancelled: 'Cancelled',
  charges: (count: number) => plural(count, { one: 'item', other: 'items' }),
  refunded: 'refunded',
  today: 'Today',
  death: {
    mark: 'Mark as deceased',
    title: (name: string) => `${name} has died`,
    day: 'Day of death',
    reason: 'Cause, or how',
    confirm: 'Mark as deceased',
    done: (name: string) => `${name} is marked as deceased`,
    undo: 'Not deceased',
    undone: (name: string) => `${name} is not deceased`,
    banner: (name: string, date: string) => `${name} died on ${date}.`,
    booked: (count: number) =>
      byCount(count, { one: 'An appointment is still booked.', other: `${count} appointments are still booked.` }),
    cancelAll: (count: number) => byCount(count, { one: 'Cancel it', other: 'Cancel them' }),
    cancelled: (count: number) =>
      byCount(count, { one: 'Appointment cancelled', other: `${count} appointments cancelled` }),
  },
}
