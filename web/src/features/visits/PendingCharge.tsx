import { UsageType } from '@fetlock/sdk'
import { IconAlertTriangleFilled, IconX } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { StockLevel } from '../../api/records.ts'
import { typedDecimal } from '../../format.ts'
import { text } from '../../text/en.ts'
import listPage from '../../shared/list-page.module.css'
import { BatchField } from './BatchField.tsx'
import { WordMenu } from './ChargeRow.tsx'
import classes from './Charges.module.css'
import { newRowOf, type PendingRow } from './pending-rows.ts'
import type { NewRow } from '../../api/consultationitem.ts'
import { OnHand } from './Stock.tsx'
import { hasUsage, isStocked, needsBatch, plainQuantity, timesAnimals } from './visit.ts'

type Props = {
  readonly row: PendingRow
  readonly animals: number
  /** Undefined until they are known. */
  readonly levels: readonly StockLevel[] | undefined
  readonly isNew: boolean
  /** Returns why it was not saved, if it was not. */
  readonly onSave: (row: NewRow) => Promise<string | undefined>
  readonly onDrop: () => void
  /** On to the field that adds the next one. */
  readonly onNext: () => void
}

/** What is to be charged once its batch and its quantity are known. */
export const PendingCharge = ({ row, animals, levels, isNew, onSave, onDrop, onNext }: Props) => {
  const { item } = row
  const [quantity, setQuantity] = useState(row.quantity)
  const [usage, setUsage] = useState<UsageType>(UsageType.Administered)
  const [isMultiplied, setMultiplied] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [batch, setBatch] = useState('')
  const isBatchNeeded = needsBatch(item, hasUsage(item.type_code) ? usage : undefined)
  const each = typedDecimal(quantity)
  const isSaving = useRef(false)
  const save = async (given: string) => {
    if (isSaving.current) return
    if (each === undefined || Number(each) === 0) return setProblem(text.visit.charges.notANumber)
    if (isBatchNeeded && given === '') return setProblem(undefined)
    isSaving.current = true
    const { patients } = row
    const refused = await onSave(
      newRowOf({ item, patients, quantity: each, usage, batch: given, isMultiplied: animals === 1 || isMultiplied }),
    )
    isSaving.current = false
    return setProblem(refused)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(batch)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onNext()
  }
  return (
    <li className={classes['row']} data-pending={row.key} data-missing={isBatchNeeded}>
      <form
        onSubmit={submit}
        aria-label={item.name}
        // A batch may have a slash in it, until it is saved.
        onKeyDown={(event) => isSaving.current && press(event)}
      >
        <div className={classes['first']}>
          <span className={classes['name']}>{item.name}</span>
          <input
            className={classes['quantity']}
            inputMode="decimal"
            aria-label={text.visit.charges.quantity(item.name)}
            value={quantity}
            autoFocus={isNew && !isBatchNeeded}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => setQuantity(target.value)}
            onKeyDown={press}
          />
          <span className={classes['unit']}>{item.unit}</span>
          <span className={classes['sum']}>–</span>
          <button type="button" className={classes['remove']} onClick={onDrop}>
            <IconX size={15} stroke={1.8} aria-hidden="true" />
            <span className="unseen">{text.visit.charges.drop(item.name)}</span>
          </button>
        </div>
        {animals !== 1 && (
          <div className={classes['herd']}>
            <label className={listPage['tick']}>
              <input type="checkbox" checked={isMultiplied} onChange={({ target }) => setMultiplied(target.checked)} />
              {text.visit.charges.multiply(animals)}
            </label>
            {isMultiplied && each !== undefined && (
              <strong>{text.visit.charges.herd(plainQuantity(each), animals, timesAnimals(each, animals))}</strong>
            )}
          </div>
        )}
        <div className={classes['uses']}>
          {hasUsage(item.type_code) && (
            <WordMenu
              label={text.visit.charges.usage(item.name)}
              words={text.visit.charges.usages}
              value={usage}
              onChoose={setUsage}
            />
          )}
          {isBatchNeeded && (
            <BatchField
              name={item.name}
              item={item.url}
              levels={levels}
              value={batch}
              autoFocus={isNew}
              onDone={(given, isLeft) => {
                setBatch(given)
                // Whoever only leaves the field again has not asked for it again.
                if (given !== '' && !(isLeft && given === batch)) void save(given)
              }}
            />
          )}
          {isStocked(item.type_code) && <OnHand item={item} levels={levels} />}
          {(!isBatchNeeded || batch !== '') && (
            <button type="submit" className="button small">
              {text.visit.charges.save}
            </button>
          )}
        </div>
        {isBatchNeeded && batch === '' && (
          <p className={classes['missing']}>
            <IconAlertTriangleFilled size={14} aria-hidden="true" /> {text.visit.charges.batchRequired}
          </p>
        )}
        {problem !== undefined && (
          <p className={classes['missing']} role="alert">
            {problem}
          </p>
        )}
      </form>
    </li>
  )
}
