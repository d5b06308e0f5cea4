import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid, nonField, notFound } from '../../kernel/errors.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'
import { holdOpen, requirePatientsOf } from './entries.ts'

type Measured = {
  temperature?: Decimal | null
  heart_rate?: number | null
  respiratory_rate?: number | null
  capillary_refill?: Decimal | null
  systolic_pressure?: number | null
  diastolic_pressure?: number | null
  oxygen_saturation?: Decimal | null
  blood_glucose?: Decimal | null
  pain_score?: number | null
  body_condition_score?: number | null
  mucous_membranes?: string
}
export const measurements = [
  'temperature',
  'heart_rate',
  'respiratory_rate',
  'capillary_refill',
  'systolic_pressure',
  'diastolic_pressure',
  'oxygen_saturation',
  'blood_glucose',
  'pain_score',
  'body_condition_score',
  'mucous_membranes',
] as const satisfies readonly (keyof Measured)[]

export type NewVital = Measured & {
  patient: Id<'patient'>
  consultation?: Id<'consultation'> | null
  measured_at?: Timestamp
  remarks?: string
}

const requireSomething = (measured: Measured) => {
  if (measurements.every((name) => measured[name] == null || measured[name] === ''))
    throw invalid(nonField, 'Send at least one measurement.', 'empty')
}

const requirePlausible = ({ systolic_pressure: upper, diastolic_pressure: lower, oxygen_saturation }: Measured) => {
  if (Number(oxygen_saturation ?? 0) > 100)
    throw invalid('oxygen_saturation', 'Ensure this value is less than or equal to 100.', 'max_value')
  if (upper != null && lower != null && lower > upper)
    throw invalid('diastolic_pressure', 'Must not be above systolic_pressure. Check both.', 'max_value')
}

/** Records what was measured. In a visit it is about one of its patients, until the visit is finalized. */
export const measureVitals = async (tx: Tx, actor: Actor, vital: NewVital): Promise<Id<'vital'>> => {
  requireSomething(vital)
  requirePlausible(vital)
  if (vital.consultation != null) {
    const { id } = await holdOpen(tx, vital.consultation)
    await requirePatientsOf(tx, id, [vital.patient], 'patient')
    await touch(tx, 'consultation', 'id', [id])
  }
  const { id } = await tx
    .insertInto('vital')
    .values({ measured_at: actor.now, ...vital, user: actor.user })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a measurement and then its visit, which must not be finalized. */
const holdVital = async (tx: Tx, id: number) => {
  const held = await tx.selectFrom('vital').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (held === undefined) throw notFound('This was deleted meanwhile. Read the list again.')
  if (held.consultation !== null) {
    await holdOpen(tx, held.consultation)
    await touch(tx, 'consultation', 'id', [held.consultation])
  }
  return held
}

export const changeVital = async (
  tx: Tx,
  _actor: Actor,
  id: number,
  changes: Partial<Omit<NewVital, 'patient' | 'consultation'>>,
) => {
  const held = await holdVital(tx, id)
  requireSomething({ ...held, ...changes })
  requirePlausible({ ...held, ...changes })
  if (Object.keys(changes).length > 0) await tx.updateTable('vital').set(changes).where('id', '=', id).execute()
}

export const removeVital = async (tx: Tx, _actor: Actor, id: number) => {
  await holdVital(tx, id)
  await tx.deleteFrom('vital').where('id', '=', id).execute()
}
