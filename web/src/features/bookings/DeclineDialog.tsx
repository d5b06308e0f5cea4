import { type FormEvent, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { declineBooking, reopenBooking } from '../../api/onlinebooking.ts'
import type { OnlineBooking } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { Field, problemOf } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { ProblemSummary, useProblems } from '../../shared/problems.tsx'
import record from '../../shared/record.module.css'
import { useWrite } from '../../shared/use-write.ts'
import { messageOf } from '../../api/problem.ts'
import { bookings as text } from '../../text/bookings.ts'
import { bookerOf, reachOf } from './booked.ts'
import classes from './Bookings.module.css'
import { decided, useShowNext } from './use-linking.ts'

/** Where the owner would be told: the e-mail address, or else the number, as far as the clinic has a server for it. */
const useTellAt = ({ email, phone_number }: OnlineBooking) => {
  const { organisation } = useMe()
  if (organisation.email_set_up && email !== '') return email
  return organisation.sms_set_up && phone_number !== '' ? phone_number : undefined
}

/** Asks why a booking is declined, and whether its owner is told. */
export const DeclineDialog = ({
  booking,
  onClose,
}: {
  readonly booking: OnlineBooking
  readonly onClose: () => void
}) => {
  const showNext = useShowNext()
  const tellAt = useTellAt(booking)
  const [reason, setReason] = useState('')
  const [tells, setTells] = useState(true)
  const { problems, attempt, setProblems } = useProblems()
  const name = bookerOf(booking)
  const { write, isBusy } = useWrite({
    send: declineBooking,
    refresh: decided,
    said: ({ result }) => {
      if (result === undefined) return text.declined.quietly(name)
      const isTold = result.email === 'queued' || result.sms === 'queued'
      return isTold ? text.declined.told(name) : text.declined.untold(name, reachOf(booking))
    },
    undo: () => reopenBooking(booking),
    onProblem: (error) => setProblems({ '': messageOf(error) }),
    onDone: () => {
      onClose()
      showNext()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblems({ 'decline-reason': text.declining.missing })
    return void write({ booking, reason: reason.trim(), tells: tells && tellAt !== undefined })
  }
  const title = text.decliningTitle(name)
  return (
    <Dialog label={title} onClose={onClose}>
      <form className={record['dialog']} noValidate onSubmit={submit}>
        <h2>{title}</h2>
        <p>{text.declining.explained}</p>
        <ProblemSummary problems={problems} attempt={attempt} />
        <Field
          id="decline-reason"
          label={text.declining.reason}
          hint={text.declining.reasonHint}
          problems={problems}
          isNeeded
        >
          <input
            id="decline-reason"
            data-first
            className={form['input']}
            autoComplete="off"
            maxLength={255}
            value={reason}
            aria-required
            {...problemOf('decline-reason', problems)}
            onChange={({ target }) => {
              setReason(target.value)
              if (Object.keys(problems).length > 0) setProblems({})
            }}
          />
        </Field>
        {tellAt === undefined ? (
          <p className={classes['hint']}>{text.declining.cannotTell(reachOf(booking))}</p>
        ) : (
          <label className={classes['tell']}>
            <input type="checkbox" checked={tells} onChange={({ target }) => setTells(target.checked)} />
            {text.declining.tell(tellAt)}
          </label>
        )}
        <div className={record['actions']}>
          <button type="submit" className="button primary" aria-busy={isBusy}>
            {text.declining.confirm}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {text.declining.back}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
