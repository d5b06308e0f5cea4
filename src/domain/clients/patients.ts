import { sql } from 'kysely'
import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { validationError, type FieldErrors } from '../../kernel/errors.ts'
import type { Decimal, Id } from '../../kernel/fields.ts'
import { changeValues, findInvalidValues, createValues, type SentValue } from '../customfields/values.ts'
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

/** Errors of each patient in fields that must agree: gender and breed with the species, death with birth. */
export const findInconsistencies = async (tx: Tx, animals: readonly Animal[]): Promise<FieldErrors[]> => {
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
    const errors: FieldErrors = {}
    if (animal.gender && equineOnly.has(animal.gender) && !kind?.equine)
      errors.gender = [{ message: `"${animal.gender}" is for equine species only.`, code: 'equine_only' }]
    if (animal.breed != null && !breeds.some((breed) => breed.id === animal.breed && breed.species === animal.species))
      errors.breed = [
        kind === undefined
          ? { message: 'A breed needs its species. Send species as well.', code: 'species_required' }
          : { message: `This breed does not belong to the species ${kind.name}.`, code: 'wrong_species' },
      ]
    if (animal.date_of_birth && animal.deceased && animal.deceased < animal.date_of_birth)
      errors.deceased = [{ message: 'Must not be before date_of_birth.', code: 'before_birth' }]
    return errors
  })
}

/** The errors of each new patient, those of its custom fields included. */
export const findPatientErrors = async (tx: Tx, patients: readonly NewPatient[]): Promise<FieldErrors[]> => {
  const misfits = await findInconsistencies(tx, patients)
  const unfit = await findInvalidValues(
    tx,
    'patient',
    patients.map(({ fields_rel }) => fields_rel),
  )
  return patients.map((_patient, at) => ({ ...misfits[at], ...unfit[at] }))
}

const nullIfBlankMicrochip = <P extends Partial<Columns>>(patient: P): P =>
  patient.microchip === '' ? { ...patient, microchip: null } : patient

/** Inserts patients that were checked, with their first weights and the defaults of custom fields. */
export const insertPatients = async (tx: Tx, actor: Actor, patients: readonly NewPatient[]): Promise<number[]> => {
  const columns = patients.map(({ fields_rel: _values, ...own }): Columns => nullIfBlankMicrochip(own))
  const rows = await tx.insertInto('patient').values(columns).returning(['id', 'weight']).execute()
  await createValues(
    tx,
    'patient',
    rows.map(({ id }, at) => ({ id, sent: patients[at]!.fields_rel })),
  )
  const weighed = rows.flatMap(({ id, weight }) =>
    weight === null ? [] : [{ patient: id, weight, measured: actor.now }],
  )
  if (weighed.length > 0) await tx.insertInto('patientweight').values(weighed).execute()
  await touch(
    tx,
    'client',
    'id',
    patients.map(({ client }) => client),
  )
  return rows.map(({ id }) => id)
}

/** Registers a patient. */
export const registerPatient = async (tx: Tx, actor: Actor, patient: NewPatient): Promise<Id<'patient'>> => {
  const [errors = {}] = await findPatientErrors(tx, [patient])
  if (Object.keys(errors).length > 0) throw validationError(errors)
  const [id] = await insertPatients(tx, actor, [patient])
  return id!
}

/** Of two concurrent changes the one written last wins, although its request may have arrived first. */
const noEarlierThanNewest = (patient: number, now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, (select max(measured) from patientweight where patient = ${patient}))`

/** Changes a patient. A new weight is added to its history; a new client is touched like the old one. */
export const changePatient = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { fields_rel = [], ...sent }: Partial<NewPatient>,
) => {
  const changes = nullIfBlankMicrochip<Partial<Columns>>(sent)
  if (Object.keys(changes).length === 0 && fields_rel.length === 0) return
  const before = await tx
    .selectFrom('patient')
    .select(['client', 'species', 'breed', 'gender', 'date_of_birth', 'deceased', 'weight'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const [errors = {}] = await findInconsistencies(tx, [{ ...before, gender: before.gender as Gender, ...changes }])
  if (Object.keys(errors).length > 0) throw validationError(errors)
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
  await touch(tx, 'client', 'id', [before.client, changes.client ?? before.client])
}
