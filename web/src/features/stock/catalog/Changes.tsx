import { CatalogPreviewKind } from '@fetlock/sdk'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconBan, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { catalogChangesQuery, type Terms } from '../../../api/catalog.ts'
import { idOf } from '../../../api/records.ts'
import { amountText, changeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { ShowMore } from '../../../shared/ShowMore.tsx'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { text } from '../../../text/en.ts'
import { catalogText as words } from '../../../text/catalog.ts'
import classes from './Catalog.module.css'

const icons: Partial<Record<CatalogPreviewKind, typeof IconPlus>> = {
  [CatalogPreviewKind.New]: IconPlus,
  [CatalogPreviewKind.PriceUp]: IconArrowUp,
  [CatalogPreviewKind.PriceDown]: IconArrowDown,
  [CatalogPreviewKind.Discontinued]: IconBan,
}

/** A rise by more than this, in percent, is marked. */
const muchDearer = 10

const Percentage = ({ percent }: { readonly percent: string | null }) => {
  if (percent === null) return text.records.nothing
  const said = `${changeText(Number(percent))} %`
  if (Number(percent) <= muchDearer) return said
  return (
    <span className={classes['flag']}>
      <IconAlertTriangle size={12} aria-hidden="true" /> {said}
    </span>
  )
}

const amountOf = (amount: string | null) => (amount === null ? text.records.nothing : amountText(amount))

type Props = {
  readonly upload: number
  readonly wholesaler: string
  readonly terms: Terms
  readonly kind: CatalogPreviewKind
  readonly count: number
}

/** The changes of one kind. */
export const Changes = ({ upload, wholesaler, terms, kind, count }: Props) => {
  const { data, error, refetch, ...pages } = useInfiniteQuery(catalogChangesQuery(upload, wholesaler, terms, kind))
  const Icon = icons[kind]
  const changes = data?.pages.flatMap(({ results }) => results)
  return (
    <section aria-label={words.kinds[kind]}>
      <h2 className={classes['kind']}>
        {Icon !== undefined && <Icon size={16} stroke={1.6} aria-hidden="true" />} {words.kinds[kind]}{' '}
        <span className={classes['count']}>{count}</span> <span className={page['context']}>{words.hints[kind]}</span>
      </h2>
      {error !== null && changes === undefined ? (
        <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
      ) : changes === undefined ? (
        <Skeleton width="60%" />
      ) : (
        <table className={`${page['table']} ${classes['table']}`}>
          <thead>
            <tr>
              <th scope="col">{words.columns.item}</th>
              <th scope="col">{words.columns.code}</th>
              <th scope="col" className={page['number']}>
                {words.columns.was}
              </th>
              <th scope="col" className={page['number']}>
                {words.columns.now}
              </th>
              <th scope="col" className={page['number']}>
                {words.columns.change}
              </th>
              <th scope="col" className={page['number']}>
                {words.columns.price}
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((one) => (
              <tr
                key={`${one.product_number} ${one.item ?? ''}`}
                data-much={Number(one.percentage_change ?? 0) > muchDearer}
              >
                <td className={classes['name']}>
                  {one.item === null ? (
                    one.name
                  ) : (
                    <Link
                      to="/stock/"
                      search={({ department }) => ({ department, show: 'all', item: idOf(one.item!) })}
                    >
                      {one.name}
                    </Link>
                  )}
                </td>
                <td className={classes['quiet']}>{one.product_number}</td>
                <td className={`${page['number']} ${classes['quiet']}`}>{amountOf(one.old_wholesale_price)}</td>
                <td className={page['number']}>{amountOf(one.new_wholesale_price)}</td>
                <td className={page['number']}>
                  <Percentage percent={one.percentage_change} />
                </td>
                <td className={page['number']}>
                  {one.reason === null ? amountOf(one.price) : words.reasons[one.reason]}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes['more']}>
        <ShowMore of={pages} />
      </div>
    </section>
  )
}
