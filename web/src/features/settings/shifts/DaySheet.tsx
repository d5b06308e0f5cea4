import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Department, User } from '../../../api/records.ts'
import { nameOfUser } from '../../../api/records.ts'
import { datedShiftsOfQuery, maxShiftWrites } from '../../../api/shift.ts'
import { dayText, longDayText, weekdayText } from '../../../format.ts'
import { SendButton } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { Sheet } from '../../../shared/Sheet.tsx'
import { text } from '../../../text/en.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { BookedList } from './BookedList.tsx'
import { changesOf, type DayDraft, hasRows, type Kind, type OpenDay, problemsIn, withKind } from './day-draft.ts'
import { allHoursText } from './hours-text.ts'
import { ShiftRows } from './ShiftRows.tsx'
import classes from './Shifts.module.css'
import { useBooked } from './use-booked.ts'
import { useDay } from './use-day.ts'
import { useShiftWrite } from './use-shift-write.ts'
import { useWish } from './use-wish.ts'
import { countOf, dayOf, noChanges, uncovered } from './week.ts'

type Props = {
  readonly person: User
  readonly department: Department
  readonly open: OpenDay
  /** Today, where the department is. */
  readonly today: string
  readonly onLeave: () => void
  readonly onClose: () => void
}

type KindsProps = {
  readonly open: OpenDay
  readonly chosen: Kind
  readonly onChoose: (kind: Kind) => void
}

/** What can be said of the day. */
const Kinds = ({ open, chosen, onChoose }: KindsProps) => {
  const words = settingsText.shifts.day
  const weekday = weekdayText(open.date, 'long')
  const { usual } = dayOf(open.shifts, open.place, open.date)
  const titles: Readonly<Record<Kind, string>> = {
    usual: words.usual(weekday, allHoursText(usual)),
    own: words.own,
    leave: words.leave,
    weekly: words.weekly(weekday),
  }
  return (
    <fieldset className={form['group']}>
      <legend className={form['legend']}>{words.kinds}</legend>
      {(['usual', 'own', 'leave', 'weekly'] as const).map((kind) => (
        <label key={kind} className={classes['kind']}>
          <input
            type="radio"
            name="kind"
            checked={chosen === kind}
            data-first={chosen === kind ? true : undefined}
            onChange={() => onChoose(kind)}
          />
          {titles[kind]}
        </label>
      ))}
    </fieldset>
  )
}

/** What a draft changes, and which appointments it leaves outside of the shifts. */
const useOutcome = ({ person, department, open, today }: Props, draft: DayDraft) => {
  const { date, shifts } = open
  const { time_zone: timeZone, id } = department
  const isWeekly = draft.kind === 'weekly'
  const isWhole = Object.keys(problemsIn(draft)).length === 0
  const changes = isWhole ? changesOf(draft, open) : noChanges
  const isAsked = countOf(changes) > 0
  const later = useQuery({ ...datedShiftsOfQuery(person.id, today), enabled: isWeekly })
  const of = useBooked({
    from: isWeekly ? today : date,
    to: isWeekly ? undefined : date,
    timeZone,
    user: person.id,
    department: id,
    isAsked,
    isEarly: true,
  })
  const known = isWeekly ? [...shifts.filter(({ weekday }) => weekday !== null), ...(later.data ?? [])] : shifts
  const concerned = draft.kind === 'leave' && isAsked ? of.booked : uncovered(of.booked, known, changes, timeZone)
  const isKnown = of.isKnown && (!isWeekly || !isAsked || later.data !== undefined)
  const refetch = () => Promise.all([of.refetch(), ...(isWeekly ? [later.refetch()] : [])])
  return { changes, of: { ...of, isKnown, error: of.error ?? later.error, refetch }, concerned }
}

/** What somebody works on a day, for this day alone or for every week. */
export const DaySheet = (props: Props) => {
  const { person, department, onLeave, onClose } = props
  const words = settingsText.shifts.day
  const name = nameOfUser(person)
  const { opened: open, draft, setDraft, isOther, renew } = useDay(props.open)
  const { problems, attempt, setProblems } = useProblems()
  const { changes, of, concerned } = useOutcome({ ...props, open }, draft)
  const isWeekly = draft.kind === 'weekly'
  const choose = (kind: Kind) => {
    setDraft(withKind(draft, kind, open))
    setProblems({})
  }
  const tellConflict = () => {
    renew('theirs')
    setProblems({ '': text.changedElsewhere })
  }
  const { write, isBusy, isChecking } = useShiftWrite({
    setProblems,
    onDone: onClose,
    onEarlier: () => renew('mine'),
    onConflict: tellConflict,
  })
  const wish = useWish('day', draft, of, concerned)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]')
    if (unread !== null) return unread.focus()
    const found =
      countOf(changes) > maxShiftWrites ? { '': settingsText.shifts.tooMany(maxShiftWrites) } : problemsIn(draft)
    setProblems(found)
    if (Object.keys(found).length > 0) return undefined
    if (!of.isKnown) return wish()
    if (countOf(changes) === 0) return onClose()
    // What changed after an answer was lost may be what this sheet has written itself.
    if (isOther && !isChecking) return tellConflict()
    return write(changes, isWeekly ? words.savedWeekly(name) : words.saved(name, dayText(open.date)))
  }
  const hasOwn = dayOf(open.shifts, open.place, open.date).dated.length > 0
  return (
    <Sheet
      title={name}
      subtitle={
        <>
          {longDayText(open.date)} · {department.name}
        </>
      }
      onClose={onClose}
      foot={<SendButton label={words.save} state={isBusy ? 'sending' : 'open'} checking="" form="day" />}
    >
      <ProblemSummary problems={problems} attempt={attempt} />
      <form id="day" noValidate onSubmit={submit}>
        <Kinds open={open} chosen={draft.kind} onChoose={choose} />
        {hasRows(draft) && (
          <ShiftRows key={draft.kind} draft={draft} date={open.date} problems={problems} onChange={setDraft} />
        )}
        {isWeekly && hasOwn && <p className={classes['quiet']}>{words.ownStays(dayText(open.date))}</p>}
        {draft.kind === 'leave' && (
          <button type="button" className="button" onClick={onLeave}>
            {words.more}
          </button>
        )}
      </form>
      <BookedList
        of={of}
        concerned={concerned}
        title={settingsText.shifts.booked[draft.kind === 'leave' ? 'onLeave' : 'title'](concerned.length)}
        timeZone={department.time_zone}
      />
    </Sheet>
  )
}
