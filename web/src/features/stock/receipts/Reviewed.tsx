import { ReceiptLineStatus } from '@fetlock/sdk'
import { IconPackageImport } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMe } from '../../../api/me.ts'
import { reviewedQuery } from '../../../api/receiptline.ts'
import { dateText, timeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { ShowMore } from '../../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { receiptsText as words } from '../../../text/receipts.ts'
import { Goods, nameOfLine, OrderOf } from './MatchedTable.tsx'
import classes from './Receipts.module.css'

/** What was approved, dismissed, or rejected when it was submitted, the newest first. */
export const Reviewed = ({ status }: { readonly status: ReceiptLineStatus }) => {
  const zone = useMe().organisation.time_zone
  const { data, error, refetch, ...pages } = useInfiniteQuery(reviewedQuery(status))
  const lines = data?.pages.flatMap(({ results }) => results)
  if (error !== null && lines === undefined)
    return <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
  if (lines?.length === 0)
    return (
      <EmptyState
        title={words.none[status]}
        hint={words.noneHint}
        icon={<IconPackageImport size={22} stroke={1.6} aria-hidden="true" />}
      />
    )
  const isRejected = status === ReceiptLineStatus.Rejected
  return (
    <>
      <table className={`${page['table']} ${classes['table']}`}>
        <thead>
          <tr>
            <th scope="col">{words.columns.item}</th>
            <th scope="col" className={page['number']}>
              {words.columns.quantity}
            </th>
            <th scope="col">{words.columns.batch}</th>
            <th scope="col">{words.columns.expiry}</th>
            <th scope="col">{isRejected ? words.columns.reason : words.columns.when}</th>
            <th scope="col" className={page['number']}>
              {words.columns.order}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines?.map((line) => {
            const when = line.reviewed ?? line.created
            return (
              <tr key={line.id}>
                <td>{nameOfLine(line)}</td>
                <Goods line={line} />
                <td className={classes['quiet']}>
                  {isRejected
                    ? (words.reasons[line.reason] ?? line.reason)
                    : `${dateText(when, zone)} ${timeText(when, zone)}`}
                </td>
                <td className={`${page['number']} ${classes['quiet']}`}>
                  <OrderOf line={line} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={classes['foot']}>
        <ShowMore of={pages} />
      </div>
    </>
  )
}
