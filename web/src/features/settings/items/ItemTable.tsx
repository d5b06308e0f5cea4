import { Link } from '@tanstack/react-router'
import type { Item } from '../../../api/records.ts'
import { amountText, plainText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { Skeleton } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import classes from './Items.module.css'

const Waiting = () =>
  [48, 62, 40, 55, 44].map((width) => (
    <tr key={width} aria-hidden="true">
      {Object.keys(settingsText.items.columns).map((name) => (
        <td key={name}>
          <Skeleton width={`${width}%`} />
        </td>
      ))}
    </tr>
  ))

type Props = {
  /** Undefined while they are being read. */
  readonly items: readonly Item[] | undefined
  readonly chosen: number | undefined
}

/** Items with their prices; a row opens the panel of its item. */
export const ItemTable = ({ items, chosen }: Props) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <thead>
      <tr>
        <th scope="col">{settingsText.items.columns.name}</th>
        <th scope="col">{settingsText.items.columns.code}</th>
        <th scope="col" className={page['number']}>
          {settingsText.items.columns.net}
        </th>
        <th scope="col" className={page['number']}>
          {settingsText.items.columns.vat}
        </th>
        <th scope="col" className={page['number']}>
          {settingsText.items.columns.gross}
        </th>
      </tr>
    </thead>
    <tbody>
      {items === undefined && <Waiting />}
      {items?.map(({ id, name, code, price, price_with_vat, vat_group_data: vat, archived }) => (
        <tr key={id} data-chosen={id === chosen}>
          <td className={classes['name']}>
            <Link
              to="/settings/items/"
              search={(before) => ({ ...before, item: id, new: undefined })}
              replace
              data-row
              aria-current={id === chosen ? 'true' : undefined}
            >
              {name}
            </Link>
            {archived && <span className={page['context']}> · {settingsText.items.isArchived}</span>}
          </td>
          <td className={classes['code']}>{code || text.records.nothing}</td>
          <td className={`${page['number']} ${classes['quiet']}`}>{amountText(price)}</td>
          <td className={`${page['number']} ${classes['quiet']}`}>
            {vat ? settingsText.items.percent(plainText(vat.percentage)) : text.records.nothing}
          </td>
          <td className={`${page['number']} ${classes['gross']}`}>{amountText(price_with_vat)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
