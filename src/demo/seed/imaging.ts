import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { closed } from '../../domain/consultations/statuses.ts'
import { changeOrder } from '../../domain/imaging/orders.ts'
import { refer } from '../../domain/imaging/referrals.ts'
import type { OrderStatus } from '../../domain/imaging/statuses.ts'
import type { Actor } from '../../kernel/caller.ts'

/** How far the examinations of today's visits are, one for each. */
const progress: readonly OrderStatus[] = [3, 2, 1, 0, 4]

const minutesAfterStart = 20

const viewer = 'https://archive.example.com/viewer?PatientID='

/** Refers the patients of today's open visits to imaging: horses are radiographed, others get an ultrasound. */
export const seedImaging = async (tx: Tx, clinic: Actor) => {
  await tx.updateTable('integration_settings').set({ imaging_viewer_url: viewer }).execute()
  const visits = await tx
    .selectFrom('consultation as c')
    .innerJoin('consultation_patient as p', 'p.consultation', 'c.id')
    .innerJoin('patient', 'patient.id', 'p.patient')
    .innerJoin('species', 'species.id', 'patient.species')
    .select(['c.id', 'c.started', 'c.complaint', 'c.supervising_veterinarian', 'p.patient', 'species.equine'])
    .where('c.status', 'not in', [...closed])
    .orderBy('c.id')
    .limit(progress.length)
    .execute()
  for (const [at, visit] of visits.entries()) {
    const actor = {
      ...clinic,
      user: visit.supervising_veterinarian,
      now: new Date(visit.started.valueOf() + minutesAfterStart * 60_000),
    }
    const id = await refer(tx, actor, {
      patient: visit.patient,
      consultation: visit.id,
      modality: visit.equine ? 'DX' : 'US',
      target_areas: visit.equine ? ['Right forefoot, lateral', 'Right forefoot, dorsopalmar'] : ['Abdomen'],
      remarks: `${visit.complaint} Is there a cause to be seen?`,
      internal_notes: at === 0 ? 'Results by telephone, the owner leaves at noon.' : '',
    })
    if (progress[at] !== 0) await changeOrder(tx, actor, id, { status: progress[at]! })
    for (const table of ['diagnosticimaging_worklist', 'diagnosticimaging_referral'])
      await sql`update ${sql.table(table)} set created = ${actor.now} where id = ${id}`.execute(tx)
  }
}
