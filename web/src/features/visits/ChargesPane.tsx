import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import type { ChargeHint, Consultation, ConsultationItem, Patient } from '../../api/records.ts'
import { idOf } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { ErrorState } from '../../shared/states.tsx'
import { printPaper } from '../../shared/print/shown-paper.ts'
import { moneyText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { ChargeRow } from './ChargeRow.tsx'
import charges from './Charges.module.css'
import classes from './ChargesPane.module.css'
import { CriticalNotes } from './CriticalNotes.tsx'
import { Finder } from '../../shared/Finder.tsx'
import finder from '../../shared/Finder.module.css'
import { Hint } from './Hints.tsx'
import { PendingCharge } from './PendingCharge.tsx'
import type { PendingRow, usePendingRows } from './pending-rows.ts'
import { foundItemsQuery } from '../../api/item.ts'
import { hintsQuery } from '../../api/chargehint.ts'
import { rowsQuery } from '../../api/consultationitem.ts'
import { stockQuery } from '../../api/stocklevel.ts'
import type { useAdding } from './useAdding.ts'
import { animalsOf, isStocked, namesOf, rateText } from './visit.ts'
import visitPage from './VisitPage.module.css'

// What is printed comes after what is charged.
const VisitPapers = lazy(() => import('./VisitPapers.tsx').then((one) => ({ default: one.VisitPapers })))

type Props = {
  readonly visit: Consultation
  /** All patients of the visit, and those that are shown. */
  readonly everyone: readonly Patient[]
  readonly patients: readonly Patient[]
  readonly pending: ReturnType<typeof usePendingRows>
  readonly adding: ReturnType<typeof useAdding>
  readonly isReadOnly: boolean
  readonly timeZone: string
  /** Undefined for whoever sees no prices. */
  readonly currency: string | undefined
}

/** What is still to be done before everything is charged, in a few words. */
export const openWork = (hints: readonly ChargeHint[], pending: readonly PendingRow[]) => {
  const open = hints.filter(({ declined }) => declined === null).length
  const batches = pending.filter(({ item }) => item.batch_number_required).length
  return [
    open === 0 ? '' : text.visit.charges.hints(open),
    batches === 0 ? '' : text.visit.charges.batches(batches),
    pending.length === batches ? '' : text.visit.charges.unsaved(pending.length - batches),
  ]
    .filter(Boolean)
    .join(', ')
}

export const Totals = ({
  visit,
  rows,
  currency,
}: {
  visit: Consultation
  rows: readonly ConsultationItem[]
  currency: string
}) => {
  const rates = new Set(rows.map(({ vat_percentage }) => vat_percentage))
  const [rate] = rates
  return (
    <dl className={classes['totals']}>
      <div>
        <dt>{text.visit.charges.net}</dt>
        <dd>{visit.total}</dd>
      </div>
      <div>
        <dt>{rates.size === 1 ? text.visit.charges.vatOf(rateText(rate!)) : text.visit.charges.vat}</dt>
        <dd>{visit.total_vat}</dd>
      </div>
      <div className={classes['total']}>
        <dt>{text.visit.charges.total}</dt>
        <dd>{moneyText(visit.total_with_vat, currency)}</dd>
      </div>
    </dl>
  )
}

/** Why a row is there, and for whom if that is not everyone. */
const noteOf = (row: ConsultationItem, everyone: readonly Patient[]) => {
  if (everyone.length < 2 || row.patients.length === everyone.length) return ''
  return text.visit.charges.patientsOf(namesOf(everyone.filter(({ url }) => row.patients.includes(url))))
}

/** How much of an item a hint is about, and for whom. */
export const hintedOf = ({ quantity, patient }: ChargeHint) =>
  [String(Number(quantity)), patient === null ? undefined : [patient]] as const

/** What the department has of the items; undefined until it is known. */
const useStock = (visit: Consultation, rows: readonly ConsultationItem[], pending: readonly PendingRow[]) => {
  const items = [
    ...rows.filter(({ type_code }) => isStocked(type_code)).map(({ item }) => idOf(item)),
    ...pending.filter(({ item }) => isStocked(item.type_code)).map(({ item }) => idOf(item.url)),
  ]
  const asked = [...new Set(items)].toSorted((one, other) => one - other)
  const { data, isError } = useQuery({ ...stockQuery(visit.department, asked), enabled: asked.length > 0 })
  return isError ? [] : data
}

export const ChargesPane = (shown: Props) => {
  const { visit, everyone, patients, pending, adding, isReadOnly, timeZone, currency } = shown
  const rows = useQuery(rowsQuery(visit.id))
  const hints = useQuery(hintsQuery(visit.id))
  const { field, newest, sent, addItem, savePending, scan, change, remove, refresh } = adding
  const all = rows.data ?? []
  const levels = useStock(visit, all, pending.rows)
  const isOfShown = (ofRow: readonly string[]) => patients.some(({ url }) => ofRow.includes(url))
  const listed = all.filter((row) => isOfShown(row.patients))
  const isShown = ({ patients: ofRow }: Pick<PendingRow, 'patients'>) => ofRow === undefined || isOfShown(ofRow)
  const [waiting, underWay] = [pending.rows.filter(isShown), sent.filter(isShown)]
  const open = openWork(hints.data ?? [], pending.rows)
  const next = useCallback(() => field.current?.focus(), [field])
  useActions(
    useMemo(
      (): readonly Action[] =>
        isReadOnly
          ? []
          : [
              {
                id: 'item',
                title: text.visit.keys.item,
                group: 'here',
                keys: '/',
                run: next,
              },
            ],
      [isReadOnly, next],
    ),
  )
  return (
    <>
      <div className={visitPage['paneHead']}>
        <h2>
          {text.visit.panes.charges} <span className={visitPage['count']}>{listed.length}</span>
        </h2>
        {open !== '' && !isReadOnly && (
          <span className={classes['open']}>
            <IconAlertTriangleFilled size={15} aria-hidden="true" /> {open}
          </span>
        )}
      </div>
      {!isReadOnly && (
        <div className={classes['add']}>
          <CriticalNotes patients={patients} />
          <Finder
            label={text.visit.charges.find}
            placeholder={text.visit.charges.find}
            keys="/"
            input={field}
            query={foundItemsQuery}
            show={(item) => (
              <>
                <span>{item.name}</span>
                <span className={finder['context']}>{item.code}</span>
                {currency !== undefined && <span className={finder['figure']}>{item.price_with_vat}</span>}
              </>
            )}
            onChoose={async (item, typedAhead) => void (await addItem(item, '1', undefined, typedAhead))}
          />
        </div>
      )}
      <div className={classes['scroll']}>
        {rows.error !== null && rows.data === undefined && (
          <ErrorState error={rows.error} what={text.visit.charges.what} onRetry={() => void rows.refetch()} />
        )}
        <ul className={classes['rows']}>
          {listed.map((row) => (
            <ChargeRow
              key={row.id}
              row={row}
              note={noteOf(row, everyone)}
              patients={everyone}
              levels={levels}
              hasPrices={currency !== undefined}
              isReadOnly={isReadOnly}
              ahead={newest?.key === row.id ? newest.ahead : undefined}
              onChange={(changes) => change(row, changes)}
              onRemove={() => void remove(row)}
              onLabel={() => printPaper({ kind: 'labels', visit, patients: everyone, rows: [row.id] })}
              onNext={next}
              onScan={scan}
            />
          ))}
          {waiting.map((row) => (
            <PendingCharge
              key={row.key}
              row={row}
              animals={animalsOf(
                visit.type,
                row.patients === undefined ? everyone : everyone.filter(({ url }) => row.patients!.includes(url)),
              )}
              levels={levels}
              isNew={newest?.key === row.key}
              onSave={(given) => savePending(row, given)}
              onDrop={() => pending.drop(row.key)}
              onNext={next}
            />
          ))}
          {underWay.map(({ key, name }) => (
            <li key={key} className={charges['row']} data-sent>
              <div className={charges['first']}>
                <span className={charges['name']}>{name}</span>
                <span className={charges['sum']}>{text.visit.charges.adding}</span>
              </div>
            </li>
          ))}
        </ul>
        <Suspense>
          <VisitPapers visit={visit} patients={everyone} rows={listed} />
        </Suspense>
        {rows.data !== undefined && [listed, waiting, underWay].every(({ length }) => length === 0) && (
          <p className={visitPage['none']}>
            {text.visit.charges.none} {isReadOnly ? '' : text.visit.charges.noneHint}
          </p>
        )}
        {hints.error !== null && hints.data === undefined && (
          <ErrorState error={hints.error} what={text.visit.hints.what} onRetry={() => void hints.refetch()} />
        )}
        <ul className={classes['hints']}>
          {hints.data?.map((hint) => (
            <Hint
              key={hint.id}
              visit={visit}
              hint={hint}
              timeZone={timeZone}
              currency={currency}
              isReadOnly={isReadOnly}
              onAdd={(item) => addItem(item, ...hintedOf(hint))}
              onDeclined={() => void refresh()}
            />
          ))}
        </ul>
      </div>
      {currency !== undefined && <Totals visit={visit} rows={all} currency={currency} />}
    </>
  )
}
