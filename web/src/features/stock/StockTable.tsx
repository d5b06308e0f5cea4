import { Link } from '@tanstack/react-router'
import type { Department } from '../../api/records.ts'
import type { Stocked } from '../../api/stocklevel.ts'
import { plainText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { compare } from '../../shared/packages.ts'
import { Skeleton } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import { stockText } from '../../text/stock.ts'
import { BatchChip, Chip } from './Chip.tsx'
import { fillOf, heldOf, onHandOf, packagesText, unitOf } from './stock.ts'
import classes from './Stock.module.css'

const Waiting = ({ columns }: { readonly columns: number }) =>
  [48, 62, 40, 55, 44].map((width) => (
    <tr key={width} aria-hidden="true">
      {Array.from({ length: columns }, (_, at) => (
        <td key={at}>
          <Skeleton width={`${width}%`} />
        </td>
      ))}
    </tr>
  ))

/** How much there is beside the alert level, which is the stroke in the middle. */
const Level = ({ row }: { readonly row: Stocked }) => {
  const fill = fillOf(row)
  if (fill === undefined) return null
  return (
    <span className={classes['bar']} data-low={fill.isLow} data-fine={fill.part > 0.5} aria-hidden="true">
      <span style={{ width: `${fill.part * 100}%` }} />
    </span>
  )
}

/** What is wrong with the sum of all batches. */
const Warned = ({ row }: { readonly row: Stocked }) => {
  const sign = compare(onHandOf(row), '0')
  if (row.levels.some(({ negative }) => negative)) return <Chip warns>{stockText.isNegative}</Chip>
  return sign === 0 && row.item.alert_level !== null ? <Chip warns>{stockText.isOut}</Chip> : null
}

const Batches = ({ row, today }: { readonly row: Stocked; readonly today: string }) => {
  const held = heldOf(row.levels)
  if (held.length === 0)
    return (
      <span className={page['context']}>{row.levels.length === 0 ? stockText.neverCounted : text.records.nothing}</span>
    )
  return (
    <span className={classes['chips']}>
      {held.map((level) => (
        <BatchChip key={level.id} level={level} today={today} />
      ))}
    </span>
  )
}

type Props = {
  /** Undefined while they are being read. */
  readonly rows: readonly Stocked[] | undefined
  readonly chosen: number | undefined
  readonly today: string
  /** All of them, where no single one is shown. */
  readonly departments: readonly Department[] | undefined
}

/** Items with what there is of them; a row opens the panel of its item. */
export const StockTable = ({ rows, chosen, today, departments }: Props) => {
  const words = stockText.columns
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <thead>
        <tr>
          <th scope="col">{words.item}</th>
          {departments !== undefined && <th scope="col">{words.department}</th>}
          <th scope="col" className={page['number']}>
            {words.onHand}
          </th>
          <th scope="col" className={classes['level']}>
            <span className="unseen">{words.level}</span>
          </th>
          <th scope="col" className={page['number']}>
            {words.alert}
          </th>
          <th scope="col">{words.batches}</th>
        </tr>
      </thead>
      <tbody>
        {rows === undefined && <Waiting columns={departments === undefined ? 5 : 6} />}
        {rows?.map((row) => (
          <tr key={`${row.item.id} ${row.department}`} data-chosen={row.item.id === chosen}>
            <td className={classes['name']}>
              <Link
                to="/stock/"
                search={(before) => ({ ...before, item: row.item.id, act: undefined })}
                replace
                data-row
                aria-current={row.item.id === chosen ? 'true' : undefined}
              >
                {row.item.name}
              </Link>
              <Warned row={row} />
            </td>
            {departments !== undefined && (
              <td className={classes['place']}>
                {departments.find(({ url }) => url === row.department)?.name ?? text.records.nothing}
              </td>
            )}
            <td className={page['number']}>
              <strong>{packagesText(onHandOf(row), row.item)}</strong>{' '}
              <span className={classes['unit']}>{unitOf(row.item)}</span>
            </td>
            <td className={classes['level']}>
              <Level row={row} />
            </td>
            <td className={page['number']}>
              {row.item.alert_level === null ? text.records.nothing : plainText(row.item.alert_level)}
            </td>
            <td>
              <Batches row={row} today={today} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
