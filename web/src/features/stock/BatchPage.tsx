import { IconArrowLeft, IconPhone, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { contactsQuery } from '../../api/client.ts'
import { departmentsQuery } from '../../api/department.ts'
import { itemQuery } from '../../api/item.ts'
import { useMe } from '../../api/me.ts'
import { idOf, type Item } from '../../api/records.ts'
import { batchesQuery } from '../../api/stocklevel.ts'
import { givenQuery } from '../../api/stockmovement.ts'
import backHead from '../../shared/back-head.module.css'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { compare } from '../../shared/packages.ts'
import { EmptyState, ErrorState, Skeleton } from '../../shared/states.tsx'
import { stockText } from '../../text/stock.ts'
import { CallList } from './CallList.tsx'
import { recipientsOf } from './recipients.ts'
import { mayKnow, packagesText, unitOf } from './stock.ts'
import { useReached } from './use-reached.ts'
import classes from './BatchPage.module.css'

type Asked = { readonly item: number; readonly batch: string }

/** What of it is still here, in every department. */
const StillHere = ({ item, batch }: { readonly item: Item; readonly batch: string }) => {
  const { data: levels } = useQuery(batchesQuery(item.id))
  const { data: departments = [] } = useQuery(departmentsQuery)
  const here = (levels ?? []).filter(({ batch_number, on_hand }) => batch_number === batch && compare(on_hand, '0') > 0)
  return (
    <p className={classes['here']}>
      {stockText.batch.stillHere}:{' '}
      <strong>
        {levels === undefined
          ? ''
          : here.length === 0
            ? stockText.batch.none
            : here
                .map(({ on_hand, department }) =>
                  [
                    `${packagesText(on_hand, item)} ${unitOf(item)}`,
                    departments.find(({ url }) => url === department)?.name,
                  ]
                    .filter(Boolean)
                    .join(', '),
                )
                .join('; ')}
      </strong>
    </p>
  )
}

const List = ({ item, batch }: { readonly item: Item; readonly batch: string }) => {
  const me = useMe()
  const know = mayKnow(me)
  const { data: movements, error, refetch } = useQuery(givenQuery(item.id, batch, know))
  const recipients = recipientsOf(movements ?? [])
  const clients = recipients.flatMap(({ client }) => (client === null ? [] : [idOf(client)]))
  const contacts = useQuery({ ...contactsQuery(clients), enabled: know.clients && clients.length > 0 })
  const { reached, setReached } = useReached(me, item.id, batch)
  const named = recipients.filter(({ client }) => client !== null)
  const walkIns = recipients.length - named.length
  const failed = error ?? contacts.error
  if (failed !== null && (movements === undefined || contacts.data === undefined))
    return (
      <ErrorState
        error={failed}
        what={stockText.batch.what}
        onRetry={() => {
          void refetch()
          void contacts.refetch()
        }}
      />
    )
  if (movements === undefined) return <Skeleton width="60%" />
  if (recipients.length === 0)
    return (
      <EmptyState
        title={stockText.batch.nobody}
        hint={stockText.batch.nobodyHint}
        icon={<IconPhone size={22} stroke={1.6} aria-hidden="true" />}
      />
    )
  return (
    <>
      <p className={classes['sum']} role="status">
        <strong>{stockText.batch.toCall(named.length)}</strong>
        <span className={page['context']}>
          {stockText.batch.reached(named.filter(({ key }) => reached.has(key)).length, named.length)}
        </span>
      </p>
      {walkIns > 0 && <p className={classes['note']}>{stockText.batch.walkIns(walkIns)}</p>}
      {!know.clients && <p className={classes['note']}>{stockText.batch.needs}</p>}
      <CallList
        item={item}
        recipients={recipients}
        clients={contacts.data}
        zone={me.organisation.time_zone}
        reached={reached}
        onReached={setReached}
      />
      {recipients.some(({ isAssumed }) => isAssumed) && (
        <p className={classes['note']}>{stockText.batch.assumedHint}</p>
      )}
      <p className={classes['note']}>{stockText.batch.kept}</p>
    </>
  )
}

const Batch = ({ item: id, batch }: Asked) => {
  const { department } = useSearch({ from: '/stock/batch' })
  const { data: item, error, refetch } = useQuery(itemQuery(`/item/${id}/`))
  if (error !== null && item === undefined)
    return <ErrorState isPage error={error} what={stockText.batch.what} onRetry={() => void refetch()} />
  return (
    <>
      <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
        <Link
          className={backHead['back'] ?? ''}
          to="/stock/"
          search={{ department, item: id }}
          aria-label={stockText.batch.back}
        >
          <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        <Heading title={stockText.batch.title(batch)} />
        <span className={page['context']}>{item?.name}</span>
        <div className={backHead['bar']}>
          <button type="button" className="button" onClick={() => window.print()}>
            <IconPrinter size={16} stroke={1.6} aria-hidden="true" /> {stockText.batch.print}
          </button>
        </div>
      </div>
      <div className={`${listPage['scroll']} ${classes['body']}`}>
        {item !== undefined && (
          <>
            <StillHere item={item} batch={batch} />
            <List item={item} batch={batch} />
          </>
        )}
      </div>
    </>
  )
}

/** Whoever got of a batch, with how to reach them: what a recall needs. */
export const BatchPage = () => {
  const { item, batch } = useSearch({ from: '/stock/batch' })
  if (item === undefined || batch === undefined)
    return (
      <EmptyState isPage title={stockText.batch.choose} icon={<IconPhone size={22} stroke={1.6} aria-hidden="true" />}>
        <Link className="button" to="/stock/">
          {stockText.batch.toStock}
        </Link>
      </EmptyState>
    )
  return <Batch key={`${item} ${batch}`} item={item} batch={batch} />
}
