import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { departmentsQuery } from '../../../api/department.ts'
import { type Department, nameOfUser, type Shift, type User } from '../../../api/records.ts'
import { datedShiftsOfQuery, maxShiftWrites, type ShiftChanges } from '../../../api/shift.ts'
import { dateRangeText } from '../../../format.ts'
import { DateField } from '../../../shared/DateField.tsx'
import { Field, problemOf, SendButton } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { BookedList } from './BookedList.tsx'
import classes from './Shifts.module.css'
import { useBooked } from './use-booked.ts'
import { useShiftWrite } from './use-shift-write.ts'
import { useWish } from './use-wish.ts'
import { countOf, datesFrom, daysIn, endedLeave, leaveChanges, noChanges, workplacesOf } from './week.ts'

type Props = {
  readonly people: readonly User[]
  readonly department: Department
  /** The shifts of every week. */
  readonly weekly: readonly Shift[]
  /** Who is meant, and from which day, if that is known already. */
  readonly person: number | undefined
  readonly day: string
  readonly today: string
  readonly onClose: () => void
}

type Draft = { readonly person: User | undefined; readonly from: string; readonly to: string }

const [personId, fromId, toId] = ['leave-person', 'leave-from', 'leave-to']

/** Nobody is away for longer, and a slip in the year makes no endless list. */
const maxDays = 400

/** What leave on these days is made of, and what is booked then. */
const useOutcome = ({ department, weekly }: Props, { person, from, to }: Draft) => {
  const all = useQuery(departmentsQuery)
  const dates = datesFrom(from, to)
  const isAsked = person !== undefined && dates.length > 0 && dates.length <= maxDays
  const dated = useQuery({ ...datedShiftsOfQuery(person?.id ?? 0, from, to), enabled: isAsked })
  const of = useBooked({ from, to, timeZone: department.time_zone, user: person?.id, isAsked })
  const shifts = [...weekly, ...(dated.data ?? [])]
  const place = { user: person?.url ?? '', department: department.url }
  const isKnown = of.isKnown && (!isAsked || (dated.data !== undefined && all.data !== undefined))
  const open = workplacesOf(shifts, place).flatMap((url) => all.data?.find((one) => one.url === url) ?? [])
  const places = (open.length > 0 ? open : [department]).map(({ url }) => ({ ...place, department: url }))
  const refetch = () => Promise.all([of, dated, all].map((query) => query.refetch()))
  const isReady = isAsked && isKnown
  return {
    isAsked,
    of: { ...of, isKnown, error: of.error ?? dated.error ?? all.error, refetch },
    names: open.length > 1 ? open.map(({ name }) => name) : [],
    isTooLong: dates.length > maxDays,
    leave: isReady ? leaveChanges(shifts, places, dates) : noChanges,
    end: isReady ? endedLeave(shifts, places, dates) : noChanges,
  }
}

type Outcome = ReturnType<typeof useOutcome>

/** How much leave it is, and where. */
const Sum = ({ outcome: { leave, end, names }, range }: { readonly outcome: Outcome; readonly range: string }) => {
  const words = settingsText.shifts.off
  const [count, already] = [daysIn(leave), daysIn(end)]
  return (
    <p className={classes['quiet']}>
      {count > 0 && words.sum(count, range)} {count > 0 && names.length > 0 && words.places(names)}{' '}
      {already > 0 && words.already(already)} {count === 0 && already === 0 && words.nothing}
    </p>
  )
}

/** Leave from one day to another, in every department where somebody works. */
export const LeaveSheet = (props: Props) => {
  const { people, department, day, today, onClose } = props
  const words = settingsText.shifts.off
  const [draft, setDraft] = useState<Draft>(() => ({
    person: people.find(({ id }) => id === props.person),
    from: day,
    to: day,
  }))
  const { problems, attempt, setProblems } = useProblems()
  const isChosen = props.person !== undefined
  // Whoever comes from a day of somebody has said the rest.
  useEffect(() => {
    if (isChosen) document.getElementById(toId)?.focus()
  }, [isChosen])
  const outcome = useOutcome(props, draft)
  const { leave, end, of } = outcome
  const name = draft.person === undefined ? '' : nameOfUser(draft.person)
  const range = draft.to >= draft.from ? dateRangeText(draft.from, draft.to) : ''
  const { write, isBusy } = useShiftWrite({ setProblems, onDone: onClose })
  const wish = useWish('leave', draft, of, of.booked)
  const save = (changes: ShiftChanges, told: string) => {
    const unread = document.querySelector<HTMLElement>('#leave [data-unread]')
    if (unread !== null) return unread.focus()
    const isTooMany = outcome.isTooLong || countOf(changes) > maxShiftWrites
    const found = {
      ...(draft.person === undefined ? { [personId]: words.needPerson } : {}),
      ...(draft.to < draft.from ? { [toId]: words.backwards } : {}),
      ...(isTooMany ? { '': settingsText.shifts.tooMany(maxShiftWrites) } : {}),
    }
    const isNothing = outcome.isAsked && of.isKnown && countOf(changes) === 0
    const said = Object.keys(found).length === 0 && isNothing ? { '': words.nothing } : found
    setProblems(said)
    if (Object.keys(said).length > 0) return undefined
    return of.isKnown ? write(changes, told) : wish()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(leave, words.saved(name, range))
  }
  return (
    <Sheet
      title={words.title}
      onClose={onClose}
      foot={
        <>
          <SendButton label={words.save(daysIn(leave))} state={isBusy ? 'sending' : 'open'} checking="" form="leave" />
          {countOf(end) > 0 && (
            <button
              type="button"
              className={`button ${classes['end']}`}
              onClick={() => save(end, words.ended(name, daysIn(end)))}
            >
              {words.end(daysIn(end))}
            </button>
          )}
        </>
      }
    >
      <ProblemSummary problems={problems} attempt={attempt} />
      <form id="leave" noValidate onSubmit={submit}>
        <Field id={personId} label={words.person} problems={problems} isNeeded>
          <select
            id={personId}
            className={form['input']}
            value={draft.person?.id ?? ''}
            data-first={isChosen ? undefined : true}
            onChange={({ target }) =>
              setDraft({ ...draft, person: people.find(({ id }) => id === Number(target.value)) })
            }
            {...problemOf(personId, problems)}
          >
            {draft.person === undefined && <option value="">{settingsText.shifts.choose}</option>}
            {people.map((person) => (
              <option key={person.url} value={person.id}>
                {nameOfUser(person)}
              </option>
            ))}
          </select>
        </Field>
        <div className={classes['dates']}>
          <DateField
            id={fromId}
            label={words.from}
            value={draft.from}
            today={today}
            onChange={(from) => setDraft({ ...draft, from, to: draft.to < from ? from : draft.to })}
          />
          <DateField
            id={toId}
            label={words.to}
            value={draft.to}
            today={today}
            problem={problems[toId]}
            onChange={(to) => setDraft({ ...draft, to })}
          />
        </div>
      </form>
      {outcome.isAsked && of.isKnown && <Sum outcome={outcome} range={range} />}
      <BookedList
        of={of}
        concerned={of.booked}
        title={settingsText.shifts.booked.onLeave(of.booked.length)}
        timeZone={department.time_zone}
      />
    </Sheet>
  )
}
