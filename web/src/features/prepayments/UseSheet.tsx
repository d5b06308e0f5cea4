import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import { ErrorState } from '../../shared/states.tsx'
import { moneyText } from '../../format.ts'
import { smallerOf, typedAmount } from '../../shared/cash.ts'
import { Field, problemOf } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { text } from '../../text/en.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { figureText } from '../../shared/figures.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { owedQuery } from './queries.ts'
import { amountId, amountProblem, invoiceId, MoneySheet, type OfPrepayment } from './MoneySheet.tsx'

const words = text.prepayments
const pay = text.payments

/** A prepayment pays an invoice, or a part of it. */
export const UseSheet = ({ client, name, prepayment, onClose }: OfPrepayment) => {
  const { data, error, refetch } = useQuery(owedQuery(client))
  if (data === undefined || data.count === 0)
    return (
      <Sheet title={words.useOf(figureText(prepayment.paid))} subtitle={name} onClose={onClose}>
        {error === null ? (
          data !== undefined && <p>{words.noInvoices}</p>
        ) : (
          <ErrorState error={error} what={text.invoices.what} onRetry={() => void refetch()} />
        )}
      </Sheet>
    )
  return <UseForm client={client} name={name} prepayment={prepayment} onClose={onClose} invoices={data.results} />
}

const UseForm = ({ name, prepayment, onClose, invoices }: OfPrepayment & { readonly invoices: readonly Invoice[] }) => {
  const { currency } = useMe().organisation
  const { unused_amount: unused } = prepayment
  const [chosen, setChosen] = useState(invoices[0]!.url)
  const invoice = invoices.find(({ url }) => url === chosen) ?? invoices[0]!
  const most = smallerOf(unused, invoice.due_sum)
  const [typed, setTyped] = useState<string>()
  const value = typed ?? most
  const amount = moneyText(typedAmount(value) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`use ${prepayment.id}`}
      title={words.useTitle(moneyText(unused, currency))}
      subtitle={name}
      label={words.useButton(amount)}
      amount={amount}
      said={words.usedOn(amount, numberOf(invoice))}
      onClose={onClose}
      check={() => amountProblem(value, most, words.tooMuchOwed)}
      step={() => ({
        path: `/unallocatedpayment/${prepayment.id}/apply/`,
        body: { invoice: invoice.url, amount: typedAmount(value) },
      })}
    >
      {(problems) => (
        <>
          <Field id={invoiceId} label={words.invoice} problems={problems}>
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
                  {numberOf(one)} · {pay.owing(moneyText(one.due_sum, currency))}
                </option>
              ))}
            </select>
          </Field>
          <AmountField
            id={amountId}
            label={pay.amount}
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
