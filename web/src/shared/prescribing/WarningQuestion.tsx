import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import type { Patient } from '../../api/records.ts'
import { Dialog } from '../Dialog.tsx'
import { Field, problemOf } from '../form.tsx'
import form from '../form.module.css'
import { text } from '../../text/en.ts'
import classes from './Warnings.module.css'
import { type AskedWarning, isReason } from './questions.ts'
import { warningText } from './warning-text.ts'

/** Asks, before it is saved, why something is given that the animal must not get. */
export const WarningQuestion = ({
  asked: { name, warnings, reason: before = '', words = text.warnings, onAnswer },
  patients,
}: {
  readonly asked: AskedWarning
  readonly patients: readonly Patient[]
}) => {
  const id = useId()
  const [reason, setReason] = useState(before)
  const [isMissing, setMissing] = useState(false)
  const problems = isMissing ? { [id]: text.warnings.reasonMissing } : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReason(reason)) return setMissing(true)
    return onAnswer(reason.trim())
  }
  return (
    <Dialog label={text.warnings.ask(name)} onClose={() => onAnswer(undefined)}>
      <form className={classes['question']} noValidate onSubmit={submit}>
        <h2>{text.warnings.ask(name)}</h2>
        <ul className={classes['warnings']}>
          {warnings.map((warning) => (
            <li key={warning.contraindication}>
              <IconAlertTriangleFilled size={16} aria-hidden="true" />
              <span>{warningText(warning, name, patients)}</span>
            </li>
          ))}
        </ul>
        <Field id={id} label={text.warnings.reason} problems={problems}>
          <input
            id={id}
            className={form['input']}
            autoComplete="off"
            maxLength={1_000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            {...problemOf(id, problems)}
          />
        </Field>
        <div className={classes['ways']}>
          {/* What is scanned meanwhile must not become a reason: its Enter is pressed here. */}
          <button type="button" className="button" data-first onClick={() => onAnswer(undefined)}>
            {words.keep}
          </button>
          <button type="submit" className="button primary">
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
