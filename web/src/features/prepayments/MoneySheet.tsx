import type { Entry } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { Prepayment } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { isZero } from '../../format.ts'
import { centsOf, typedAmount } from '../../shared/cash.ts'
import { SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { prepaymentsText } from '../../text/prepayments.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { refreshMoney } from '../../shared/payments/refresh-money.ts'

export const amountId = 'prepayment-amount'
export const [departmentId, invoiceId] = ['prepayment-department', 'prepayment-invoice']

/** What is wrong with a typed amount of at most so much. */
export const amountProblem = (typed: string, max: string | undefined, tooMuch: (max: string) => string): Problems => {
  const amount = typedAmount(typed)
  if (amount === undefined) return { [amountId]: text.payments.notAnAmount }
  if (isZero(amount)) return { [amountId]: text.payments.zero }
  if (max !== undefined && centsOf(amount) > centsOf(max)) return { [amountId]: tooMuch(max) }
  return {}
}

type Props = {
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly label: string
  readonly amount: string
  /** What is wrong, or what to send. */
  readonly check: () => Problems
  readonly entry: () => Entry
  readonly said: string
  readonly children: (problems: Problems) => ReactNode
  readonly onClose: () => void
}

/** A sheet in which one write of money is confirmed. */
export const MoneySheet = ({ name, title, subtitle, label, amount, check, entry, said, children, onClose }: Props) => {
  const client = useQueryClient()
  const formId = useId()
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const write = useConfirmedWrite(name)
  const { state } = write
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    void refreshMoney(client)
    if (state.kind !== 'done') return
    showToast(state.said)
    onClose()
  }, [state, client, onClose])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = check()
    setTypedProblems(problems)
    if (Object.keys(problems).length === 0) void write.submit({ entries: [entry()], said, amount })
  }
  const fields = { paid: amountId, amount: amountId, department: departmentId, invoice: invoiceId }
  const problems = { ...problemsOf(state, fields), ...typedProblems }
  return (
    <Sheet
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      foot={
        <>
          <SendButton form={formId} label={label} state={busyOf(state)} checking={text.payments.checking(amount)} />
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? text.payments.checkingHint : prepaymentsText.noUndo}
          </p>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <ProblemSummary problems={problems} />
        {children(problems)}
      </form>
    </Sheet>
  )
}

/** What every sheet about the prepayments of a client is given. */
export type OfClient = { readonly client: number; readonly name: string; readonly onClose: () => void }

/** The same about one prepayment. */
export type OfPrepayment = OfClient & { readonly prepayment: Prepayment }
