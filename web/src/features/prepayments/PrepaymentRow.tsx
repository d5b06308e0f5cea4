import type { Prepayment } from '../../api/records.ts'
import { calendarDateText, moneyText } from '../../format.ts'
import { centsOf, leftOf } from '../../shared/cash.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { figureText } from '../../shared/figures.ts'
import classes from './Prepayments.module.css'

const words = text.prepayments

const sourceOf = ({ payment_type, description }: Prepayment) =>
  [payment_type === 12 ? words.fromNote : text.payments.methods[payment_type], description].filter(Boolean).join(', ')

type RowShown = {
  readonly prepayment: Prepayment
  readonly refunds: readonly Prepayment[]
  readonly mayWrite: boolean
  readonly currency: string
  /** Undefined while nothing is owed that it could pay. */
  readonly onUse: (() => void) | undefined
  readonly onRefund: () => void
}

/** One prepayment, with how much of it is used. */
export const PrepaymentRow = ({ prepayment, refunds, mayWrite, currency, onUse, onRefund }: RowShown) => {
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
      <div className={classes['track']} role="img" aria-label={words.bar(figureText(used), figureText(paid))}>
        <span style={{ inlineSize: `${share}%` }} />
      </div>
      <div>
        <span className={page['context']}>{words.used(figureText(used))}</span>
        <strong>{fully_used ? words.nothingLeft : words.left(moneyText(unused_amount, currency))}</strong>
        {mayWrite && !fully_used && (
          <span className={classes['rowActions']}>
            {onUse !== undefined && (
              <button
                type="button"
                className="button small"
                aria-label={words.useOf(moneyText(paid, currency))}
                onClick={onUse}
              >
                {words.use}
              </button>
            )}
            <button
              type="button"
              className="button small"
              aria-label={words.refundOf(moneyText(paid, currency))}
              onClick={onRefund}
            >
              {words.refund}
            </button>
          </span>
        )}
      </div>
      {refunds.map((refund) => (
        <div key={refund.id} className={classes['refunded']}>
          <span className={page['when']}>{calendarDateText(refund.added)}</span>
          <span className={page['what']}>
            {words.refunded}, {text.payments.methods[refund.payment_type]?.toLowerCase()}
          </span>
          <span className={classes['figure']}>{figureText(refund.paid)}</span>
        </div>
      ))}
    </li>
  )
}
