import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { departmentsQuery } from '../../api/department.ts'
import { useMe } from '../../api/me.ts'
import { idOf, type Me } from '../../api/records.ts'
import { prepaidEntry } from '../../api/unallocatedpayment.ts'
import { moneyText } from '../../format.ts'
import { typedAmount } from '../../shared/cash.ts'
import { Field, problemOf } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { text } from '../../text/en.ts'
import { prepaymentsText } from '../../text/prepayments.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { amountId, amountProblem, departmentId, MoneySheet, type OfClient } from './MoneySheet.tsx'
import { useMethod } from './use-method.ts'

/** The address of a client, as records of the organisation name it. */
const addressOf = ({ organisation }: Me, client: number) =>
  `${organisation.url.replace(/organisation\/\d+\/$/, '')}client/${client}/`

/** Money that is received before anything is owed. */
export const AddSheet = ({ client, name, onClose }: OfClient) => {
  const me = useMe()
  const { currency } = me.organisation
  const { data: departments } = useQuery(departmentsQuery)
  const { department: chosen } = useSearch({ strict: false })
  const { methods, method, setMethod } = useMethod()
  const [typed, setTyped] = useState('')
  const [description, setDescription] = useState('')
  const [picked, setPicked] = useState('')
  const all = departments ?? []
  const usual = all.find(({ url }) => idOf(url) === chosen)?.url ?? me.home_department ?? ''
  const department = picked || (all.length === 1 ? all[0]!.url : usual)
  const amount = moneyText(typedAmount(typed) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`prepay ${client}`}
      title={prepaymentsText.addTitle}
      subtitle={name}
      label={
        typedAmount(typed) === undefined
          ? prepaymentsText.addTitle
          : prepaymentsText.addButton(amount, text.payments.by[method])
      }
      amount={amount}
      said={prepaymentsText.added(amount)}
      onClose={onClose}
      check={() => ({
        ...amountProblem(typed, undefined, prepaymentsText.tooMuch),
        ...(department === '' ? { [departmentId]: prepaymentsText.needDepartment } : {}),
      })}
      entry={() =>
        prepaidEntry({
          client: addressOf(me, client),
          department,
          payment_type: method,
          paid: typedAmount(typed)!,
          ...(description.trim() === '' ? {} : { description: description.trim() }),
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
          {all.length > 1 && (
            <Field id={departmentId} label={prepaymentsText.department} problems={problems}>
              <select
                id={departmentId}
                className={form['input']}
                value={department}
                onChange={({ target }) => setPicked(target.value)}
                {...problemOf(departmentId, problems)}
              >
                <option value="">–</option>
                {all.map(({ url, name: title }) => (
                  <option key={url} value={url}>
                    {title}
                  </option>
                ))}
              </select>
            </Field>
          )}
          <Field id="prepayment-description" label={prepaymentsText.description} problems={problems}>
            <input
              id="prepayment-description"
              className={form['input']}
              maxLength={1000}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
          </Field>
        </>
      )}
    </MoneySheet>
  )
}
