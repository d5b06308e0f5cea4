import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { readDiagnoses } from '../../domain/items/codelists/read.ts'
import type { ItemType } from '../../domain/items/statuses.ts'
import { admit } from '../../domain/consultations/admit.ts'
import { addItemOf } from '../../domain/consultations/consultation-items.ts'
import { addDiagnosis } from '../../domain/consultations/diagnoses.ts'
import { writeInstruction, writeNote } from '../../domain/consultations/notes.ts'
import { closed, type Status } from '../../domain/consultations/statuses.ts'
import { measureVitals } from '../../domain/consultations/vitals.ts'
import { updateStatus } from '../../domain/consultations/update-status.ts'
import { book, changeAppointment } from '../../domain/scheduling/appointments.ts'
import type { AppointmentType } from '../../domain/scheduling/types.ts'
import type { Actor } from '../../kernel/caller.ts'
import { createRandom, type Random } from '../random.ts'
import { card, pay, readOwed } from './payments.ts'
import { casesOf, fitsReason, reasonsFor } from '../data/visit-cases.ts'

const minuteMs = 60_000
/** The calendar is filled from three hours before now to four hours after. */
const [minutesBack, minutesAhead] = [180, 240]
const [shortest, longest] = [15, 30]
/** How many animals the visits of the day are chosen from. */
const regulars = 60
const procedure = 1
/** Of an appointment: time that is nobody's visit. */
const internal: AppointmentType = 4

/** How far a visit has come: a status, or that it is paid, or that nobody has come yet. */
type Stage = Status | 'paid' | 'expected'

/** How far the visits of each veterinarian are, from the one that began last. Earlier ones are paid. */
const stages: readonly (readonly Stage[])[] = [
  ['expected', 0, 5, 10],
  [0, 8, 6, 10],
  [8, 0, 5, 'paid', 10],
]

/** Which statuses lead to each, from admission. */
const steps: Readonly<Record<Exclude<Stage, 'expected'>, readonly Status[]>> = {
  0: [],
  8: [8],
  5: [8, 5],
  6: [8, 6],
  10: [8, 10],
  paid: [8, 10],
  7: [],
  9: [],
  11: [],
}

type Place = { readonly department: number; readonly user: number }
type Booked = {
  readonly id: number
  readonly type: number
  readonly start: Date
  readonly end: Date
  readonly client: number | null
  readonly consultation: number | null
  /** Its name. */
  readonly reason: string | null
}

/** The veterinarians who are most in the calendar, each where they work. */
const readPlaces = async (tx: Tx): Promise<readonly Place[]> => {
  const { rows } = await sql<Place>`
    select department, "user" from shift group by department, "user" order by "user" limit ${stages.length}`.execute(tx)
  return rows
}

const readBooked = (tx: Tx, { user }: Place, from: Date, to: Date): Promise<Booked[]> =>
  tx
    .selectFrom('appointment')
    .leftJoin('reason', 'reason.id', 'appointment.reason')
    .select((column) => [
      'appointment.id',
      'appointment.type',
      'start',
      'end',
      'client',
      'consultation',
      column.ref('reason.name').as('reason'),
    ])
    .where('user', '=', user)
    .where('appointment.active', '=', true)
    .where('end', '>', from)
    .where('start', '<', to)
    .orderBy('start')
    .execute()

/** What is left of other days is closed, so that the board shows this one. */
const finishVisits = async (tx: Tx, actor: Actor) => {
  const open = await tx
    .selectFrom('consultation')
    .select(['id', 'status', 'supervising_veterinarian as user'])
    .where('status', 'not in', [...closed])
    .orderBy('id')
    .execute()
  const before: Readonly<Record<number, readonly Status[]>> = { 0: [8], 11: [8] }
  for (const { id, status, user } of open)
    for (const next of [...(before[status] ?? []), 10 as Status])
      await updateStatus(tx, { ...actor, user }, id, { status: next })
}

type Animal = { readonly id: number; readonly client: number; readonly species: number | null }

/** The animals that have come most often, so that there is a history to read, and are not booked around now already. */
const readAnimals = async (tx: Tx, now: Date): Promise<Animal[]> => {
  const { rows } = await sql<Animal>`
    select patient.id, patient.client, patient.species from patient join client on client.id = patient.client
    where not patient.archived and patient.deceased is null and not client.archived and patient.herd_size is null
      and not exists (
        select from appointment_patient booked join appointment on appointment.id = booked.appointment
        where booked.patient = patient.id and appointment.active
          and appointment.start between ${now}::timestamptz - interval '1 day' and ${now}::timestamptz + interval '1 day')
    order by (select count(*) from consultation_patient came where came.patient = patient.id) desc, patient.id
    limit ${regulars}`.execute(tx)
  return rows
}

/** Books what is free, a quarter of an hour or half an hour at a time, now and then with a pause. */
const fillCalendar = async (tx: Tx, actor: Actor, place: Place, animals: Animal[], random: Random) => {
  const quarter = 15 * minuteMs
  const now = Math.floor(actor.now.valueOf() / quarter) * quarter
  const [from, to] = [now - minutesBack * minuteMs, now + minutesAhead * minuteMs]
  // The last one may end after the day does.
  const taken = await readBooked(tx, place, new Date(from), new Date(to + longest * minuteMs))
  const reasons = await tx.selectFrom('reason').select(['id', 'name']).where('duration', '<=', 30).execute()
  for (let start = from; start < to; ) {
    const end = start + random.pick([shortest, longest]) * minuteMs
    const other = taken.find((one) => one.start.valueOf() < end && one.end.valueOf() > start)
    if (other === undefined) {
      const { id, client, species } = random.take(animals)
      const reason = random.pick(reasonsFor(reasons, species))
      await book(
        tx,
        { ...actor, user: place.user },
        {
          ...place,
          type: 1,
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
          client,
          patients: [id],
          reason: reason.id,
          complaint: '',
          confirmed: true,
        },
      )
    }
    start = (other?.end.valueOf() ?? end) + random.pick([0, 5, 15]) * minuteMs
  }
}

/** A case that fits the animal and, if there is one, the reason, and the items of it that need no batch. */
const caseFor = async (tx: Tx, patient: number, reason: string, random: Random) => {
  const { species } = await tx
    .selectFrom('patient')
    .select('species')
    .where('id', '=', patient)
    .executeTakeFirstOrThrow()
  const cases = casesOf(species)
  const fitting = cases.filter((one) => fitsReason(reason, one))
  const found = random.pick(fitting.length > 0 ? fitting : cases)
  const items = await tx
    .selectFrom('item')
    .select(['id', 'type_code'])
    .where(
      'name',
      'in',
      found.rows.map(({ item }) => item),
    )
    .where('batch_number_required', '=', false)
    .orderBy('id')
    .execute()
  return { ...found, items }
}

const vitalsOf = (random: Random) => ({
  temperature: `38.${random.int(1, 9)}`,
  heart_rate: random.int(80, 140),
  respiratory_rate: random.int(16, 32),
})

/** The first half of a text, to the end of a word. */
const begunText = (text: string) => text.slice(0, text.lastIndexOf(' ', text.length / 2))

/** Brings the patient of an appointment as far as it is by now. What is in progress has a note that ends in the middle. */
const seedVisit = async (tx: Tx, actor: Actor, booked: Booked, stage: Exclude<Stage, 'expected'>, random: Random) => {
  const at = (minutes: number): Actor => ({
    ...actor,
    now: new Date(Math.min(booked.start.valueOf() + minutes * minuteMs, actor.now.valueOf())),
  })
  const consultation = await admit(tx, at(0), { appointment: booked.id })
  if (stage === 0) return
  const { patient } = await tx
    .selectFrom('consultation_patient')
    .select('patient')
    .where('consultation', '=', consultation)
    .executeTakeFirstOrThrow()
  const told = await caseFor(tx, patient, booked.reason ?? '', random)
  const [first, ...later] = steps[stage]
  await updateStatus(tx, at(6), consultation, { status: first! })
  await writeNote(tx, at(8), { consultation, patient, type: 1, text: told.anamnesis })
  await measureVitals(tx, at(9), { patient, consultation, ...vitalsOf(random) })
  const finding = stage === 8 ? begunText(told.finding) : told.finding
  await writeNote(tx, at(12), { consultation, patient, type: 0, text: finding })
  for (const { id, type_code } of stage === 8 ? told.items.slice(0, 2) : told.items)
    await addItemOf(type_code as ItemType)(tx, at(15), {
      consultation,
      item: id,
      quantity: '1',
      no_multiplier: type_code === procedure,
    })
  const { id: diagnosis, code, name } = readDiagnoses().find((one) => one.code === told.diagnosis)!
  const found = { diagnosis, listitem: null }
  await addDiagnosis(tx, at(16), { consultation, patient, diagnosis: found, code, name, category: 0, type: 1 })
  if (stage !== 8 && told.instruction !== undefined)
    await writeInstruction(tx, at(18), { consultation, patient, text: told.instruction })
  for (const status of later) await updateStatus(tx, at(20), consultation, { status })
  if (stage !== 'paid') return
  const { id: invoice, due } = await readOwed(tx, 'consultation', consultation)
  if (Number(due) > 0) await pay(tx, at(25), invoice, card, due)
}

/** Whoever has booked without a name and has not come by now will not. */
const cancelNameless = async (tx: Tx, actor: Actor, booked: readonly Booked[]) => {
  for (const { id, client } of booked)
    if (client === null) await changeAppointment(tx, actor, id, { active: false, cancellation_reason: 'Did not come.' })
}

/** A day in full swing around now: a calendar that is full, and visits at every stage. Those of the day before are paid. */
export const seedDay = async (tx: Tx, clinic: Actor, seed: number) => {
  const random = createRandom(seed + 18)
  const dayBefore = new Date(clinic.now.valueOf() - 48 * 60 * minuteMs)
  await finishVisits(tx, clinic)
  const animals = await readAnimals(tx, clinic.now)
  for (const [at, place] of (await readPlaces(tx)).entries()) {
    const actor = { ...clinic, user: place.user }
    await fillCalendar(tx, actor, place, animals, random)
    const booked = await readBooked(tx, place, dayBefore, clinic.now)
    const begun = booked.filter(({ start, type }) => start <= clinic.now && type !== internal)
    await cancelNameless(tx, actor, begun)
    const named = begun.filter(({ client, consultation }) => client !== null && consultation === null)
    for (const [age, one] of named.toReversed().entries()) {
      const stage = stages[at]?.[age] ?? 'paid'
      if (stage !== 'expected') await seedVisit(tx, actor, one, stage, random)
    }
  }
}
