import { readDiagnoses } from '../../domain/items/codelists/read.ts'
import { toDate, toDay } from './days.ts'
import type { DemoClinic, DemoVisit } from './model.ts'
import { equineAndFarmPractice } from './organisation.ts'
import type { Random } from '../random.ts'
import { batchesOf } from './stock.ts'
import { casesOf, codeOfSpecies } from '../data/visit-cases.ts'

const daysBack = 28
const visitsADay = 4
/** The days before today that the calendar shows have more visits. */
export const recentDays = 4
const recentVisitsADay = 9

const procedure = 1
const farmed = ['CTL', 'SHP', 'GOT', 'PIG', 'ALP']

const typeOf = (species: string, department: number, inpatient: boolean): DemoVisit['type'] => {
  if (farmed.includes(species)) return 3
  if (department === equineAndFarmPractice) return 2
  return inpatient ? 0 : 1
}

/** Visits before today are finished; today's are waiting, in progress or ready for discharge. */
const todays: readonly DemoVisit['status'][] = [10, 6, 5, 8, 8, 0, 0]

/** Between about 8 and 16 in Helsinki, one after the other. */
const timeOf = (day: number, place: number, of: number) => {
  const minutes = 6 * 60 + Math.floor((place * 8 * 60) / of)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${toDate(day)}T${hour}:${minute}:00Z`
}

/** People pay before they leave; most companies wait for their invoice. */
const paymentOf = (random: Random, { organization_name }: DemoClinic['clients'][number]): DemoVisit['payment'] => {
  const [card, cash, later] = organization_name === '' ? [6, 2, 1] : [2, 0, 3]
  return random.weighted([
    [0, card],
    [1, cash],
    [null, later],
  ] as const)
}

const visitsOn = (day: number, today: number) => {
  if (day === today) return todays.length
  return day < today - recentDays ? visitsADay : recentVisitsADay
}

type Known = Pick<DemoClinic, 'clients' | 'patients' | 'staff' | 'items'>

/** Four weeks of visits, up to today. On Sundays the clinic is closed. */
export const makeVisits = (random: Random, { clients, patients, staff, items }: Known, today: number): DemoVisit[] => {
  const diagnoses = new Map(readDiagnoses().map((diagnosis) => [diagnosis.code, diagnosis]))
  const places = new Map(items.map(({ name }, place) => [name, place]))
  const alive = patients.flatMap((patient, place) =>
    patient.deceased || patient.archived || clients[patient.client]!.archived ? [] : [{ patient, place }],
  )
  /** More often of the batch that expires first. */
  const batchFor = (item: number) => batchesOf(item, today)[Number(random.digits(5)) % 3 === 0 ? 1 : 0].batch_number
  const visitOn = (day: number, place: number, of: number): DemoVisit => {
    const known = alive.filter(({ patient }) => toDay(patient.date_of_registration) < day)
    const chosen = random.pick(known)
    const { home_department, species: id, client, herd_size } = chosen.patient
    const isHerd = herd_size !== null
    const species = codeOfSpecies(id)
    const { rows, diagnosis, inpatient = false, instruction = '', ...told } = random.pick(casesOf(id))
    const veterinarians = staff.flatMap((person, at) =>
      person.role === 'veterinarian' && person.home_department === home_department ? [at] : [],
    )
    return {
      client,
      patient: chosen.place,
      department: home_department,
      veterinarian: random.pick(veterinarians),
      type: typeOf(species, home_department, inpatient),
      started: timeOf(day, place, of),
      status: day < today ? 10 : todays[place]!,
      payment: paymentOf(random, clients[client]!),
      ...told,
      diagnosis: diagnoses.get(diagnosis)!,
      instruction,
      rows: rows.map(({ item, dosage, ...row }) => ({
        quantity: '1',
        ...row,
        item: places.get(item)!,
        ...(dosage && { usage_size: 2 as const }),
        // A herd is visited and examined once, and treated animal by animal.
        ...(isHerd && items[places.get(item)!]!.type_code === procedure && { no_multiplier: true as const }),
        batch_number: items[places.get(item)!]!.batch_number_required ? batchFor(places.get(item)!) : '',
      })),
    }
  }
  const days = Array.from({ length: daysBack }, (_, at) => today - daysBack + at + 1)
  return days
    .filter((day) => day === today || new Date(toDate(day)).getUTCDay() !== 0)
    .flatMap((day) => {
      const of = visitsOn(day, today)
      return Array.from({ length: of }, (_, place) => visitOn(day, place, of))
    })
}
