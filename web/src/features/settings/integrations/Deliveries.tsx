import { WebhookTrigger } from '@fetlock/sdk'
import { IconRefresh, IconWebhook } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMe } from '../../../api/me.ts'
import {
  type DeliveriesAsked,
  deliveriesQuery,
  deliveryCountsQuery,
  deliveryKey,
  recoverDeliveries,
  type Webhook,
  webhookKey,
} from '../../../api/webhook.ts'
import { dateIn, startOfDay } from '../../../format.ts'
import listPage from '../../../shared/list-page.module.css'
import { ShowMore } from '../../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { integrationsText } from '../../../text/integrations.ts'
import { DeliveryFilters } from './DeliveryFilters.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import classes from './Deliveries.module.css'
import type { IntegrationsSearch, Since } from './search.ts'

const words = integrationsText.deliveries
const dayMs = 86_400_000

/** From which moment on deliveries are listed, and queued again. */
const momentOf = (since: Since, timeZone: string) => {
  if (since === 'ever') return undefined
  if (since === 'today') return startOfDay(dateIn(new Date(), timeZone), timeZone).toISOString()
  return new Date(Date.now() - (since === 'day' ? 1 : 7) * dayMs).toISOString()
}

type RecoverProps = { readonly hook: Webhook; readonly count: number; readonly since: string }

/** Everything that fails, of what is listed, is due at once. */
const Recover = ({ hook, count, since }: RecoverProps) => {
  const { write, isBusy } = useWrite({
    send: (from: string, key) => recoverDeliveries(hook, from, key),
    refresh: () => [deliveryKey, webhookKey],
    said: ({ result }) => integrationsText.webhooks.recovered(result),
  })
  return (
    <button type="button" className="button" aria-busy={isBusy} onClick={() => void write(since)}>
      <IconRefresh size={16} stroke={1.6} aria-hidden="true" /> {integrationsText.webhooks.recover(count)}
    </button>
  )
}

type Props = {
  readonly hooks: readonly Webhook[]
  readonly hook: Webhook | undefined
  readonly search: IntegrationsSearch
  readonly mayWrite: boolean
  readonly onChange: (changes: IntegrationsSearch) => void
}

/** What was posted to a webhook, or to all, and what became of it. */
export const Deliveries = ({ hooks, hook, search, mayWrite, onChange }: Props) => {
  const { time_zone: timeZone } = useMe().organisation
  const { outcome: view = 'all', since: chosen = 'ever', trigger } = search
  const since = useMemo(() => momentOf(chosen, timeZone), [chosen, timeZone])
  const asked: DeliveriesAsked = {
    view,
    webhook: hook && String(hook.id),
    trigger: hook === undefined ? Object.values(WebhookTrigger).find((one) => one === trigger) : undefined,
    since,
  }
  const { data, error, refetch, ...pages } = useInfiniteQuery(deliveriesQuery(asked))
  const { data: counts } = useQuery(deliveryCountsQuery(asked))
  const deliveries = data?.pages.flatMap(({ results }) => results)
  const mayRecover = mayWrite && hook?.active === true && !hook.archived
  return (
    <>
      <div className={`${listPage['bar']} ${classes['bar']}`}>
        <DeliveryFilters search={search} counts={counts} hasTriggers={hook === undefined} onChange={onChange} />
        {mayRecover && counts !== undefined && counts.failing > 0 && (
          <Recover hook={hook} count={counts.failing} since={since ?? hook.created} />
        )}
      </div>
      <div className={`${listPage['scroll']} ${classes['scroll']}`} tabIndex={0} role="region" aria-label={words.what}>
        {error !== null && deliveries === undefined ? (
          <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
        ) : deliveries?.length === 0 ? (
          <EmptyState title={words.none[view]} icon={<IconWebhook size={22} stroke={1.6} aria-hidden="true" />} />
        ) : (
          <>
            <DeliveryTable
              deliveries={deliveries}
              hooks={hooks}
              openId={search.delivery}
              mayWrite={mayWrite}
              onOpen={(delivery) => onChange({ delivery })}
            />
            {deliveries !== undefined && (
              <div className={listPage['pager']}>
                <span>{words.shown(deliveries.length, data?.pages[0]?.count ?? 0)}</span>
                <ShowMore of={pages} />
              </div>
            )}
          </>
        )}
      </div>
    </>
  )
}
