import { useEffect, useRef } from 'react'
import { Dialog } from '../../../shared/Dialog.tsx'
import page from '../../../shared/page.module.css'
import record from '../../../shared/record.module.css'
import { ordersText } from '../../../text/stock-orders.ts'
import classes from './Orders.module.css'

type Props = {
  readonly wholesaler: string
  readonly lines: number
  readonly total: string
  readonly state: 'open' | 'sending' | 'checking'
  readonly problem: string | undefined
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks before an order goes to its wholesaler, which cannot be taken back. */
export const SendDialog = ({ wholesaler, lines, total, state, problem, onSend, onClose }: Props) => {
  const words = ordersText.sending
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  const title = words.title(wholesaler)
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={record['dialog']}>
        <h2>{title}</h2>
        <dl className={page['pairs']}>
          <div>
            <dt>{words.wholesaler}</dt>
            <dd>{wholesaler}</dd>
          </div>
          <div>
            <dt>{words.lines}</dt>
            <dd>{lines}</dd>
          </div>
          <div>
            <dt>{words.total}</dt>
            <dd>
              <strong>{total}</strong>
            </dd>
          </div>
        </dl>
        {problem !== undefined && (
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
        )}
        <div className={record['actions']}>
          <button type="button" className="button primary" aria-busy={state !== 'open'} onClick={onSend}>
            {state === 'checking' ? words.checking : words.send}
          </button>
          <button ref={back} type="button" className="button" onClick={onClose}>
            {words.keep}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
