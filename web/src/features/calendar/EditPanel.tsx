import { AppointmentType } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { canWriteToClients, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import type { Values } from '../../api/versions.ts'
import { type Appointment, idOf } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { showToast } from '../../shared/toasts.ts'
import { type Saved, useChange } from '../../shared/use-change.ts'
import { text } from '../../text/en.ts'
import { whoErrors } from './BookPanel.tsx'
import { clashText } from './clashes.ts'
import { entryOf, type Entry } from './columns.ts'
import { bodyOf, changesIn, partsOf, saidParts } from './edits.ts'
import type { FieldErrors } from './field-errors.tsx'
import { isOverlap, tellClient } from './moves.ts'
import { useOnlineBooking } from './online-booking.ts'
import { notFailed, Panel, PanelProblems, Remark } from './Panel.tsx'
import classes from './Panel.module.css'
import { onCalendar, patchAppointment, readAppointment } from '../../api/appointment.ts'
import { reasonsQuery } from '../../api/reason.ts'
import { Reasons } from './Reasons.tsx'
import { SameDay } from './SameDay.tsx'
import { TimeFields } from './TimeFields.tsx'
import { spanOf, timeErrors, type Times } from './times.ts'
import { Unsaved } from './Unsaved.tsx'
import { type Coming, useWho } from './who.ts'
import { WhoSection } from './WhoSection.tsx'

type Props = {
  readonly entry: Entry
  readonly times: Times
  readonly placeOf: (appointment: Appointment) => string
  readonly onSaved: () => void
  readonly onClose: () => void
}

const store = {
  read: partsOf,
  send: (version: Appointment, changes: Values) => patchAppointment(version, bodyOf(changes)),
  readNow: readAppointment,
}

/** Who comes, as it is stored: a client with animals, or the note of somebody who is on no record. */
const useStoredWho = ({ client, patients, notes, type }: Appointment) => {
  const [coming, setComing] = useState<Coming>(client === null ? {} : { client: idOf(client) })
  const isCaller =
    client === null && (type === AppointmentType.UnknownClient || type === AppointmentType.PreliminaryBooking)
  return useWho(coming, setComing, {
    ticked: client === null ? undefined : patients.map(idOf),
    caller: isCaller ? { notes, type } : undefined,
  })
}

/** Changes an appointment: for whom, why, with whom and when. */
export const EditPanel = ({ entry, times, placeOf, onSaved, onClose }: Props) => {
  const me = useMe()
  const { chosen, refusal, staff, departments, timeText } = times
  const queries = useQueryClient()
  const { data: reasons = [] } = useQuery(reasonsQuery)
  // Others may change it meanwhile: what is typed here began with this version.
  const [first] = useState(entry.appointment)
  const who = useStoredWho(first)
  const online = useOnlineBooking(first)
  const [reason, setReason] = useState(first.reason === null ? undefined : idOf(first.reason))
  const [complaint, setComplaint] = useState(first.complaint)
  const [notes, setNotes] = useState(first.notes)
  const [failed, setFailed] = useState(notFailed)
  const isSaved = useRef(false)

  const wanted = () => {
    const { caller, record } = who
    const span = spanOf(chosen)!
    return changesIn(first, {
      time: {
        ...span,
        user: staff.find(({ url }) => idOf(url) === chosen.user)?.url ?? first.user,
        department: departments.find(({ url }) => idOf(url) === chosen.department)?.url ?? first.department,
      },
      who:
        caller === undefined && record !== undefined
          ? {
              client: record.url,
              patients: who.chosen.map(({ url }) => url),
              type: first.client === null ? AppointmentType.Consultation : first.type,
            }
          : { client: first.client, patients: first.patients, type: caller?.type ?? first.type },
      reason: reasons.find(({ id }) => id === reason)?.url ?? (reason === undefined ? null : first.reason),
      complaint: complaint.trim(),
      notes: (caller?.notes ?? notes).trim(),
    })
  }

  const fail = (errors: FieldErrors, problem?: string) =>
    setFailed(({ attempt }) => ({ errors, problem, attempt: attempt + 1 }))
  const saySaved = ({ record, over, author }: Saved<Appointment>, isMoved: boolean) => {
    const name = who.name || entryOf(record, new Map()).name
    const said = isMoved ? text.calendar.savedAt(name, placeOf(record)) : text.calendar.saved(name)
    const after = over === undefined ? said : text.calendar.alsoChanged(said, author)
    const tells = isMoved && record.client !== null && canWriteToClients(me)
    showToast(after, tells ? { also: { title: text.calendar.tell, run: () => tellClient(record) } } : {})
  }
  const { save, conflict, isBusy } = useChange<Appointment>(store, {
    onSaved: async (saved, { mine }) => {
      await queries.invalidateQueries(onCalendar)
      saySaved(saved, 'time' in mine)
      isSaved.current = true
      return onSaved()
    },
    onProblem: async (error) => {
      if (isOverlap(error)) await queries.invalidateQueries(onCalendar)
      fail({}, messageOf(error))
    },
  })
  // What is sent again is sent over the version that was seen last.
  const before = conflict?.now ?? first
  // Once there is a visit, it says who is treated.
  const mayChangeWho = before.consultation === null && entry.isVisit
  const isChanged = () => !isSaved.current && (spanOf(chosen) === undefined || Object.keys(wanted()).length > 0)

  const submit = () => {
    if (isBusy) return
    const errors = { ...(mayChangeWho && entry.isNamed ? whoErrors(who) : {}), ...timeErrors(chosen) }
    if (Object.keys(errors).length > 0) return fail(errors)
    if (refusal !== undefined) return fail(errors, text.calendar.clash.sentence(clashText(refusal, timeText)))
    setFailed(notFailed)
    const mine = wanted()
    return Object.keys(mine).length === 0 ? onClose() : void save({ before, mine })
  }

  return (
    <>
      <Panel
        title={text.calendar.panel.edit(entry.name)}
        onClose={onClose}
        onSubmit={submit}
        foot={
          <button type="submit" className="button primary" aria-busy={isBusy}>
            {conflict === undefined ? text.calendar.panel.save : text.calendar.panel.saveMine}
            <KeyCap keys="Mod+Enter" />
          </button>
        }
      >
        <PanelProblems {...failed} />
        {conflict !== undefined && (
          <div className={classes['theirs']} role="alert">
            <strong>{text.calendar.panel.theirs.title(conflict.author)}</strong>
            {saidParts(conflict, reasons, placeOf).map((said) => (
              <span key={said}>{said}</span>
            ))}
          </div>
        )}
        {online.said !== undefined && <Remark>{online.said}</Remark>}
        {mayChangeWho && <WhoSection who={who} errors={failed.errors} />}
        <Reasons reasons={reasons} chosen={reason} onChoose={setReason} />
        <label className={classes['field']}>
          <span>{text.calendar.panel.complaint}</span>
          <textarea
            rows={2}
            maxLength={10_000}
            value={complaint}
            onChange={({ target }) => setComplaint(target.value)}
          />
        </label>
        {who.caller === undefined && (
          <label className={classes['field']}>
            <span>{text.calendar.panel.notes}</span>
            <textarea rows={2} maxLength={10_000} value={notes} onChange={({ target }) => setNotes(target.value)} />
          </label>
        )}
        <TimeFields times={times} errors={failed.errors} />
        <SameDay
          times={times}
          client={who.record === undefined ? undefined : who.record.id}
          patients={who.chosen}
          except={entry.id}
        />
      </Panel>
      <Unsaved name={entry.name} isChanged={isChanged} />
    </>
  )
}
