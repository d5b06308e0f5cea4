import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../../api/department.ts'
import { useMe } from '../../api/me.ts'
import { nameOfUser, type OnlineBooking } from '../../api/records.ts'
import { reasonsQuery } from '../../api/reason.ts'
import { speciesQuery } from '../../api/species.ts'
import { everyoneQuery } from '../../api/user.ts'
import { dateIn, dayText, relativeDateText, timeText } from '../../format.ts'

/** Who booked, as they wrote it. */
export const bookerOf = ({ first_name, last_name }: OnlineBooking) => [first_name, last_name].filter(Boolean).join(' ')

/** How somebody is reached who is not told by message. */
export const reachOf = ({ phone_number, email }: OnlineBooking) => phone_number || email

export type Booked = {
  readonly day: string
  readonly from: string
  readonly to: string
  readonly vet: string
  readonly reason: string
  readonly isCancelled: boolean
  readonly isPast: boolean
}

/** What was booked, in the words and by the clock of the department; undefined while it is being read. */
export const useBooked = () => {
  const { organisation } = useMe()
  const { data: everyone } = useQuery(everyoneQuery)
  const { data: reasons } = useQuery(reasonsQuery)
  const { data: departments } = useQuery(departmentsQuery)
  const { data: species } = useQuery(speciesQuery)
  return {
    timeZone: organisation.time_zone,
    userName: (url: string | null) => {
      const user = everyone?.find((one) => one.url === url)
      return user === undefined ? '' : nameOfUser(user)
    },
    /** Today 09:12, or 3 Oct 09:12. */
    when: (moment: string) =>
      `${relativeDateText(moment, organisation.time_zone)} ${timeText(moment, organisation.time_zone)}`,
    booked: ({ appointment_data: appointment }: OnlineBooking): Booked | undefined => {
      if (appointment == null) return undefined
      const zone = departments?.find(({ url }) => url === appointment.department)?.time_zone ?? organisation.time_zone
      const vet = everyone?.find(({ url }) => url === appointment.user)
      return {
        day: dayText(dateIn(new Date(appointment.start), zone)),
        from: timeText(appointment.start, zone),
        to: timeText(appointment.end, zone),
        vet: vet === undefined ? '' : nameOfUser(vet),
        reason: reasons?.find(({ url }) => url === appointment.reason)?.name ?? '',
        isCancelled: !appointment.active,
        isPast: Date.parse(appointment.start) < Date.now(),
      }
    },
    /** Bela, cat */
    animalText: ({ name, species: id }: NonNullable<OnlineBooking['patients_data']>[number]) => {
      const said = species?.find((one) => one.id === id)?.name
      return said === undefined ? name : `${name}, ${said.toLowerCase()}`
    },
  }
}

export type UseBooked = ReturnType<typeof useBooked>
