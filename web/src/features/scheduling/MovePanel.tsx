import { useState } from 'react'
import { canWriteToClients, useMe } from '../../api/me.ts'
import type { Department, User } from '../../api/records.ts'
import { KeyCap } from '../../frame/KeyCap.tsx'
import { text } from '../../text/en.ts'
import type { Entry } from './columns.ts'
import { type FreeTime, FreeTimes } from './FreeTimes.tsx'
import type { Refusal } from './Grid.tsx'
import { ClashWarning, Panel, PanelProblems } from './Panel.tsx'
import classes from './Panel.module.css'
import { type Chosen, type FieldErrors, spanOf, timeErrors, TimeFields } from './TimeFields.tsx'

type Shown = {
  readonly entry: Entry
  readonly chosen: Chosen
  readonly date: string
  readonly staff: readonly User[]
  readonly departments: readonly Department[]
  readonly timeZone: string
  readonly free: readonly FreeTime[] | undefined
  readonly nameOf: (user: number) => string
  readonly timeText: (moment: number) => string
  readonly momentText: (moment: number) => string
  readonly refusal: Refusal | undefined
  readonly onChange: (changes: Partial<Chosen> & { readonly date?: string }) => void
  readonly onMove: (chosen: Chosen, tells: boolean) => void
  readonly onClose: () => void
}

/** Moves an appointment without dragging it: to another time, length, person or department. */
export const MovePanel = (shown: Shown) => {
  const { entry, chosen, nameOf, timeText, refusal } = shown
  const canTell = canWriteToClients(useMe())
  const [tells, setTells] = useState(false)
  const [failed, setFailed] = useState<{ errors: FieldErrors; problem: string | undefined; attempt: number }>({
    errors: {},
    problem: undefined,
    attempt: 0,
  })
  const submit = () => {
    const errors = timeErrors(chosen)
    if (Object.keys(errors).length === 0 && refusal === undefined) return shown.onMove(chosen, tells)
    const problem =
      refusal === undefined
        ? undefined
        : `${text.calendar.clash.title(refusal.person, refusal.other.name, timeText(refusal.other.end))}.`
    setFailed(({ attempt }) => ({ errors, problem, attempt: attempt + 1 }))
  }
  const span = spanOf(chosen)
  return (
    <Panel
      title={text.calendar.panel.move(entry.name)}
      onClose={shown.onClose}
      onSubmit={submit}
      foot={
        <button type="submit" className="button primary">
          {span === undefined || chosen.user === undefined
            ? text.calendar.keys.move
            : text.calendar.panel.moveTo(shown.momentText(span.start), nameOf(chosen.user))}
          <KeyCap keys="Enter" />
        </button>
      }
    >
      <PanelProblems {...failed} />
      <TimeFields {...shown} errors={failed.errors} />
      <ClashWarning refusal={refusal} timeText={timeText} onTake={(start) => shown.onChange({ start })} />
      <FreeTimes {...shown} />
      {entry.appointment.client !== null && canTell && (
        <label className={classes['tick']}>
          <input type="checkbox" checked={tells} onChange={({ target }) => setTells(target.checked)} />
          {text.calendar.panel.tellTick}
        </label>
      )}
    </Panel>
  )
}
