import { ReceiptLineStatus } from '@fetlock/sdk'
import { IconArrowLeft, IconPackageImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { may, useMe } from '../../../api/me.ts'
import { toReviewQuery } from '../../../api/receiptline.ts'
import type { ReceiptLine } from '../../../api/records.ts'
import { dateIn } from '../../../format.ts'
import backHead from '../../../shared/back-head.module.css'
import { ConfirmDialog } from '../../../shared/ConfirmDialog.tsx'
import { Heading } from '../../../shared/Heading.tsx'
import { KeyCap } from '../../../shared/KeyCap.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useNow } from '../../../shared/useNow.ts'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { receiptsText as words } from '../../../text/receipts.ts'
import { judge } from './judge.ts'
import { MatchedTable } from './MatchedTable.tsx'
import { Reviewed } from './Reviewed.tsx'
import { Unmatched } from './Unmatched.tsx'
import { useReview } from './use-review.ts'
import { useReviewKeys } from './use-review-keys.ts'
import classes from './Receipts.module.css'

const Head = ({ children }: { readonly children?: ReactNode }) => {
  const { order } = useSearch({ from: '/stock/receipts' })
  return (
    <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
      <Link
        className={backHead['back'] ?? ''}
        to="/stock/orders/"
        search={({ department }) => ({ department, order })}
        aria-label={words.back}
      >
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      <Heading title={words.title} />
      {order !== undefined && (
        <span className={page['context']}>
          {words.ofOrder(order)} ·{' '}
          <Link to="/stock/receipts/" search={({ department }) => ({ department })} replace>
            {words.showAll}
          </Link>
        </span>
      )}
      {children}
    </div>
  )
}

const Keys = () => (
  <span className={classes['keys']} aria-hidden="true">
    {(['x', 'm', 'a'] as const).map((key) => (
      <span key={key}>
        <KeyCap keys={key} /> {words.keys[({ x: 'select', m: 'match', a: 'approve' } as const)[key]]}
      </span>
    ))}
  </span>
)

const views = [
  ReceiptLineStatus.ToBeReviewed,
  ReceiptLineStatus.Approved,
  ReceiptLineStatus.Dismissed,
  ReceiptLineStatus.Rejected,
] as const

const Views = ({ count, mayWrite }: { readonly count: number | undefined; readonly mayWrite: boolean }) => {
  const { reviewed: show = ReceiptLineStatus.ToBeReviewed } = useSearch({ from: '/stock/receipts' })
  const navigate = useNavigate({ from: '/stock/receipts' })
  return (
    <div className={listPage['bar']}>
      <div className="segments" role="group" aria-label={words.views}>
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === show}
            onClick={() =>
              void navigate({
                search: (before) => ({
                  ...before,
                  reviewed: view === ReceiptLineStatus.ToBeReviewed ? undefined : view,
                }),
                replace: true,
              })
            }
          >
            {words.view[view]}{' '}
            {view === ReceiptLineStatus.ToBeReviewed && <span className={classes['count']}>{count}</span>}
          </button>
        ))}
      </div>
      {mayWrite && show === ReceiptLineStatus.ToBeReviewed && <Keys />}
    </div>
  )
}

/** What waits: first what nobody knows, then what can go into stock. */
const Review = ({ mayWrite }: { readonly mayWrite: boolean }) => {
  const { time_zone: zone } = useMe().organisation
  const { order } = useSearch({ from: '/stock/receipts' })
  const today = dateIn(new Date(useNow()), zone)
  const { data, error, refetch } = useQuery(toReviewQuery(order))
  const { list } = useRowKeys()
  const judged = data === undefined ? [] : judge(data, today).filter(({ line }) => line.item !== null)
  const unmatched = (data?.lines ?? []).filter(({ item }) => item === null)
  const { isSelected, select, ids, refused, approve, approving, dismissing } = useReview(judged)
  const [asked, setAsked] = useState<readonly number[]>()
  useReviewKeys(list, mayWrite)
  const isBusy = approving.isBusy || approving.isChecking
  return (
    <>
      <Head>
        {mayWrite && judged.length > 0 && (
          <div className={backHead['bar']}>
            <button
              type="button"
              className={`button ${classes['danger']}`}
              onClick={() => ids.length > 0 && setAsked(ids)}
            >
              {words.dismissSelected}
            </button>
            <button type="button" className="button primary" data-approve aria-busy={isBusy} onClick={approve}>
              {approving.isChecking ? words.checking : words.approve(ids.length)} <KeyCap keys="a" />
            </button>
          </div>
        )}
      </Head>
      <Views count={data?.lines.length} mayWrite={mayWrite} />
      <div className={`${listPage['scroll']} ${classes['scroll']}`} ref={list} tabIndex={-1}>
        {error !== null && data === undefined ? (
          <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton width="60%" />
        ) : data.lines.length === 0 ? (
          <EmptyState
            title={words.none[ReceiptLineStatus.ToBeReviewed]}
            hint={words.noneHint}
            icon={<IconPackageImport size={22} stroke={1.6} aria-hidden="true" />}
          />
        ) : (
          <>
            {unmatched.length > 0 && (
              <Unmatched lines={unmatched} mayWrite={mayWrite} onDismiss={({ id }: ReceiptLine) => setAsked([id])} />
            )}
            {judged.length > 0 && (
              <MatchedTable
                judged={judged}
                isSelected={isSelected}
                refused={refused}
                mayWrite={mayWrite}
                onSelect={select}
              />
            )}
          </>
        )}
      </div>
      {asked !== undefined && (
        <ConfirmDialog
          title={words.dismissing.title(asked.length)}
          explained={words.dismissing.explained(asked.length)}
          action={words.dismissing.action}
          keep={words.dismissing.keep}
          onConfirm={() => dismissing.write(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** What wholesalers report as sent, until somebody has looked at it. */
export const Receipts = () => {
  const me = useMe()
  const { reviewed: show } = useSearch({ from: '/stock/receipts' })
  if (!may(me, 'Settings: Stock'))
    return (
      <>
        <Head />
        <p className={classes['foot']}>{words.needs}</p>
      </>
    )
  const mayWrite = may(me, 'Settings: Stock', 'write')
  return (
    <div className={classes['page']}>
      {show === undefined ? (
        <Review mayWrite={mayWrite} />
      ) : (
        <>
          <Head />
          <Views count={undefined} mayWrite={mayWrite} />
          <div className={`${listPage['scroll']} ${classes['scroll']}`}>
            <Reviewed key={show} status={show} />
          </div>
        </>
      )}
    </div>
  )
}
