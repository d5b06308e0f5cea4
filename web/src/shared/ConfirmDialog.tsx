import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../api/problem.ts'
import { Dialog } from './Dialog.tsx'
import { text } from '../text/en.ts'
import classes from './ConfirmDialog.module.css'

type Props = {
  readonly title: string
  readonly explained: string
  /** What the button does, in its words. */
  readonly action: string
  /** What the other button says. */
  readonly keep?: string
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before what cannot be taken back. */
export const ConfirmDialog = ({ title, explained, action, keep = text.records.cancel, onConfirm, onClose }: Props) => {
  const other = useRef<HTMLButtonElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => other.current?.focus(), [])
  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={classes['confirm']}>
        <h2 className={classes['title']}>{title}</h2>
        <p>{explained}</p>
        {problem !== undefined && (
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
        )}
        <div className={classes['buttons']}>
          <button type="button" className="button primary" aria-busy={isBusy} onClick={() => void confirm()}>
            {action}
          </button>
          <button ref={other} type="button" className="button" onClick={onClose}>
            {keep}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
