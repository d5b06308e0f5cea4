import type { ReactNode } from 'react'
import type { Countersale, Invoice } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import classes from './PayPanel.module.css'
import tillPage from './Till.module.css'
import type { Payment } from './usePayment.ts'

/** What a form is given in which a sale is paid. */
export type PayForm = {
  readonly sale: Countersale
  readonly payment: Payment
  readonly invoice: Invoice
  /** Whether items are being added, so that another sum will be due. */
  readonly isAdding: boolean
  readonly onClose: () => void
}

export const Tile = (shown: {
  readonly icon: ReactNode
  readonly title: string
  readonly keys?: string
  readonly isPrimary?: boolean
  readonly isPressed?: boolean
  readonly isBusy?: boolean
  readonly onClick: () => void
}) => (
  <button
    type="button"
    className={`button ${classes['tile']} ${shown.isPrimary === true ? 'primary' : ''}`}
    aria-pressed={shown.isPressed}
    aria-busy={shown.isBusy}
    onClick={shown.onClick}
  >
    {shown.icon}
    <span>{shown.title}</span>
    {shown.keys !== undefined && <KeyCap keys={shown.keys} />}
  </button>
)

export const Problem = ({ id, message }: { readonly id: string; readonly message: string | undefined }) =>
  message === undefined ? null : (
    <p id={id} className={tillPage['problem']} role="alert">
      {message}
    </p>
  )
