import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Changed, changeRecord } from '../../api/change.ts'
import { canWriteToClients, useMe } from '../../api/me.ts'
import { messageOf } from '../../api/problem.ts'
import { type Appointment, idOf } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { say } from '../../shared/toasts.ts'
import { whoChanged } from '../../shared/who-changed.ts'
import { text } from '../../text/en.ts'
import { whoErrors } from './BookPanel.tsx'
import { clashText } from './clashes.ts'
import { entryOf, type Entry } from './columns.ts'
import { bodyOf, changesIn, partsOf, saidParts } from './edits.ts'
import { isOverlap, tellClient } from './moves.ts'
import { useOnlineBooking } from './online-booking.ts'
import { notFailed, Panel, PanelProblems, Remark } from './Panel.tsx'
import classes from './Panel.module.css'
import { onCalendar, reasonsQuery } from './queries.ts'
import { Reasons } from './Reasons.tsx'
import { SameDay } from './SameDay.tsx'
import { TimeFields } from './TimeFields.tsx'
import { spanOf, timeErrors, type Times } from './times.ts'
import { Unsaved } from './Unsaved.tsx'
import { type Coming, types, useWho } from './who.ts'
import { WhoSection } from './WhoSection.tsx'

type Props = {
  readonly entry: Entry
  readonly times: Times
  readonly placeOf: (appointment: Appointment) => string
  readonly onSaved: () => void
  readonly onClose: () => void
}

type Conflict = Extract<Changed<Appointment>, { kind: 'conflict' }>

/** Who comes, as it is stored: a client with animals, or the note of somebody who is on no record. */
const useStoredWho = ({ client, patients, notes, type }: Appointment) => {
  const [coming, setComing] = useState<Coming>(client === null ? {} : { client: idOf(client) })
  const isCaller = client === null && (type === types.unknownClient || type === types.preliminary)
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
  // Others may change it meanwhile: what is typed here began with this version, and is sent over the one that was seen last.
  const [first] = useState(entry.appointment)
  const [before, setBefore] = useState(first)
  const who = useStoredWho(first)
  const online = useOnlineBooking(first)
  const [reason, setReason] = useState(before.reason === null ? undefined : idOf(before.reason))
  const [complaint, setComplaint] = useState(before.complaint)
  const [notes, setNotes] = useState(before.notes)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState(notFailed)
  const [conflict, setConflict] = useState<{ readonly found: Conflict; readonly author: string }>()
  const isSaved = useRef(false)
  // Once there is a visit, it says who is treated.
  const mayChangeWho = before.consultation === null && entry.isVisit

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
              type: first.client === null ? types.consultation : first.type,
            }
          : { client: first.client, patients: first.patients, type: caller?.type ?? first.type },
      reason: reasons.find(({ id }) => id === reason)?.url ?? (reason === undefined ? null : first.reason),
      complaint: complaint.trim(),
      notes: (caller?.notes ?? notes).trim(),
    })
  }

  const save = async () => {
    const mine = wanted()
    if (Object.keys(mine).length === 0) return onClose()
    const result = await changeRecord<Appointment>({
      path: `/appointment/${before.id}/`,
      before,
      mine,
      read: partsOf,
      toBody: bodyOf,
    })
    if (result.kind === 'conflict') {
      setBefore(result.now)
      return setConflict({ found: result, author: await whoChanged(queries, result.now) })
    }
    await queries.invalidateQueries(onCalendar)
    const { record } = result
    const isMoved = 'time' in mine
    const name = who.name || entryOf(record, new Map()).name
    const said = isMoved ? text.calendar.savedAt(name, placeOf(record)) : text.calendar.saved(name)
    const after =
      result.over === undefined ? said : `${said}. ${text.calendar.bothKept(await whoChanged(queries, result.over))}`
    const tells = isMoved && record.client !== null && canWriteToClients(me)
    say(after, tells ? { also: { title: text.calendar.tell, run: () => tellClient(record) } } : {})
    isSaved.current = true
    onSaved()
  }
  const isChanged = () => !isSaved.current && (spanOf(chosen) === undefined || Object.keys(wanted()).length > 0)

  const submit = async () => {
    if (isBusy) return
    const errors = { ...(mayChangeWho && entry.isNamed ? whoErrors(who) : {}), ...timeErrors(chosen) }
    const fail = (problem?: string) => setFailed(({ attempt }) => ({ errors, problem, attempt: attempt + 1 }))
    if (Object.keys(errors).length > 0) return fail()
    if (refusal !== undefined) return fail(`${clashText(refusal, timeText)}.`)
    setBusy(true)
    try {
      setFailed(notFailed)
      await save()
    } catch (error) {
      if (isOverlap(error)) await queries.invalidateQueries(onCalendar)
      fail(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Panel
        title={text.calendar.panel.edit(entry.name)}
        onClose={onClose}
        onSubmit={() => void submit()}
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
            {saidParts(conflict.found, reasons, placeOf).map((said) => (
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
