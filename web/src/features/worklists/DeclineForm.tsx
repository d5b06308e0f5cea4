import { type FormEvent, useState } from 'react'
import { declineHint } from '../../api/chargehint.ts'
import { visitKey } from '../../api/consultation.ts'
import { type MissingCharge, missingKey } from '../../api/missingcharge.ts'
import { messageOf } from '../../api/problem.ts'
import { Field, problemOf } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import { missingText as words } from '../../text/worklists.ts'
import { patientOf } from './use-missing.ts'
import classes from './Worklists.module.css'

type Props = { readonly charge: MissingCharge; readonly onClose: () => void }

/** Why something stays uncharged. */
export const DeclineForm = ({ charge, onClose }: Props) => {
  const { hint, visit } = charge
  const [problem, setProblem] = useState<string>()
  const id = `decline-${visit.id}-${hint.id}`
  const problems = problem === undefined ? {} : { [id]: problem }
  const { write, isBusy } = useWrite({
    send: (reason: string, key) => declineHint(visit.id, hint.id, reason, key),
    refresh: () => [visitKey(visit.id), missingKey],
    said: () => words.declined(patientOf(charge)),
    onDone: onClose,
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('reason')
    const reason = typeof given === 'string' ? given.trim() : ''
    if (reason === '') setProblem(text.visit.hints.reasonMissing)
    else void write(reason)
  }
  return (
    <form className={classes['decline']} noValidate onSubmit={submit}>
      <Field id={id} label={text.visit.hints.reason} problems={problems}>
        <input
          id={id}
          name="reason"
          className={form['input']}
          maxLength={255}
          autoComplete="off"
          autoFocus
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
          {...problemOf(id, problems)}
        />
      </Field>
      <button type="submit" className="button" aria-busy={isBusy}>
        {text.visit.hints.saveReason}
      </button>
      <button type="button" className="button" onClick={onClose}>
        {text.visit.hints.cancel}
      </button>
    </form>
  )
}
