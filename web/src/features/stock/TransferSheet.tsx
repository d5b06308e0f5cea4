import { type FormEvent, useState } from 'react'
import type { Department, Item, StockLevel } from '../../api/records.ts'
import { stockKey } from '../../api/stocklevel.ts'
import { movementsKey, type Transferred, transferStock } from '../../api/stockmovement.ts'
import { plainText, typedDecimal } from '../../format.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import formClasses from '../../shared/form.module.css'
import { compare } from '../../shared/packages.ts'
import { ProblemSummary, useProblems } from '../../shared/problems.tsx'
import { Sheet } from '../../shared/Sheet.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { stockText } from '../../text/stock.ts'
import { BatchSelect } from './BatchSelect.tsx'
import { stockProblems } from './problems.ts'
import { QuantityField, unitsOf } from './QuantityField.tsx'
import { packagesText, unitOf } from './stock.ts'

type Props = {
  readonly item: Item
  readonly department: Department
  readonly departments: readonly Department[]
  /** Of the department. */
  readonly levels: readonly StockLevel[]
  readonly today: string
  readonly onClose: () => void
}

/** The same in the opposite direction. */
const reversed = (
  sent: Transferred,
  { batch_number, expiry_date }: Pick<StockLevel, 'batch_number' | 'expiry_date'>,
) => ({
  ...sent,
  department: sent.to_department,
  to_department: sent.department,
  batch_number,
  expiry_date,
})

/** Moves some of a batch to another department, both sides at once. */
export const TransferSheet = ({ item, department, departments, levels, today, onClose }: Props) => {
  const held = levels.filter(({ on_hand }) => compare(on_hand, '0') > 0)
  const others = departments.filter(({ url }) => url !== department.url)
  const [level, setLevel] = useState(held[0]?.id)
  const [to, setTo] = useState(others.length === 1 ? others[0]!.url : '')
  const [typed, setTyped] = useState('')
  const [isUnits, setUnits] = useState(false)
  const [reason, setReason] = useState('')
  const { problems, attempt, setProblems } = useProblems()
  const nameOf = (url: string) => departments.find((one) => one.url === url)?.name ?? ''
  const { write, isBusy, isChecking } = useWrite({
    send: (body: Transferred, key) => transferStock(body, key),
    refresh: () => [stockKey, movementsKey],
    said: ({ variables, result }) =>
      stockText.transferring.done(
        item.name,
        packagesText(result.quantity.replace('-', ''), item),
        unitOf(item),
        nameOf(variables.to_department),
      ),
    undo: ({ variables, result }) => transferStock(reversed(variables, result)),
    onDone: onClose,
    onProblem: (error) => setProblems(stockProblems(error)),
  })
  const known = held.find(({ id }) => id === level)
  const quantity = unitsOf(typed, isUnits, item)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(to === '' && { to_department: stockText.transferring.noDepartment }),
      ...((quantity === undefined || Number(quantity) === 0) && { quantity: stockText.badQuantity }),
    }
    setProblems(wrong)
    if (known === undefined || quantity === undefined || Object.keys(wrong).length > 0) return
    const { batch_number, expiry_date } = known
    const from = { item: item.url, department: department.url, batch_number, expiry_date }
    void write({ ...from, to_department: to, quantity, reason })
  }
  const number = typedDecimal(typed)
  const label =
    number === undefined
      ? stockText.transferring.button
      : stockText.transferring.buttonFor(plainText(number), isUnits ? stockText.singleUnits : unitOf(item))
  return (
    <Sheet
      title={stockText.transferring.title(item.name)}
      subtitle={stockText.transferring.from(department.name)}
      onClose={onClose}
      foot={
        known && (
          <SendButton
            form="transfer"
            label={label}
            state={isBusy ? 'sending' : isChecking ? 'checking' : 'open'}
            checking={stockText.checking}
          />
        )
      }
    >
      {known === undefined ? (
        <p>{stockText.transferring.nothing}</p>
      ) : (
        <>
          <ProblemSummary problems={problems} attempt={attempt} />
          <form id="transfer" noValidate onSubmit={submit}>
            <Field id="to_department" label={stockText.transferring.to} problems={problems}>
              <select
                id="to_department"
                className={formClasses['input']}
                value={to}
                {...problemOf('to_department', problems)}
                onChange={({ target }) => setTo(target.value)}
              >
                {others.length > 1 && <option value="">{stockText.transferring.choose}</option>}
                {others.map(({ url, name }) => (
                  <option key={url} value={url}>
                    {name}
                  </option>
                ))}
              </select>
            </Field>
            <BatchSelect item={item} levels={held} value={known.id} today={today} onChange={setLevel} />
            <QuantityField
              isFirst
              label={stockText.transferring.quantity}
              item={item}
              typed={typed}
              isUnits={isUnits}
              problems={problems}
              onType={setTyped}
              onUnits={setUnits}
            />
            <Field
              id="reason"
              label={stockText.transferring.reason}
              problems={problems}
              hint={stockText.transferring.optional}
            >
              <input
                id="reason"
                className={formClasses['input']}
                maxLength={1000}
                autoComplete="off"
                value={reason}
                {...problemOf('reason', problems)}
                onChange={({ target }) => setReason(target.value)}
              />
            </Field>
          </form>
        </>
      )}
    </Sheet>
  )
}
