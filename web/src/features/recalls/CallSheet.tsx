import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changeRecall, phonesQuery } from '../../api/recall.ts'
import { recallsKey } from '../../api/recall-key.ts'
import { nameOfClient, type Recall } from '../../api/records.ts'
import { calendarDateText } from '../../format.ts'
import { Field, SendButton } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { recallsText as words } from '../../text/recalls.ts'
import { itemOf } from './RecallTable.tsx'
import classes from './Recalls.module.css'
import { writtenOf } from './written.tsx'

type Props = { readonly recall: Recall; readonly timeZone: string; readonly onClose: () => void }

/** Whom to call, why, and what was said. */
export const CallSheet = ({ recall, timeZone, onClose }: Props) => {
  const [note, setNote] = useState(recall.call_note)
  const { data: phones } = useQuery(phonesQuery([recall.client]))
  const name = recall.client_data == null ? '' : nameOfClient(recall.client_data)
  const { write, isBusy, isChecking } = useWrite({
    send: changeRecall,
    refresh: () => [recallsKey],
    said: () => words.sheet.done(name),
    undo: () => changeRecall({ recall, body: { called: null, call_note: recall.call_note } }),
    onDone: onClose,
  })
  const submit = () => void write({ recall, body: { called: new Date().toISOString(), call_note: note.trim() } })
  const numbers = phones?.get(recall.client) ?? []
  return (
    <Sheet
      title={words.sheet.title(name)}
      subtitle={words.sheet.about(recall.patient_data?.name || '–', itemOf(recall), calendarDateText(recall.due))}
      onClose={onClose}
      foot={
        <SendButton
          label={words.sheet.submit}
          state={isChecking ? 'checking' : isBusy ? 'sending' : 'open'}
          checking={words.sheet.submit}
          form="call"
        />
      }
    >
      <form
        id="call"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={classes['why']}>
          {words.sheet.why}: {writtenOf(recall, timeZone).words}
        </p>
        <ul className={classes['numbers']} aria-label={words.sheet.numbers}>
          {numbers.map(({ id, e164, phone_number, description }) => (
            <li key={id}>
              <IconPhone size={16} stroke={1.6} aria-hidden="true" /> <a href={`tel:${e164}`}>{phone_number}</a>{' '}
              <span>{description}</span>
            </li>
          ))}
          {phones !== undefined && numbers.length === 0 && <li>{words.noPhone}</li>}
        </ul>
        <Field id="call-note" label={words.sheet.note} problems={{}}>
          <textarea
            id="call-note"
            className={form['input']}
            rows={4}
            maxLength={1000}
            value={note}
            data-first
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      </form>
    </Sheet>
  )
}
