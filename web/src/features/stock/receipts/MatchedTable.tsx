import { IconAlertTriangle, IconAlertTriangleFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { idOf, type ReceiptLine } from '../../../api/records.ts'
import { calendarDateText, plainText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { receiptsText as words } from '../../../text/receipts.ts'
import { stockText } from '../../../text/stock.ts'
import { isNotOrdered, isOver, type Judged } from './judge.ts'
import classes from './Receipts.module.css'

export const monthOf = (date: string) => `${date.slice(5, 7)}/${date.slice(2, 4)}`

/** What is to be looked at before the line goes into stock. */
const Flags = ({ judged, refused }: { readonly judged: Judged; readonly refused: string | undefined }) => {
  const { line, over, isExpired } = judged
  return (
    <span className={classes['flags']}>
      {refused !== undefined && (
        <span className={classes['flag']} data-kind="wrong">
          <IconAlertTriangleFilled size={12} aria-hidden="true" /> {refused}
        </span>
      )}
      {isExpired && (
        <span className={classes['flag']} data-kind="wrong">
          <IconAlertTriangleFilled size={12} aria-hidden="true" /> {words.expired(calendarDateText(line.expiry_date!))}
        </span>
      )}
      {isOver(judged) && (
        <span className={classes['flag']}>
          <IconAlertTriangle size={12} aria-hidden="true" /> {words.over(plainText(over))}
        </span>
      )}
      {isNotOrdered(judged) && (
        <span className={classes['flag']}>
          <IconAlertTriangle size={12} aria-hidden="true" /> {words.notOrdered}
        </span>
      )}
    </span>
  )
}

export const OrderOf = ({ line, ordered }: { readonly line: ReceiptLine; readonly ordered?: string | undefined }) => {
  if (line.order === null) return words.noOrder
  const id = idOf(line.order)
  return (
    <>
      {words.order}{' '}
      <Link to="/stock/orders/" search={({ department }) => ({ department, order: id })}>
        {id}
      </Link>
      {ordered !== undefined && words.ordered(plainText(ordered))}
    </>
  )
}

/** The wholesaler's own name is shown where the item is not. */
export const nameOfLine = ({ item_data: item, product_name, product_number }: ReceiptLine) =>
  item?.name || product_name || product_number

/** What came, with its batch. */
export const Goods = ({ line }: { readonly line: ReceiptLine }) => (
  <>
    <td className={page['number']}>
      <strong>{line.quantity === null ? '' : plainText(line.quantity)}</strong>{' '}
      <span className={classes['unit']}>{line.item_data?.unit || stockText.package}</span>
    </td>
    <td>
      {line.batch_number === '' ? (
        <span className={page['context']}>{words.noBatch}</span>
      ) : (
        words.lot(line.batch_number)
      )}
    </td>
    <td className={classes['expiry']}>{line.expiry_date !== null && monthOf(line.expiry_date)}</td>
  </>
)

type Props = {
  readonly judged: readonly Judged[]
  readonly isSelected: (line: ReceiptLine) => boolean
  readonly refused: ReadonlyMap<number, string>
  readonly mayWrite: boolean
  readonly onSelect: (lines: readonly ReceiptLine[], isSelected: boolean) => void
}

/** What goes into stock once it is approved. */
export const MatchedTable = ({ judged, isSelected, refused, mayWrite, onSelect }: Props) => {
  const lines = judged.map(({ line }) => line)
  const selected = lines.filter(isSelected).length
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <caption>
        {mayWrite && (
          <input
            type="checkbox"
            aria-label={words.all}
            checked={selected === lines.length}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected > 0 && selected < lines.length
            }}
            onChange={() => onSelect(lines, selected < lines.length)}
          />
        )}
        <strong>{words.matchedCount(lines.length)}</strong>{' '}
        <span className={page['context']}>{mayWrite && words.selected(selected, lines.length - selected)}</span>
      </caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{words.columns.item}</th>
          <th scope="col">{words.columns.quantity}</th>
          <th scope="col">{words.columns.batch}</th>
          <th scope="col">{words.columns.expiry}</th>
          <th scope="col">{words.columns.flags}</th>
          <th scope="col">{words.columns.order}</th>
        </tr>
      </thead>
      <tbody>
        {judged.map((one) => {
          const { line, ordered, isExpired } = one
          const name = nameOfLine(line)
          return (
            <tr
              key={line.id}
              data-line={line.id}
              data-kind={isExpired || refused.has(line.id) ? 'wrong' : isOver(one) || isNotOrdered(one) ? 'odd' : ''}
            >
              <td>
                <span className={classes['name']}>
                  {mayWrite && (
                    <input
                      type="checkbox"
                      aria-label={words.select(name)}
                      checked={isSelected(line)}
                      onChange={({ target }) => onSelect([line], target.checked)}
                    />
                  )}
                  <Link
                    data-row
                    to="/stock/"
                    search={({ department }) => ({
                      department,
                      show: 'all',
                      item: line.item === null ? undefined : idOf(line.item),
                    })}
                  >
                    {name}
                  </Link>
                </span>
              </td>
              <Goods line={line} />
              <td>
                <Flags judged={one} refused={refused.get(line.id)} />
              </td>
              <td className={`${page['number']} ${classes['quiet']}`}>
                <OrderOf line={line} ordered={ordered} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
