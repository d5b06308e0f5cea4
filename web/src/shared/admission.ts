import { composite, entry, ref } from '@fetlock/sdk'
import { api } from '../api/api.ts'
import type { Appointment, Consultation } from '../api/records.ts'

/** An animal that is on no record yet, as far as a visit needs it. */
export type NewAnimal = { readonly name: string; readonly species: number }
/** An animal that comes: one that is on record, by its address, or one that is registered with the visit. */
export type Arriving = string | NewAnimal

/** Checks in who was booked, with the animals that are named if the appointment names none: their visit begins. */
export const admit = async (
  { url, client }: Appointment,
  animals: readonly Arriving[] = [],
  key?: string,
): Promise<Consultation> => {
  const patients = animals.map((animal, index) =>
    typeof animal === 'string'
      ? animal
      : entry(`patient${index}`, 'POST', '/patient/', { body: { ...animal, client: client! } }),
  )
  const made = patients.filter((patient) => typeof patient === 'object')
  const visit = entry('visit', 'POST', '/consultation/admit/', {
    body: {
      appointment: url,
      ...(patients.length > 0 && {
        patients: patients.map((patient) => (typeof patient === 'string' ? patient : ref(patient, 'url'))),
      }),
    },
  })
  const answers = await composite(api, [...made, visit], { key })
  return answers.visit.body!
}

/** Takes back an admission; the service refuses once something was recorded. */
export const withdraw = ({ id }: Consultation, key?: string) => api.delete('/consultation/{id}/', { path: { id }, key })

/** Opens a visit again as it was before it was withdrawn. */
export const reopen = (visit: Consultation, key?: string) =>
  api.post('/consultation/', {
    body: {
      client: visit.client,
      patients: visit.patients,
      complaint: visit.complaint,
      reason: visit.reason,
      supervising_veterinarian: visit.supervising_veterinarian,
      department: visit.department,
      type: visit.type,
      admitted_time: visit.admitted_time,
      started: visit.started,
    },
    key,
  })
