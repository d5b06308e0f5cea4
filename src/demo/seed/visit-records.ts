import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { Modality } from '../../domain/items/modalities.ts'
import { changeConsultation } from '../../domain/consultations/consultations.ts'
import { closed } from '../../domain/consultations/statuses.ts'
import { recordContraindication } from '../../domain/consultations/contraindications.ts'
import { measureVitals } from '../../domain/consultations/vitals.ts'
import { addReasonItem } from '../../domain/scheduling/reason-items.ts'
import type { Actor } from '../../kernel/caller.ts'
import { createRandom } from '../random.ts'

const templates = [
  {
    name: 'Healthy, nothing found',
    shortcut: 'healthy',
    kind: 'note',
    text: 'Bright and alert. Mucous membranes pink and moist. Heart and lungs normal. Abdomen soft and not painful. Nothing found.',
  },
  {
    name: 'Ears, both sides clean',
    shortcut: 'ears',
    kind: 'note',
    text: 'Ear canals clean on both sides, ear drums intact, no smell, not painful.',
  },
  {
    name: 'After dental treatment',
    shortcut: 'dent',
    kind: 'discharge',
    text: 'Soft food for three days. Start to brush the teeth again after a week. Call us if the gums bleed or your pet does not eat by tomorrow.',
  },
  {
    name: 'After an anaesthetic',
    shortcut: 'sleep',
    kind: 'discharge',
    text: 'Keep your pet warm and calm tonight. A little water after two hours, a small meal in the evening. No stairs and no jumping until tomorrow.',
  },
  {
    name: 'Vaccinated today',
    shortcut: 'vacc',
    kind: 'discharge',
    text: 'Your pet may be tired today and a little swollen where it was vaccinated. Call us if that is not over in three days.',
  },
  {
    name: 'Twice a day with food',
    shortcut: '2food',
    kind: 'prescription',
    text: 'Twice a day with food, until the package is empty.',
  },
]

/** What is usually charged for a reason, by the names of both. */
const usual: Readonly<Record<string, readonly string[]>> = {
  Vaccination: ['Vaccination visit'],
  'Check-up': ['Short follow-up examination'],
  'Skin and ears': ['Clinical examination'],
  Lameness: ['Lameness examination'],
}

const imagingItems: Readonly<Record<string, Modality>> = {
  'X-ray, first two views': 'DX',
  'Ultrasound of the abdomen': 'US',
  'Dental X-ray, full mouth': 'IO',
}

const idNamed = async (tx: Tx, table: 'reason' | 'item', name: string) =>
  (await tx.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id

/** The reason of a few open visits, and what was measured at their patients. */
const seedOpenVisits = async (tx: Tx, clinic: Actor, seed: number) => {
  const random = createRandom(seed + 17)
  const visits = await tx
    .selectFrom('consultation as c')
    .innerJoin('consultation_patient as p', 'p.consultation', 'c.id')
    .select(['c.id', 'c.started', 'c.supervising_veterinarian', 'p.patient'])
    .where('c.status', 'not in', [...closed])
    .orderBy('c.id')
    .execute()
  const reason = await idNamed(tx, 'reason', 'Check-up')
  for (const [at, { id, started, supervising_veterinarian: user, patient }] of visits.entries()) {
    const actor = { ...clinic, user, now: new Date(started.valueOf() + 3 * 60_000) }
    if (at < 5) await changeConsultation(tx, actor, id, { reason })
    await measureVitals(tx, actor, {
      patient,
      consultation: id,
      temperature: `38.${random.int(1, 9)}`,
      heart_rate: random.int(80, 140),
      respiratory_rate: random.int(16, 32),
      body_condition_score: random.int(4, 7),
      mucous_membranes: 'pink, moist',
    })
  }
  await sql`update vital set created = measured_at`.execute(tx)
}

/** What the critical notes of patients say that they must not get, as records. */
const noted: Readonly<Record<string, { substance: string; atc_prefix: string; reaction: string }>> = {
  'No oral penicillins.': { substance: 'Penicillins', atc_prefix: 'J01C', reaction: 'Gut stasis when given by mouth' },
  'Severe reaction to penicillin.': { substance: 'Penicillins', atc_prefix: 'J01C', reaction: 'Severe reaction' },
}

const seedContraindications = async (tx: Tx, clinic: Actor) => {
  const patients = await tx
    .selectFrom('patient')
    .select(['id', 'critical_notes'])
    .where('critical_notes', 'in', Object.keys(noted))
    .orderBy('id')
    .execute()
  const { id: user } = await tx
    .selectFrom('consultation')
    .select('supervising_veterinarian as id')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  for (const { id: patient, critical_notes } of patients)
    await recordContraindication(tx, { ...clinic, user }, { patient, ...noted[critical_notes]! })
  await sql`update contraindication set created = patient.created from patient where patient.id = contraindication.patient`.execute(
    tx,
  )
}

/** Text templates, the usual items of reasons and examinations, and vital signs of today's patients. */
export const seedVisitRecords = async (tx: Tx, clinic: Actor, seed: number) => {
  await tx.insertInto('text_template').values(templates).execute()
  for (const [name, modality] of Object.entries(imagingItems))
    await tx.updateTable('item').set({ modality }).where('name', '=', name).execute()
  for (const [reason, items] of Object.entries(usual))
    for (const item of items)
      await addReasonItem(tx, clinic, {
        reason: await idNamed(tx, 'reason', reason),
        item: await idNamed(tx, 'item', item),
      })
  await seedContraindications(tx, clinic)
  await seedOpenVisits(tx, clinic, seed)
}
