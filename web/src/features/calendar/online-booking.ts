import { AppointmentType } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import type { Appointment, OnlineBooking } from '../../api/records.ts'
import { speciesQuery } from '../../api/species.ts'
import { text } from '../../text/en.ts'
import { onlineBookingQuery } from '../../api/appointment.ts'

/** Whether somebody booked it online of whom nobody has said which client they are. */
export const isBookedOnline = ({ type, client }: Appointment) =>
  type === AppointmentType.OnlineBooking && client === null

/** Who booked, as they wrote it, with their animals. */
export const onlineBookingText = (
  { first_name, last_name, phone_number, email, patients_data }: OnlineBooking,
  speciesOf: (id: number) => string | undefined,
) => {
  const animals = (patients_data ?? []).map(({ name, species }) => {
    const said = species === null ? undefined : speciesOf(species)
    return said === undefined ? name : `${name} (${said})`
  })
  const who = [first_name, last_name].filter(Boolean).join(' ')
  return text.calendar.bookedOnline([who, phone_number, email, ...animals].filter(Boolean).join(', '))
}

/** By what the client is found, if they are on record: their number is surer than their name. */
export const searchFor = ({ first_name, last_name, phone_number, email }: OnlineBooking) =>
  phone_number || [last_name, first_name].filter(Boolean).join(' ') || email

/** Who booked an appointment online, where nobody has said yet which client they are. */
export const useOnlineBooking = (appointment: Appointment) => {
  const isAsked = isBookedOnline(appointment)
  const { data: booking, isPending } = useQuery({ ...onlineBookingQuery(appointment.id), enabled: isAsked })
  const { data: species } = useQuery({ ...speciesQuery, enabled: isAsked })
  const speciesOf = (id: number) => species?.find((one) => one.id === id)?.name
  return {
    isReading: isAsked && isPending,
    said: booking ? onlineBookingText(booking, speciesOf) : undefined,
    search: booking ? searchFor(booking) : '',
  }
}
