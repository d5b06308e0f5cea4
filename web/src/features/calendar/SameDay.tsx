import { useQuery } from '@tanstack/react-query'
import { idOf, type Patient } from '../../api/records.ts'
import { dateIn } from '../../format.ts'
import { text } from '../../text/en.ts'
import { dayIn } from './days.ts'
import { Remark } from './Panel.tsx'
import { ofClientQuery } from '../../api/appointment.ts'
import type { Times } from './times.ts'

type Props = {
  readonly times: Times
  readonly client: number | undefined
  readonly patients: readonly Patient[]
  /** The appointment that is being changed. */
  readonly except?: number
}

/** Says that an animal already comes on that day, wherever and with whomever: it may be booked twice, but not by mistake. */
export const SameDay = ({ times, client, patients, except }: Props) => {
  const { chosen, date, today, timeZone, momentText, timeText, nameOf } = times
  const day = dayIn(chosen.start === undefined ? date : dateIn(new Date(chosen.start), timeZone), timeZone)
  const { data = [] } = useQuery({ ...ofClientQuery(client ?? 0, day.start, day.end), enabled: client !== undefined })
  const at = (moment: number) =>
    day.date === today ? text.calendar.panel.todayAt(timeText(moment)) : momentText(moment)
  const remarks = patients.flatMap(({ url, name }) =>
    data
      .filter((other) => other.id !== except && other.patients.includes(url))
      .map((other) => text.calendar.panel.alsoBooked(name, at(Date.parse(other.start)), nameOf(idOf(other.user)))),
  )
  return remarks.length === 0 ? null : <Remark>{remarks.join(' ')}</Remark>
}
