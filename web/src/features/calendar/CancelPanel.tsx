import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { idOf } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { text } from '../../text/en.ts'
import type { Entry } from './columns.ts'
import { Panel } from './Panel.tsx'
import classes from './Panel.module.css'

type Props = {
  readonly entry: Entry
  /** When and with whom it is. */
  readonly place: string
  readonly mayFind: boolean
  readonly onCancel: (reason: string) => void
  readonly onClose: () => void
}

/** How the client is reached: the service confirms appointments, and has no message for one that is cancelled. */
const Contact = ({ client }: { readonly client: number }) => {
  const { data } = useQuery(clientQuery(client))
  if (data === undefined) return null
  const numbers = data.phone_numbers_data ?? []
  return (
    <div className={classes['field']}>
      <span>{text.calendar.panel.tellByHand}</span>
      {numbers.map(({ phone_number, url }) => (
        <a key={url} href={`tel:${phone_number.replaceAll(' ', '')}`}>
          {phone_number}
        </a>
      ))}
      {data.email !== '' && <a href={`mailto:${data.email}`}>{data.email}</a>}
      {numbers.length === 0 && data.email === '' && (
        <span className={classes['hint']}>{text.calendar.panel.noContact}</span>
      )}
    </div>
  )
}

/** Cancels an appointment, with the reason if there is one to keep. */
export const CancelPanel = ({ entry, place, mayFind, onCancel, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const { client } = entry.appointment
  return (
    <Panel
      title={text.calendar.panel.cancel(entry.name)}
      onClose={onClose}
      onSubmit={() => onCancel(reason.trim())}
      foot={
        <button type="submit" className="button primary">
          {text.calendar.panel.cancelSubmit}
          <KeyCap keys="Enter" />
        </button>
      }
    >
      <p className={classes['subject']}>{[entry.what, place].filter(Boolean).join(', ')}</p>
      <label className={classes['field']}>
        <span>{text.calendar.panel.cancelReason}</span>
        <input
          id="field-reason"
          type="text"
          maxLength={255}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <span className={classes['hint']}>{text.calendar.panel.cancelHint}</span>
      </label>
      {mayFind && client !== null && <Contact client={idOf(client)} />}
    </Panel>
  )
}
