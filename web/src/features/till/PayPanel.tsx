import { PaymentType } from '@fetlock/sdk'
import { IconCash, IconCreditCard, IconDots } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Countersale } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { isZero, moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { tillText } from '../../text/till.ts'
import classes from './PayPanel.module.css'
import tillPage from './Till.module.css'
import { useAskedPayment } from './useAskedPayment.ts'
import { usePayment } from './usePayment.ts'
import type { TillSale } from './useSale.ts'
import { CashForm } from './CashForm.tsx'
import { OtherForm } from './OtherForm.tsx'
import { Paid } from './Paid.tsx'
import { SaleSums } from './SaleSums.tsx'
import { Problem, Tile } from './pay-parts.tsx'

type Panel = { readonly sale: Countersale; readonly till: TillSale; readonly onNext: () => void }

/** What the sale comes to, and how it is paid. */
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
        title: due === undefined ? text.payments.methods[PaymentType.Card] : tillText.card(moneyText(due, currency)),
        group: 'here',
        keys: 'F4',
        run: () => latest.current.ask(),
      },
      { id: 'till cash', title: tillText.cash, group: 'here', keys: 'F2', run: () => open('cash') },
      { id: 'till more', title: tillText.others, group: 'here', run: () => open('more') },
    ]
  }, [isOpen, due, currency, navigate])
  useActions(actions)
  const waits = isAsked && (
    <p className={classes['checking']} role="status">
      {tillText.payAfterAdding}
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
        <SaleSums sale={sale} invoice={invoice} />
        <p className={tillPage['note']} role="status">
          {tillText.batchFirst(unsold.item.name)}
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
      <SaleSums sale={sale} invoice={invoice} />
      <div className={classes['tiles']}>
        <Tile
          icon={<IconCreditCard size={20} stroke={1.6} aria-hidden="true" />}
          title={tillText.card(moneyText(due, currency))}
          keys="F4"
          isPrimary={mode === undefined}
          isBusy={state !== 'open' || isAsked}
          onClick={() => run('till card')}
        />
        <Tile
          icon={<IconCash size={20} stroke={1.6} aria-hidden="true" />}
          title={tillText.cash}
          keys="F2"
          isPressed={mode === 'cash'}
          onClick={() => run('till cash')}
        />
        <Tile
          icon={<IconDots size={20} stroke={1.6} aria-hidden="true" />}
          title={tillText.others}
          isPressed={mode === 'more'}
          onClick={() => run('till more')}
        />
      </div>
      <Problem id="till-problem" message={payment.problem} />
      {waits}
      {state !== 'open' && (
        <p className={classes['checking']} role="status">
          <strong>{state === 'checking' ? tillText.checking : tillText.busy}</strong>{' '}
          {state === 'checking' && tillText.checkingHint}
        </p>
      )}
      {mode === 'cash' && <CashForm key={due} {...shown} onTaken={setChange} />}
      {mode === 'more' && <OtherForm key={due} {...shown} />}
      {sale.finalized && (
        <button type="button" className={`button ${classes['later']}`} onClick={onNext}>
          {tillText.next}
        </button>
      )}
      <p className={tillPage['note']}>{tillText.noUndo}</p>
    </>
  )
}
