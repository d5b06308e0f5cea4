import { type FormEvent, useState } from 'react'
import type { Department, Item, StockLevel } from '../../api/records.ts'
import { stockKey } from '../../api/stocklevel.ts'
import { movementsKey, type Wasted, wasteStock } from '../../api/stockmovement.ts'
import { plainText, typedDecimal } from '../../format.ts'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import formClasses from '../../shared/form.module.css'
import { ProblemSummary, useProblems } from '../../shared/problems.tsx'
import { Sheet } from '../../shared/Sheet.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { stockText } from '../../text/stock.ts'
import { BatchSelect } from './BatchSelect.tsx'
import { stockProblems } from './problems.ts'
import { QuantityField, unitsOf } from './QuantityField.tsx'
import { heldOf, packagesText, unitOf } from './stock.ts'

type Props = {
  readonly item: Item
  readonly department: Department
  /** Of the department. */
  readonly levels: readonly StockLevel[]
  readonly today: string
  readonly onClose: () => void
}

/** Takes what was thrown away out of stock: batch, quantity and why. */
export const WriteOffSheet = ({ item, department, levels, today, onClose }: Props) => {
  const [level, setLevel] = useState((heldOf(levels)[0] ?? levels[0])?.id)
  const [typed, setTyped] = useState('')
  const [isUnits, setUnits] = useState(false)
  const [reason, setReason] = useState('')
  const { problems, attempt, setProblems } = useProblems()
  const { write, isBusy, isChecking } = useWrite({
    send: (body: Wasted, key) => wasteStock(body, key),
    refresh: () => [stockKey, movementsKey],
    said: ({ result }) =>
      stockText.waste.done(item.name, packagesText(result.quantity.replace('-', ''), item), unitOf(item)),
    onDone: onClose,
    onProblem: (error) => setProblems(stockProblems(error)),
  })
  const known = levels.find(({ id }) => id === level)
  const quantity = unitsOf(typed, isUnits, item)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...((quantity === undefined || Number(quantity) === 0) && { quantity: stockText.badQuantity }),
      ...(reason.trim() === '' && { reason: stockText.waste.noReason }),
    }
    setProblems(wrong)
    if (known === undefined || quantity === undefined || Object.keys(wrong).length > 0) return
    const { batch_number, expiry_date } = known
    void write({ item: item.url, department: department.url, batch_number, expiry_date, quantity, reason })
  }
  const number = typedDecimal(typed)
  return (
    <Sheet
      title={stockText.waste.title(item.name)}
      subtitle={department.name}
      onClose={onClose}
      foot={
        known && (
          <SendButton
            form="waste"
            label={
              number === undefined
                ? stockText.waste.button
                : stockText.waste.buttonFor(plainText(number), isUnits ? stockText.singleUnits : unitOf(item))
            }
            state={isBusy ? 'sending' : isChecking ? 'checking' : 'open'}
            checking={stockText.checking}
          />
        )
      }
    >
      {known === undefined ? (
        <p>{stockText.waste.nothing}</p>
      ) : (
        <>
          <ProblemSummary problems={problems} attempt={attempt} />
          <form id="waste" noValidate onSubmit={submit}>
            <BatchSelect
              item={item}
              levels={levels}
              value={known.id}
              today={today}
              problems={problems}
              onChange={setLevel}
            />
            <QuantityField
              isFirst
              label={stockText.waste.quantity}
              item={item}
              typed={typed}
              isUnits={isUnits}
              problems={problems}
              onType={setTyped}
              onUnits={setUnits}
            />
            <Field id="reason" label={stockText.waste.reason} problems={problems}>
              <input
                id="reason"
                className={formClasses['input']}
                list="waste-reasons"
                maxLength={1000}
                autoComplete="off"
                value={reason}
                {...problemOf('reason', problems)}
                onChange={({ target }) => setReason(target.value)}
              />
              <datalist id="waste-reasons">
                {stockText.waste.reasons.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </Field>
          </form>
        </>
      )}
    </Sheet>
  )
}
