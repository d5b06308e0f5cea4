import { bookingDeclined, confirmation, invoice, personal, recall, reminder, type MessageKind } from './kinds.ts'
import { dateIn, dayIn, listIn, timeIn } from './local-time.ts'
import type { Language } from '../organisation/languages.ts'

type Words = {
  readonly reason: string
  readonly item: string
  readonly instructions: string
  readonly declined: string
}

const words: Readonly<Record<Language, Words>> = {
  de: {
    reason: 'Impfung',
    item: 'Tollwutimpfung',
    instructions: 'Bitte bringen Sie den Impfpass mit.',
    declined: 'An diesem Tag ist die Praxis geschlossen.',
  },
  en: {
    reason: 'Vaccination',
    item: 'Rabies vaccination',
    instructions: 'Please bring the vaccination booklet.',
    declined: 'The clinic is closed on that day.',
  },
  es: {
    reason: 'Vacunación',
    item: 'Vacuna antirrábica',
    instructions: 'Traiga la cartilla de vacunación, por favor.',
    declined: 'Ese día la clínica está cerrada.',
  },
  fi: {
    reason: 'Rokotus',
    item: 'Raivotautirokotus',
    instructions: 'Ottakaa rokotuskirja mukaan.',
    declined: 'Vastaanotto on suljettu sinä päivänä.',
  },
  fr: {
    reason: 'Vaccination',
    item: 'Vaccin contre la rage',
    instructions: 'Merci d’apporter le carnet de vaccination.',
    declined: 'La clinique est fermée ce jour-là.',
  },
  sv: {
    reason: 'Vaccination',
    item: 'Rabiesvaccination',
    instructions: 'Ta med vaccinationskortet.',
    declined: 'Kliniken är stängd den dagen.',
  },
}

type Place = {
  readonly language: Language
  readonly locale: string
  readonly zone: string
  readonly currency: string
  readonly now: Date
}

const week = 7 * 24 * 3_600_000

/** What a message could say, as somebody who reads this language would read it: nobody's real data. */
export const sampleValues = (kind: MessageKind, { language, locale, zone, currency, now }: Place) => {
  const { reason, item, instructions, declined } = words[language]
  const later = new Date(now.getTime() + week)
  const names = { client: 'Anna Koski', patients: listIn(['Bella', 'Max'], locale) }
  const due_date = dateIn(later.toISOString().slice(0, 10), locale)
  const appointment = {
    ...names,
    date: dayIn(later, { locale, zone }),
    time: timeIn(later, { locale, zone }),
    veterinarian: 'Maria Berg',
    reason,
    instructions,
  }
  const bill = {
    number: '1042',
    amount: new Intl.NumberFormat(locale, { style: 'currency', currency }).format(120.5),
    due_date,
  }
  return {
    [confirmation]: appointment,
    [reminder]: appointment,
    [bookingDeclined]: { ...appointment, decline_reason: declined },
    [recall]: { ...names, item, due_date },
    [invoice]: { client: names.client, ...bill },
    [personal]: { ...names, ...bill },
  }[kind]
}
