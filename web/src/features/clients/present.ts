import { AppointmentType } from '@fetlock/sdk'
import type { Appointment, Consultation } from '../../api/records.ts'
import { ConsultationStatus } from '@fetlock/sdk'
import { hereStatuses } from '../../shared/visit-stages.ts'

/** Others only fill somebody's time. */
export const isVisit = ({ type }: Pick<Appointment, 'type'>) =>
  type !== AppointmentType.Other && type !== AppointmentType.InternalBooking

/** What an animal has today already: a visit for which it is here, or an appointment for which nobody has arrived. */
export type Present = { readonly visit: Consultation } | { readonly appointment: Appointment }

/** Finds it among the open visits of the client and what they are booked for today, which may name no animal. */
export const presentOf = (
  animal: string,
  visits: readonly Consultation[],
  appointments: readonly Appointment[],
): Present | undefined => {
  const visit = visits.find(({ status, patients }) => hereStatuses.includes(status) && patients.includes(animal))
  if (visit !== undefined) return { visit }
  const prepared = new Set(visits.filter(({ status }) => status === ConsultationStatus.Draft).map(({ url }) => url))
  const appointment = appointments.find(
    ({ consultation, patients, ...booked }) =>
      isVisit(booked) &&
      (consultation === null || prepared.has(consultation)) &&
      (patients.length === 0 || patients.includes(animal)),
  )
  return appointment && { appointment }
}
