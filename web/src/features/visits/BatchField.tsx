import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { StockLevel } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Charges.module.css'
import { batchesOf, heldBatch } from './visit.ts'

type Props = {
  readonly name: string
  readonly item: string
  /** Undefined until they are known. */
  readonly levels: readonly StockLevel[] | undefined
  readonly value: string
  readonly autoFocus: boolean
  /** Given, or left as it was typed. */
  readonly onDone: (batch: string, isLeft: boolean) => void
}

/**
 * The batch, as printed on the package: typed, scanned, or one that is in stock. One that the department does not hold is
 * asked about once: Enter again keeps it.
 */
export const BatchField = ({ name, item, levels, value, autoFocus, onDone }: Props) => {
  const id = useId()
  const [asked, setAsked] = useState<string>()
  /** What was typed before the stock was known. */
  const waiting = useRef<string>(undefined)
  const finish = (typed: string, isSure: boolean, isLeft = false) => {
    waiting.current = levels === undefined ? typed : undefined
    if (levels === undefined) return
    const held = typed === value ? value : heldBatch(levels, item, typed)
    if (held === undefined && !isSure) return setAsked(typed)
    setAsked(undefined)
    onDone(held ?? typed, isLeft)
  }
  const goOn = useEffectEvent(() => waiting.current === undefined || finish(waiting.current, false))
  const isKnown = levels !== undefined
  useEffect(() => void (isKnown && goOn()), [isKnown])
  const words = text.visit.charges
  return (
    <>
      <input
        className={classes['batch']}
        aria-label={words.batchOf(name)}
        placeholder={words.batch}
        list={`${id}-batches`}
        autoComplete="off"
        maxLength={63}
        // A batch may be all digits: what is scanned into this field is no item.
        data-takes-scans
        defaultValue={value}
        aria-describedby={asked === undefined ? undefined : `${id}-asked`}
        autoFocus={autoFocus}
        onChange={() => setAsked(undefined)}
        onBlur={({ target }) => target.value.trim() === asked || finish(target.value.trim(), false, true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const typed = event.currentTarget.value.trim()
          finish(typed, typed === asked)
        }}
      />
      <datalist id={`${id}-batches`}>
        {batchesOf(levels ?? [], item).map(({ url, batch_number }) => (
          <option key={url} value={batch_number} />
        ))}
      </datalist>
      {asked !== undefined && (
        <p id={`${id}-asked`} className={classes['missing']} role="alert">
          <IconAlertTriangleFilled size={14} aria-hidden="true" /> {words.notHeld}
          <button type="button" className="button small" onClick={() => finish(asked, true)}>
            {words.keepBatch}
          </button>
        </p>
      )}
    </>
  )
}
