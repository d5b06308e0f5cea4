import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../../../api/department.ts'
import type { Department } from '../../../api/records.ts'
import { addDays, dateRangeText } from '../../../format.ts'
import { weekNumber } from '../../../shared/dates.ts'
import { DatePicker } from '../../../shared/DatePicker.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Shifts.module.css'

type Props = {
  /** From Monday to Sunday. */
  readonly dates: readonly string[]
  readonly today: string
  readonly department: Department | undefined
  /** Goes to the week of a day. */
  readonly onWeek: (date: string) => void
  readonly onDepartment: (id: number) => void
}

/** Which week is shown, and of which department. */
export const WeekBar = ({ dates, today, department, onWeek, onDepartment }: Props) => {
  const words = settingsText.shifts
  const { data: departments } = useQuery(departmentsQuery)
  const [monday, sunday] = [dates[0]!, dates[6]!]
  return (
    <div className={listPage['bar']}>
      <div className={classes['steps']}>
        <button type="button" className="button" onClick={() => onWeek(addDays(monday, -7))}>
          <span className="unseen">{words.previous}</span>
          <IconChevronLeft size={16} aria-hidden="true" />
        </button>
        <button type="button" className="button" onClick={() => onWeek(today)}>
          {words.thisWeek}
        </button>
        <button type="button" className="button" onClick={() => onWeek(addDays(monday, 7))}>
          <span className="unseen">{words.next}</span>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <DatePicker date={monday} today={today} className={classes['range'] ?? ''} onChoose={onWeek}>
        <span className="unseen">{words.chooseWeek}: </span>
        {dateRangeText(monday, sunday)}
        <IconChevronDown size={16} aria-hidden="true" />
      </DatePicker>
      <span className={page['context']}>{words.week(weekNumber(monday))}</span>
      {departments !== undefined && departments.length > 1 && (
        <select
          className={`${classes['select']} ${classes['headEnd']}`}
          aria-label={words.department}
          value={department?.id ?? ''}
          onChange={({ target }) => onDepartment(Number(target.value))}
        >
          {departments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
