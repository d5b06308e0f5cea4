import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { owedByQuery } from '../../api/invoice.ts'
import { useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import { applyEntry } from '../../api/unallocatedpayment.ts'
import { ErrorState } from '../../shared/states.tsx'
import { moneyText } from '../../format.ts'
import { smallerOf, typedAmount } from '../../shared/cash.ts'
import { Field, problemOf } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { text } from '../../text/en.ts'
import { prepaymentsText } from '../../text/prepayments.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { figureText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { amountId, amountProblem, invoiceId, MoneySheet, type OfPrepayment } from './MoneySheet.tsx'

/** A prepayment pays an invoice, or a part of it. */
export const UseSheet = ({ client, name, prepayment, onClose }: OfPrepayment) => {
  const { data, error, refetch } = useQuery(owedByQuery(client))
  if (data === undefined || data.length === 0)
    return (
      <Sheet title={prepaymentsText.useOf(figureText(prepayment.paid))} subtitle={name} onClose={onClose}>
        {error === null ? (
          data !== undefined && <p>{prepaymentsText.noInvoices}</p>
        ) : (
          <ErrorState error={error} what={text.invoices.what} onRetry={() => void refetch()} />
        )}
      </Sheet>
    )
  return <UseForm client={client} name={name} prepayment={prepayment} onClose={onClose} invoices={data} />
}

const UseForm = ({ name, prepayment, onClose, invoices }: OfPrepayment & { readonly invoices: readonly Invoice[] }) => {
  const { currency } = useMe().organisation
  const { unused_amount: unused } = prepayment
  const [chosen, setChosen] = useState(invoices[0]!.url)
  const invoice = invoices.find(({ url }) => url === chosen) ?? invoices[0]!
  const max = smallerOf(unused, invoice.due_sum)
  const [typed, setTyped] = useState<string>()
  const value = typed ?? max
  const amount = moneyText(typedAmount(value) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`use ${prepayment.id}`}
      title={prepaymentsText.useTitle(moneyText(unused, currency))}
      subtitle={name}
      label={prepaymentsText.useButton(amount)}
      amount={amount}
      said={prepaymentsText.usedOn(amount, numberOf(invoice))}
      onClose={onClose}
      check={() => amountProblem(value, max, prepaymentsText.tooMuchOwed)}
      entry={() => applyEntry(prepayment.id, { invoice: invoice.url, amount: typedAmount(value)! })}
    >
      {(problems) => (
        <>
          <Field id={invoiceId} label={prepaymentsText.invoice} problems={problems}>
            <select
              id={invoiceId}
              className={form['input']}
              value={invoice.url}
              onChange={({ target }) => {
                setChosen(target.value)
                setTyped(undefined)
              }}
              {...problemOf(invoiceId, problems)}
            >
              {invoices.map((one) => (
                <option key={one.id} value={one.url}>
                  {numberOf(one)} · {text.payments.owing(moneyText(one.due_sum, currency))}
                </option>
              ))}
            </select>
          </Field>
          <AmountField
            id={amountId}
            label={text.payments.amount}
            currency={currency}
            value={value}
            onChange={setTyped}
            problems={problems}
            isFirst
            isBig
          />
        </>
      )}
    </MoneySheet>
  )
}
