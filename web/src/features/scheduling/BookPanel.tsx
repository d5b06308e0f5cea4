import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { canWriteToClients, useMe } from '../../api/me.ts'
import { isRefusal, messageOf } from '../../api/problem.ts'
import { type Appointment, idOf, nameOfClient, type Reason, type User } from '../../api/records.ts'
import type { Department } from '../../api/records.ts'
import { KeyCap } from '../../frame/KeyCap.tsx'
import { say } from '../../frame/toasts.ts'
import { text } from '../../text/en.ts'
import { ChosenClient, isBookable } from './ChosenClient.tsx'
import { type FreeTime, FreeTimes } from './FreeTimes.tsx'
import type { Refusal } from './Grid.tsx'
import { isOverlap, tellClient } from './moves.ts'
import { ClashWarning, Panel, PanelProblems } from './Panel.tsx'
import classes from './Panel.module.css'
import { bookedClientQuery, createAppointment, onCalendar, patchAppointment, reasonsQuery } from './queries.ts'
import { type Chosen, ErrorLine, errorProps, type FieldErrors, spanOf, timeErrors, TimeFields } from './TimeFields.tsx'
import { WhoField } from './WhoField.tsx'

const types = { consultation: 1, unknownClient: 5, preliminary: 7 } as const

/** For whom: a client with some of their animals, or somebody who is on no record yet. */
type Who =
  | { readonly kind: 'client'; readonly client: number; readonly patients: readonly number[] }
  | { readonly kind: 'caller'; readonly notes: string; readonly type: 5 | 7 }

const Reasons = ({
  reasons,
  chosen,
  onChoose,
}: {
  readonly reasons: readonly Reason[]
  readonly chosen: number | undefined
  readonly onChoose: (reason: number | undefined) => void
}) => {
  if (reasons.length === 0) return null
  if (reasons.length > 12)
    return (
      <label className={classes['field']}>
        <span>{text.calendar.panel.reason}</span>
        <select
          value={chosen ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
        >
          <option value="">{text.calendar.panel.noReason}</option>
          {reasons.map(({ id, name, duration }) => (
            <option key={id} value={id}>
              {name} · {text.calendar.panel.minutes(duration)}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <fieldset className={classes['field']}>
      <legend>{text.calendar.panel.reason}</legend>
      <div className={classes['chips']}>
        {reasons.map(({ id, name, duration }) => (
          <label key={id} className={classes['chip']}>
            <input type="radio" name="reason" checked={chosen === id} onChange={() => onChoose(id)} />
            <span>
              {name} <small>{text.calendar.panel.minutes(duration)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const Caller = ({
  who,
  errors,
  onChange,
}: {
  readonly who: Extract<Who, { kind: 'caller' }>
  readonly errors: FieldErrors
  readonly onChange: (who: Who | undefined) => void
}) => (
  <>
    <label className={classes['field']}>
      <span>{text.calendar.panel.caller}</span>
      <input
        id="field-caller"
        type="text"
        maxLength={500}
        value={who.notes}
        {...errorProps('caller', errors)}
        onChange={({ target }) => onChange({ ...who, notes: target.value })}
      />
      <ErrorLine name="caller" errors={errors} />
    </label>
    <fieldset className={classes['field']}>
      <legend>{text.calendar.panel.kind}</legend>
      <div className={classes['chips']}>
        {(['preliminary', 'unknownClient'] as const).map((kind) => (
          <label key={kind} className={classes['chip']}>
            <input
              type="radio"
              name="kind"
              checked={who.type === types[kind]}
              onChange={() => onChange({ ...who, type: types[kind] })}
            />
            <span>{text.calendar.panel[kind]}</span>
          </label>
        ))}
        <button type="button" className="button small" onClick={() => onChange(undefined)}>
          {text.calendar.panel.change}
        </button>
      </div>
    </fieldset>
  </>
)

type Shown = {
  readonly chosen: Chosen
  readonly date: string
  readonly staff: readonly User[]
  readonly departments: readonly Department[]
  readonly timeZone: string
  readonly free: readonly FreeTime[] | undefined
  readonly reason: number | undefined
  readonly client: number | undefined
  readonly patient: number | undefined
  readonly nameOf: (user: number) => string
  readonly timeText: (moment: number) => string
  /** The time, with its day unless that is today. */
  readonly momentText: (moment: number) => string
  readonly placeOf: (appointment: Appointment) => string
  readonly refusal: Refusal | undefined
  readonly onReason: (reason: number | undefined) => void
  readonly onWho: (who: { readonly client?: number; readonly patient?: number }) => void
  readonly onChange: (changes: Partial<Chosen> & { readonly date?: string }) => void
  readonly onBooked: (appointment: Appointment) => void
  readonly onClose: () => void
}

/** Books a time: for whom, why, with whom and when. */
export const BookPanel = (shown: Shown) => {
  const { chosen, staff, departments, timeZone, free, reason, client, patient, nameOf, timeText, refusal } = shown
  const me = useMe()
  const queries = useQueryClient()
  const { data: reasons = [] } = useQuery(reasonsQuery)
  const { data: record } = useQuery({ ...bookedClientQuery(client ?? 0), enabled: client !== undefined })
  const [caller, setCaller] = useState<Extract<Who, { kind: 'caller' }>>()
  const [ticked, setTicked] = useState<readonly number[]>()
  const [complaint, setComplaint] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ errors: FieldErrors; problem: string | undefined; attempt: number }>({
    errors: {},
    problem: undefined,
    attempt: 0,
  })
  // One booking, however often the button is pressed or the answer gets lost.
  const key = useRef(crypto.randomUUID())
  const animals = (record?.patients_data ?? []).filter(isBookable).map(({ url }) => idOf(url))
  const patients = ticked ?? (patient === undefined ? (animals.length === 1 ? animals : []) : [patient])
  const change = (changes: Partial<Chosen> & { readonly date?: string }) => {
    key.current = crypto.randomUUID()
    shown.onChange(changes)
  }
  const chooseWho = (who: { readonly client?: number; readonly patient?: number }) => {
    setTicked(undefined)
    setCaller(undefined)
    shown.onWho(who)
  }

  const submit = async () => {
    if (isBusy) return
    const errors: FieldErrors = {
      ...(client === undefined && caller === undefined ? { who: text.calendar.panel.errors.who } : {}),
      ...(caller !== undefined && caller.notes.trim() === '' ? { caller: text.calendar.panel.errors.caller } : {}),
      ...timeErrors(chosen),
    }
    const span = spanOf(chosen)
    const person = chosen.user
    const fail = (problem?: string) => setFailed(({ attempt }) => ({ errors, problem, attempt: attempt + 1 }))
    if (Object.keys(errors).length > 0 || span === undefined || person === undefined) return fail()
    const clashText = (found: Refusal) =>
      `${text.calendar.clash.title(found.person, found.other.name, timeText(found.other.end))}.`
    if (refusal !== undefined) return fail(clashText(refusal))
    setBusy(true)
    try {
      const user = staff.find(({ url }) => idOf(url) === person)!
      const made = await createAppointment(
        {
          start: new Date(span.start).toISOString(),
          end: new Date(span.end).toISOString(),
          department: departments.find(({ url }) => idOf(url) === chosen.department)!.url,
          user: user.url,
          reason: reasons.find(({ id }) => id === reason)?.url ?? null,
          complaint: complaint.trim(),
          ...(caller === undefined
            ? {
                type: types.consultation,
                client: record?.url ?? null,
                patients: (record?.patients_data ?? [])
                  .map(({ url }) => url)
                  .filter((url) => patients.includes(idOf(url))),
              }
            : { type: caller.type, notes: caller.notes.trim() }),
        },
        key.current,
      )
      await queries.invalidateQueries(onCalendar)
      const names = (record?.patients_data ?? [])
        .filter(({ url }) => patients.includes(idOf(url)))
        .map(({ name }) => name)
      const name = names.join(', ') || (record === undefined ? (caller?.notes ?? '') : nameOfClient(record))
      say(text.calendar.wasBooked(name, shown.placeOf(made)), {
        undo: async () => {
          await patchAppointment(made, { active: false })
          await queries.invalidateQueries(onCalendar)
        },
        ...(made.client === null || !canWriteToClients(me)
          ? {}
          : { also: { title: text.calendar.tell, run: () => tellClient(made) } }),
      })
      shown.onBooked(made)
    } catch (error) {
      // Without a definite answer the same booking is sent again, not another one.
      if (isRefusal(error)) key.current = crypto.randomUUID()
      setBusy(false)
      // Somebody was faster: the calendar is read again and names them.
      if (isOverlap(error)) await queries.invalidateQueries(onCalendar)
      fail(messageOf(error))
    }
  }

  const span = spanOf(chosen)
  const label =
    span === undefined || chosen.user === undefined
      ? text.calendar.panel.submitPlain
      : text.calendar.panel.submit(shown.momentText(span.start), nameOf(chosen.user))
  return (
    <Panel
      title={text.calendar.panel.book}
      onClose={shown.onClose}
      onSubmit={() => void submit()}
      foot={
        <button type="submit" className="button primary" aria-busy={isBusy}>
          {label}
          <KeyCap keys="Enter" />
        </button>
      }
    >
      <PanelProblems {...failed} />
      {caller !== undefined ? (
        <Caller
          who={caller}
          errors={failed.errors}
          onChange={(who) => setCaller(who?.kind === 'caller' ? who : undefined)}
        />
      ) : client === undefined ? (
        <WhoField
          errors={failed.errors}
          onChoose={(found) =>
            chooseWho(
              found.type === 'patient'
                ? { patient: found.id, ...(found.client === null ? {} : { client: idOf(found.client) }) }
                : { client: found.id },
            )
          }
          onUnknown={(typed) => setCaller({ kind: 'caller', notes: typed, type: types.preliminary })}
        />
      ) : (
        record !== undefined && (
          <ChosenClient client={record} patients={patients} onPatients={setTicked} onChange={() => chooseWho({})} />
        )
      )}
      <Reasons
        reasons={reasons}
        chosen={reason}
        onChoose={(next) => {
          key.current = crypto.randomUUID()
          shown.onReason(next)
        }}
      />
      <label className={classes['field']}>
        <span>{text.calendar.panel.complaint}</span>
        <input type="text" maxLength={500} value={complaint} onChange={({ target }) => setComplaint(target.value)} />
      </label>
      <TimeFields
        chosen={chosen}
        date={shown.date}
        staff={staff}
        departments={departments}
        timeZone={timeZone}
        errors={failed.errors}
        onChange={change}
      />
      <ClashWarning refusal={refusal} timeText={timeText} onTake={(start) => change({ start })} />
      <FreeTimes free={free} date={shown.date} chosen={chosen} nameOf={nameOf} timeText={timeText} onChange={change} />
    </Panel>
  )
}
