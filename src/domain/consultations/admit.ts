import type { Tx } from '../../db/tx.ts'
import { bodyObject } from '../../kernel/body.ts'
import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/fields.ts'
import type { Call } from '../../kernel/operation.ts'
import { valuesByName } from '../customfields/values.ts'
import { openConsultation, type NewConsultation } from './consultations.ts'
import { outpatient } from './statuses.ts'

export type Admission = Omit<NewConsultation, 'type' | 'fields_rel'> & {
  type?: NewConsultation['type']
  custom_fields?: Readonly<Record<string, unknown>>
}

/** There are no appointments yet; ignoring the field would lose the link without a word. */
export const refuseAppointment = async ({ body }: Call) => {
  if (Object.hasOwn(bodyObject(await body()), 'appointment'))
    throw invalid('appointment', 'Unknown field. Send client and patients instead.', 'unknown')
}

/** Admits patients, with custom fields by name. */
export const admit = async (
  tx: Tx,
  actor: Actor,
  { custom_fields = {}, type = outpatient, ...visit }: Admission,
): Promise<Id<'consultation'>> =>
  openConsultation(
    tx,
    actor,
    { ...visit, type, fields_rel: await valuesByName(tx, 'consultation', custom_fields) },
    'custom_fields',
  )
