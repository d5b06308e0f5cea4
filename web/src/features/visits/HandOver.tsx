import { NoteType } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ChargeHint, Consultation, Item, Patient } from '../../api/records.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { isOpenHint, isUnexplained } from '../../shared/hand-over.ts'
import { type StuckText, stuckTexts, useVisitTexts } from '../../shared/visit-texts.ts'
import { text } from '../../text/en.ts'
import classes from './HandOver.module.css'
import { Hint } from './Hints.tsx'
import type { PendingRow } from './pending-rows.ts'
import { hintsQuery } from '../../api/chargehint.ts'
import { rowsQuery } from '../../api/consultationitem.ts'
import { UnexplainedWarnings } from './UnexplainedWarnings.tsx'
import { namesOf } from './visit.ts'

type Props = {
  readonly visit: Consultation
  readonly patients: readonly Patient[]
  readonly pending: readonly PendingRow[]
  readonly timeZone: string
  readonly currency: string | undefined
  readonly onAdd: (item: Item, hint: ChargeHint) => Promise<unknown>
  readonly onDeclined: () => void
  /** Somebody wants to see to a text that is not saved. */
  readonly onResolve: (unsaved: StuckText) => void
  /** With whether it was said that something is not saved. */
  readonly onHandOver: (isTold: boolean) => void
  readonly onClose: () => void
}

const nameOf = ({ place }: StuckText, patients: readonly Patient[]) => {
  const name = patients.find(({ url }) => url === place.patient)?.name ?? ''
  if (place.resource === 'consultationdischargeinstruction') return text.visit.discharge.labelFor(name)
  const { kinds, labelFor } = text.visit.note
  return labelFor(place.type === NoteType.Anamnesis ? kinds.anamnesis : kinds.clinical, name)
}

/** What the service does not have is said, with the way to it. */
const Unsaved = ({
  unsaved,
  patients,
  onResolve,
}: Pick<Props, 'patients' | 'onResolve'> & { readonly unsaved: readonly StuckText[] }) =>
  unsaved.map((one) => (
    <p key={one.key} className={classes['unsaved']} role="alert">
      <span>{text.visit.handOver.unsaved[one.status.kind](nameOf(one, patients))}</span>
      <button type="button" className="button small" data-first onClick={() => onResolve(one)}>
        {text.visit.handOver.resolve}
      </button>
    </p>
  ))

/** A hint that is decided goes with its buttons: the focus goes on to the next one, or to handing over. */
const useFocusOnNext = (open: readonly ChargeHint[]) => {
  const list = useRef<HTMLUListElement>(null)
  const handOver = useRef<HTMLButtonElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const gone = before.current.findIndex((hint) => !open.some(({ id }) => id === hint.id))
    before.current = open
    if (gone < 0 || document.activeElement !== document.body) return
    const next = list.current?.children[Math.min(gone, open.length - 1)]
    const first = next?.querySelector('button') ?? handOver.current
    first?.focus()
  }, [open])
  return { list, handOver }
}

/** What nobody has decided yet, asked before the visit goes to whoever takes the money. */
export const HandOver = (shown: Props) => {
  const { visit, patients, pending, timeZone, currency, onAdd, onDeclined, onResolve, onHandOver, onClose } = shown
  const { data } = useQuery(hintsQuery(visit.id))
  const open = data?.filter(isOpenHint) ?? []
  const { data: rows } = useQuery(rowsQuery(visit.id))
  const unexplained = rows?.filter(isUnexplained) ?? []
  const unsaved = stuckTexts(useVisitTexts(), visit.id)
  const title = text.visit.handOver.title(namesOf(patients))
  const charges = open.length + pending.length
  const isSettled = charges === 0 && unexplained.length === 0 && unsaved.length === 0
  const { list, handOver } = useFocusOnNext(open)
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={classes['sheet']}>
        <h2>{title}</h2>
        {isSettled && <p>{text.visit.handOver.settled}</p>}
        <Unsaved unsaved={unsaved} patients={patients} onResolve={onResolve} />
        <UnexplainedWarnings visit={visit} patients={patients} />
        {charges > 0 && <p>{text.visit.handOver.explained(charges)}</p>}
        <ul ref={list}>
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
        {pending.length > 0 && <p>{text.visit.sheet.pending(pending.map(({ item }) => item.name).join(', '))}</p>}
        <div className={classes['ways']}>
          <button type="button" className="button" {...(isSettled ? {} : { 'data-first': true })} onClick={onClose}>
            {text.visit.handOver.back}
          </button>
          <button
            ref={handOver}
            type="button"
            className="button primary"
            onClick={() => onHandOver(unsaved.length > 0)}
          >
            {isSettled ? text.visit.handOver.handOver : text.visit.handOver.anyway}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
