import { InvoiceStatus } from '@fetlock/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { apiBase } from '../../api/home.ts'
import { finalizeEntry, makePayable as sendPayable, sendInvoice } from '../../api/invoice.ts'
import { canWriteToClients, may, useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { showToast, showError } from '../../shared/toasts.ts'
import { isZero, moneyText } from '../../format.ts'
import { negated } from '../../shared/cash.ts'
import { busyOf, useConfirmedWrite } from '../../shared/use-confirmed-write.ts'
import { useWrite } from '../../shared/use-write.ts'
import { text } from '../../text/en.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { writingText } from '../../text/writing.ts'
import { writeTo } from '../../shared/messages/writing.ts'
import { isNumbered, isPayable } from './invoice-state.ts'
import type { Opened } from './OpenSheet.tsx'
import { printNow } from '../../shared/print/printing.ts'
import { refreshMoney } from '../../shared/payments/refresh-money.ts'

type Finalizing = readonly [ReturnType<typeof finalizeEntry>]

/** Finalizing, whose outcome is said on this page also if an earlier one has asked for it. */
const useFinalizing = (id: number) => {
  const client = useQueryClient()
  const { state, submit, reset } = useConfirmedWrite<Finalizing>(`finalize invoice ${id}`, () => refreshMoney(client))
  useEffect(() => {
    if (state.kind === 'done') showToast(text.invoices.invoice.finalized(numberOf(state.answers.invoice)))
    else if (state.kind === 'refused') showError(state.error)
    else return
    reset()
  }, [state, reset])
  const finalize = useCallback(
    () => void submit({ entries: [finalizeEntry(id)], said: text.invoices.invoice.wasFinalized }),
    [submit, id],
  )
  return { busy: busyOf(state), finalize }
}

/** What is written with one click, behind a reference that stays the same from one drawing of the page to the next. */
const useInvoiceWrites = () => {
  const refresh = () => [['invoice']]
  const { write: makePayable } = useWrite({
    send: sendPayable,
    refresh,
    said: () => text.invoices.invoice.madePayable,
  })
  const { write: send } = useWrite({
    send: sendInvoice,
    refresh,
    said: ({ result: { recipient, no_email } }) =>
      no_email ? text.invoices.invoice.sentAlthough(recipient) : text.invoices.invoice.sent(recipient),
  })
  const latest = useRef({ makePayable, send })
  useEffect(() => {
    latest.current = { makePayable, send }
  })
  return latest
}

/** A message to whose visit or purchase it is. */
const letterAction = ({ client, url }: Invoice): readonly Action[] =>
  client === null
    ? []
    : [{ id: 'write', title: writingText.writeToClient, group: 'here', run: () => writeTo({ client, invoice: url }) }]

/** Everything that can be done with the invoice now, also by its key and in the palette. */
export const useInvoiceActions = (
  invoiceId: number,
  invoice: Invoice | undefined,
  mayWrite: boolean,
  open: (opened: Opened) => void,
) => {
  const client = useQueryClient()
  const me = useMe()
  const { email_set_up } = me.organisation
  const mayLetter = canWriteToClients(me) && may(me, 'General: Patients and clients', 'write')
  const writes = useInvoiceWrites()
  const { busy, finalize } = useFinalizing(invoiceId)
  const actions = useMemo((): readonly Action[] => {
    if (invoice === undefined) return []
    const { id, status, credit_note, due_sum, total_with_vat, currency } = invoice
    const hasNumber = isNumbered(invoice)
    const due = moneyText(credit_note ? negated(due_sum) : due_sum, currency)
    const here = 'here' as const
    return [
      ...(mayWrite && isPayable(invoice)
        ? [
            {
              id: 'pay',
              title: (credit_note ? text.invoices.invoice.payOut : text.invoices.invoice.pay)(due),
              group: here,
              keys: 'p',
              run: () => open({ pay: true }),
            },
          ]
        : []),
      ...(mayWrite && hasNumber && status !== InvoiceStatus.Finalized && !isZero(due_sum)
        ? [
            {
              id: 'payable',
              title: text.invoices.invoice.makePayable,
              group: here,
              run: () => void writes.current.makePayable(id),
            },
          ]
        : []),
      ...(mayWrite && status === InvoiceStatus.Draft
        ? [
            {
              id: 'finalize',
              title: busy === 'checking' ? text.invoices.invoice.finalizing : text.invoices.invoice.finalize,
              group: here,
              keys: 'f',
              run: finalize,
            },
            { id: 'edit', title: text.invoices.invoice.edit, group: here, keys: 'e', run: () => open({ edit: true }) },
            { id: 'void', title: text.invoices.invoice.void, group: here, run: () => open({ void: true }) },
          ]
        : []),
      ...(mayWrite && hasNumber && !credit_note
        ? [
            {
              // Where nobody has paid there is nothing to give back: it is the invoice that can be credited.
              id: due_sum === total_with_vat ? 'credit' : 'refund',
              title: due_sum === total_with_vat ? text.invoices.invoice.credit : text.invoices.invoice.refund,
              group: here,
              keys: 'r',
              run: () => open({ refund: true }),
            },
          ]
        : []),
      {
        id: 'print',
        title: text.invoices.invoice.print,
        group: here,
        keys: 'Mod+p',
        run: () => void printNow(client, id, 'invoice'),
      },
      {
        id: 'receipt',
        title: text.invoices.invoice.receipt,
        group: here,
        run: () => void printNow(client, id, 'receipt'),
      },
      {
        id: 'pdf',
        title: text.invoices.invoice.pdf,
        group: here,
        run: () => void window.open(`${apiBase}/invoice/${id}/pdf/`, '_blank', 'noopener'),
      },
      ...(mayWrite && hasNumber && invoice.client !== null && email_set_up
        ? [
            {
              id: 'send',
              title: text.invoices.invoice.send,
              group: here,
              run: () => void writes.current.send(id),
            },
          ]
        : []),
      ...(mayLetter ? letterAction(invoice) : []),
      { id: 'why', title: text.invoices.invoice.why, group: here, keys: 'y', run: () => open({ why: true }) },
    ]
  }, [invoice, mayWrite, mayLetter, open, writes, busy, finalize, client, email_set_up])
  useActions(actions)
  return actions
}
