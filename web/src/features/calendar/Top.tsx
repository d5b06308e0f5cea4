import { Menu } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { idOf, nameOfUser, type User } from '../../api/records.ts'
import { weekNumber } from '../../shared/dates.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import type { CalendarSearch } from './search.ts'
import { DatePicker } from '../../shared/DatePicker.tsx'
import { text } from '../../text/en.ts'
import classes from './Top.module.css'
import type { View } from './columns.ts'
import { hasSameClock } from './days.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const Segments = <T extends string>({
  label,
  options,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly options: readonly (readonly [T, string])[]
  readonly chosen: T
  readonly onChoose: (value: T) => void
}) => (
  <div className="segments" role="group" aria-label={label}>
    {options.map(([value, title]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {title}
      </button>
    ))}
  </div>
)

type Props = {
  readonly view: View
  readonly date: string
  readonly today: string
  readonly title: string
  /** Whose week can be shown. */
  readonly staff: readonly User[]
  readonly isCancelled: boolean
  readonly onSet: (changes: Partial<CalendarSearch>, replace?: boolean) => void
  /** A day or a week back or on. */
  readonly onStep: (by: 1 | -1) => void
  readonly onToday: () => void
  readonly onDate: (date: string) => void
  readonly onBook: (() => void) | undefined
}

/** Which days are shown, whose, and how. */
export const Top = ({
  view,
  date,
  today,
  title,
  staff,
  isCancelled,
  onSet,
  onStep,
  onToday,
  onDate,
  onBook,
}: Props) => {
  const words = view.isWeek ? 'week' : 'day'
  const person = staff.find(({ url }) => idOf(url) === view.user)
  return (
    <div className={classes['top']}>
      <div className={classes['steps']}>
        <button type="button" className="button" onClick={() => onStep(-1)}>
          <span className="unseen">{text.calendar.previous[words]}</span>
          <IconChevronLeft size={16} aria-hidden="true" />
        </button>
        <button type="button" className="button" onClick={onToday}>
          {text.calendar.today}
        </button>
        <button type="button" className="button" onClick={() => onStep(1)}>
          <span className="unseen">{text.calendar.next[words]}</span>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <Heading title={title}>
        <DatePicker date={date} today={today} className={classes['date'] ?? ''} onChoose={onDate}>
          {title}
          <IconChevronDown size={16} aria-hidden="true" />
        </DatePicker>
      </Heading>
      <span className={classes['zone']}>
        {text.calendar.week(weekNumber(date))}
        {/* Said only where the clock on the wall shows another time. */}
        {!hasSameClock(date, view.timeZone, ownZone) && ` · ${view.timeZone}`}
      </span>
      <div className={classes['tools']}>
        {view.isWeek && view.by === 'user' && (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <button type="button" className="button">
                <span className="unseen">{text.calendar.person}: </span>
                {person === undefined ? '–' : nameOfUser(person)}
                <IconChevronDown size={16} aria-hidden="true" />
              </button>
            </Menu.Target>
            <Menu.Dropdown className={classes['staff'] ?? ''}>
              {staff.map((user) => (
                <Menu.Item key={user.url} onClick={() => onSet({ user: idOf(user.url) })}>
                  {nameOfUser(user)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <label className={classes['tick']}>
          <input
            type="checkbox"
            checked={isCancelled}
            onChange={({ target }) => onSet({ cancelled: target.checked ? true : undefined })}
          />
          {text.calendar.cancelled}
        </label>
        <Segments
          label={text.calendar.columns}
          options={[
            ['user', text.calendar.byUser],
            ['department', text.calendar.byDepartment],
          ]}
          chosen={view.by}
          onChoose={(by) => onSet({ by: by === 'user' ? undefined : by }, false)}
        />
        <Segments
          label={text.calendar.view}
          options={[
            ['day', text.calendar.day],
            ['week', text.calendar.weekView],
          ]}
          chosen={view.isWeek ? 'week' : 'day'}
          onChoose={(next) => onSet({ view: next === 'day' ? undefined : next }, false)}
        />
        {onBook !== undefined && (
          <button type="button" className="button primary" onClick={onBook}>
            <IconPlus size={16} aria-hidden="true" />
            {text.calendar.book}
            <KeyCap keys="b" />
          </button>
        )}
      </div>
    </div>
  )
}
