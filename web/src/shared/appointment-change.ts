import { ApiProblem } from '../api/problem.ts'
import type { Appointment } from '../api/records.ts'
import { get, request } from '../api/request.ts'
import { text } from '../text/en.ts'

export type AppointmentChange = Partial<
  Pick<
    Appointment,
    'start' | 'end' | 'user' | 'department' | 'active' | 'cancellation_reason' | 'client' | 'patients' | 'type'
  >
>

/** Who was expected did not come: their time is free, and the appointment says why it is cancelled. */
export const noShow = { active: false, cancellation_reason: text.didNotCome } satisfies AppointmentChange

export const patchAppointment = ({ id, modified }: Appointment, changes: AppointmentChange) =>
  request<Appointment>('PATCH', `/appointment/${id}/`, { body: changes, ifModified: modified })
const readAppointment = ({ id }: Appointment) => get<Appointment>(`/appointment/${id}/`)

/** Somebody else moved the same appointment while it was being changed here. */
export class MovedMeanwhile extends ApiProblem {
  readonly current: Appointment
  constructor(current: Appointment, { status, code, requestId }: ApiProblem) {
    super({ status, code, detail: text.calendar.movedMeanwhile, requestId })
    this.current = current
  }
}

const decisive = ['start', 'end', 'user', 'department', 'active'] as const

/** Changes an appointment. What others changed besides is kept; what they changed of the same is not overwritten. */
export const patchOrMerge = async (appointment: Appointment, changes: AppointmentChange) => {
  try {
    return { made: await patchAppointment(appointment, changes), over: undefined }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 412) throw error
    const current = await readAppointment(appointment)
    const compared = 'client' in changes ? ([...decisive, 'client'] as const) : decisive
    if (compared.some((name) => current[name] !== appointment[name])) throw new MovedMeanwhile(current, error)
    return { made: await patchAppointment(current, changes), over: current }
  }
}

/** What an appointment has now of what is to be changed, so that the change can be taken back. */
export const only = (appointment: Appointment, names: readonly (keyof AppointmentChange)[]): AppointmentChange =>
  Object.fromEntries(names.map((name) => [name, appointment[name]]))
