import { PaymentType } from '@fetlock/sdk'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import type { Prepayment } from '../../api/records.ts'
import { isZero, moneyText } from '../../format.ts'
import { changeOf, leftOf, sumOf, typedAmount } from '../cash.ts'
import { paymentEntries } from './payment-entries.ts'
import { problemsOf } from './problems.ts'
import type { Bill } from './bill.ts'
import { useMethodKeys } from './use-method-keys.ts'
import { useMethods } from './use-methods.ts'
import { isReceiptWanted } from '../print/printing.ts'
import type { Problems } from '../problems.tsx'
import { busyOf, useConfirmedWrite } from '../use-confirmed-write.ts'
import { useReceivedNext } from './CashReceived.tsx'
import {
  amountId,
  cashAsked,
  clientDueOf,
  type ComputedPayment,
  computePayment,
  type Draft,
  problemsIn,
  receivedId,
  withMethod,
} from './compute-payment.ts'
import { sayIn } from './pay-sentences.ts'
import { useAfterwards } from './use-afterwards.ts'
import { useCash } from './use-cash.ts'
import { usePrepayments } from './use-prepayments.ts'

type Sent = { readonly bill: Bill; readonly computed: ComputedPayment }

const emptyDraft = (owed: string, methods: readonly PaymentType[]): Draft => ({
  typed: owed,
  method: methods[0] ?? PaymentType.Card,
  second: undefined,
  received: '',
  isUsed: false,
  isRounded: true,
})

/** What the payment comes to as the form stands, or as it was sent. */
const useComputed = (
  bill: Bill,
  draft: Draft,
  prepayments: readonly Prepayment[],
  sent: ComputedPayment | undefined,
) => {
  const { invoice } = bill
  const due = clientDueOf(invoice)
  const isInsured = draft.method === PaymentType.InsuranceClaim && !invoice.credit_note
  const owed = isInsured ? leftOf(invoice.due_sum, invoice.client_due_sum) : due
  const owedNow = isZero(owed) ? due : owed
  const drafted = computePayment(draft, owedNow, prepayments, () => undefined)
  const sums = Object.keys(drafted.problems).length > 0 ? [] : cashAsked(drafted.parts)
  const coins = useCash(bill, sent === undefined ? sums : [])
  const computed = sent ?? computePayment(draft, owedNow, prepayments, coins.cashOf)
  const exactCash = sumOf(
    computed.parts.filter(({ method }) => method === PaymentType.Cash).map(({ amount }) => amount),
  )
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
export const usePayment = (bill: Bill) => {
  const { invoice } = bill
  const { currency, credit_note } = invoice
  const due = clientDueOf(invoice)
  const { methods, count } = useMethods()
  const [draft, setDraft] = useState(() => emptyDraft(due, methods))
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const [refusedDraft, setRefusedDraft] = useState<Draft>()
  const [isPrinted, setPrinted] = useState(isReceiptWanted)
  const prepayments = usePrepayments(invoice)
  const write = useConfirmedWrite(bill.name)
  const { state } = write
  useAfterwards(write, isPrinted && !credit_note ? bill.payable : undefined)
  const [sent, setSent] = useState<Sent>()
  const isBusy = busyOf(state) !== 'open'
  // What was sent stays as it was, although the invoice may show it already.
  const frozen = isBusy || state.kind === 'done' ? sent : undefined
  const about = frozen?.bill ?? bill
  const { computed, exactCash, inCoins, settle } = useComputed(bill, draft, prepayments, frozen?.computed)
  const problems = problemsIn(computed, draft, currency)
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }))
  const chooseMethod = useCallback(
    (method: PaymentType) => setDraft((before) => withMethod(before, method, invoice, clientDueOf(invoice))),
    [invoice],
  )
  const receiveNext = useReceivedNext()
  useMethodKeys(
    useCallback(
      (method) => {
        chooseMethod(method)
        if (method === PaymentType.Cash) receiveNext()
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
    const { payable, making, said } = bill
    const { usedOfEach: used, parts: lines } = sending
    void write.submit({
      entries: [...making, ...paymentEntries({ payable, used, lines, isRounded: draft.isRounded })],
      said: said(sayIn(bill, sending).done),
      amount: moneyText(amount, currency),
    })
    setSent({ bill, computed: sending })
    count(sending.parts.map(({ method }) => method))
  }
  const again = () => {
    write.reset()
    setDraft(emptyDraft(clientDueOf(invoice), methods))
    setTypedProblems({})
  }
  // Whoever has changed anything since may have received enough, and is not interrupted while typing.
  const { [receivedId]: tooLittle, ...otherProblems } = typedProblems
  const shownProblems = {
    ...problemsOf(state, { paid: amountId, amount: amountId }),
    ...otherProblems,
    ...(tooLittle === undefined || refusedDraft !== draft ? {} : { [receivedId]: tooLittle }),
  }
  const received = typedAmount(draft.received)
  const { inCash } = computed
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
    /** What goes back of what was received in cash. */
    changeDue: received === undefined || inCash === undefined ? undefined : changeOf(received, inCash),
    /** What is paid, as it was when the payment was sent, or as it is. */
    invoice: about.invoice,
    label: sayIn(about, computed).label,
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
