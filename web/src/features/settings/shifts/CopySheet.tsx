import { type FormEvent, useState } from 'react'
import { type Department, type Shift, type User, nameOfUser } from '../../../api/records.ts'
import { maxShiftWrites } from '../../../api/shift.ts'
import { addDays, dateRangeText } from '../../../format.ts'
import { weekNumber } from '../../../shared/dates.ts'
import { SendButton } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { BookedList } from './BookedList.tsx'
import classes from './Shifts.module.css'
import { useBooked } from './use-booked.ts'
import { useShiftWrite } from './use-shift-write.ts'
import { useWish } from './use-wish.ts'
import { copiedWeek, countOf, together, uncovered } from './week.ts'

type Props = {
  readonly people: readonly User[]
  readonly department: Department
  /** Those of this week, of the next, and of every week. */
  readonly shifts: readonly Shift[]
  /** From Monday to Sunday. */
  readonly dates: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What a week has of its own, once more in the next. */
export const CopySheet = ({ people, department, shifts, dates, onClose, onDone }: Props) => {
  const words = settingsText.shifts.copying
  const [left, setLeft] = useState<readonly number[]>([])
  const { problems, attempt, setProblems } = useProblems()
  const [monday, sunday] = [addDays(dates[0]!, 7), addDays(dates[0]!, 13)]
  const all = people
    .map((person) => ({
      person,
      changes: copiedWeek(shifts, { user: person.url, department: department.url }, dates),
    }))
    .filter(({ changes }) => countOf(changes) > 0)
  const changes = together(all.filter(({ person }) => !left.includes(person.id)).map((one) => one.changes))
  const count = countOf(changes)
  const of = useBooked({
    from: monday,
    to: sunday,
    timeZone: department.time_zone,
    department: department.id,
    isAsked: all.length > 0,
  })
  const concerned = uncovered(of.booked, shifts, changes, department.time_zone)
  const { write, isBusy } = useShiftWrite({ setProblems, onDone })
  const wish = useWish('copy', left, of, concerned)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(count === 0 ? { '': words.needPerson } : {}),
      ...(count > maxShiftWrites ? { '': settingsText.shifts.tooMany(maxShiftWrites) } : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return undefined
    return of.isKnown ? write(changes, words.saved(count, weekNumber(monday))) : wish()
  }
  return (
    <Sheet
      title={words.title(weekNumber(dates[0]!), weekNumber(monday))}
      subtitle={
        <>
          {dateRangeText(monday, sunday)} · {department.name}
        </>
      }
      onClose={onClose}
      foot={
        all.length > 0 ? (
          <SendButton label={words.save(count)} state={isBusy ? 'sending' : 'open'} checking="" form="copy" />
        ) : undefined
      }
    >
      <ProblemSummary problems={problems} attempt={attempt} />
      <p className={classes['quiet']}>{all.length === 0 ? words.nothing : words.explained}</p>
      {all.length > 0 && (
        <form id="copy" noValidate onSubmit={submit}>
          <fieldset className={`${form['group']} ${classes['people']}`}>
            <legend className={form['legend']}>{words.people}</legend>
            {all.map(({ person, changes: own }, at) => (
              <label key={person.id}>
                <input
                  type="checkbox"
                  data-first={at === 0 ? true : undefined}
                  checked={!left.includes(person.id)}
                  onChange={({ target }) =>
                    setLeft(target.checked ? left.filter((id) => id !== person.id) : [...left, person.id])
                  }
                />
                {words.person(nameOfUser(person), countOf(own))}
              </label>
            ))}
          </fieldset>
          <BookedList
            of={of}
            concerned={concerned}
            title={settingsText.shifts.booked.title(concerned.length)}
            timeZone={department.time_zone}
            people={people}
          />
        </form>
      )}
    </Sheet>
  )
}
