import { PaymentType } from '@fetlock/sdk'
import { IconCheck, IconWallet } from '@tabler/icons-react'
import { isZero, moneyText } from '../../format.ts'
import { leftOf, positive, sumOf } from '../cash.ts'
import { AmountField } from './AmountField.tsx'
import { MethodTiles } from './MethodTiles.tsx'
import { usedOf } from './payment-entries.ts'
import { wantReceipt } from '../print/printing.ts'
import { ProblemSummary } from '../problems.tsx'
import { text } from '../../text/en.ts'
import { CashReceived } from './CashReceived.tsx'
import { amountId } from './compute-payment.ts'
import classes from './payments.module.css'
import type { Payment } from './use-payment.ts'

type Props = { readonly payment: Payment }

export const News = ({ news }: { readonly news?: string | undefined }) =>
  news === undefined ? null : (
    <p className={classes['news']} role="status">
      <IconCheck size={16} aria-hidden="true" /> {news}
    </p>
  )

/** What was prepaid, if anything was: used with one click. */
const PrepaidOffer = ({ payment: { invoice, due, draft, prepayments, change } }: Props) => {
  const money = (amount: string) => moneyText(amount, invoice.currency)
  const available = sumOf(prepayments.map(({ unused_amount }) => unused_amount))
  if (isZero(available) || invoice.credit_note) return null
  const offered = sumOf(usedOf(prepayments, due).map(({ amount }) => amount))
  const left = leftOf(due, offered)
  return (
    <div className={classes['offer']}>
      <IconWallet size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>{draft.isUsed ? text.payments.using(money(offered)) : text.payments.prepaid(money(available))}</strong>
        <span>{isZero(left) ? text.payments.coversAll : text.payments.leaves(money(left))}</span>
      </div>
      <button
        type="button"
        className="button small"
        aria-pressed={draft.isUsed}
        onClick={() => change(draft.isUsed ? { isUsed: false, typed: due } : { isUsed: true, typed: left })}
      >
        {draft.isUsed ? text.payments.useNot : text.payments.use}
      </button>
    </div>
  )
}

/** How much money is taken, and how. */
const MoneyFields = ({ payment }: Props) => {
  const { currency, credit_note } = payment.invoice
  const { due, methods, draft, problems, change, exactCash, inCoins } = payment
  const { toTake, parts, inCash } = payment.computed
  const money = (amount: string) => moneyText(amount, currency)
  const isSplit = draft.second !== undefined
  const split = () =>
    change(
      isSplit
        ? { second: undefined, typed: toTake }
        : { second: draft.method === PaymentType.Cash ? PaymentType.Card : PaymentType.Cash },
    )
  if (isZero(toTake)) return null
  return (
    <>
      <AmountField
        id={amountId}
        label={text.payments.amount}
        currency={currency}
        value={draft.typed}
        onChange={(typed) => change({ typed })}
        problems={problems}
        isFirst
        isBig
        hint={
          <>
            <span>{(credit_note ? text.payments.toPayOut : text.payments.owing)(money(due))}</span>
            <button type="button" className={classes['link']} onClick={split}>
              {isSplit ? text.payments.unsplit : text.payments.split}
            </button>
          </>
        }
      />
      <MethodTiles
        label={text.payments.method}
        methods={methods}
        chosen={draft.method}
        onChoose={payment.chooseMethod}
        hasKeys
      />
      {isSplit && (
        <MethodTiles
          label={text.payments.second(money(parts[1]?.taken ?? parts[1]?.amount ?? '0.00'))}
          methods={methods}
          chosen={draft.second}
          onChoose={(second) => change({ second })}
        />
      )}
      {inCoins !== undefined && inCoins !== exactCash && (
        <label className={classes['option']}>
          <input
            type="checkbox"
            checked={draft.isRounded}
            onChange={({ target }) => change({ isRounded: target.checked })}
          />
          {text.payments.round(money(inCoins))}
        </label>
      )}
      {parts.some(({ method }) => method === PaymentType.Cash) && !credit_note && (
        <CashReceived
          due={inCash}
          currency={currency}
          received={draft.received}
          onReceive={(received) => change({ received })}
          problems={problems}
        />
      )}
    </>
  )
}

/** From the total to what is left, with what is taken now. */
const Sums = ({ payment: { invoice, computed, exactCash } }: Props) => {
  const { currency, credit_note } = invoice
  const { used, parts, inCash } = computed
  const total = positive(invoice.total_with_vat)
  const rounding = inCash === undefined ? '0.00' : leftOf(exactCash, inCash)
  const left = leftOf(positive(invoice.due_sum), sumOf([used, ...parts.map(({ amount }) => amount)]))
  const rows: readonly (readonly [key: string, name: string, amount: string])[] = [
    ['total', text.payments.total, total],
    ['before', text.payments.paidBefore, leftOf(total, positive(invoice.due_sum))],
    ...(isZero(used) ? [] : [['used', text.payments.fromPrepaid, used] as const]),
    // Both parts may be paid by the same method.
    ...parts.map(({ method, amount, taken }, index) => {
      const name = parts.length === 1 ? text.payments.thisPayment : text.payments.methods[method]
      return [`part ${index}`, name, taken ?? amount] as const
    }),
    ...(isZero(rounding) ? [] : [['rounding', text.payments.rounding, rounding.replace('-', '−')] as const]),
    ['left', credit_note ? text.payments.leftToPayOut : text.payments.left, moneyText(left, currency)],
  ]
  return (
    <dl className={classes['sums']}>
      {rows.map(([key, name, amount]) => (
        <div key={key} data-total={key === 'left'}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is paid, how, and what is left then. */
export const PayForm = ({ id, payment, news }: Props & { readonly id: string; readonly news?: string | undefined }) => (
  <form id={id} onSubmit={(event) => void payment.submit(event)} noValidate hidden={payment.isForgotten}>
    <News news={news} />
    <ProblemSummary problems={payment.problems} />
    <PrepaidOffer payment={payment} />
    <MoneyFields payment={payment} />
    {!payment.invoice.credit_note && (
      <label className={classes['option']}>
        <input
          type="checkbox"
          checked={payment.isPrinted}
          onChange={({ target }) => {
            payment.setPrinted(target.checked)
            wantReceipt(target.checked)
          }}
        />
        {text.payments.printReceipt}
      </label>
    )}
    <Sums payment={payment} />
  </form>
)
