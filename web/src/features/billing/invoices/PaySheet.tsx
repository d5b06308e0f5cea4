import { IconCheck, IconPrinter, IconWallet } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { changePreferences, meQuery, useMe } from '../../../api/me.ts'
import { idOf, type Invoice, type Prepayment } from '../../../api/records.ts'
import { type Action, useActions } from '../../../frame/actions.ts'
import { say } from '../../../frame/toasts.ts'
import { isZero, moneyText } from '../../../format.ts'
import { centsOf, changeOf, leftOf, likelyCash, negated, typedAmount } from '../../../shared/cash.ts'
import { SendButton } from '../../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../../shared/problems.tsx'
import form from '../../../shared/form.module.css'
import { Sheet } from '../../../shared/Sheet.tsx'
import { busyOf, type ConfirmedWrite, useConfirmedWrite } from '../../../shared/use-confirmed-write.ts'
import { text } from '../../../text/en.ts'
import { AmountField } from './AmountField.tsx'
import { clientPart, numberOf, payerOf } from './invoice-state.ts'
import classes from './Invoices.module.css'
import { MethodTiles } from './MethodTiles.tsx'
import {
  card,
  cash,
  cashFor,
  coinOf,
  insurance,
  isCashRounded,
  type Line,
  methodsFor,
  paymentSteps,
  sumOf,
  usedOf,
} from './payment-steps.ts'
import { isReceiptWanted, printNow, wantReceipt } from './printing.ts'
import { amountOfWrite, problemsOf } from './problems.ts'
import { billingKey, payerQuery, prepaymentsQuery } from './queries.ts'

const words = text.billing.pay
const positive = (amount: string) => (amount.startsWith('-') ? negated(amount) : amount)

/** The prepayments of whoever pays the invoice. */
const usePrepayments = (invoice: Invoice): readonly Prepayment[] => {
  const { client, credit_note } = invoice
  const isAsked = client !== null && !credit_note
  const { data: owner } = useQuery({ ...payerQuery(client ?? ''), enabled: isAsked })
  const payer = owner?.invoicing_client ?? client
  const { data } = useQuery({
    ...prepaymentsQuery(payer === null ? 0 : idOf(payer), true),
    enabled: isAsked && owner !== undefined,
  })
  return data?.results ?? []
}

type Draft = {
  readonly typed: string
  readonly method: number
  readonly second: number | undefined
  readonly received: string
  readonly isUsed: boolean
  readonly isRounded: boolean
}

/** What is to be paid as the form stands, or what is wrong with it. */
type Reckoned = {
  readonly used: string
  readonly usedSteps: ReturnType<typeof usedOf>
  /** What is left to take in money once the prepayment is used. */
  readonly toTake: string
  readonly lines: readonly Line[]
  readonly amount: string
  readonly coin: string | undefined
  readonly cash: { readonly paid: string; readonly rounding: string } | undefined
  readonly problems: Problems
}

const amountId = 'pay-amount'

const reckon = (draft: Draft, due: string, prepayments: readonly Prepayment[], coin: string): Reckoned => {
  const usedSteps = draft.isUsed ? usedOf(prepayments, due) : []
  const used = sumOf(usedSteps.map(({ amount }) => amount))
  const toTake = leftOf(due, used)
  const typed = typedAmount(draft.typed)
  const amount = typed ?? '0.00'
  const isOver = centsOf(amount) > centsOf(toTake)
  const rest = isOver ? '0.00' : leftOf(toTake, amount)
  const isSplit = draft.second !== undefined && !isZero(rest)
  const lines = isZero(toTake)
    ? []
    : [{ method: draft.method, amount }, ...(isSplit ? [{ method: draft.second, amount: rest }] : [])]
  const usedCoin = draft.isRounded ? coin : undefined
  const inCash = lines.find(({ method }) => method === cash)
  const problem = isZero(toTake)
    ? undefined
    : typed === undefined
      ? words.notAnAmount
      : isZero(amount)
        ? words.zero
        : isOver
          ? words.tooMuch(toTake)
          : undefined
  return {
    used,
    usedSteps,
    toTake,
    lines,
    amount,
    coin: usedCoin,
    cash: inCash && cashFor(inCash.amount, usedCoin ?? '0.00'),
    problems: problem === undefined ? {} : { [amountId]: problem },
  }
}

type Sent = { readonly invoice: Invoice; readonly reckoned: Reckoned }

type Said = { readonly label: string; readonly said: string }

const sayIn = (invoice: Invoice, { lines, used, cash: inCash }: Reckoned): Said => {
  const money = (amount: string) => moneyText(amount, invoice.currency)
  const paidBy = ({ method, amount }: Line) =>
    `${money(method === cash && inCash !== undefined ? inCash.paid : amount)} ${text.billing.by[method]}`
  const [first, second] = lines
  const named = (done: string) => words.said(done, numberOf(invoice))
  if (first === undefined) return { label: words.usePrepaid(money(used)), said: named(words.usedPrepaid(money(used))) }
  if (second !== undefined)
    return {
      label: words.takeTwo(paidBy(first), paidBy(second)),
      said: named(words.takenTwo(paidBy(first), paidBy(second))),
    }
  const amount = money(first.method === cash && inCash !== undefined ? inCash.paid : first.amount)
  const by = text.billing.by[first.method]!
  return invoice.credit_note
    ? { label: words.giveBack(amount, by), said: named(words.given(amount, by)) }
    : { label: words.take(amount, by), said: named(words.taken(amount, by)) }
}

const News = ({ news }: { readonly news: string | undefined }) =>
  news === undefined ? null : (
    <p className={classes['news']} role="status">
      <IconCheck size={16} aria-hidden="true" /> {news}
    </p>
  )

const PrepaidOffer = ({
  available,
  leaves,
  isUsed,
  onToggle,
}: {
  readonly available: string
  readonly leaves: string
  readonly isUsed: boolean
  readonly onToggle: () => void
}) => (
  <div className={classes['offer']}>
    <IconWallet size={20} stroke={1.6} aria-hidden="true" />
    <div>
      <strong>{available}</strong>
      <span>{leaves}</span>
    </div>
    <button type="button" className="button small" aria-pressed={isUsed} onClick={onToggle}>
      {isUsed ? words.useNot : words.use}
    </button>
  </div>
)

const Sums = ({ rows }: { readonly rows: readonly (readonly [string, string, boolean?])[] }) => (
  <dl className={classes['sums']}>
    {rows.map(([name, amount, isTotal = false]) => (
      <div key={name} data-total={isTotal}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)

type Received = {
  readonly due: string
  readonly currency: string
  readonly received: string
  readonly onReceive: (typed: string) => void
}

/** What was handed over, and what goes back. */
const CashReceived = ({ due, currency, received, onReceive }: Received) => {
  const typed = typedAmount(received)
  const change = typed === undefined ? undefined : changeOf(typed, due)
  return (
    <div className={classes['cash']}>
      <AmountField
        id="pay-received"
        label={words.received}
        currency={currency}
        value={received}
        onChange={onReceive}
        problems={{}}
        hint={
          <span className={classes['notes']}>
            {likelyCash(due).map((amount) => (
              <button key={amount} type="button" className="button small" onClick={() => onReceive(amount)}>
                {moneyText(amount, currency)}
              </button>
            ))}
          </span>
        }
      />
      <div className={classes['change']} role="status">
        <span>{words.change}</span>
        <strong>
          {typed === undefined
            ? '–'
            : change === undefined
              ? words.tooLittle(moneyText(leftOf(due, typed), currency))
              : moneyText(change, currency)}
        </strong>
      </div>
    </div>
  )
}

type Done = {
  readonly invoice: Invoice
  readonly said: string
  readonly change: string | undefined
  readonly onRest: () => void
  readonly onClose: () => void
}

/** What was done, with the receipt one key away. */
const Paid = ({ invoice, said, change, onRest, onClose }: Done) => {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const queries = useQueryClient()
  const { due_sum, currency, credit_note } = invoice
  return (
    <div className={classes['paid']}>
      <span className={classes['tick']}>
        <IconCheck size={22} aria-hidden="true" />
      </span>
      <p role="status">
        <strong>{said}</strong>
      </p>
      <p>{isZero(due_sum) ? words.allPaid : words.rest(moneyText(positive(due_sum), currency))}</p>
      {change !== undefined && !isZero(change) && (
        <p className={classes['give']}>{words.giveChange(moneyText(change, currency))}</p>
      )}
      <button
        ref={first}
        type="button"
        className="button primary"
        onClick={() => void printNow(queries, invoice.id, 'receipt')}
      >
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" /> {words.receipt}
      </button>
      <button type="button" className="button" onClick={() => void printNow(queries, invoice.id, 'invoice')}>
        {words.invoice}
      </button>
      {!isZero(due_sum) && !credit_note && (
        <button type="button" className="button" onClick={onRest}>
          {words.takeRest(moneyText(due_sum, currency))}
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        {words.close}
      </button>
    </div>
  )
}

/** Counts what this user takes most often, for the order of the tiles. */
const useCounting = () => {
  const me = useMe()
  const client = useQueryClient()
  return useCallback(
    async (lines: readonly Line[]) => {
      const before = (me.preferences['app.payment_counts'] ?? {}) as Readonly<Record<string, number>>
      const counts = { ...before }
      for (const { method } of lines) counts[method] = (counts[method] ?? 0) + 1
      // A count that is missed changes nothing but the order of the tiles.
      await changePreferences({ 'app.payment_counts': counts }).catch(() => {})
      await client.invalidateQueries(meQuery)
    },
    [me, client],
  )
}

/** Once money has moved, everything that shows money is read again; then a receipt is printed, if one is wanted. */
const useAfterwards = (write: ConfirmedWrite, invoice: number, isPrinted: boolean) => {
  const client = useQueryClient()
  const { state } = write
  const isPrintedNow = useRef(isPrinted)
  isPrintedNow.current = isPrinted
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    const read = client.invalidateQueries({ queryKey: [billingKey] })
    if (state.kind === 'done' && isPrintedNow.current) void read.then(() => printNow(client, invoice, 'receipt'))
  }, [state, client, invoice])
}

type Shown = {
  readonly invoice: Invoice
  readonly onClose: () => void
  /** What has just been done, such as the credit note that is to be paid out. */
  readonly news?: string
}

const KeepAsPrepayment = ({ invoice }: { readonly invoice: Invoice }) => {
  const write = useConfirmedWrite(`keep ${invoice.id}`)
  useAfterwards(write, invoice.id, false)
  const { state } = write
  useEffect(() => {
    if (state.kind === 'done') say(state.said)
  }, [state])
  const amount = moneyText(positive(invoice.client_due_sum), invoice.currency)
  const isBusy = busyOf(write.state) !== 'open'
  return (
    <>
      <ProblemSummary problems={problemsOf(write.state)} />
      <button
        type="button"
        className={`button ${form['send']}`}
        aria-busy={isBusy}
        onClick={() =>
          void write.submit({
            steps: [{ path: `/invoice/${invoice.id}/to_prepayment/`, body: {} }],
            said: words.kept(amount),
            amount,
          })
        }
      >
        {write.state.kind === 'checking' ? words.checking(amount) : words.keep(amount)}
      </button>
    </>
  )
}

/** Takes money for an invoice, or pays a credit note out. */
export const PaySheet = ({ invoice, onClose, news }: Shown) => {
  const me = useMe()
  const formId = useId()
  const { currency, credit_note } = invoice
  const money = (amount: string) => moneyText(amount, currency)
  const due = positive(clientPart(invoice))
  const methods = useMemo(() => methodsFor(me.preferences['app.payment_counts']), [me])
  const coin = coinOf(currency)
  const empty = (owed: string): Draft => ({
    typed: owed,
    method: methods[0] ?? card,
    second: undefined,
    received: '',
    isUsed: false,
    isRounded: isCashRounded(me.organisation.country, currency),
  })
  const [draft, setDraft] = useState(() => empty(due))
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const [isPrinted, setPrinted] = useState(isReceiptWanted)
  const prepayments = usePrepayments(invoice)
  const write = useConfirmedWrite(`pay ${invoice.id}`)
  const { state } = write
  useAfterwards(write, invoice.id, isPrinted && !credit_note)
  const count = useCounting()
  const owed = draft.method === insurance && !credit_note ? leftOf(invoice.due_sum, invoice.client_due_sum) : due
  const [sent, setSent] = useState<Sent>()
  const isBusy = busyOf(state) !== 'open'
  // What was sent stays as it was, although the invoice may show it already.
  const frozen = isBusy || state.kind === 'done' ? sent : undefined
  const about = frozen?.invoice ?? invoice
  const reckoned = frozen?.reckoned ?? reckon(draft, isZero(owed) ? due : owed, prepayments, coin)
  const { toTake, used, problems } = reckoned
  const leftInAll = leftOf(positive(about.due_sum), sumOf([used, ...reckoned.lines.map(({ amount }) => amount)]))
  const { label, said } = sayIn(invoice, reckoned)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const chooseMethod = useCallback(
    (method: number) =>
      setDraft((before) => {
        const part = leftOf(invoice.due_sum, invoice.client_due_sum)
        const isInsured = method === insurance && !invoice.credit_note && !isZero(part)
        return { ...before, method, ...(isInsured ? { typed: part } : {}) }
      }),
    [invoice],
  )
  useActions(
    useMemo(
      (): readonly Action[] => [
        {
          id: 'pay by card',
          title: text.billing.methods[card]!,
          group: 'here',
          keys: 'F4',
          run: () => chooseMethod(card),
        },
        {
          id: 'pay in cash',
          title: text.billing.methods[cash]!,
          group: 'here',
          keys: 'F2',
          run: () => chooseMethod(cash),
        },
      ],
      [chooseMethod],
    ),
  )
  const available = sumOf(prepayments.map(({ unused_amount }) => unused_amount))
  const offered = sumOf(usedOf(prepayments, due).map(({ amount }) => amount))
  const toggleUsed = () => {
    const isUsed = !draft.isUsed
    change({ isUsed, typed: isUsed ? leftOf(due, offered) : due })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTypedProblems(problems)
    if (Object.keys(problems).length > 0 || isBusy) return
    const { usedSteps, lines } = reckoned
    const amount = money(isZero(toTake) ? used : (reckoned.cash?.paid ?? reckoned.amount))
    void write.submit({ steps: paymentSteps({ invoice, used: usedSteps, lines, coin: reckoned.coin }), said, amount })
    setSent({ invoice, reckoned })
    void count(reckoned.lines)
  }
  const again = () => {
    write.reset()
    setDraft(empty(positive(clientPart(invoice))))
    setTypedProblems({})
  }
  const title = (credit_note ? words.payOutTitle : words.title)(numberOf(invoice))
  const shownProblems = { ...problemsOf(state, { paid: amountId, amount: amountId }), ...typedProblems }

  if (state.kind === 'done') {
    const received = typedAmount(draft.received)
    const paidInCash = reckoned.cash?.paid
    return (
      <Sheet title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <Paid
          invoice={invoice}
          said={state.said}
          change={received === undefined || paidInCash === undefined ? undefined : changeOf(received, paidInCash)}
          onRest={again}
          onClose={onClose}
        />
      </Sheet>
    )
  }
  if (isZero(invoice.due_sum) && !isBusy)
    return (
      <Sheet title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <News news={news} />
        <p>{credit_note ? text.billing.refund.settled : words.nothing}</p>
      </Sheet>
    )
  const rounding = reckoned.cash?.rounding ?? '0.00'
  const roundable = reckoned.lines.find(({ method }) => method === cash)
  const wouldRound = roundable !== undefined && cashFor(roundable.amount, coin).rounding !== '0.00'
  return (
    <Sheet
      title={title}
      subtitle={payerOf(invoice)}
      onClose={onClose}
      foot={
        <>
          <SendButton
            form={formId}
            label={label}
            state={busyOf(state)}
            checking={words.checking(amountOfWrite(state))}
          />
          {credit_note && invoice.client !== null && !isBusy && (
            <>
              <p className={classes['or']}>{text.billing.refund.or}</p>
              <KeepAsPrepayment invoice={invoice} />
            </>
          )}
          <p className={classes['footnote']} role="status">
            {state.kind === 'checking' ? words.checkingHint : words.noUndo}
          </p>
        </>
      }
    >
      {/* After a reload the form knows nothing of what was sent. */}
      <form id={formId} onSubmit={submit} noValidate hidden={isBusy && frozen === undefined}>
        <News news={news} />
        <ProblemSummary problems={shownProblems} />
        {!isZero(available) && !credit_note && (
          <PrepaidOffer
            available={draft.isUsed ? words.using(money(offered)) : words.prepaid(money(available))}
            leaves={isZero(leftOf(due, offered)) ? words.coversAll : words.leaves(money(leftOf(due, offered)))}
            isUsed={draft.isUsed}
            onToggle={toggleUsed}
          />
        )}
        {!isZero(toTake) && (
          <>
            <AmountField
              id={amountId}
              label={words.amount}
              currency={currency}
              value={draft.typed}
              onChange={(typed) => change({ typed })}
              problems={shownProblems}
              isFirst
              isBig
              hint={
                <>
                  <span>{(credit_note ? words.toPayOut : words.owing)(money(due))}</span>
                  <button
                    type="button"
                    className={classes['link']}
                    onClick={() =>
                      change({
                        second: draft.second === undefined ? (draft.method === cash ? card : cash) : undefined,
                        ...(draft.second === undefined ? {} : { typed: toTake }),
                      })
                    }
                  >
                    {draft.second === undefined ? words.split : words.unsplit}
                  </button>
                </>
              }
            />
            <MethodTiles label={words.method} methods={methods} chosen={draft.method} onChoose={chooseMethod} hasKeys />
            {draft.second !== undefined && (
              <MethodTiles
                label={words.second(money(reckoned.lines[1]?.amount ?? '0.00'))}
                methods={methods}
                chosen={draft.second}
                onChoose={(second) => change({ second })}
              />
            )}
            {wouldRound && (
              <label className={classes['option']}>
                <input
                  type="checkbox"
                  checked={draft.isRounded}
                  onChange={({ target }) => change({ isRounded: target.checked })}
                />
                {words.round(money(cashFor(roundable.amount, coin).paid))}
              </label>
            )}
            {reckoned.cash !== undefined && !credit_note && (
              <CashReceived
                due={reckoned.cash.paid}
                currency={currency}
                received={draft.received}
                onReceive={(received) => change({ received })}
              />
            )}
          </>
        )}
        {!credit_note && (
          <label className={classes['option']}>
            <input
              type="checkbox"
              checked={isPrinted}
              onChange={({ target }) => {
                setPrinted(target.checked)
                wantReceipt(target.checked)
              }}
            />
            {words.printReceipt}
          </label>
        )}
        <Sums
          rows={[
            [words.total, positive(about.total_with_vat)],
            [words.paidBefore, leftOf(positive(about.total_with_vat), positive(about.due_sum))],
            ...(isZero(used) ? [] : [[words.fromPrepaid, used] as const]),
            ...reckoned.lines.map(
              ({ method, amount }) =>
                [
                  reckoned.lines.length === 1 ? words.thisPayment : text.billing.methods[method]!,
                  method === cash && reckoned.cash !== undefined ? reckoned.cash.paid : amount,
                ] as const,
            ),
            ...(isZero(rounding) ? [] : [[words.rounding, rounding.replace('-', '−')] as const]),
            [credit_note ? words.leftToPayOut : words.left, money(leftInAll), true],
          ]}
        />
      </form>
    </Sheet>
  )
}
