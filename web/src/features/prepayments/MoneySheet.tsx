import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { Prepayment } from '../../api/records.ts'
import { say } from '../../shared/toasts.ts'
import { isZero } from '../../format.ts'
import { centsOf, typedAmount } from '../../shared/cash.ts'
import type { WriteStep } from '../../shared/confirmed-writes.ts'
import { SendButton } from '../../shared/form.tsx'
import { type Problems, ProblemSummary } from '../../shared/problems.tsx'
import { Sheet } from '../../shared/Sheet.tsx'
import sheet from '../../shared/Sheet.module.css'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { problemsOf } from '../../shared/payments/problems.ts'
import { moneyKey } from '../../shared/payments/queries.ts'

const words = text.prepayments
const pay = text.payments
export const amountId = 'prepayment-amount'
export const [departmentId, invoiceId] = ['prepayment-department', 'prepayment-invoice']

/** What is wrong with a typed amount of at most so much. */
export const amountProblem = (typed: string, most: string | undefined, tooMuch: (most: string) => string): Problems => {
  const amount = typedAmount(typed)
  if (amount === undefined) return { [amountId]: pay.notAnAmount }
  if (isZero(amount)) return { [amountId]: pay.zero }
  if (most !== undefined && centsOf(amount) > centsOf(most)) return { [amountId]: tooMuch(most) }
  return {}
}

type Step = {
  readonly name: string
  readonly title: string
  readonly subtitle: string
  readonly label: string
  readonly amount: string
  /** What is wrong, or what to send. */
  readonly check: () => Problems
  readonly step: () => WriteStep
  readonly said: string
  readonly children: (problems: Problems) => ReactNode
  readonly onClose: () => void
}

/** A sheet in which one write of money is confirmed. */
export const MoneySheet = ({ name, title, subtitle, label, amount, check, step, said, children, onClose }: Step) => {
  const client = useQueryClient()
  const formId = useId()
  const [typedProblems, setTypedProblems] = useState<Problems>({})
  const write = useConfirmedWrite(name)
  const { state } = write
  useEffect(() => {
    if (state.kind !== 'done' && state.kind !== 'refused') return
    void client.invalidateQueries({ queryKey: [moneyKey] })
    if (state.kind !== 'done') return
    say(state.said)
    onClose()
  }, [state, client, onClose])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problems = check()
    setTypedProblems(problems)
    if (Object.keys(problems).length === 0) void write.submit({ steps: [step()], said, amount })
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
          <SendButton form={formId} label={label} state={busyOf(state)} checking={pay.checking(amount)} />
          <p className={sheet['footnote']} role="status">
            {state.kind === 'checking' ? pay.checkingHint : words.noUndo}
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
