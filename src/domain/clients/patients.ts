import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { validationError, type FieldErrors } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { changeValues, findUnfitValues, startValues, type SentValue } from '../customfields/values.ts'
import { moveClients } from './clients.ts'
import { equineOnly, type Gender } from './statuses.ts'

export type NewPatient = {
  client: Id<'client'>
  name?: string
  official_name?: string
  species?: number | null
  breed?: number | null
  gender?: Gender
  color?: string
  weight?: Decimal | null
  date_of_birth?: string | null
  deceased?: string | null
  reason_of_death?: string
  microchip?: string | null
  microchip_date?: string | null
  date_of_registration?: string | null
  insurance?: string
  insurance_company?: string
  passport_number?: string
  register_number?: string
  herd_size?: number | null
  not_for_food?: boolean
  blood_group?: string
  remarks?: string
  critical_notes?: string
  home_department?: Id<'department'> | null
  tags_rel?: string[]
  fields_rel?: SentValue[]
  archived?: boolean
}

type Animal = Pick<NewPatient, 'species' | 'breed' | 'gender' | 'date_of_birth' | 'deceased'>
type Columns = Omit<NewPatient, 'fields_rel'>

/** What does not fit together in each animal: its gender with its species, its breed with its species, its dates. */
const findMisfits = async (tx: Tx, animals: readonly Animal[]): Promise<FieldErrors[]> => {
  const [species, breeds] = [
    await tx
      .selectFrom('species')
      .select(['id', 'name', 'equine'])
      .where('id', 'in', [0, ...animals.flatMap((animal) => animal.species ?? [])])
      .execute(),
    await tx
      .selectFrom('breed')
      .select(['id', 'species'])
      .where('id', 'in', [0, ...animals.flatMap(({ breed }) => breed ?? [])])
      .execute(),
  ]
  return animals.map((animal) => {
    const kind = species.find(({ id }) => id === animal.species)
    const complaints: FieldErrors = {}
    if (animal.gender && equineOnly.has(animal.gender) && !kind?.equine)
      complaints.gender = [{ message: `"${animal.gender}" is for equine species only.`, code: 'equine_only' }]
    if (animal.breed != null && !breeds.some((breed) => breed.id === animal.breed && breed.species === animal.species))
      complaints.breed = [
        kind === undefined
          ? { message: 'A breed needs its species. Send species, too.', code: 'species_required' }
          : { message: `This breed is not one of the species ${kind.name}.`, code: 'wrong_species' },
      ]
    if (animal.date_of_birth && animal.deceased && animal.deceased < animal.date_of_birth)
      complaints.deceased = [{ message: 'The date of death lies before the date of birth.', code: 'before_birth' }]
    return complaints
  })
}

/** What is wrong with each of some new animals: what does not fit together, and its custom fields. */
export const findFaults = async (tx: Tx, patients: readonly NewPatient[]): Promise<FieldErrors[]> => {
  const misfits = await findMisfits(tx, patients)
  const unfit = await findUnfitValues(
    tx,
    'patient',
    patients.map(({ fields_rel }) => fields_rel),
  )
  return patients.map((_patient, at) => ({ ...misfits[at], ...unfit[at] }))
}

const withoutBlanks = <P extends Partial<Columns>>(patient: P): P =>
  patient.microchip === '' ? { ...patient, microchip: null } : patient

/** Puts animals that fit on their owners' records; the weights given start their histories, custom fields their defaults. */
export const insertPatients = async (tx: Tx, actor: Actor, patients: readonly NewPatient[]): Promise<number[]> => {
  const columns = patients.map(({ fields_rel: _values, ...own }): Columns => withoutBlanks(own))
  const rows = await tx.insertInto('patient').values(columns).returning(['id', 'weight']).execute()
  await startValues(
    tx,
    'patient',
    rows.map(({ id }, at) => ({ id, sent: patients[at]!.fields_rel })),
  )
  const weighed = rows.flatMap(({ id, weight }) =>
    weight === null ? [] : [{ patient: id, weight, measured: actor.now }],
  )
  if (weighed.length > 0) await tx.insertInto('patientweight').values(weighed).execute()
  await moveClients(
    tx,
    patients.map(({ client }) => client),
  )
  return rows.map(({ id }) => id)
}

/** Registers an animal with its owner. */
export const registerPatient = async (tx: Tx, actor: Actor, patient: NewPatient): Promise<Id<'patient'>> => {
  const [complaints = {}] = await findFaults(tx, [patient])
  if (Object.keys(complaints).length > 0) throw validationError(complaints)
  const [id] = await insertPatients(tx, actor, [patient])
  return id!
}

/** Of two changes at once the one written last holds, although its request may have come first. */
const noEarlierThanNewest = (patient: number, now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, (select max(measured) from patientweight where patient = ${patient}))`

/** Changes an animal's record. A new weight joins its history; a new owner gets it from the old one. */
export const changePatient = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { fields_rel = [], ...sent }: Partial<NewPatient>,
) => {
  const changes = withoutBlanks<Partial<Columns>>(sent)
  if (Object.keys(changes).length === 0 && fields_rel.length === 0) return
  const before = await tx
    .selectFrom('patient')
    .select(['client', 'species', 'breed', 'gender', 'date_of_birth', 'deceased', 'weight'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const [complaints = {}] = await findMisfits(tx, [{ ...before, gender: before.gender as Gender, ...changes }])
  if (Object.keys(complaints).length > 0) throw validationError(complaints)
  await changeValues(tx, 'patient', id, fields_rel)
  if (Object.keys(changes).length === 0) return
  const after = await tx
    .updateTable('patient')
    .set(changes)
    .where('id', '=', id)
    .returning('weight')
    .executeTakeFirstOrThrow()
  if (after.weight !== null && after.weight !== before.weight)
    await tx
      .insertInto('patientweight')
      .values({ patient: id, weight: after.weight, measured: noEarlierThanNewest(id, actor.now) })
      .execute()
  await moveClients(tx, [before.client, changes.client ?? before.client])
}
