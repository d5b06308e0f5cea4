import type { Appointment, Consultation } from '../api/records.ts'
import { post, remove } from '../api/request.ts'

/** Checks in who was booked, with the animals that are named if the appointment names none: their visit begins. */
export const admit = ({ url }: Appointment, animals?: readonly string[]) =>
  post<Consultation>('/consultation/admit/', {
    appointment: url,
    ...(animals === undefined ? {} : { patients: animals }),
  })
/** Takes back an admission; the service refuses once something was recorded. */
export const withdraw = ({ id }: Consultation) => remove(`/consultation/${id}/`)
/** Opens a visit again as it was before it was withdrawn. */
export const reopen = (visit: Consultation) =>
  post<Consultation>('/consultation/', {
    client: visit.client,
    patients: visit.patients,
    complaint: visit.complaint,
    reason: visit.reason,
    supervising_veterinarian: visit.supervising_veterinarian,
    department: visit.department,
    type: visit.type,
    admitted_time: visit.admitted_time,
    started: visit.started,
  })
