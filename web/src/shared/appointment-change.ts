import { type AppointmentChange, patchAppointment, readAppointment } from '../api/appointment.ts'
import { isConflict, NotDone } from '../api/problem.ts'
import type { Appointment } from '../api/records.ts'
import { newKey } from '@fetlock/sdk'
import { text } from '../text/en.ts'

/** Who was expected did not come: their time is free, and the appointment says why it is cancelled. */
export const noShow = () => ({ active: false, cancellation_reason: text.didNotCome }) satisfies AppointmentChange

/** Somebody else moved the same appointment while it was being changed here. */
export class MovedMeanwhile extends NotDone {
  readonly current: Appointment
  constructor(current: Appointment) {
    super(text.calendar.movedMeanwhile)
    this.current = current
  }
}

const decisive = ['start', 'end', 'user', 'department', 'active'] as const

/** Changes an appointment. What others changed besides is kept; what they changed of the same is not overwritten. */
export const patchOrMerge = async (appointment: Appointment, changes: AppointmentChange, key: string = newKey()) => {
  try {
    return { made: await patchAppointment(appointment, changes, key), over: undefined }
  } catch (error) {
    if (!isConflict(error)) throw error
    const current = await readAppointment(appointment)
    const compared = 'client' in changes ? ([...decisive, 'client'] as const) : decisive
    if (compared.some((name) => current[name] !== appointment[name])) throw new MovedMeanwhile(current)
    return { made: await patchAppointment(current, changes), over: current }
  }
}

/** What an appointment has now of what is to be changed, so that the change can be taken back. */
export const only = (appointment: Appointment, names: readonly (keyof AppointmentChange)[]): AppointmentChange =>
  Object.fromEntries(names.map((name) => [name, appointment[name]]))
