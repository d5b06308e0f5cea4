import { idOf, nameOfUser } from '../../api/records.ts'
import type { Consultation, Prescription } from '../../api/records.ts'

/** What a prescription is written for: a visit, or another prescription in whose place it comes. */
export type PrescribedFor = {
  readonly visit: number | undefined
  readonly client: string
  readonly department: string
  /** Who signs it, where it is not whoever is at this screen. */
  readonly veterinarian: { readonly url: string; readonly name: string } | undefined
  readonly replaces?: Prescription
}

export const forVisit = (visit: Consultation): PrescribedFor => ({
  visit: visit.id,
  client: visit.client,
  department: visit.department,
  veterinarian:
    visit.supervising_veterinarian_data == null
      ? undefined
      : { url: visit.supervising_veterinarian, name: nameOfUser(visit.supervising_veterinarian_data) },
})

export const insteadOf = (prescription: Prescription): PrescribedFor => ({
  visit: prescription.consultation === null ? undefined : idOf(prescription.consultation),
  client: prescription.client,
  department: prescription.department,
  veterinarian:
    prescription.prescriber_data == null
      ? undefined
      : { url: prescription.prescriber, name: nameOfUser(prescription.prescriber_data) },
  replaces: prescription,
})
