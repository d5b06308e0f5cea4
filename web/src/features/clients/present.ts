import type { Appointment, Consultation } from '../../api/records.ts'
import { hereStatuses, statuses } from '../../shared/visit-stages.ts'

/** Types 3 and 4 only fill somebody's time. */
export const isVisit = ({ type }: Pick<Appointment, 'type'>) => type !== 3 && type !== 4

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
  const prepared = new Set(visits.filter(({ status }) => status === statuses.draft).map(({ url }) => url))
  const appointment = appointments.find(
    ({ consultation, patients, ...booked }) =>
      isVisit(booked) &&
      (consultation === null || prepared.has(consultation)) &&
      (patients.length === 0 || patients.includes(animal)),
  )
  return appointment && { appointment }
}
