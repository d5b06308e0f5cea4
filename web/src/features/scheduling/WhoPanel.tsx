import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { idOf } from '../../api/records.ts'
import { KeyCap } from '../../frame/KeyCap.tsx'
import { text } from '../../text/en.ts'
import { ChosenClient, isBookable } from './ChosenClient.tsx'
import type { Entry } from './columns.ts'
import { Panel, PanelProblems } from './Panel.tsx'
import classes from './Panel.module.css'
import { bookedClientQuery } from './queries.ts'
import type { FieldErrors } from './TimeFields.tsx'
import { WhoField } from './WhoField.tsx'

export type Coming = { readonly client: string; readonly patients: readonly string[]; readonly name: string }

type Shown = {
  readonly entry: Entry
  readonly onChoose: (coming: Coming) => void
  readonly onClose: () => void
}

/** Says who comes to an appointment that was booked for nobody on record. */
export const WhoPanel = ({ entry, onChoose, onClose }: Shown) => {
  const [who, setWho] = useState<{ readonly client: number; readonly patient?: number }>()
  const [ticked, setTicked] = useState<readonly number[]>()
  const [failed, setFailed] = useState<{ errors: FieldErrors; attempt: number }>({ errors: {}, attempt: 0 })
  const { data: record } = useQuery({ ...bookedClientQuery(who?.client ?? 0), enabled: who !== undefined })
  const animals = (record?.patients_data ?? []).filter(isBookable)
  const only = animals.length === 1 ? [idOf(animals[0]!.url)] : []
  const patients = ticked ?? (who?.patient === undefined ? only : [who.patient])
  const submit = () => {
    if (record === undefined)
      return setFailed(({ attempt }) => ({ errors: { who: text.calendar.panel.errors.who }, attempt: attempt + 1 }))
    const chosen = animals.filter(({ url }) => patients.includes(idOf(url)))
    const name = chosen.map((animal) => animal.name).join(', ') || record.lastname || record.organization_name
    return onChoose({ client: record.url, patients: chosen.map(({ url }) => url), name })
  }
  return (
    <Panel
      title={text.calendar.panel.whoComes}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <button type="submit" className="button primary">
          {text.calendar.panel.setClient}
          <KeyCap keys="Enter" />
        </button>
      }
    >
      <PanelProblems {...failed} problem={undefined} />
      {entry.appointment.notes !== '' && <div className={classes['hint']}>{entry.appointment.notes}</div>}
      {record === undefined || who === undefined ? (
        <WhoField
          errors={failed.errors}
          onChoose={({ type, id, client }) =>
            setWho(type === 'patient' ? { client: client === null ? 0 : idOf(client), patient: id } : { client: id })
          }
        />
      ) : (
        <ChosenClient
          client={record}
          patients={patients}
          onPatients={setTicked}
          onChange={() => {
            setWho(undefined)
            setTicked(undefined)
          }}
        />
      )}
    </Panel>
  )
}
