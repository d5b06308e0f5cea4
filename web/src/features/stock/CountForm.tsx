import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { itemQuery } from '../../api/item.ts'
import type { Department, Item, StockLevel } from '../../api/records.ts'
import { stockKey, stockQuery } from '../../api/stocklevel.ts'
import { type Counted, countStock, movementsKey } from '../../api/stockmovement.ts'
import { plainText, typedDecimal } from '../../format.ts'
import { DateField } from '../../shared/DateField.tsx'
import { Field, problemOf, SendButton } from '../../shared/form.tsx'
import formClasses from '../../shared/form.module.css'
import page from '../../shared/page.module.css'
import { differenceOf } from '../../shared/packages.ts'
import { ProblemSummary, useProblems } from '../../shared/problems.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { useWrite } from '../../shared/use-write.ts'
import { stockText } from '../../text/stock.ts'
import { BatchSelect, otherBatch } from './BatchSelect.tsx'
import { QuantityField, unitsOf } from './QuantityField.tsx'
import { changeText, contentsOf, heldOf, packagesText, unitOf } from './stock.ts'
import { stockProblems } from './problems.ts'
import classes from './Count.module.css'

export type CountHandle = {
  /** Scanned again: one package more. */
  readonly addOne: () => void
  /** Saves what is typed, if anything is; false if it could not be. */
  readonly saveTyped: () => Promise<boolean>
}

type Props = {
  readonly ref: Ref<CountHandle>
  readonly item: number
  readonly department: Department
  readonly today: string
  readonly onDone: () => void
}

type Known = Omit<Props, 'item'> & { readonly item: Item; readonly levels: readonly StockLevel[] }

const Form = ({ ref, item, levels, department, today, onDone }: Known) => {
  const [level, setLevel] = useState<number>(heldOf(levels)[0]?.id ?? levels[0]?.id ?? otherBatch)
  const [other, setOther] = useState({ batch: '', expiry: '' })
  const [typed, setTyped] = useState('')
  const [isUnits, setUnits] = useState(false)
  const { problems, attempt, setProblems } = useProblems()
  const number = useRef<HTMLInputElement>(null)
  useEffect(() => number.current?.focus(), [])
  const { write, isBusy, isChecking } = useWrite({
    send: (body: Counted, key) => countStock(body, key),
    refresh: () => [stockKey, movementsKey],
    said: ({ result }) =>
      stockText.counting.saved(
        item.name,
        packagesText(result.counted ?? '0', item),
        unitOf(item),
        changeText(result.quantity, item),
      ),
    onProblem: (error) => setProblems(stockProblems(error, { counted: 'quantity' })),
  })
  const known = levels.find(({ id }) => id === level)
  const units = unitsOf(typed, isUnits, item)
  const save = async () => {
    if (units === undefined) {
      setProblems({ quantity: stockText.counting.badNumber })
      return false
    }
    const batch =
      known === undefined
        ? { batch_number: other.batch.trim(), ...(other.expiry !== '' && { expiry_date: other.expiry }) }
        : { batch_number: known.batch_number, expiry_date: known.expiry_date }
    setProblems({})
    const done = await write({ item: item.url, department: department.url, counted: units, ...batch })
    return done !== undefined
  }
  useImperativeHandle(ref, () => ({
    addOne: () => {
      setUnits(false)
      setTyped((before) => String(Number(typedDecimal(before) ?? '1') + 1))
    },
    saveTyped: async () => typed.trim() === '' || save(),
  }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onDone()
  }
  const expected = known?.on_hand ?? '0'
  return (
    <form id="count" noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
      <ProblemSummary problems={problems} attempt={attempt} />
      <BatchSelect levels={levels} value={level} today={today} item={item} hasOther onChange={setLevel} />
      {known === undefined && (
        <div className={classes['pair']}>
          <Field id="batch_number" label={stockText.counting.batch} problems={problems}>
            <input
              id="batch_number"
              className={formClasses['input']}
              maxLength={63}
              autoComplete="off"
              data-takes-scans
              value={other.batch}
              {...problemOf('batch_number', problems)}
              onChange={({ target }) => setOther({ ...other, batch: target.value })}
            />
          </Field>
          <DateField
            id="expiry_date"
            label={stockText.counting.expiry}
            value={other.expiry}
            today={today}
            isOptional
            problem={problems['expiry_date']}
            onChange={(expiry) => setOther({ ...other, expiry })}
          />
        </div>
      )}
      <QuantityField
        ref={number}
        label={stockText.counting.number}
        item={item}
        typed={typed}
        isUnits={isUnits}
        problems={problems}
        isBig
        hint={
          <>
            <span>{stockText.counting.expected(packagesText(expected, item), unitOf(item))}</span>
            {units !== undefined && (
              <strong>{stockText.counting.differs(changeText(differenceOf(units, expected), item))}</strong>
            )}
          </>
        }
        onType={setTyped}
        onUnits={setUnits}
      />
      <SendButton
        form="count"
        label={
          units === undefined
            ? stockText.counting.save
            : stockText.counting.saveNumber(
                plainText(typedDecimal(typed) ?? '0'),
                isUnits ? stockText.singleUnits : unitOf(item),
              )
        }
        state={isBusy ? 'sending' : isChecking ? 'checking' : 'open'}
        checking={stockText.counting.checking}
      />
    </form>
  )
}

/** The item that is being counted: its batch, how much there is, and what was expected. */
export const CountForm = ({ ref, item: id, department, today, onDone }: Props) => {
  const { data: item, error, refetch } = useQuery(itemQuery(`/item/${id}/`))
  const { data: levels, error: levelsError } = useQuery(stockQuery(department.url, [id]))
  const failed = error ?? levelsError
  if (item === undefined || levels === undefined)
    return failed === null ? (
      <Skeleton width="70%" height={20} />
    ) : (
      <ErrorState error={failed} what={stockText.whatOne} onRetry={() => void refetch()} />
    )
  return (
    <>
      <h2 className={classes['item']}>{item.name}</h2>
      <p className={page['context']}>{contentsOf(item)}</p>
      <Form ref={ref} item={item} levels={levels} department={department} today={today} onDone={onDone} />
      <p className={page['context']}>{stockText.counting.hint}</p>
    </>
  )
}
