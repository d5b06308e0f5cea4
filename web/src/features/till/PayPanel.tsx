import { IconBuildingBank, IconCash, IconCreditCard, IconDots, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { idOf, type Countersale, type Invoice } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { amountText, isZero, moneyText, plainText } from '../../format.ts'
import { cashProblem, centsOf, changeOf, likelyCash, typedAmount } from '../../shared/cash.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { text } from '../../text/en.ts'
import { InvoicePaper } from '../../shared/print/InvoicePaper.tsx'
import { printNow } from '../../shared/print/printing.ts'
import classes from './Till.module.css'
import { useAskedPayment } from './useAskedPayment.ts'
import { card, cash, type Payment, usePayment } from './usePayment.ts'
import type { TillSale } from './useSale.ts'

type Shown = {
  readonly sale: Countersale
  readonly payment: Payment
  readonly invoice: Invoice
  /** Whether items are being added, so that another sum will be due. */
  readonly isAdding: boolean
  readonly onClose: () => void
}

/** The one rate of VAT, if there is only one. */
const rateOf = ({ countersale_items_data = [] }: Countersale) => {
  const rates = new Set(countersale_items_data.map(({ vat_percentage }) => vat_percentage))
  return rates.size === 1 ? plainText([...rates][0]!) : undefined
}

const Sums = ({ sale, invoice }: Pick<Shown, 'sale' | 'invoice'>) => {
  const { currency } = useMe().organisation
  const isPart = sale.finalized && invoice.due_sum !== invoice.total_with_vat
  return (
    <dl className={classes['sums']}>
      <div>
        <dt>{text.till.net}</dt>
        <dd>{amountText(invoice.total)}</dd>
      </div>
      <div>
        <dt>{text.till.vat(rateOf(sale))}</dt>
        <dd>{amountText(invoice.total_vat)}</dd>
      </div>
      <div className={classes['due']}>
        <dt>{isPart ? text.till.leftToPay : text.till.toPay}</dt>
        <dd>{moneyText(invoice.due_sum, currency)}</dd>
      </div>
    </dl>
  )
}

const Tile = (shown: {
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

const Problem = ({ id, message }: { readonly id: string; readonly message: string | undefined }) =>
  message === undefined ? null : (
    <p id={id} className={classes['problem']} role="alert">
      {message}
    </p>
  )

type Cash = Shown & { readonly onTaken: (change: string) => void }

/** What was handed over, and what goes back. */
const CashForm = ({ invoice: { due_sum: owed, cash_due_sum: due }, payment, isAdding, onClose, onTaken }: Cash) => {
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
    if (isAdding) return setProblem(text.till.addingFirst)
    const wrong = cashProblem(typed, due)
    if (wrong !== undefined || change === undefined) {
      box.current?.focus()
      return setProblem(wrong === 'tooLittle' ? text.till.tooLittle(moneyText(due, currency)) : text.till.notAnAmount)
    }
    setProblem(undefined)
    if (await payment.take(cash, owed)) onTaken(change)
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <label htmlFor="cash-received">{text.till.received}</label>
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
      <div className={classes['likely']} role="group" aria-label={text.till.received}>
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
            {amount === due ? text.till.exact : amountText(amount)}
          </button>
        ))}
      </div>
      <Problem id="cash-problem" message={problem} />
      <p className={classes['change']} aria-live="polite">
        <span>{text.till.change(received === undefined ? '–' : amountText(received))}</span>
        <strong>{change === undefined ? '–' : amountText(change)}</strong>
      </p>
      <button type="submit" className="button primary" aria-busy={payment.state !== 'open'}>
        {text.till.takeCash(moneyText(due, currency))} <KeyCap keys="Enter" />
      </button>
      {due !== owed && <p className={classes['note']}>{text.till.rounded(moneyText(owed, currency))}</p>}
    </form>
  )
}

const otherMethods = [2, 7, 5, 9, 4, 11, card, cash] as const

/** Part of what is owed, or another way to pay it. */
const OtherForm = ({ invoice: { due_sum: due, cash_due_sum: cashDue }, sale, payment, isAdding, onClose }: Shown) => {
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

const Paid = ({ invoice, change, onNext }: { invoice: Invoice; change: string | undefined; onNext: () => void }) => {
  const { currency } = useMe().organisation
  const client = useQueryClient()
  const id = idOf(invoice.url)
  const receipt = useRef<HTMLButtonElement>(null)
  useEffect(() => receipt.current?.focus(), [])
  const print = useCallback(() => void printNow(client, id, 'receipt'), [client, id])
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'till receipt', title: text.till.print, group: 'here', keys: 'Mod+p', run: print },
        { id: 'till next', title: text.till.next, group: 'here', run: onNext },
      ],
      [print, onNext],
    ),
  )
  return (
    <div className={classes['paid']}>
      <p className={classes['stamp']} role="status">
        <strong>
          {text.till.paid} {moneyText(invoice.total_with_vat, currency)}
        </strong>
        <span>{text.till.invoice(numberOf(invoice))}</span>
      </p>
      {change !== undefined && !isZero(change) && (
        <p className={classes['giveBack']}>
          <span>{text.till.giveBack}</span>
          <strong>{moneyText(change, currency)}</strong>
        </p>
      )}
      <button ref={receipt} type="button" className="button" onClick={print}>
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" /> {text.till.print} <KeyCap keys="Mod+p" />
      </button>
      <button type="button" className="button primary" onClick={onNext}>
        {text.till.next}
      </button>
      <InvoicePaper invoice={id} />
    </div>
  )
}

/** What the sale comes to, and how it is paid. */
type Panel = { readonly sale: Countersale; readonly till: TillSale; readonly onNext: () => void }

export const PayPanel = ({ sale, till, onNext }: Panel) => {
  const { currency } = useMe().organisation
  const { pay: mode } = useSearch({ from: '/till' })
  const navigate = useNavigate({ from: '/till' })
  const payment = usePayment(sale)
  const [change, setChange] = useState<string>()
  const { invoice, state } = payment
  const asked = useAskedPayment(payment, till)
  const { isOpen, isAsked } = asked
  const due = invoice?.due_sum
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })
  const actions = useMemo((): readonly Action[] => {
    const open = (next: 'cash' | 'more') =>
      void navigate({ search: (before) => ({ ...before, pay: before.pay === next ? undefined : next }), replace: true })
    if (!isOpen) return []
    return [
      {
        id: 'till card',
        title: due === undefined ? text.till.methods[card]! : text.till.card(moneyText(due, currency)),
        group: 'here',
        keys: 'F4',
        run: () => latest.current.ask(),
      },
      { id: 'till cash', title: text.till.cash, group: 'here', keys: 'F2', run: () => open('cash') },
      { id: 'till more', title: text.till.others, group: 'here', run: () => open('more') },
    ]
  }, [isOpen, due, currency, navigate])
  useActions(actions)
  const waits = isAsked && (
    <p className={classes['checking']} role="status">
      {text.till.payAfterAdding}
    </p>
  )
  if (invoice === undefined || due === undefined)
    return (
      <>
        <Problem id="till-problem" message={payment.problem} />
        {waits}
      </>
    )
  if (sale.finalized && isZero(due)) return <Paid invoice={invoice} change={change} onNext={onNext} />
  const [unsold] = till.waiting
  if (unsold !== undefined)
    return (
      <>
        <Sums sale={sale} invoice={invoice} />
        <p className={classes['note']} role="status">
          {text.till.batchFirst(unsold.item.name)}
        </p>
      </>
    )
  const shown = {
    sale,
    invoice,
    payment,
    isAdding: till.isBusy,
    onClose: () => void navigate({ search: (before) => ({ ...before, pay: undefined }), replace: true }),
  }
  const run = (id: string) => actions.find((action) => action.id === id)?.run()
  return (
    <>
      <Sums sale={sale} invoice={invoice} />
      <div className={classes['tiles']}>
        <Tile
          icon={<IconCreditCard size={20} stroke={1.6} aria-hidden="true" />}
          title={text.till.card(moneyText(due, currency))}
          keys="F4"
          isPrimary={mode === undefined}
          isBusy={state !== 'open' || isAsked}
          onClick={() => run('till card')}
        />
        <Tile
          icon={<IconCash size={20} stroke={1.6} aria-hidden="true" />}
          title={text.till.cash}
          keys="F2"
          isPressed={mode === 'cash'}
          onClick={() => run('till cash')}
        />
        <Tile
          icon={<IconDots size={20} stroke={1.6} aria-hidden="true" />}
          title={text.till.others}
          isPressed={mode === 'more'}
          onClick={() => run('till more')}
        />
      </div>
      <Problem id="till-problem" message={payment.problem} />
      {waits}
      {state !== 'open' && (
        <p className={classes['checking']} role="status">
          <strong>{state === 'checking' ? text.till.checking : text.till.busy}</strong>{' '}
          {state === 'checking' && text.till.checkingHint}
        </p>
      )}
      {mode === 'cash' && <CashForm key={due} {...shown} onTaken={setChange} />}
      {mode === 'more' && <OtherForm key={due} {...shown} />}
      {sale.finalized && (
        <button type="button" className={`button ${classes['later']}`} onClick={onNext}>
          {text.till.next}
        </button>
      )}
      <p className={classes['note']}>{text.till.noUndo}</p>
    </>
  )
}
