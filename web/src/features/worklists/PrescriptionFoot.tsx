import { PrescriptionStatus } from '@fetlock/sdk'
import { IconSignature } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { movePrescription } from '../../api/prescription.ts'
import { markRead } from '../../api/prescriptionlist.ts'
import { messageOf } from '../../api/problem.ts'
import type { Prescription } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { useQuestions } from '../../shared/prescribing/questions.ts'
import { WarningQuestion } from '../../shared/prescribing/WarningQuestion.tsx'
import { showToast } from '../../shared/toasts.ts'
import { busyOf } from '../../shared/use-confirmed-write.ts'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { useWrite } from '../../shared/use-write.ts'
import sheet from '../../shared/Sheet.module.css'
import { text } from '../../text/en.ts'
import { prescriptionsText as words } from '../../text/worklists.ts'
import { namesOf, prescriberText } from './medicines.ts'
import { keysOf, useSigning } from './use-signing.ts'
import classes from './Worklists.module.css'

type Props = {
  readonly prescription: Prescription
  readonly onDone: () => void
  /** It is written again, changed. */
  readonly onAgain: () => void
}

const { Draft, Sent, Rejected, Canceled, Sending, Error: Failed, AcceptedWithWarning } = PrescriptionStatus

type CancelProps = Omit<Props, 'onAgain'> & {
  readonly label: string
  readonly title: string
  readonly explained: string
  readonly action: string
  readonly said: string
}

/** Cancels it for good, once that was confirmed. */
const CancelButton = ({ prescription, onDone, label, title, explained, action, said }: CancelProps) => {
  const [isAsked, setAsked] = useState(false)
  const keyFor = useKeyFor()
  const client = useQueryClient()
  const cancel = async () => {
    await movePrescription(prescription, Canceled, keyFor(said))
    showToast(said)
    onDone()
    await Promise.all(keysOf(prescription).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <>
      <button type="button" className={`button ${classes['danger']}`} onClick={() => setAsked(true)}>
        {label}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={title}
          explained={explained}
          action={action}
          keep={words.keep}
          onConfirm={cancel}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

/** The prescriber's own button, which Ctrl Enter presses from wherever the focus is. */
const SignButton = ({
  prescription,
  onDone,
  onProblem,
}: Omit<Props, 'onAgain'> & { readonly onProblem: (said: string) => void }) => {
  const { asked, ask } = useQuestions()
  const { state, sign } = useSigning({ prescription, ask, onDone, onProblem: (error) => onProblem(messageOf(error)) })
  const isBusy = busyOf(state) !== 'open'
  const actions = useMemo(
    (): readonly Action[] => [
      {
        id: 'sign prescription',
        title: text.visit.prescribe.send,
        group: 'here',
        keys: 'Mod+Enter',
        // While a dialog is open, Ctrl Enter is not meant for what lies behind it.
        run: () =>
          document.querySelector('dialog[open]') ?? document.querySelector<HTMLElement>('[data-sign]')?.click(),
      },
    ],
    [],
  )
  useActions(actions)
  return (
    <>
      <button
        type="button"
        className={`button primary ${classes['main']}`}
        data-sign
        aria-busy={isBusy}
        onClick={() => void sign()}
      >
        <IconSignature size={18} stroke={1.6} aria-hidden="true" />{' '}
        {busyOf(state) === 'checking' ? text.visit.sheet.checking : text.visit.prescribe.send}{' '}
        <KeyCap keys="Mod+Enter" />
      </button>
      {asked !== undefined && (
        <WarningQuestion key={asked.id} asked={asked} patients={prescription.patients_data ?? []} />
      )}
    </>
  )
}

/** What can be done about a prescription, by how far it is. */
export const PrescriptionFoot = ({ prescription, onDone, onAgain }: Props) => {
  const me = useMe()
  const [problem, setProblem] = useState<string>()
  const { status, prescriber, patients_data, message_read_by } = prescription
  const names = namesOf(prescription)
  const refresh = () => keysOf(prescription)
  const onProblem = (error: unknown) => setProblem(messageOf(error))
  const read = useWrite({
    send: (isRead: boolean, key) => markRead(prescription, isRead, key),
    refresh,
    said: () => words.isRead(names),
    undo: () => markRead(prescription, false),
    onDone,
    onProblem,
  })
  const again = useWrite({
    send: (to: PrescriptionStatus, key) => movePrescription(prescription, to, key),
    refresh,
    said: () => words.sentAgain(names),
    onDone,
    onProblem,
  })
  const isUnread = message_read_by === null
  // The form has one animal for all medicines.
  const canWriteAgain = patients_data?.length === 1
  const rewrite = (label: string, kind = '') => (
    <button type="button" className={`button ${kind}`} onClick={onAgain}>
      {label}
    </button>
  )
  const markButton = (kind = '') => (
    <button type="button" className={`button ${kind}`} aria-busy={read.isBusy} onClick={() => void read.write(true)}>
      {words.markRead}
    </button>
  )
  const isMine = prescriber === me.user.url
  const primary = `primary ${classes['main']}`
  return (
    <>
      {problem !== undefined && (
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      <div className={classes['ways']}>
        {status === Draft && (
          <CancelButton
            prescription={prescription}
            onDone={onDone}
            label={words.discard}
            title={words.discardTitle}
            explained={text.visit.orders.draftExplained}
            action={words.discardAction}
            said={words.discarded(names)}
          />
        )}
        {status === Draft && canWriteAgain && rewrite(words.change)}
        {status === Draft && isMine && (
          <SignButton prescription={prescription} onDone={onDone} onProblem={setProblem} />
        )}
        {status === Sent && (
          <CancelButton
            prescription={prescription}
            onDone={onDone}
            label={words.cancel}
            title={words.cancelTitle}
            explained={words.cancelExplained}
            action={words.cancelAction}
            said={words.cancelled(names)}
          />
        )}
        {(status === Rejected || status === Failed) && isUnread && markButton()}
        {status === AcceptedWithWarning && isUnread && markButton(primary)}
        {status === Rejected && isUnread && canWriteAgain && rewrite(words.writeAgain, primary)}
        {status === Failed && (
          <button
            type="button"
            className={`button ${primary}`}
            aria-busy={again.isBusy}
            onClick={() => void again.write(Sending)}
          >
            {words.sendAgain}
          </button>
        )}
      </div>
      {status === Draft && !isMine && (
        <p className={sheet['footnote']}>{text.visit.prescribe.signedLater(prescriberText(prescription))}</p>
      )}
    </>
  )
}
