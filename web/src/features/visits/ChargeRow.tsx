import { UsageSize } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import { IconTag, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConsultationItem, Patient, StockLevel } from '../../api/records.ts'
import { showToast } from '../../shared/toasts.ts'
import { typedDecimal } from '../../format.ts'
import { text } from '../../text/en.ts'
import { printingText } from '../../text/printing.ts'
import { BatchField } from './BatchField.tsx'
import classes from './Charges.module.css'
import type { RowChanges } from './charges.ts'
import { Discount } from './Discount.tsx'
import { OnHand } from './Stock.tsx'
import { isMedicine, forOne, hasUsage, isDispensed, isStocked, plainQuantity } from './visit.ts'

const RowWarnings = lazy(() => import('./RowWarnings.tsx').then((one) => ({ default: one.RowWarnings })))

type Props = {
  readonly row: ConsultationItem
  /** What is said about it besides its name: for whom, why. */
  readonly note: string
  /** The animals of the visit. */
  readonly patients: readonly Patient[]
  /** Undefined until they are known. */
  readonly levels: readonly StockLevel[] | undefined
  readonly hasPrices: boolean
  readonly isReadOnly: boolean
  /** For the row that was just added: what was typed meanwhile. */
  readonly ahead: string | undefined
  /** Returns whether the service has it. */
  readonly onChange: (changes: RowChanges) => Promise<boolean>
  readonly onRemove: () => void
  /** Prints the label of what is dispensed. */
  readonly onLabel: () => void
  /** Back to the field that adds the next one. */
  readonly onNext: () => void
  /** A barcode was scanned while the cursor was on the quantity. */
  readonly onScan: (code: string) => void
}

type Choice<T extends number> = {
  readonly label: string
  readonly words: Readonly<Record<T, string>>
  readonly value: T
  readonly onChoose: (value: T) => void
}

/** One of a few words, chosen where it stands. */
export const WordMenu = <T extends number>({ label, words, value, onChoose }: Choice<T>) => (
  <Menu position="bottom-start" width={160}>
    <Menu.Target>
      <button type="button" className={classes['chip']}>
        <span className="unseen">{label}: </span>
        {words[value]}
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {Object.entries<string>(words).map(([code, word]) => (
        <Menu.Item key={code} onClick={() => onChoose(Number(code) as T)}>
          {word}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** No quantity has so many digits. */
const isBarcode = (typed: string) => /^\d{7,}$/.test(typed)

/** The quantity, changed where it stands; Enter goes on to the next item. */
const Quantity = ({
  row,
  ahead,
  onChange,
  onNext,
  onScan,
}: Omit<Props, 'note' | 'patients' | 'levels' | 'hasPrices' | 'isReadOnly' | 'onRemove' | 'onLabel'>) => {
  const shown = forOne(row)
  const [typed, setTyped] = useState(shown)
  const field = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  useEffect(() => setTyped(shown), [shown])
  const takeOver = useEffectEvent((typedAhead: string) => {
    field.current?.focus()
    const quantity = typedDecimal(typedAhead)
    if (quantity === undefined || Number(quantity) === 0) return
    setTyped(quantity)
    if (!typedAhead.endsWith('\n')) return
    void onChange({ quantity })
    onNext()
  })
  useEffect(() => {
    if (ahead !== undefined) takeOver(ahead)
  }, [ahead])
  const commit = () => {
    if (isLeft.current) {
      isLeft.current = false
      return setTyped(shown)
    }
    const quantity = typedDecimal(typed)
    if (quantity === undefined || Number(quantity) === 0) {
      setTyped(shown)
      return showToast(text.visit.charges.notANumber, { isProblem: true })
    }
    if (plainQuantity(quantity) !== shown) void onChange({ quantity })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') {
      isLeft.current = true
      event.currentTarget.closest<HTMLElement>('[data-row]')?.focus()
    } else if (event.key === 'Enter' || event.key === '/') {
      event.preventDefault()
      isLeft.current = isBarcode(typed)
      if (isLeft.current) onScan(typed)
      onNext()
    }
  }
  return (
    <input
      ref={field}
      className={classes['quantity']}
      inputMode="decimal"
      aria-label={text.visit.charges.quantity(row.name)}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={commit}
      onKeyDown={press}
    />
  )
}

const Batch = ({ row, levels, onChange }: Pick<Props, 'row' | 'levels' | 'onChange'>) => {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <button type="button" className={classes['plain']} onClick={() => setOpen(true)}>
        {row.batch_number === '' ? text.visit.charges.addBatch : text.visit.charges.lot(row.batch_number)}
        <span className="unseen"> ({row.name})</span>
      </button>
    )
  return (
    <BatchField
      autoFocus
      name={row.name}
      item={row.item}
      levels={levels}
      value={row.batch_number}
      onDone={(batch_number) => {
        setOpen(false)
        if (batch_number !== row.batch_number) void onChange({ batch_number })
      }}
    />
  )
}

/** How the owner gives a medicine: typed here, printed with the discharge instructions. What is not saved stays typed. */
const Instructions = ({ row, isReadOnly, onChange }: Pick<Props, 'row' | 'isReadOnly' | 'onChange'>) => {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    // Unless somebody has gone on to another field while it was saved.
    if (!isOpen && isByKey.current && document.activeElement === document.body) opener.current?.focus()
    isByKey.current = false
  }, [isOpen])
  if (isReadOnly) return row.instructions === '' ? null : <p className={classes['note']}>{row.instructions}</p>
  if (!isOpen)
    return (
      <p className={classes['note']}>
        <button ref={opener} type="button" className={classes['plain']} onClick={() => setOpen(true)}>
          {row.instructions || text.visit.charges.addInstructions}
          <span className="unseen"> ({row.name})</span>
        </button>
      </p>
    )
  const finish = async (typed: string) => {
    if (typed === row.instructions || (await onChange({ instructions: typed }))) return setOpen(false)
    isByKey.current = false
  }
  return (
    <textarea
      className={classes['instructions']}
      aria-label={text.visit.charges.instructionsOf(row.name)}
      rows={2}
      maxLength={10_000}
      defaultValue={row.instructions}
      autoFocus
      onBlur={({ target }) => void finish(target.value.trim())}
      onKeyDown={(event) => {
        const isDiscarded = event.key === 'Escape'
        if (!isDiscarded && (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing)) return
        event.preventDefault()
        if (isDiscarded) event.currentTarget.value = row.instructions
        isByKey.current = true
        event.currentTarget.blur()
      }}
    />
  )
}

const isDivided = ({ item_data }: ConsultationItem) => item_data != null && Number(item_data.dosage_units) !== 1
type UsesProps = Pick<Props, 'row' | 'levels' | 'isReadOnly' | 'onChange' | 'onLabel'>
const Uses = ({ row, levels, isReadOnly, onChange, onLabel }: UsesProps) => {
  const { usage, usages, size, sizes, lot } = text.visit.charges
  return (
    <div className={classes['uses']}>
      {hasUsage(row.type_code) &&
        row.usage_type !== null &&
        (isReadOnly ? (
          <span className={classes['chip']}>{usages[row.usage_type]}</span>
        ) : (
          <WordMenu
            label={usage(row.name)}
            words={usages}
            value={row.usage_type}
            onChoose={(usage_type) => void onChange({ usage_type })}
          />
        ))}
      {!isReadOnly && row.usage_size !== null && isDivided(row) && (
        <WordMenu
          label={size(row.name)}
          words={sizes}
          value={row.usage_size}
          onChoose={(usage_size) => void onChange({ usage_size })}
        />
      )}
      {isReadOnly
        ? row.batch_number !== '' && <span>{lot(row.batch_number)}</span>
        : hasUsage(row.type_code) && <Batch row={row} levels={levels} onChange={onChange} />}
      {!isReadOnly && row.item_data != null && <OnHand item={row.item_data} levels={levels} />}
      {isDispensed(row) && (
        <button type="button" className={classes['plain']} onClick={onLabel}>
          <IconTag size={15} stroke={1.6} aria-hidden="true" />{' '}
          <span aria-hidden="true">{printingText.label.short}</span>
          <span className="unseen">{printingText.label.printOne(row.name)}</span>
        </button>
      )}
    </div>
  )
}

export const ChargeRow = (shown: Props) => {
  const { row, note, patients, levels, hasPrices, isReadOnly, ahead, onChange, onRemove } = shown
  const { onLabel, onNext, onScan } = shown
  const counted = row.usage_size === UsageSize.DosageUnits && isDivided(row) ? text.visit.charges.units : row.unit
  return (
    <li className={classes['row']} data-row={row.id} tabIndex={-1}>
      <div className={classes['first']}>
        <span className={classes['name']}>{row.name}</span>
        {isReadOnly ? (
          <span className={classes['counted']}>{plainQuantity(row.quantity)}</span>
        ) : (
          <Quantity row={row} ahead={ahead} onChange={onChange} onNext={onNext} onScan={onScan} />
        )}
        <span className={classes['unit']}>{row.usage_size === UsageSize.Package && isDivided(row) ? '' : counted}</span>
        {hasPrices && (
          <Discount row={row} isReadOnly={isReadOnly} onChange={onChange}>
            {row.sum_total}
          </Discount>
        )}
        {!isReadOnly && (
          <button type="button" className={classes['remove']} onClick={onRemove}>
            <IconX size={15} stroke={1.8} aria-hidden="true" />
            <span className="unseen">{text.visit.charges.remove(row.name)}</span>
          </button>
        )}
      </div>
      <Suspense>
        {row.warnings.length > 0 && (
          <RowWarnings row={row} patients={patients} isReadOnly={isReadOnly} onChange={onChange} />
        )}
      </Suspense>
      {note !== '' && <p className={classes['note']}>{note}</p>}
      {row.multiplier !== 1 && (
        <p className={classes['note']}>
          {text.visit.charges.herd(forOne(row), row.multiplier, plainQuantity(row.quantity))}
        </p>
      )}
      {isStocked(row.type_code) && (
        <Uses row={row} levels={levels} isReadOnly={isReadOnly} onChange={onChange} onLabel={onLabel} />
      )}
      {isMedicine(row.type_code) && <Instructions row={row} isReadOnly={isReadOnly} onChange={onChange} />}
    </li>
  )
}
