import { type PaymentType } from '@fetlock/sdk'
import { IconBuildingBank } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { isZero, moneyText } from '../../format.ts'
import { centsOf, typedAmount } from '../../shared/cash.ts'
import { billOfSale } from '../../shared/payments/bill.ts'
import { tillMethods } from '../../shared/payments/methods.ts'
import { text } from '../../text/en.ts'
import { tillText } from '../../text/till.ts'
import classes from './PayPanel.module.css'
import { Problem, type PayForm } from './pay-parts.tsx'
import { useTaken } from './useTaken.ts'

/** Part of what is owed, or another way to pay it. */
export const OtherForm = ({ invoice, sale, payment, isAdding, onClose }: PayForm) => {
  const { due_sum: due } = invoice
  const { currency } = useMe().organisation
  const [typed, setTyped] = useState(due)
  const [method, setMethod] = useState<PaymentType>(tillMethods[0]!)
  const [problem, setProblem] = useState<string>()
  const amount = typedAmount(typed)
  const isPart = amount !== undefined && !isZero(amount) && centsOf(amount) <= centsOf(due)
  const { taken, settle } = useTaken(billOfSale(sale, invoice), method, isPart ? amount : due)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isAdding) return setProblem(tillText.addingFirst)
    if (amount === undefined || isZero(amount)) return setProblem(tillText.notAnAmount)
    if (centsOf(amount) > centsOf(due)) return setProblem(tillText.tooMuch(moneyText(due, currency)))
    setProblem(undefined)
    await payment.take(method, amount, await settle(amount))
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <label htmlFor="other-amount">{tillText.amount}</label>
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
        <legend>{tillText.method}</legend>
        {tillMethods.map((type) => (
          <label key={type}>
            <input type="radio" name="method" checked={method === type} onChange={() => setMethod(type)} />
            {text.payments.methods[type]}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="button primary" aria-busy={payment.state !== 'open'}>
        {text.payments.take(taken === undefined ? '…' : moneyText(taken, currency), text.payments.by[method])}
      </button>
      {sale.client !== null && !sale.finalized && (
        <button
          type="button"
          className="button"
          onClick={() => (isAdding ? setProblem(tillText.addingFirst) : void payment.invoiceOnly())}
        >
          <IconBuildingBank size={18} stroke={1.6} aria-hidden="true" /> {tillText.payLater}
        </button>
      )}
    </form>
  )
}
