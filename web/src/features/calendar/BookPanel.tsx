import { AppointmentType } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { canWriteToClients, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import { type Appointment, idOf } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { showToast } from '../../shared/toasts.ts'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import { clashText } from './clashes.ts'
import { isOverlap, tellClient } from './moves.ts'
import { notFailed, Panel, PanelProblems, Remark } from './Panel.tsx'
import classes from './Panel.module.css'
import { createAppointment, type NewAppointment, onCalendar, patchAppointment } from '../../api/appointment.ts'
import { reasonsQuery } from '../../api/reason.ts'
import { recallsKey } from '../../api/recall-key.ts'
import { Reasons } from './Reasons.tsx'
import { SameDay } from './SameDay.tsx'
import { TimeFields } from './TimeFields.tsx'
import type { FieldErrors } from './field-errors.tsx'
import { spanOf, timeErrors, type Times } from './times.ts'
import { type Coming, useWho, type Who } from './who.ts'
import { WhoSection } from './WhoSection.tsx'

type Props = {
  readonly times: Times
  readonly reason: number | undefined
  readonly coming: Coming
  /** What the appointment says at first of why they come. */
  readonly complaint: string | undefined
  readonly placeOf: (appointment: Appointment) => string
  readonly onReason: (reason: number | undefined) => void
  readonly onComing: (coming: Coming) => void
  readonly onBooked: (appointment: Appointment) => void
  readonly onClose: () => void
}

/** What is missing of whom it is for. */
export const whoErrors = ({ record, caller }: Who): FieldErrors => ({
  ...(record === undefined && caller === undefined ? { who: text.calendar.panel.errors.who } : {}),
  ...(caller !== undefined && caller.notes.trim() === '' ? { caller: text.calendar.panel.errors.caller } : {}),
})

/** What is asked about once: it may be left open, but not by mistake. Of a caller nothing more is known. */
const openQuestions = ({ record, animals, chosen }: Who, hasReason: boolean) => {
  if (record === undefined) return ''
  return [
    ...(animals.length > 0 && chosen.length === 0 ? [text.calendar.panel.noAnimalChosen] : []),
    ...(hasReason ? [] : [text.calendar.panel.noReasonChosen]),
  ].join(' ')
}

/** Books a time: for whom, why, with whom and when. */
export const BookPanel = ({
  times,
  reason,
  coming,
  placeOf,
  onReason,
  onComing,
  onBooked,
  onClose,
  ...known
}: Props) => {
  const { chosen, refusal, staff, departments, nameOf, timeText, momentText } = times
  const me = useMe()
  const queries = useQueryClient()
  const { data: reasons = [] } = useQuery(reasonsQuery)
  const who = useWho(coming, onComing)
  const [complaint, setComplaint] = useState(known.complaint ?? '')
  const [failed, setFailed] = useState(notFailed)
  const [asked, setAsked] = useState('')
  const fail = (errors: FieldErrors, problem?: string) =>
    setFailed(({ attempt }) => ({ errors, problem, attempt: attempt + 1 }))
  // Recalls say who has an appointment.
  const shown = () =>
    Promise.all([queries.invalidateQueries(onCalendar), queries.invalidateQueries({ queryKey: recallsKey })])
  /** What the button has asked for last: what was sent before and had no answer may have been booked instead. */
  const wanted = useRef<NewAppointment>(undefined)
  const { write, isBusy } = useWrite({
    send: createAppointment,
    onDone: async ({ variables, result: made }) => {
      await shown()
      if (variables !== wanted.current) return fail({}, text.calendar.panel.bookedBefore(placeOf(made)))
      showToast(text.calendar.wasBooked(who.name, placeOf(made)), {
        undo: async () => {
          await patchAppointment(made, { active: false })
          await shown()
        },
        ...(made.client === null || !canWriteToClients(me)
          ? {}
          : { also: { title: text.calendar.tell, run: () => tellClient(made) } }),
      })
      return onBooked(made)
    },
    onProblem: async (error) => {
      // Somebody was faster: the calendar is read again and shows it.
      if (isOverlap(error)) await queries.invalidateQueries(onCalendar)
      fail({}, messageOf(error))
    },
  })
  const questions = openQuestions(who, reason !== undefined || reasons.length === 0)
  const isAsked = questions !== '' && asked === questions

  const submit = () => {
    if (isBusy) return
    const errors = { ...whoErrors(who), ...timeErrors(chosen) }
    const span = spanOf(chosen)
    if (Object.keys(errors).length > 0 || span === undefined) return fail(errors)
    if (refusal !== undefined) return fail(errors, text.calendar.clash.sentence(clashText(refusal, timeText)))
    if (questions !== '' && !isAsked) {
      setFailed(notFailed)
      return setAsked(questions)
    }
    const { caller, record } = who
    wanted.current = {
      start: new Date(span.start).toISOString(),
      end: new Date(span.end).toISOString(),
      department: departments.find(({ url }) => idOf(url) === chosen.department)!.url,
      user: staff.find(({ url }) => idOf(url) === chosen.user)!.url,
      reason: reasons.find(({ id }) => id === reason)?.url ?? null,
      complaint: complaint.trim(),
      ...(caller === undefined
        ? {
            type: AppointmentType.Consultation,
            client: record?.url ?? null,
            patients: who.chosen.map(({ url }) => url),
          }
        : { type: caller.type, notes: caller.notes.trim() }),
    }
    return void write(wanted.current)
  }

  const span = spanOf(chosen)
  const label = () => {
    if (span === undefined || chosen.user === undefined) return text.calendar.panel.submitPlain
    const words = isAsked ? text.calendar.panel.bookAnyway : text.calendar.panel.submit
    return words(momentText(span.start), nameOf(chosen.user))
  }
  return (
    <Panel
      title={text.calendar.panel.book}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <button type="submit" className="button primary" aria-busy={isBusy}>
          {label()}
          <KeyCap keys="Enter" />
        </button>
      }
    >
      <PanelProblems {...failed} />
      {isAsked && (
        <Remark role="alert">
          {questions}
          <br />
          {text.calendar.panel.askedOnce}
        </Remark>
      )}
      <WhoSection who={who} errors={failed.errors} />
      <Reasons reasons={reasons} chosen={reason} onChoose={onReason} />
      <label className={classes['field']}>
        <span>{text.calendar.panel.complaint}</span>
        <input type="text" maxLength={500} value={complaint} onChange={({ target }) => setComplaint(target.value)} />
      </label>
      <TimeFields times={times} errors={failed.errors} />
      <SameDay times={times} client={coming.client} patients={who.chosen} />
    </Panel>
  )
}
