import { type FormEvent, useCallback, useMemo, useRef, useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Invoice, Prepayment } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { leftOf, sumOf } from '../../shared/cash.ts'
import { useMethodKeys } from '../../shared/payments/method-keys.ts'
import { card, cash, insurance, methodsFor, paymentSteps } from '../../shared/payments/payment-steps.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { isReceiptWanted } from '../../shared/print/printing.ts'
import type { Problems } from '../../shared/problems.tsx'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { useReceivedNext } from './CashReceived.tsx'
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
import { clientPart } from './invoice-state.ts'
import { sayIn } from './pay-sentences.ts'
import { useAfterwards } from './useAfterwards.ts'
import { useCash } from './useCash.ts'
import { useCounting } from './useCounting.ts'
import { usePrepayments } from './usePrepayments.ts'

type Sent = { readonly invoice: Invoice; readonly computed: ComputedPayment }

const emptyDraft = (owed: string, methods: readonly number[]): Draft => ({
  typed: owed,
  method: methods[0] ?? card,
  second: undefined,
  received: '',
  isUsed: false,
  isRounded: true,
})

/** What the payment comes to as the form stands, or as it was sent. */
const useComputed = (
  invoice: Invoice,
  draft: Draft,
  prepayments: readonly Prepayment[],
  sent: ComputedPayment | undefined,
) => {
  const due = positive(clientPart(invoice))
  const isInsured = draft.method === insurance && !invoice.credit_note
  const owed = isInsured ? leftOf(invoice.due_sum, invoice.client_due_sum) : due
  const owedNow = isZero(owed) ? due : owed
  const drafted = computePayment(draft, owedNow, prepayments, () => undefined)
  const sums = Object.keys(drafted.problems).length > 0 ? [] : cashAsked(drafted.parts)
  const coins = useCash(invoice, sent === undefined ? sums : [])
  const computed = sent ?? computePayment(draft, owedNow, prepayments, coins.cashOf)
  const exactCash = sumOf(computed.parts.filter(({ method }) => method === cash).map(({ amount }) => amount))
  return {
    computed,
    exactCash,
    /** What the cash comes to in coins, as far as the service has said so. */
    inCoins: sums.length === 0 ? undefined : coins.cashOf(exactCash),
    /** The payment once that is known of all its cash. */
    settle: async () => computePayment(draft, owedNow, prepayments, await coins.settle()),
  }
}

/** A payment that is being filled in, and then sent exactly once. */
export const usePayment = (invoice: Invoice) => {
  const me = useMe()
  const { currency, credit_note } = invoice
  const due = positive(clientPart(invoice))
  const methods = useMemo(() => methodsFor(me.preferences['app.payment_counts']), [me])
  const [draft, setDraft] = useState(() => emptyDraft(due, methods))
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const [refusedDraft, setRefusedDraft] = useState<Draft>()
  const [isPrinted, setPrinted] = useState(isReceiptWanted)
  const prepayments = usePrepayments(invoice)
  const write = useConfirmedWrite(`pay ${invoice.id}`)
  const { state } = write
  useAfterwards(write, invoice.id, isPrinted && !credit_note)
  const count = useCounting()
  const [sent, setSent] = useState<Sent>()
  const isBusy = busyOf(state) !== 'open'
  // What was sent stays as it was, although the invoice may show it already.
  const frozen = isBusy || state.kind === 'done' ? sent : undefined
  const { computed, exactCash, inCoins, settle } = useComputed(invoice, draft, prepayments, frozen?.computed)
  const problems = problemsIn(computed, draft, currency)
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
    const sending = await settle()
    isAsking.current = false
    // Only now is it known what the cash comes to.
    if (refuse(problemsIn(sending, draft, currency))) return
    const [first] = sending.parts
    const amount = isZero(computed.toTake) ? computed.used : (first?.taken ?? sending.amount)
    const { isRounded } = draft
    void write.submit({
      steps: paymentSteps({ invoice, used: sending.usedSteps, lines: sending.parts, isRounded }),
      said: sayIn(invoice, sending).said,
      amount: moneyText(amount, currency),
    })
    setSent({ invoice, computed: sending })
    void count(sending.parts)
  }
  const again = () => {
    write.reset()
    setDraft(emptyDraft(positive(clientPart(invoice)), methods))
    setTypedProblems({})
  }
  // Whoever has changed anything since may have received enough, and is not interrupted while typing.
  const { [receivedId]: tooLittle, ...otherProblems } = typedProblems
  const shownProblems = {
    ...problemsOf(state, { paid: amountId, amount: amountId }),
    ...otherProblems,
    ...(tooLittle === undefined || refusedDraft !== draft ? {} : { [receivedId]: tooLittle }),
  }
  return {
    due,
    methods,
    draft,
    prepayments,
    state,
    isBusy,
    isPrinted,
    setPrinted,
    computed,
    exactCash,
    inCoins,
    /** The invoice as it was when the payment was sent, or as it is. */
    about: frozen?.invoice ?? invoice,
    /** After a reload the form knows nothing of what was sent. */
    isForgotten: isBusy && frozen === undefined,
    problems: shownProblems,
    change,
    chooseMethod,
    submit,
    again,
  }
}

export type Payment = ReturnType<typeof usePayment>
