import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { book, changeAppointment } from '../../domain/scheduling/appointments.ts'
import { addShift } from '../../domain/scheduling/shifts.ts'
import type { AppointmentType, Weekday } from '../../domain/scheduling/types.ts'
import type { Actor } from '../../kernel/caller.ts'
import { createRandom, type Random } from '../random.ts'
import { seedOnlineBooking } from './online-bookings.ts'
import { fitsReason, reasonsFor } from '../data/visit-cases.ts'
import { recentDays } from '../generate/visits.ts'

const reasons = [
  { name: 'Vaccination', duration: 20, available_online: true, color: '#2f9e8f', complaint: 'Yearly vaccination.' },
  { name: 'Check-up', duration: 30, available_online: true, color: '#4c7fd0', complaint: 'Check-up after treatment.' },
  { name: 'Skin and ears', duration: 30, available_online: true, color: '#8a6fd1', complaint: 'Scratches a lot.' },
  { name: 'Lameness', duration: 30, available_online: false, color: '#c98a2e', complaint: 'Lame on one leg.' },
  { name: 'Dental treatment', duration: 60, available_online: false, color: '#b4597a', complaint: 'Bad teeth.' },
  { name: 'Operation', duration: 120, available_online: false, color: '#c8553d', complaint: 'Planned operation.' },
] as const

const shiftHours = [
  ['08:00', '12:00'],
  ['13:00', '16:30'],
] as const
const workdays: readonly Weekday[] = [1, 2, 3, 4, 5]
/** Days after today that the calendar is filled for. Of earlier days it shows the visits. */
const daysAhead = 8
const dayMs = 86_400_000
const [quarter, restMinutes] = [15, 10]
/** The next visit of the same veterinarian may begin 53 minutes later. */
const maxVisit = 45

type Place = { readonly department: number; readonly user: number }
type Animal = { readonly id: number; readonly client: number; readonly species: number | null }
type Reason = (typeof reasons)[number] & { readonly id: number }

const seedReasons = async (tx: Tx): Promise<readonly Reason[]> => {
  const made: Reason[] = []
  for (const { complaint, ...reason } of reasons) {
    const { id } = await tx.insertInto('reason').values(reason).returning('id').executeTakeFirstOrThrow()
    made.push({ ...reason, complaint, id } as Reason)
  }
  return made
}

/** The veterinarians who have treated most of the patients, each where that was. */
const readPlaces = async (tx: Tx): Promise<readonly Place[]> => {
  const { rows } = await sql<Place>`
    select department, supervising_veterinarian as user from consultation
    join "user" on "user".id = supervising_veterinarian and "user".is_active
    group by department, supervising_veterinarian order by count(*) desc, 2 limit 3`.execute(tx)
  return rows.filter(({ user }, at) => rows.findIndex((other) => other.user === user) === at)
}

const readAnimals = async (tx: Tx): Promise<readonly Animal[]> => {
  const { rows } = await sql<Animal>`
    select patient.id, patient.client, patient.species from patient join client on client.id = patient.client
    where not patient.archived and patient.deceased is null and not client.archived order by patient.id`.execute(tx)
  return rows
}

const typeOf = (random: Random): AppointmentType =>
  random.weighted([
    [1, 12],
    [2, 2],
    [7, 2],
    [4, 1],
  ] as const)

type Day = {
  readonly reasons: readonly Reason[]
  /** Those that are not booked on this date yet: nobody comes twice a day. */
  animals: Animal[]
  readonly random: Random
  /** How many online bookings there are so far. */
  online: number
}

/** Books somebody's morning or afternoon, one appointment after the other, with gaps. */
const bookShift = async (tx: Tx, actor: Actor, place: Place, [from, to]: readonly [Date, Date], day: Day) => {
  const { random } = day
  for (let start = from.valueOf(); start < to.valueOf() - quarter * 60_000; ) {
    const animal = random.take(day.animals)
    const { id: patient, client, species } = animal
    const reason = random.weighted(reasonsFor(day.reasons, species).map((one) => [one, 150 - one.duration] as const))
    const end = start + reason.duration * 60_000
    if (end > to.valueOf()) return
    const type = typeOf(random)
    const hasClient = type === 1
    const id = await book(tx, actor, {
      ...place,
      type,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      ...(type === 4 ? { title: 'Orders and letters' } : { reason: reason.id, complaint: reason.complaint }),
      ...(hasClient && { client, patients: [patient], confirmed: random.chance(0.7) }),
      ...(type === 7 && { notes: 'Called, and will call again with the name of the animal.' }),
    })
    if (type === 2) await seedOnlineBooking(tx, actor, id, animal, day.online++)
    else if (random.chance(0.06))
      await changeAppointment(tx, actor, id, { active: false, cancellation_reason: 'The client cannot come.' })
    start = end + (random.chance(0.25) ? random.int(1, 2) * quarter : restMinutes / 2) * 60_000
  }
}

type Visit = {
  readonly id: number
  readonly client: number
  readonly patient: number
  readonly department: number
  readonly user: number
  readonly started: Date
  readonly complaint: string
  readonly diagnosis: string
}

/** The visits of some veterinarians on a few days before today, one of each animal a day. */
const readVisits = async (tx: Tx, places: readonly Place[], from: string, to: string) => {
  const { rows } = await sql<Visit>`
    with visit as (
      select consultation.*, (consultation.started at time zone settings.time_zone)::date as day from consultation
      join department_settings settings on settings.id = consultation.department)
    select distinct on (seen.patient, visit.day) visit.id, visit.client, seen.patient, visit.department,
      visit.supervising_veterinarian as user, visit.started, visit.complaint, found.code as diagnosis
    from visit
    join consultation_patient seen on seen.consultation = visit.id
    join consultationdiagnosis found on found.consultation = visit.id
    where visit.day >= ${from}::date and visit.day < ${to}::date
      and visit.supervising_veterinarian = any(${places.map(({ user }) => user)}::int[])
      and extract(isodow from visit.day) <= 5
    order by seen.patient, visit.day, visit.id`.execute(tx)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** Books what has become a visit by now, as it was booked then. */
const bookVisit = async (tx: Tx, actor: Actor, known: readonly Reason[], visit: Visit) => {
  const { id: consultation, client, patient, department, user, started, complaint } = visit
  const checkUp = known.find(({ name }) => name === 'Check-up')!
  const reason = known.find(({ name }) => fitsReason(name, visit)) ?? checkUp
  const id = await book(
    tx,
    { ...actor, user },
    {
      department,
      user,
      type: 1,
      start: started.toISOString(),
      end: new Date(started.valueOf() + Math.min(reason.duration, maxVisit) * 60_000).toISOString(),
      reason: reason.id,
      complaint,
      client,
      patients: [patient],
      confirmed: true,
    },
  )
  await tx.updateTable('appointment').set({ consultation }).where('id', '=', id).execute()
}

/** A moment of a local day in the department's time zone. */
const momentAt = async (tx: Tx, department: number, day: string, time: string): Promise<Date> => {
  const { rows } = await sql<{ moment: Date }>`
    select (${`${day} ${time}`}::timestamp at time zone time_zone) as moment from department_settings
    where id = ${department}`.execute(tx)
  return rows[0]!.moment
}

/** Fills the calendar around today: reasons, shifts, what was booked for the last visits, and appointments in every shift to come. */
export const seedCalendar = async (tx: Tx, actor: Actor, seed: number, today: string) => {
  const animals = await readAnimals(tx)
  const day: Day = {
    reasons: await seedReasons(tx),
    animals: [],
    random: createRandom(seed + 16),
    online: 0,
  }
  const places = await readPlaces(tx)
  for (const place of places)
    for (const weekday of workdays)
      for (const [start, end] of shiftHours) await addShift(tx, actor, { ...place, weekday, start, end })
  const before = new Date(Date.parse(today) - recentDays * dayMs).toISOString().slice(0, 10)
  for (const visit of await readVisits(tx, places, before, today)) await bookVisit(tx, actor, day.reasons, visit)
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = new Date(Date.parse(today) + ahead * dayMs)
    if (date.getUTCDay() === 0 || date.getUTCDay() === 6) continue
    const local = date.toISOString().slice(0, 10)
    day.animals = [...animals]
    for (const place of places)
      for (const [start, end] of shiftHours) {
        const hours = [
          await momentAt(tx, place.department, local, start),
          await momentAt(tx, place.department, local, end),
        ] as const
        await bookShift(tx, { ...actor, user: place.user }, place, hours, day)
      }
  }
}
