import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { prepaidEntry } from '../../api/unallocatedpayment.ts'
import { moneyText } from '../../format.ts'
import { negated, typedAmount } from '../../shared/cash.ts'
import { text } from '../../text/en.ts'
import { prepaymentsText } from '../../text/prepayments.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { amountId, amountProblem, MoneySheet, type OfPrepayment } from './MoneySheet.tsx'
import { useMethod } from './use-method.ts'

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
      title={prepaymentsText.refundTitle(moneyText(unused, currency))}
      subtitle={prepaymentsText.toClient(name)}
      label={prepaymentsText.refundButton(amount, text.payments.by[method])}
      amount={amount}
      said={prepaymentsText.refundDone(amount)}
      onClose={onClose}
      check={() => amountProblem(typed, unused, prepaymentsText.tooMuch)}
      entry={() =>
        prepaidEntry({
          client: prepayment.client,
          department: prepayment.department,
          payment_type: method,
          paid: negated(typedAmount(typed)!),
          refunds: prepayment.url,
        })
      }
    >
      {(problems) => (
        <>
          <AmountField
            id={amountId}
            label={text.payments.amount}
            currency={currency}
            value={typed}
            onChange={setTyped}
            problems={problems}
            isFirst
            isBig
          />
          <MethodTiles label={text.payments.method} methods={methods} chosen={method} onChoose={setMethod} hasKeys />
        </>
      )}
    </MoneySheet>
  )
}
