import { AppointmentType } from '@fetlock/sdk'
import type { Appointment } from '../api/records.ts'

const withoutVisit: ReadonlySet<AppointmentType> = new Set([AppointmentType.Other, AppointmentType.InternalBooking])

/** Whether somebody comes in; other appointments only fill somebody's time. */
export const isVisit = ({ type }: Pick<Appointment, 'type'>) => !withoutVisit.has(type)
