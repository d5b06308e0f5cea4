import { type Department, nameOfUser, type Shift, type User } from '../../../api/records.ts'
import { dayText, plainText, weekdayText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { Skeleton } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { allHoursText, hoursText } from './hours-text.ts'
import classes from './Shifts.module.css'
import { dayOf, totalOf, type WorkDay } from './week.ts'

const Chips = ({ day }: { readonly day: WorkDay }) => {
  const words = settingsText.shifts
  if (day.isLeave) return <span className={classes['leave']}>{words.leave}</span>
  if (day.hours.length === 0) return <span className={classes['none']}>{words.none}</span>
  return day.hours.map((hours) => (
    <span key={hours.start} className={classes['shift']} data-own={day.dated.length > 0}>
      {hoursText(hours)}
    </span>
  ))
}

const saidOf = ({ isLeave, dated, hours }: WorkDay) => {
  const words = settingsText.shifts
  if (isLeave) return words.leave
  return dated.length > 0 ? words.onlyThen(allHoursText(hours)) : allHoursText(hours)
}

type CellProps = {
  readonly name: string
  readonly date: string
  readonly day: WorkDay
  readonly isOpen: boolean
  readonly onOpen: (() => void) | undefined
}

const Cell = ({ name, date, day, isOpen, onOpen }: CellProps) => (
  <td data-open={isOpen}>
    {onOpen === undefined ? (
      <Chips day={day} />
    ) : (
      <button
        type="button"
        className={classes['cell']}
        aria-label={settingsText.shifts.cell(name, dayText(date), saidOf(day))}
        onClick={onOpen}
      >
        <Chips day={day} />
      </button>
    )}
  </td>
)

const widths = [48, 62, 40, 55]

const Waiting = () =>
  widths.map((width) => (
    <tr key={width} aria-hidden="true">
      {Array.from({ length: 9 }, (_, at) => (
        <td key={at}>
          <Skeleton width={`${width}%`} />
        </td>
      ))}
    </tr>
  ))

type Props = {
  /** Undefined while they are being read. */
  readonly people: readonly User[] | undefined
  readonly shifts: readonly Shift[]
  readonly department: Department | undefined
  readonly dates: readonly string[]
  readonly today: string
  readonly open: { readonly person: number | undefined; readonly day: string | undefined }
  /** Without it, nobody may change anything. */
  readonly onOpen: ((person: User, date: string) => void) | undefined
}

/** A week of a department: a row for each person, a column for each day. */
export const WeekTable = ({ people, shifts, department, dates, today, open, onOpen }: Props) => {
  const { columns } = settingsText.shifts
  return (
    <table className={`${page['table']} ${classes['week']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          {dates.map((date) => (
            <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
              {weekdayText(date, 'short')} {Number(date.slice(8))}
            </th>
          ))}
          <th scope="col" className={classes['hours']}>
            {columns.hours}
          </th>
        </tr>
      </thead>
      <tbody>
        {(people === undefined || department === undefined) && <Waiting />}
        {department !== undefined &&
          people?.map((person) => {
            const place = { user: person.url, department: department.url }
            const days = dates.map((date) => dayOf(shifts, place, date))
            return (
              <tr key={person.id}>
                <th scope="row">{nameOfUser(person)}</th>
                {dates.map((date, at) => (
                  <Cell
                    key={date}
                    name={nameOfUser(person)}
                    date={date}
                    day={days[at]!}
                    isOpen={open.person === person.id && open.day === date}
                    onOpen={onOpen && (() => onOpen(person, date))}
                  />
                ))}
                <td className={classes['hours']}>{plainText(totalOf(days))}</td>
              </tr>
            )
          })}
      </tbody>
    </table>
  )
}
