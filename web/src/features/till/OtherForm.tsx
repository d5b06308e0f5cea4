import { IconBuildingBank } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { isZero, moneyText } from '../../format.ts'
import { centsOf, typedAmount } from '../../shared/cash.ts'
import { text } from '../../text/en.ts'
import classes from './PayPanel.module.css'
import { card, cash } from './usePayment.ts'
import { Problem, type PayForm } from './pay-parts.tsx'

const otherMethods = [2, 7, 5, 9, 4, 11, card, cash] as const

/** Part of what is owed, or another way to pay it. */
export const OtherForm = ({
  invoice: { due_sum: due, cash_due_sum: cashDue },
  sale,
  payment,
  isAdding,
  onClose,
}: PayForm) => {
  const { currency } = useMe().organisation
  const [typed, setTyped] = useState(due)
  const [method, setMethod] = useState<number>(otherMethods[0])
  const [problem, setProblem] = useState<string>()
  const amount = typedAmount(typed)
  const asked = amount ?? due
  const taken = method === cash && asked === due ? cashDue : asked
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAdding) return setProblem(text.till.addingFirst)
    if (amount === undefined || isZero(amount)) return setProblem(text.till.notAnAmount)
    if (centsOf(amount) > centsOf(due)) return setProblem(text.till.tooMuch(moneyText(due, currency)))
    setProblem(undefined)
    void payment.take(method, amount)
  }
  return (
    <form className={classes['form']} onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <label htmlFor="other-amount">{text.till.amount}</label>
      <input
        id="other-amount"
        className={classes['amount']}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : 'other-problem'}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Problem id="other-problem" message={problem} />
      <fieldset className={classes['methods']}>
        <legend>{text.till.method}</legend>
        {otherMethods.map((type) => (
          <label key={type}>
            <input type="radio" name="method" checked={method === type} onChange={() => setMethod(type)} />
            {text.till.methods[type]}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="button primary" aria-busy={payment.state !== 'open'}>
        {text.till.take(moneyText(taken, currency), text.till.methods[method]!)}
      </button>
      {sale.client !== null && !sale.finalized && (
        <button
          type="button"
          className="button"
          onClick={() => (isAdding ? setProblem(text.till.addingFirst) : void payment.invoiceOnly())}
        >
          <IconBuildingBank size={18} stroke={1.6} aria-hidden="true" /> {text.till.payLater}
        </button>
      )}
    </form>
  )
}
