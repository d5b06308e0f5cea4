import { IconCalendarOff, IconCopy, IconUsers } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { may, useMe } from '../../../api/me.ts'
import type { Department } from '../../../api/records.ts'
import { addDays, dateIn } from '../../../format.ts'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import sheet from '../../../shared/Sheet.module.css'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { useTillDepartment } from '../../../shared/till-department.ts'
import { useNow } from '../../../shared/useNow.ts'
import { settingsText } from '../../../text/en-settings.ts'
import type { ShiftsSearch } from '../search.ts'
import { AlsoField } from './AlsoField.tsx'
import { CopySheet } from './CopySheet.tsx'
import { DaySheet } from './DaySheet.tsx'
import { LeaveSheet } from './LeaveSheet.tsx'
import classes from './Shifts.module.css'
import { useWeek } from './use-week.ts'
import { weekOf } from './week.ts'
import { WeekBar } from './WeekBar.tsx'
import { WeekTable } from './WeekTable.tsx'

type Change = (changes: ShiftsSearch & { readonly department?: number }) => void
const closed: ShiftsSearch = { person: undefined, day: undefined, leave: undefined, copy: undefined }

const Head = ({ onChange }: { readonly onChange: Change | undefined }) => (
  <div className={page['head']}>
    <Heading title={settingsText.shifts.title} />
    {onChange !== undefined && (
      <div className={`${classes['headEnd']} ${classes['steps']}`}>
        <button type="button" className="button" onClick={() => onChange({ ...closed, copy: true })}>
          <IconCopy size={16} stroke={1.6} aria-hidden="true" /> {settingsText.shifts.copy}
        </button>
        <button type="button" className="button primary" onClick={() => onChange({ ...closed, leave: true })}>
          <IconCalendarOff size={18} stroke={1.6} aria-hidden="true" /> {settingsText.shifts.record}
        </button>
      </div>
    )}
  </div>
)

type PanelsProps = {
  readonly week: ReturnType<typeof useWeek>
  readonly department: Department
  readonly dates: readonly string[]
  readonly today: string
  readonly onChange: Change
}

/** What is open beside the week: one day of somebody, leave, or the copy. */
const Panels = ({ week, department, dates, today, onChange }: PanelsProps) => {
  const { person: id, day, leave, copy } = useSearch({ from: '/settings/shifts' })
  const close = () => onChange(closed)
  const person = week.everyone.find((one) => one.id === id)
  if (leave)
    return (
      <LeaveSheet
        people={week.everyone}
        department={department}
        weekly={week.weekly}
        person={person?.id}
        day={day ?? (dates.includes(today) ? today : dates[0]!)}
        today={today}
        onClose={close}
      />
    )
  if (copy)
    return (
      <CopySheet
        key={`${dates[0]} ${department.id}`}
        people={week.people}
        department={department}
        shifts={week.shifts}
        dates={dates}
        onClose={close}
        onDone={() => onChange({ ...closed, date: addDays(dates[0]!, 7) })}
      />
    )
  if (person === undefined || day === undefined || !dates.includes(day)) return null
  return (
    <DaySheet
      key={`${person.id} ${day} ${department.id}`}
      person={person}
      department={department}
      open={{ shifts: week.shifts, place: { user: person.url, department: department.url }, date: day }}
      today={today}
      onLeave={() => onChange({ leave: true })}
      onClose={close}
    />
  )
}

/** Who works when in a department, a week at a time, and who is on leave. */
export const Shifts = () => {
  const me = useMe()
  const search = useSearch({ from: '/settings/shifts' })
  const navigate = useNavigate({ from: '/settings/shifts' })
  const department = useTillDepartment()
  const now = useNow()
  const today = dateIn(new Date(now), department?.time_zone ?? me.organisation.time_zone)
  const dates = weekOf(search.date ?? today)
  const week = useWeek(dates[0]!, department, search.also)
  const mayWrite = may(me, 'Settings: Departments', 'write')
  const change: Change = (changes) => void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const words = settingsText.shifts
  const isEmpty = week.isKnown && week.people.length === 0
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <Head onChange={mayWrite ? change : undefined} />
        <WeekBar
          dates={dates}
          today={today}
          department={department}
          onWeek={(date) => change({ ...closed, date: weekOf(today).includes(date) ? undefined : date })}
          onDepartment={(id) => change({ ...closed, also: undefined, department: id })}
        />
        <div className={`${listPage['scroll']} ${classes['list']}`}>
          {week.error !== null && !week.isKnown ? (
            <ErrorState error={week.error} what={words.what} onRetry={week.retry} />
          ) : isEmpty ? (
            <EmptyState
              title={words.nobody}
              hint={words.nobodyHint}
              icon={<IconUsers size={22} stroke={1.6} aria-hidden="true" />}
            />
          ) : (
            <WeekTable
              people={week.isKnown ? week.people : undefined}
              shifts={week.shifts}
              department={department}
              dates={dates}
              today={today}
              open={{ person: search.person, day: search.day }}
              onOpen={mayWrite ? ({ id }, day) => change({ ...closed, person: id, day }) : undefined}
            />
          )}
          {week.isKnown && (
            <div className={classes['foot']}>
              {mayWrite && <AlsoField others={week.others} onChoose={(id) => change({ also: id })} />}
              <p>{week.hasShifts || department === undefined ? words.legend : words.noShift(department.name)}</p>
            </div>
          )}
        </div>
      </div>
      {mayWrite && week.isKnown && department !== undefined && (
        <Panels week={week} department={department} dates={dates} today={today} onChange={change} />
      )}
    </div>
  )
}
