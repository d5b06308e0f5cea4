import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ConsultationItem, Patient } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { text } from '../../text/en.ts'
import type { RowChanges } from './charges.ts'
import classes from '../../shared/prescribing/Warnings.module.css'
import { warningText } from '../../shared/prescribing/warning-text.ts'

type Props = {
  readonly row: ConsultationItem
  readonly patients: readonly Patient[]
  readonly isReadOnly: boolean
  /** Returns whether the service has it. */
  readonly onChange: (changes: RowChanges) => Promise<boolean>
}

/** Why it is given anyway, typed where it stands. What is not saved stays typed. */
const Reason = ({ row, isReadOnly, onChange }: Omit<Props, 'patients'>) => {
  const [isOpen, setOpen] = useState(false)
  const said = row.warning_reason === '' ? '' : text.warnings.given(row.warning_reason)
  const [typed, setTyped] = useState('')
  /** What was said when it was opened: somebody else may say something else meanwhile. */
  const [before, setBefore] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // Unless somebody has gone on to another field while it was saved.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const open = () => {
    setTyped(row.warning_reason)
    setBefore(row.warning_reason)
    setOpen(true)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const warning_reason = typed.trim()
    if (row.warning_reason !== before && row.warning_reason !== warning_reason) {
      setBefore(row.warning_reason)
      return showToast(text.visit.charges.changedMeanwhile(row.name), { isProblem: true })
    }
    if (warning_reason === row.warning_reason || (await onChange({ warning_reason }))) setOpen(false)
    return undefined
  }
  if (isReadOnly) return said === '' ? null : <p className={classes['reason']}>{said}</p>
  if (!isOpen)
    return (
      <p className={classes['reason']}>
        {said}{' '}
        <button ref={opener} type="button" className="button small" onClick={open}>
          {said === '' ? text.warnings.explain : text.records.edit}
          <span className="unseen"> ({row.name})</span>
        </button>
      </p>
    )
  return (
    <form
      className={classes['typed']}
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <input
        aria-label={text.warnings.reason}
        maxLength={1_000}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoFocus
      />
      <button type="submit" className="button small">
        {text.warnings.saveReason}
      </button>
    </form>
  )
}

/** What the animal must not get of a row, whole, and why it gets it anyway. */
export const RowWarnings = ({ row, patients, ...shown }: Props) => (
  <div className={classes['ofRow']}>
    <ul className={classes['warnings']}>
      {row.warnings.map((warning) => (
        <li key={warning.contraindication}>
          <IconAlertTriangleFilled size={14} aria-hidden="true" />
          <span>{warningText(warning, row.name, patients)}</span>
        </li>
      ))}
    </ul>
    <Reason row={row} {...shown} />
  </div>
)
