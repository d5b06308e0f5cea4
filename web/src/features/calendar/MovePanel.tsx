import { useState } from 'react'
import { canWriteToClients, useMe } from '../../api/me.ts'
import { idOf } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { text } from '../../text/en.ts'
import { clashText } from './clashes.ts'
import type { Entry } from './columns.ts'
import { notFailed, Panel, PanelProblems } from './Panel.tsx'
import classes from './Panel.module.css'
import { SameDay } from './SameDay.tsx'
import { TimeFields } from './TimeFields.tsx'
import { type Chosen, spanOf, timeErrors, type Times } from './times.ts'

type Props = {
  readonly entry: Entry
  readonly times: Times
  readonly onMove: (chosen: Chosen, tells: boolean) => void
  readonly onClose: () => void
}

/** Moves an appointment without dragging it: to another time, length, person or department. */
export const MovePanel = ({ entry, times, onMove, onClose }: Props) => {
  const { chosen, nameOf, timeText, momentText, refusal } = times
  const { client, patients_data: patients = [] } = entry.appointment
  const canTell = canWriteToClients(useMe())
  const [tells, setTells] = useState(false)
  const [failed, setFailed] = useState(notFailed)
  const submit = () => {
    const errors = timeErrors(chosen)
    if (Object.keys(errors).length === 0 && refusal === undefined) return onMove(chosen, tells)
    const problem = refusal === undefined ? undefined : text.calendar.clash.sentence(clashText(refusal, timeText))
    setFailed(({ attempt }) => ({ errors, problem, attempt: attempt + 1 }))
  }
  const span = spanOf(chosen)
  return (
    <Panel
      title={text.calendar.panel.move(entry.name)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <button type="submit" className="button primary">
          {span === undefined || chosen.user === undefined
            ? text.calendar.keys.move
            : text.calendar.panel.moveTo(momentText(span.start), nameOf(chosen.user))}
          <KeyCap keys="Enter" />
        </button>
      }
    >
      <PanelProblems {...failed} />
      <TimeFields times={times} errors={failed.errors} />
      <SameDay
        times={times}
        client={client === null ? undefined : idOf(client)}
        patients={patients}
        except={entry.id}
      />
      {client !== null && canTell && (
        <label className={classes['tick']}>
          <input type="checkbox" checked={tells} onChange={({ target }) => setTells(target.checked)} />
          {text.calendar.panel.tellTick}
        </label>
      )}
    </Panel>
  )
}
