import { useQuery } from '@tanstack/react-query'
import type { ChargeHint, Consultation, Item, Patient } from '../../api/records.ts'
import { Dialog } from '../../frame/Dialog.tsx'
import { text } from '../../text/en.ts'
import classes from './HandOver.module.css'
import { Hint } from './Hints.tsx'
import type { PendingRow } from './pending-rows.ts'
import { hintsQuery, rowsQuery } from './queries.ts'
import { UnexplainedWarnings } from './UnexplainedWarnings.tsx'
import { namesOf } from './visit.ts'
import { isUnexplained } from '../../shared/hand-over.ts'

type Shown = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly pending: readonly PendingRow[]
  readonly timeZone: string
  readonly currency: string | undefined
  readonly onAdd: (item: Item, hint: ChargeHint) => Promise<unknown>
  readonly onDeclined: () => void
  readonly onHandOver: () => void
  readonly onClose: () => void
}

/** What nobody has decided yet, asked before the visit goes to whoever takes the money. */
export const HandOver = (shown: Shown) => {
  const { visit, patients, pending, timeZone, currency, onAdd, onDeclined, onHandOver, onClose } = shown
  const { data } = useQuery(hintsQuery(visit.id))
  const open = data?.results.filter(({ declined }) => declined === null) ?? []
  const { data: rows } = useQuery(rowsQuery(visit.id))
  const unexplained = rows?.results.filter(isUnexplained) ?? []
  const words = text.workbench.handOver
  const title = words.title(namesOf(patients))
  const charges = open.length + pending.length
  const isSettled = charges === 0 && unexplained.length === 0
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={classes['sheet']}>
        <h2>{title}</h2>
        {isSettled && <p>{words.settled}</p>}
        <UnexplainedWarnings visit={visit} patients={patients} />
        {charges > 0 && <p>{words.explained(charges)}</p>}
        <ul>
          {open.map((hint) => (
            <Hint
              key={hint.id}
              visit={visit}
              hint={hint}
              timeZone={timeZone}
              currency={currency}
              isReadOnly={false}
              onAdd={onAdd}
              onDeclined={onDeclined}
            />
          ))}
        </ul>
        {pending.length > 0 && <p>{text.workbench.sheet.pending(pending.map(({ item }) => item.name).join(', '))}</p>}
        <div className={classes['ways']}>
          <button type="button" className="button" {...(isSettled ? {} : { 'data-first': true })} onClick={onClose}>
            {words.back}
          </button>
          <button type="button" className="button primary" onClick={onHandOver}>
            {isSettled ? words.handOver : words.anyway}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
