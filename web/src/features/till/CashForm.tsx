import { PaymentType } from '@fetlock/sdk'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { amountText, moneyText } from '../../format.ts'
import { cashProblem, changeOf, likelyCash, typedAmount } from '../../shared/cash.ts'
import { tillText } from '../../text/till.ts'
import classes from './PayPanel.module.css'
import tillPage from './Till.module.css'
import { Problem, type PayForm } from './pay-parts.tsx'

type Cash = PayForm & { readonly onTaken: (change: string) => void }

/** What was handed over, and what goes back. */
export const CashForm = ({
  invoice: { due_sum: owed, cash_due_sum: due },
  payment,
  isAdding,
  onClose,
  onTaken,
}: Cash) => {
  const { currency } = useMe().organisation
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(due)
  const [problem, setProblem] = useState<string>()
  const received = typedAmount(typed)
  const change = received === undefined ? undefined : changeOf(received, due)
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isAdding) return setProblem(tillText.addingFirst)
    const wrong = cashProblem(typed, due)
    if (wrong !== undefined || change === undefined) {
      box.current?.focus()
      return setProblem(wrong === 'tooLittle' ? tillText.tooLittle(moneyText(due, currency)) : tillText.notAnAmount)
    }
    setProblem(undefined)
    if (await payment.take(PaymentType.Cash, owed, due)) onTaken(change)
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <label htmlFor="cash-received">{tillText.received}</label>
      <input
        ref={box}
        id="cash-received"
        className={classes['amount']}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : 'cash-problem'}
        onChange={({ target }) => {
          setTyped(target.value.replace(/[^\d.,\s]/g, ''))
          setProblem(undefined)
        }}
      />
      <div className={classes['likely']} role="group" aria-label={tillText.received}>
        {[due, ...likelyCash(due)].map((amount) => (
          <button
            key={amount}
            type="button"
            className="button small"
            aria-pressed={received === amount}
            onClick={() => {
              setTyped(amount)
              box.current?.focus()
            }}
          >
            {amount === due ? tillText.exact : amountText(amount)}
          </button>
        ))}
      </div>
      <Problem id="cash-problem" message={problem} />
      <p className={classes['change']} aria-live="polite">
        <span>{tillText.change(received === undefined ? '–' : amountText(received))}</span>
        <strong>{change === undefined ? '–' : amountText(change)}</strong>
      </p>
      <button type="submit" className="button primary" aria-busy={payment.state !== 'open'}>
        {tillText.takeCash(moneyText(due, currency))} <KeyCap keys="Enter" />
      </button>
      {due !== owed && <p className={tillPage['note']}>{tillText.rounded(moneyText(owed, currency))}</p>}
    </form>
  )
}
