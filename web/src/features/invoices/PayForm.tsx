import { IconCheck, IconWallet } from '@tabler/icons-react'
import type { Invoice } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { leftOf, sumOf } from '../../shared/cash.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { card, cash, usedOf } from '../../shared/payments/payment-steps.ts'
import { wantReceipt } from '../../shared/print/printing.ts'
import { ProblemSummary } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import { CashReceived } from './CashReceived.tsx'
import { amountId, positive } from './compute-payment.ts'
import invoicePage from './InvoicePage.module.css'
import classes from './sheets.module.css'
import type { Payment } from './usePayment.ts'

const words = text.payments

type Shown = { readonly invoice: Invoice; readonly payment: Payment }

export const News = ({ news }: { readonly news: string | undefined }) =>
  news === undefined ? null : (
    <p className={classes['news']} role="status">
      <IconCheck size={16} aria-hidden="true" /> {news}
    </p>
  )

/** What was prepaid, if anything was: used with one click. */
const PrepaidOffer = ({ invoice, payment: { due, draft, prepayments, change } }: Shown) => {
  const money = (amount: string) => moneyText(amount, invoice.currency)
  const available = sumOf(prepayments.map(({ unused_amount }) => unused_amount))
  if (isZero(available) || invoice.credit_note) return null
  const offered = sumOf(usedOf(prepayments, due).map(({ amount }) => amount))
  const left = leftOf(due, offered)
  return (
    <div className={classes['offer']}>
      <IconWallet size={20} stroke={1.6} aria-hidden="true" />
      <div>
        <strong>{draft.isUsed ? words.using(money(offered)) : words.prepaid(money(available))}</strong>
        <span>{isZero(left) ? words.coversAll : words.leaves(money(left))}</span>
      </div>
      <button
        type="button"
        className="button small"
        aria-pressed={draft.isUsed}
        onClick={() => change(draft.isUsed ? { isUsed: false, typed: due } : { isUsed: true, typed: left })}
      >
        {draft.isUsed ? words.useNot : words.use}
      </button>
    </div>
  )
}

/** How much money is taken, and how. */
const MoneyFields = ({ invoice: { currency, credit_note }, payment }: Shown) => {
  const { due, methods, draft, problems, change, exactCash, inCoins } = payment
  const { toTake, parts, inCash } = payment.computed
  const money = (amount: string) => moneyText(amount, currency)
  const isSplit = draft.second !== undefined
  const split = () =>
    change(isSplit ? { second: undefined, typed: toTake } : { second: draft.method === cash ? card : cash })
  if (isZero(toTake)) return null
  return (
    <>
      <AmountField
        id={amountId}
        label={words.amount}
        currency={currency}
        value={draft.typed}
        onChange={(typed) => change({ typed })}
        problems={problems}
        isFirst
        isBig
        hint={
          <>
            <span>{(credit_note ? words.toPayOut : words.owing)(money(due))}</span>
            <button type="button" className={invoicePage['link']} onClick={split}>
              {isSplit ? words.unsplit : words.split}
            </button>
          </>
        }
      />
      <MethodTiles
        label={words.method}
        methods={methods}
        chosen={draft.method}
        onChoose={payment.chooseMethod}
        hasKeys
      />
      {isSplit && (
        <MethodTiles
          label={words.second(money(parts[1]?.taken ?? parts[1]?.amount ?? '0.00'))}
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
          {words.round(money(inCoins))}
        </label>
      )}
      {parts.some(({ method }) => method === cash) && !credit_note && (
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
const Sums = ({ invoice: { currency, credit_note }, payment: { about, computed, exactCash } }: Shown) => {
  const { used, parts, inCash } = computed
  const total = positive(about.total_with_vat)
  const rounding = inCash === undefined ? '0.00' : leftOf(exactCash, inCash)
  const left = leftOf(positive(about.due_sum), sumOf([used, ...parts.map(({ amount }) => amount)]))
  const rows: readonly (readonly [name: string, amount: string, isTotal?: boolean])[] = [
    [words.total, total],
    [words.paidBefore, leftOf(total, positive(about.due_sum))],
    ...(isZero(used) ? [] : [[words.fromPrepaid, used] as const]),
    ...parts.map(
      ({ method, amount, taken }) =>
        [parts.length === 1 ? words.thisPayment : words.methods[method]!, taken ?? amount] as const,
    ),
    ...(isZero(rounding) ? [] : [[words.rounding, rounding.replace('-', '−')] as const]),
    [credit_note ? words.leftToPayOut : words.left, moneyText(left, currency), true],
  ]
  return (
    <dl className={invoicePage['sums']}>
      {rows.map(([name, amount, isTotal = false]) => (
        <div key={name} data-total={isTotal}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is paid, how, and what is left then. */
export const PayForm = ({
  id,
  invoice,
  payment,
  news,
}: Shown & { readonly id: string; readonly news: string | undefined }) => (
  <form id={id} onSubmit={(event) => void payment.submit(event)} noValidate hidden={payment.isForgotten}>
    <News news={news} />
    <ProblemSummary problems={payment.problems} />
    <PrepaidOffer invoice={invoice} payment={payment} />
    <MoneyFields invoice={invoice} payment={payment} />
    {!invoice.credit_note && (
      <label className={classes['option']}>
        <input
          type="checkbox"
          checked={payment.isPrinted}
          onChange={({ target }) => {
            payment.setPrinted(target.checked)
            wantReceipt(target.checked)
          }}
        />
        {words.printReceipt}
      </label>
    )}
    <Sums invoice={invoice} payment={payment} />
  </form>
)
