import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { departmentsQuery, useMe } from '../../api/me.ts'
import { idOf } from '../../api/records.ts'
import { moneyText } from '../../format.ts'
import { typedAmount } from '../../shared/cash.ts'
import { Field, problemOf } from '../../shared/form.tsx'
import form from '../../shared/form.module.css'
import { text } from '../../text/en.ts'
import { AmountField } from '../../shared/payments/AmountField.tsx'
import { MethodTiles } from '../../shared/payments/MethodTiles.tsx'
import { amountId, amountProblem, departmentId, MoneySheet, type OfClient } from './MoneySheet.tsx'
import { useMethod } from './use-method.ts'

const words = text.prepayments
const pay = text.payments

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
  const all = departments?.results ?? []
  const usual = all.find(({ url }) => idOf(url) === chosen)?.url ?? me.home_department ?? ''
  const department = picked || (all.length === 1 ? all[0]!.url : usual)
  const amount = moneyText(typedAmount(typed) ?? '0.00', currency)
  return (
    <MoneySheet
      name={`prepay ${client}`}
      title={words.addTitle}
      subtitle={name}
      label={typedAmount(typed) === undefined ? words.addTitle : words.addButton(amount, text.payments.by[method]!)}
      amount={amount}
      said={words.added(amount)}
      onClose={onClose}
      check={() => ({
        ...amountProblem(typed, undefined, words.tooMuch),
        ...(department === '' ? { [departmentId]: words.needDepartment } : {}),
      })}
      step={() => ({
        path: '/unallocatedpayment/',
        body: {
          client: `${me.organisation.url.replace(/organisation\/\d+\/$/, '')}client/${client}/`,
          department,
          payment_type: method,
          paid: typedAmount(typed),
          ...(description.trim() === '' ? {} : { description: description.trim() }),
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
          {all.length > 1 && (
            <Field id={departmentId} label={words.department} problems={problems}>
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
          <Field id="prepayment-description" label={words.description} problems={problems}>
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
