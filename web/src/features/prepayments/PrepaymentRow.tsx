import { PaymentType } from '@fetlock/sdk'
import type { Prepayment } from '../../api/records.ts'
import { calendarDateText, moneyText } from '../../format.ts'
import { centsOf, leftOf } from '../../shared/cash.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { prepaymentsText } from '../../text/prepayments.ts'
import { figureText } from '../../shared/figures.ts'
import classes from './Prepayments.module.css'

const sourceOf = ({ payment_type, description }: Prepayment) =>
  [
    payment_type === PaymentType.CreditInvoice ? prepaymentsText.fromNote : text.payments.methods[payment_type],
    description,
  ]
    .filter(Boolean)
    .join(', ')

type Props = {
  readonly prepayment: Prepayment
  readonly refunds: readonly Prepayment[]
  readonly mayWrite: boolean
  readonly currency: string
  /** Undefined while nothing is owed that it could pay. */
  readonly onUse: (() => void) | undefined
  readonly onRefund: () => void
}

/** One prepayment, with how much of it is used. */
export const PrepaymentRow = ({ prepayment, refunds, mayWrite, currency, onUse, onRefund }: Props) => {
  const { paid, unused_amount, fully_used, added } = prepayment
  const used = leftOf(paid, unused_amount)
  const share = centsOf(paid) === 0 ? 0 : (centsOf(used) / centsOf(paid)) * 100
  return (
    <li className={classes['prepayment']}>
      <div>
        <span className={page['when']}>{calendarDateText(added)}</span>
        <span className={page['what']}>{sourceOf(prepayment)}</span>
        <span className={classes['figure']}>{figureText(paid)}</span>
      </div>
      <div className={classes['track']} role="img" aria-label={prepaymentsText.bar(figureText(used), figureText(paid))}>
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <div>
        <span className={page['context']}>{prepaymentsText.used(figureText(used))}</span>
        <strong>
          {fully_used ? prepaymentsText.nothingLeft : prepaymentsText.left(moneyText(unused_amount, currency))}
        </strong>
        {mayWrite && !fully_used && (
          <span className={classes['rowActions']}>
            {onUse !== undefined && (
              <button
                type="button"
                className="button small"
                aria-label={prepaymentsText.useOf(moneyText(paid, currency))}
                onClick={onUse}
              >
                {prepaymentsText.use}
              </button>
            )}
            <button
              type="button"
              className="button small"
              aria-label={prepaymentsText.refundOf(moneyText(paid, currency))}
              onClick={onRefund}
            >
              {prepaymentsText.refund}
            </button>
          </span>
        )}
      </div>
      {refunds.map((refund) => (
        <div key={refund.id} className={classes['refunded']}>
          <span className={page['when']}>{calendarDateText(refund.added)}</span>
          <span className={page['what']}>{prepaymentsText.refunded(text.payments.named[refund.payment_type])}</span>
          <span className={classes['figure']}>{figureText(refund.paid)}</span>
        </div>
      ))}
    </li>
  )
}
