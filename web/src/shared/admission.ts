import type { Appointment, Consultation } from '../api/records.ts'
import { post, remove } from '../api/request.ts'

/** Checks in who was booked: their visit begins. */
export const admit = ({ url }: Appointment) => post<Consultation>('/consultation/admit/', { appointment: url })
/** Takes back an admission; the service refuses once something was recorded. */
export const withdraw = ({ id }: Consultation) => remove(`/consultation/${id}/`)
