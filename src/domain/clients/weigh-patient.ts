import { touch } from '../../db/touch.ts'
import type { Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Decimal, Id, Timestamp } from '../../kernel/fields.ts'

export type NewWeight = { patient: Id<'patient'>; weight: Decimal; measured?: Timestamp }

/** Records a weight. The patient's weight is the one measured last, whenever it was entered. */
export const weighPatient = async (
  tx: Tx,
  actor: Actor,
  { patient, weight, measured }: NewWeight,
): Promise<Id<'patientweight'>> => {
  const { client } = await tx
    .selectFrom('patient')
    .select('client')
    .where('id', '=', patient)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('patientweight')
    .values({ patient, weight, measured: measured ?? actor.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const newest = await tx
    .selectFrom('patientweight')
    .select('weight')
    .where('patient', '=', patient)
    .orderBy('measured', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tx.updateTable('patient').set({ weight: newest.weight }).where('id', '=', patient).execute()
  await touch(tx, 'client', 'id', [client])
  return id
}
