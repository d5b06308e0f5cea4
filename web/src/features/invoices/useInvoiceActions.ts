import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { apiBase } from '../../api/home.ts'
import { useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { say, sayProblem } from '../../shared/toasts.ts'
import { isZero, moneyText } from '../../format.ts'
import { negated } from '../../shared/cash.ts'
import { answerOf, busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { isPayable } from './invoice-state.ts'
import type { Opened } from './OpenSheet.tsx'
import { printNow } from '../../shared/print/printing.ts'
import { moneyKey } from '../../shared/payments/queries.ts'
import { finalizing, makePayable, send } from './queries.ts'
import { useWriting } from './useWriting.ts'

const words = text.invoices.invoice

/** Finalizing, whose outcome is said on this page also if an earlier one has asked for it. */
const useFinalizing = (id: number) => {
  const client = useQueryClient()
  const { state, submit, reset } = useConfirmedWrite(`finalize invoice ${id}`, () =>
    client.invalidateQueries({ queryKey: [moneyKey] }),
  )
  useEffect(() => {
    if (state.kind === 'done') say(words.finalized(numberOf(answerOf<Invoice>(state))))
    else if (state.kind === 'refused') sayProblem(state.error)
    else return
    reset()
  }, [state, reset])
  return { busy: busyOf(state), finalize: useCallback(() => void submit(finalizing(id)), [submit, id]) }
}

/** Everything that can be done with the invoice now, also by its key and in the palette. */
export const useInvoiceActions = (
  invoiceId: number,
  invoice: Invoice | undefined,
  mayWrite: boolean,
  open: (opened: Opened) => void,
) => {
  const client = useQueryClient()
  const { email_set_up } = useMe().organisation
  const write = useWriting()
  const { busy, finalize } = useFinalizing(invoiceId)
  const actions = useMemo((): readonly Action[] => {
    if (invoice === undefined) return []
    const { id, status, credit_note, due_sum, total_with_vat, currency } = invoice
    const isNumbered = status !== 0 && status !== 99
    const due = moneyText(credit_note ? negated(due_sum) : due_sum, currency)
    const here = 'here' as const
    return [
      ...(mayWrite && isPayable(invoice)
        ? [
            {
              id: 'pay',
              title: (credit_note ? words.payOut : words.pay)(due),
              group: here,
              keys: 'p',
              run: () => open({ pay: true }),
            },
          ]
        : []),
      ...(mayWrite && isNumbered && status !== 3 && !isZero(due_sum)
        ? [
            {
              id: 'payable',
              title: words.makePayable,
              group: here,
              run: () => void write(makePayable(id), () => words.madePayable).catch(sayProblem),
            },
          ]
        : []),
      ...(mayWrite && status === 0
        ? [
            {
              id: 'finalize',
              title: busy === 'checking' ? words.finalizing : words.finalize,
              group: here,
              keys: 'f',
              run: finalize,
            },
            { id: 'edit', title: words.edit, group: here, keys: 'e', run: () => open({ edit: true }) },
            { id: 'void', title: words.void, group: here, run: () => open({ void: true }) },
          ]
        : []),
      ...(mayWrite && isNumbered && !credit_note
        ? [
            {
              // Where nobody has paid there is nothing to give back: it is the invoice that can be credited.
              id: due_sum === total_with_vat ? 'credit' : 'refund',
              title: due_sum === total_with_vat ? words.credit : words.refund,
              group: here,
              keys: 'r',
              run: () => open({ refund: true }),
            },
          ]
        : []),
      { id: 'print', title: words.print, group: here, keys: 'Mod+p', run: () => void printNow(client, id, 'invoice') },
      { id: 'receipt', title: words.receipt, group: here, run: () => void printNow(client, id, 'receipt') },
      {
        id: 'pdf',
        title: words.pdf,
        group: here,
        run: () => void window.open(`${apiBase}/invoice/${id}/pdf/`, '_blank', 'noopener'),
      },
      ...(mayWrite && isNumbered && invoice.client !== null && email_set_up
        ? [
            {
              id: 'send',
              title: words.send,
              group: here,
              run: () =>
                void write(send(id), ({ recipient, no_email }) =>
                  no_email ? words.sentAlthough(recipient) : words.sent(recipient),
                ).catch(sayProblem),
            },
          ]
        : []),
      { id: 'why', title: words.why, group: here, keys: 'y', run: () => open({ why: true }) },
    ]
  }, [invoice, mayWrite, open, write, busy, finalize, client, email_set_up])
  useActions(actions)
  return actions
}
