import { useState } from 'react'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { text } from '../../text/en.ts'
import type { Entry } from './columns.ts'
import { useOnlineBooking } from './online-booking.ts'
import { notFailed, Panel, PanelProblems, Remark } from './Panel.tsx'
import classes from './Panel.module.css'
import { type Coming, useWho } from './who.ts'
import { WhoSection } from './WhoSection.tsx'

export type Found = { readonly client: string; readonly patients: readonly string[]; readonly name: string }

type Props = {
  readonly entry: Entry
  readonly onChoose: (found: Found) => void
  readonly onClose: () => void
}

/** Says who comes to an appointment that was booked for nobody on record. */
export const WhoPanel = ({ entry, onChoose, onClose }: Props) => {
  const [coming, setComing] = useState<Coming>({})
  const [failed, setFailed] = useState(notFailed)
  const who = useWho(coming, setComing)
  const online = useOnlineBooking(entry.appointment)
  const submit = () => {
    const { record, chosen } = who
    if (record === undefined)
      return setFailed(({ attempt }) => ({
        errors: { who: text.calendar.panel.errors.who },
        problem: undefined,
        attempt: attempt + 1,
      }))
    return onChoose({ client: record.url, patients: chosen.map(({ url }) => url), name: who.name })
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
      <PanelProblems {...failed} />
      {entry.appointment.notes !== '' && <div className={classes['hint']}>{entry.appointment.notes}</div>}
      {online.said !== undefined && <Remark>{online.said}</Remark>}
      {!online.isReading && <WhoSection who={who} errors={failed.errors} mayBeUnknown={false} search={online.search} />}
    </Panel>
  )
}
