import { type FormEvent, useState } from 'react'
import { ordersKey, setReferenceNumber } from '../../../api/order.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Order } from '../../../api/records.ts'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { useProblems } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import classes from './Orders.module.css'

/** The number of the wholesaler's invoice, by which receipt lines find the order. The wholesaler sets it, or the clinic. */
export const Reference = ({ order }: { readonly order: Order }) => {
  const words = ordersText.order
  const stored = order.wholesaler_reference_number
  const [typed, setTyped] = useState<string>()
  const { problems, setProblems } = useProblems()
  const { write, isBusy } = useWrite({
    send: setReferenceNumber,
    refresh: () => [ordersKey],
    said: ({ result }) => words.numberSaved(result.wholesaler_reference_number),
    onDone: () => setTyped(undefined),
    onProblem: (error) => setProblems({ reference: messageOf(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = (typed ?? stored).trim()
    setProblems(number === '' ? { reference: words.noNumber } : {})
    if (number !== '' && number !== stored) void write({ order, number })
  }
  return (
    <form className={classes['reference']} noValidate onSubmit={submit}>
      <Field id="reference" label={words.invoiceNumber} problems={problems} hint={words.invoiceHint}>
        <span className={classes['quantity']}>
          <input
            id="reference"
            className={form['input']}
            autoComplete="off"
            maxLength={63}
            value={typed ?? stored}
            {...problemOf('reference', problems)}
            onChange={({ target }) => setTyped(target.value)}
          />
          {typed !== undefined && typed.trim() !== stored && (
            <button type="submit" className="button" aria-busy={isBusy}>
              {words.saveNumber}
            </button>
          )}
        </span>
      </Field>
    </form>
  )
}
