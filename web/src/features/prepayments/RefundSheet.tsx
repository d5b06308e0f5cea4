import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { moneyText } from '../../format.ts'
import { negated, typedAmount } from '../../shared/cash.ts'
import { text } from '../../text/en.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { amountId, amountProblem, MoneySheet, type OfPrepayment } from './MoneySheet.tsx'
import { useMethod } from './use-method.ts'

const words = text.prepayments
const pay = text.payments

/** What is unused of a prepayment goes back to the client. */
export const RefundSheet = ({ name, prepayment, onClose }: OfPrepayment) => {
  const { currency } = useMe().organisation
  const { unused_amount: unused } = prepayment
  const { methods, method, setMethod } = useMethod()
  const [typed, setTyped] = useState(unused)
  const amount = moneyText(typedAmount(typed) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`refund prepayment ${prepayment.id}`}
      title={words.refundTitle(moneyText(unused, currency))}
      subtitle={words.toClient(name)}
      label={words.refundButton(amount, text.payments.by[method]!)}
      amount={amount}
      said={words.refundDone(amount)}
      onClose={onClose}
      check={() => amountProblem(typed, unused, words.tooMuch)}
      step={() => ({
        path: '/unallocatedpayment/',
        body: {
          client: prepayment.client,
          department: prepayment.department,
          payment_type: method,
          paid: negated(typedAmount(typed)!),
          refunds: prepayment.url,
        },
      })}
    >
      {(problems) => (
        <>
          <AmountField
            id={amountId}
            label={pay.amount}
            currency={currency}
            value={typed}
            onChange={setTyped}
            problems={problems}
            isFirst
            isBig
          />
          <MethodTiles label={pay.method} methods={methods} chosen={method} onChoose={setMethod} hasKeys />
        </>
      )}
    </MoneySheet>
  )
}
