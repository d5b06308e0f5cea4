import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { amountText, plainText } from '../../../format.ts'
import formClasses from '../../../shared/form.module.css'
import page from '../../../shared/page.module.css'
import { compare } from '../../../shared/packages.ts'
import { text } from '../../../text/en.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import { unitOf } from '../stock.ts'
import { type Edit, lastsText, type Row, tickedOf, weeklyText } from './proposal.ts'
import classes from './Orders.module.css'

const { columns, ...words } = ordersText.proposal

const Lasts = ({ proposed }: Pick<Row, 'proposed'>) => {
  if (proposed === undefined) return text.records.nothing
  const lasts = lastsText(proposed) ?? text.records.nothing
  if (compare(proposed.on_hand, '0') > 0) return lasts
  return (
    <span className={classes['warning']}>
      <IconAlertTriangleFilled size={14} aria-hidden="true" /> {lasts}
    </span>
  )
}

const Figures = ({ proposed, item }: Pick<Row, 'proposed' | 'item'>) => {
  const { nothing } = text.records
  return (
    <>
      <td className={page['number']} data-low={proposed !== undefined && compare(proposed.on_hand, '0') <= 0}>
        {proposed === undefined ? nothing : `${plainText(proposed.on_hand)} ${unitOf(item)}`}
      </td>
      <td className={`${page['number']} ${classes['quiet']}`}>
        {proposed === undefined ? nothing : plainText(proposed.alert_level)}
      </td>
      <td className={`${page['number']} ${classes['quiet']} ${classes['wide']}`}>
        {proposed === undefined ? nothing : weeklyText(proposed.weekly_use)}
      </td>
      <td className={`${classes['quiet']} ${classes['wide']}`}>
        <Lasts proposed={proposed} />
      </td>
      <td className={page['number']}>
        {proposed === undefined || compare(proposed.on_order, '0') === 0 ? nothing : plainText(proposed.on_order)}
      </td>
    </>
  )
}

type Props = {
  readonly rows: readonly Row[]
  readonly mayWrite: boolean
  /** Whether what cannot be ordered is marked. */
  readonly isJudged: boolean
  readonly onEdit: (urls: readonly string[], edit: Edit) => void
}

const Quantity = ({ row, mayWrite, isJudged, onEdit }: Omit<Props, 'rows'> & { readonly row: Row }) => {
  const { item, isTicked, typed, quantity, proposed } = row
  if (!isTicked || !mayWrite) {
    const comes = proposed !== undefined && compare(proposed.on_order, '0') > 0
    return <span className={classes['quiet']}>{comes ? words.comes : text.records.nothing}</span>
  }
  return (
    <span className={classes['quantity']}>
      <input
        className={formClasses['input']}
        inputMode="decimal"
        autoComplete="off"
        maxLength={10}
        aria-label={words.quantityOf(item.name)}
        aria-invalid={(isJudged && quantity === undefined) || undefined}
        value={typed}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onEdit([item.url], { typed: target.value })}
      />
      <span className={classes['unit']}>{unitOf(item)}</span>
    </span>
  )
}

/** What is running out, with how much of it is to be ordered. */
export const ProposalTable = ({ rows, mayWrite, isJudged, onEdit }: Props) => {
  const ticked = tickedOf(rows).length
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <thead>
        <tr>
          {mayWrite && (
            <th scope="col" className={classes['tick']}>
              <input
                type="checkbox"
                aria-label={words.all}
                checked={ticked === rows.length}
                ref={(box) => {
                  if (box !== null) box.indeterminate = ticked > 0 && ticked < rows.length
                }}
                onChange={() =>
                  onEdit(
                    rows.map(({ item }) => item.url),
                    { isTicked: ticked < rows.length },
                  )
                }
              />
            </th>
          )}
          <th scope="col">{columns.item}</th>
          <th scope="col" className={page['number']}>
            {columns.onHand}
          </th>
          <th scope="col" className={page['number']}>
            {columns.alert}
          </th>
          <th scope="col" className={`${page['number']} ${classes['wide']}`}>
            {columns.weekly}
          </th>
          <th scope="col" className={classes['wide']}>
            {columns.lasts}
          </th>
          <th scope="col" className={page['number']}>
            {columns.onOrder}
          </th>
          <th scope="col" className={page['number']}>
            {columns.order}
          </th>
          <th scope="col" className={page['number']}>
            {columns.price}
          </th>
          <th scope="col" className={page['number']}>
            {columns.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.item.url} data-ticked={row.isTicked}>
            {mayWrite && (
              <td className={classes['tick']}>
                <input
                  type="checkbox"
                  aria-label={words.take(row.item.name)}
                  checked={row.isTicked}
                  onChange={() => onEdit([row.item.url], { isTicked: !row.isTicked })}
                />
              </td>
            )}
            <td className={classes['name']}>{row.item.name}</td>
            <Figures proposed={row.proposed} item={row.item} />
            <td className={page['number']}>
              <Quantity row={row} mayWrite={mayWrite} isJudged={isJudged} onEdit={onEdit} />
            </td>
            <td className={`${page['number']} ${classes['quiet']}`}>
              {row.item.wholesale_price === null ? text.records.nothing : amountText(row.item.wholesale_price)}
            </td>
            <td className={page['number']}>
              {row.isTicked && row.total !== undefined ? amountText(row.total) : text.records.nothing}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
