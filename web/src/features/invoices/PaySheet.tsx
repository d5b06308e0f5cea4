import { IconCheck, IconPrinter, IconWallet } from '@tabler/icons-react'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useCallback, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { changePreferences, meQuery, useMe } from '../../api/me.ts'
import { idOf, type Invoice, type Prepayment } from '../../api/records.ts'
import { say } from '../../shared/toasts.ts'
import { isZero, moneyText } from '../../format.ts'
import { changeOf, leftOf, sumOf, typedAmount } from '../../shared/cash.ts'
import { SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf, type ConfirmedWrite, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { CashReceived, useReceivedNext } from './CashReceived.tsx'
import { numberOf } from '../../shared/invoice-number.ts'
import { clientPart, payerOf } from './invoice-state.ts'
import invoicePage from './InvoicePage.module.css'
import classes from './sheets.module.css'
import { useMethodKeys } from '../../shared/payments/method-keys.ts'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import {
  amountId,
  cashAsked,
  type ComputedPayment,
  computePayment,
  type Draft,
  positive,
  problemsIn,
  receivedId,
  withMethod,
} from './compute-payment.ts'
import {
  card,
  cash,
  insurance,
  type Line,
  methodsFor,
  paymentSteps,
  usedOf,
} from '../../shared/payments/payment-steps.ts'
import { isReceiptWanted, printNow, wantReceipt } from '../../shared/print/printing.ts'
import { amountOfWrite, problemsOf } from '../../shared/payments/problems.ts'
import { moneyKey, payerQuery, prepaymentsQuery } from '../../shared/payments/queries.ts'
import { cashQuery } from './queries.ts'

const words = text.payments

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

/** What sums come to in coins. What is owed is known already; the others the service is asked for. */
const useCash = (invoice: Invoice, sums: readonly string[]) => {
  const queries = useQueryClient()
  const knownOf = (sum: string) => (sum === positive(invoice.due_sum) ? positive(invoice.cash_due_sum) : undefined)
  const unknown = sums.filter((sum) => knownOf(sum) === undefined)
  const asked = useQueries({ queries: unknown.map((sum) => cashQuery(invoice, sum)) })
  /** Why a sum is refused is said when it is sent. */
  const cashOf = (sum: string) => {
    const answer = asked[unknown.indexOf(sum)]
    return knownOf(sum) ?? (answer?.isError === true ? sum : answer?.data)
  }
  const settle = async () => {
    const found = await Promise.all(
      sums.map(async (sum) => knownOf(sum) ?? queries.fetchQuery(cashQuery(invoice, sum)).catch(() => sum)),
    )
    return (sum: string) => found[sums.indexOf(sum)]
  }
  return { cashOf, settle }
}

type Sent = { readonly invoice: Invoice; readonly computed: ComputedPayment }

type Said = { readonly label: string; readonly said: string }

const sayIn = (invoice: Invoice, { parts, used }: ComputedPayment): Said => {
  const money = (amount: string | undefined) => (amount === undefined ? '…' : moneyText(amount, invoice.currency))
  const paidBy = ({ method, taken }: (typeof parts)[number]) => `${money(taken)} ${text.payments.by[method]}`
  const [first, second] = parts
  const named = (done: string) => words.said(done, numberOf(invoice))
  if (first === undefined) return { label: words.usePrepaid(money(used)), said: named(words.usedPrepaid(money(used))) }
  if (second !== undefined)
    return {
      label: words.takeTwo(paidBy(first), paidBy(second)),
      said: named(words.takenTwo(paidBy(first), paidBy(second))),
    }
  const [amount, by] = [money(first.taken), text.payments.by[first.method]!]
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
  <dl className={invoicePage['sums']}>
    {rows.map(([name, amount, isTotal = false]) => (
      <div key={name} data-total={isTotal}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)

type Done = {
  readonly invoice: Invoice
  readonly said: string
  readonly change: string | undefined
  readonly isPrinted: boolean
  readonly onRest: () => void
  readonly onClose: () => void
}

/** What was done, with the receipt one key away. */
const Paid = ({ invoice, said, change, isPrinted, onRest, onClose }: Done) => {
  const queries = useQueryClient()
  const { due_sum, currency, credit_note } = invoice
  const hasRest = !isZero(due_sum) && !credit_note
  // What is left to take comes before a receipt, which may have been printed already.
  const next = hasRest ? 'rest' : 'receipt'
  const as = (name: typeof next) => ({
    type: 'button' as const,
    className: name === next ? 'button primary' : 'button',
    'data-first': name === next || undefined,
  })
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
      {hasRest && (
        <button {...as('rest')} onClick={onRest}>
          {words.takeRest(moneyText(due_sum, currency))}
        </button>
      )}
      <button {...as('receipt')} onClick={() => void printNow(queries, invoice.id, 'receipt')}>
        <IconPrinter size={18} stroke={1.6} aria-hidden="true" /> {isPrinted ? words.receiptAgain : words.receipt}
      </button>
      <button type="button" className="button" onClick={() => void printNow(queries, invoice.id, 'invoice')}>
        {words.invoice}
      </button>
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
  const finish = useEffectEvent((isDone: boolean) => {
    const read = client.invalidateQueries({ queryKey: [moneyKey] })
    if (isDone && isPrinted) void read.then(() => printNow(client, invoice, 'receipt'))
  })
  useEffect(() => {
    if (state.kind === 'done' || state.kind === 'refused') finish(state.kind === 'done')
  }, [state])
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
  const empty = (owed: string): Draft => ({
    typed: owed,
    method: methods[0] ?? card,
    second: undefined,
    received: '',
    isUsed: false,
    isRounded: true,
  })
  const [draft, setDraft] = useState(() => empty(due))
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const [refusedDraft, setRefusedDraft] = useState<Draft>()
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
  const owedNow = isZero(owed) ? due : owed
  const drafted = computePayment(draft, owedNow, prepayments, () => undefined)
  const sums = Object.keys(drafted.problems).length > 0 ? [] : cashAsked(drafted.parts)
  const coins = useCash(invoice, frozen === undefined ? sums : [])
  const computed = frozen?.computed ?? computePayment(draft, owedNow, prepayments, coins.cashOf)
  const { toTake, used, parts } = computed
  const problems = problemsIn(computed, draft, currency)
  const leftInAll = leftOf(positive(about.due_sum), sumOf([used, ...parts.map(({ amount }) => amount)]))
  const { label } = sayIn(invoice, computed)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const chooseMethod = useCallback(
    (method: number) => setDraft((before) => withMethod(before, method, invoice, positive(clientPart(invoice)))),
    [invoice],
  )
  const receiveNext = useReceivedNext()
  useMethodKeys(
    useCallback(
      (method) => {
        chooseMethod(method)
        if (method === cash) receiveNext()
      },
      [chooseMethod, receiveNext],
    ),
  )
  const available = sumOf(prepayments.map(({ unused_amount }) => unused_amount))
  const offered = sumOf(usedOf(prepayments, due).map(({ amount }) => amount))
  const toggleUsed = () => {
    const isUsed = !draft.isUsed
    change({ isUsed, typed: isUsed ? leftOf(due, offered) : due })
  }
  /** Says what is wrong, if anything is. Too little cash is corrected where it was typed. */
  const refuse = (found: Problems) => {
    setTypedProblems(found)
    setRefusedDraft(draft)
    if (found[receivedId] !== undefined) receiveNext()
    return Object.keys(found).length > 0
  }
  const isAsking = useRef(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (refuse(problems) || isBusy || isAsking.current) return
    isAsking.current = true
    const sending = computePayment(draft, owedNow, prepayments, await coins.settle())
    isAsking.current = false
    // Only now is it known what the cash comes to.
    if (refuse(problemsIn(sending, draft, currency))) return
    const [first] = sending.parts
    const amount = money(isZero(toTake) ? used : (first?.taken ?? sending.amount))
    const { isRounded } = draft
    void write.submit({
      steps: paymentSteps({ invoice, used: sending.usedSteps, lines: sending.parts, isRounded }),
      said: sayIn(invoice, sending).said,
      amount,
    })
    setSent({ invoice, computed: sending })
    void count(sending.parts)
  }
  const again = () => {
    write.reset()
    setDraft(empty(positive(clientPart(invoice))))
    setTypedProblems({})
  }
  const title = (credit_note ? words.payOutTitle : words.title)(numberOf(invoice))
  // Whoever has changed anything since may have received enough, and is not interrupted while typing.
  const { [receivedId]: tooLittle, ...otherProblems } = typedProblems
  const shownProblems = {
    ...problemsOf(state, { paid: amountId, amount: amountId }),
    ...otherProblems,
    ...(tooLittle === undefined || refusedDraft !== draft ? {} : { [receivedId]: tooLittle }),
  }

  if (state.kind === 'done') {
    const received = typedAmount(draft.received)
    const { inCash } = computed
    return (
      // A sheet of its own: the one that takes the rest begins with its amount.
      <Sheet key="paid" title={title} subtitle={payerOf(invoice)} onClose={onClose}>
        <Paid
          invoice={invoice}
          said={state.said}
          change={received === undefined || inCash === undefined ? undefined : changeOf(received, inCash)}
          isPrinted={isPrinted && !credit_note}
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
        <p>{credit_note ? text.invoices.refund.settled : words.nothing}</p>
      </Sheet>
    )
  const exactCash = sumOf(parts.filter(({ method }) => method === cash).map(({ amount }) => amount))
  const inCoins = sums.length === 0 ? undefined : coins.cashOf(exactCash)
  const rounding = computed.inCash === undefined ? '0.00' : leftOf(exactCash, computed.inCash)
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
              <p className={classes['or']}>{text.invoices.refund.or}</p>
              <KeepAsPrepayment invoice={invoice} />
            </>
          )}
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? words.checkingHint : words.noUndo}
          </p>
        </>
      }
    >
      {/* After a reload the form knows nothing of what was sent. */}
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate hidden={isBusy && frozen === undefined}>
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
                    className={invoicePage['link']}
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
                due={computed.inCash}
                currency={currency}
                received={draft.received}
                onReceive={(received) => change({ received })}
                problems={shownProblems}
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
            ...parts.map(
              ({ method, amount, taken }) =>
                [parts.length === 1 ? words.thisPayment : text.payments.methods[method]!, taken ?? amount] as const,
            ),
            ...(isZero(rounding) ? [] : [[words.rounding, rounding.replace('-', '−')] as const]),
            [credit_note ? words.leftToPayOut : words.left, money(leftInAll), true],
          ]}
        />
      </form>
    </Sheet>
  )
}
