import { useCallback, useEffect, useState } from 'react'
import { moneyText } from '../../format.ts'
import { changeOf, leftOf, likelyCash, typedAmount } from '../cash.ts'
import type { Problems } from '../problems.tsx'
import { text } from '../../text/en.ts'
import { AmountField } from './AmountField.tsx'
import { receivedId } from './compute-payment.ts'
import classes from './payments.module.css'

type Received = {
  /** What is to be paid in cash; undefined until the service has said what the amount comes to in coins. */
  readonly due: string | undefined
  readonly currency: string
  readonly received: string
  readonly onReceive: (typed: string) => void
  readonly problems: Problems
}

/** Makes what was received the next to type into, each time that it is asked for and at no other. */
export const useReceivedNext = () => {
  const [timesAsked, setTimesAsked] = useState(0)
  useEffect(() => {
    const field = timesAsked === 0 ? null : document.getElementById(receivedId)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    field.select()
  }, [timesAsked])
  return useCallback(() => setTimesAsked((times) => times + 1), [])
}

const changeText = (received: string, due: string | undefined, currency: string) => {
  const typed = typedAmount(received)
  if (typed === undefined || due === undefined) return '–'
  const change = changeOf(typed, due)
  return change === undefined
    ? text.payments.tooLittle(moneyText(leftOf(due, typed), currency))
    : moneyText(change, currency)
}

/** What was handed over, and what goes back. */
export const CashReceived = ({ due, currency, received, onReceive, problems }: Received) => {
  // The notes stay in their places while the next sum is asked for.
  const [lastDue, setLastDue] = useState('0.00')
  if (due !== undefined && due !== lastDue) setLastDue(due)
  return (
    <div className={classes['cash']}>
      <AmountField
        id={receivedId}
        label={text.payments.received}
        currency={currency}
        value={received}
        onChange={onReceive}
        problems={problems}
        hint={
          <span className={classes['notes']}>
            {likelyCash(lastDue).map((amount) => (
              <button key={amount} type="button" className="button small" onClick={() => onReceive(amount)}>
                {moneyText(amount, currency)}
              </button>
            ))}
          </span>
        }
      />
      <div className={classes['change']} role="status">
        <span>{text.payments.change}</span>
        <strong>{changeText(received, due, currency)}</strong>
      </div>
    </div>
  )
}
