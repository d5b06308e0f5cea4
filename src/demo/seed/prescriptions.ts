import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { changePrescription, prescribe } from '../../domain/prescriptions/prescriptions.ts'
import type { PrescriptionStatus } from '../../domain/prescriptions/statuses.ts'
import type { Actor } from '../../kernel/caller.ts'

/** How each of the newest visits' prescriptions got on, step by step. */
const journeys: readonly (readonly PrescriptionStatus[])[] = [
  [],
  [2],
  [2, 3],
  [2, 3, 4],
  [2, 3, 8],
  [2, 3, 5],
  [6],
  [2, 7],
]

/** What the pharmacies' network said of some. */
const messages: Readonly<Partial<Record<PrescriptionStatus, string>>> = {
  5: 'The prescriber’s number is missing.',
  7: 'The prescription network did not answer.',
  8: 'The package of 20 is not on the market. A package of 30 may be dispensed.',
}

const medicines = [
  { name: 'Meloxicam 1.5 mg/ml oral suspension', strength: '1.5 mg/ml', instructions: 'Once a day with food.' },
  { name: 'Amoxicillin 250 mg tablets', strength: '250 mg', instructions: 'One tablet twice a day for a week.' },
  { name: 'Gabapentin 100 mg capsules', strength: '100 mg', instructions: 'One capsule every twelve hours.' },
] as const

const minutesAfterStart = 30
const validDays = 90
const dayAfter = (moment: Date, days: number) =>
  new Date(moment.valueOf() + days * 86_400_000).toISOString().slice(0, 10)

/** Prescribes a medicine for the first patient of each of the newest visits, in every status there is. */
export const seedPrescriptions = async (tx: Tx, clinic: Actor) => {
  const { rows: visits } = await sql<{
    readonly id: number
    readonly client: number
    readonly department: number
    readonly veterinarian: number
    readonly started: Date
    readonly patient: number
  }>`
    select visit.id, visit.client, visit.department, visit.supervising_veterinarian as veterinarian, visit.started,
      (select min(patient) from consultation_patient where consultation = visit.id) as patient
    from consultation visit join client on client.id = visit.client and not client.archived
    where exists (select from consultation_patient seen join patient on patient.id = seen.patient
      where seen.consultation = visit.id and patient.client = visit.client and not patient.archived)
    order by visit.started desc, visit.id limit ${journeys.length}`.execute(tx)
  for (const [at, visit] of visits.entries()) {
    const now = new Date(visit.started.valueOf() + minutesAfterStart * 60_000)
    const actor = { ...clinic, user: visit.veterinarian, now }
    const id = await prescribe(tx, actor, {
      client_id: visit.client,
      department_id: visit.department,
      prescriber_id: visit.veterinarian,
      consultation_id: visit.id,
      issue_time: now.toISOString(),
      remarks: at === 0 ? 'The owner calls before fetching it.' : '',
      prescription_items: [
        {
          ...medicines[at % medicines.length]!,
          patients: [visit.patient],
          quantity_packages: 1,
          valid_until: dayAfter(now, validDays),
          repeat_number: at % 3 === 0 ? 3 : 1,
        },
      ],
    })
    for (const status of journeys[at]!) {
      const status_message = messages[status] ?? ''
      await changePrescription(tx, actor, id, { status, status_message })
    }
    await sql`update prescription set created = ${now} where id = ${id}`.execute(tx)
    await sql`update prescription_item set created = ${now} where prescription = ${id}`.execute(tx)
  }
}
