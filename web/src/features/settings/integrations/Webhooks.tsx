import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { may, useMe } from '../../../api/me.ts'
import { type MadeWebhook, webhooksQuery } from '../../../api/webhook.ts'
import sheet from '../../../shared/Sheet.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { integrationsText as words } from '../../../text/integrations.ts'
import { Deliveries } from './Deliveries.tsx'
import { DeskHead } from './DeskHead.tsx'
import { HookHead } from './HookHead.tsx'
import { HookList } from './HookList.tsx'
import classes from './Integrations.module.css'
import type { IntegrationsSearch } from './search.ts'
import { SecretOnce } from './SecretOnce.tsx'

// Few change a webhook, so its sheet is loaded when somebody does.
const HookSheet = lazy(async () => ({ default: (await import('./HookSheet.tsx')).HookSheet }))

/** What is told to other programs, and whether it arrives. */
export const Webhooks = () => {
  const me = useMe()
  const search = useSearch({ from: '/settings/integrations' })
  const navigate = useNavigate({ from: '/settings/integrations' })
  const { data: all, error, refetch } = useQuery(webhooksQuery)
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>()
  const mayWrite = may(me, 'Settings: Integration settings', 'write')
  const change = (changes: IntegrationsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const hook = all?.find(({ id }) => id === search.hook)
  const showSecret = (of: MadeWebhook, secret: string) => setMade({ name: of.name || of.url, secret })
  const close = () => change({ edit: undefined, new: undefined })
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <DeskHead
          view="webhooks"
          add={mayWrite ? { label: words.webhooks.new, run: () => change({ new: true, edit: undefined }) } : undefined}
        />
        {error !== null && all === undefined ? (
          <ErrorState error={error} what={words.webhooks.what} onRetry={() => void refetch()} />
        ) : (
          <div className={classes['parts']}>
            <HookList hooks={all} open={hook} isArchived={search.archived === true} />
            <div className={classes['detail']}>
              {hook !== undefined && (
                <HookHead
                  key={hook.id}
                  hook={hook}
                  mayWrite={mayWrite}
                  onEdit={() => change({ edit: true, new: undefined })}
                />
              )}
              {all !== undefined && (
                <Deliveries
                  key={hook?.id ?? 0}
                  hooks={all}
                  hook={hook}
                  search={search}
                  mayWrite={mayWrite}
                  onChange={change}
                />
              )}
            </div>
          </div>
        )}
      </div>
      {mayWrite && (search.new === true || (search.edit === true && hook !== undefined)) && (
        <Suspense>
          <HookSheet
            key={search.new === true ? 'new' : hook?.id}
            hook={search.new === true ? undefined : hook}
            onClose={close}
            onSecret={showSecret}
            onDone={(done) => {
              change({
                edit: undefined,
                new: undefined,
                ...(search.new === true && done && { hook: done.id, archived: undefined }),
              })
              if (search.new === true && done?.secret !== undefined) showSecret(done, done.secret)
            }}
          />
        </Suspense>
      )}
      {made !== undefined && <SecretOnce {...made} onClose={() => setMade(undefined)} />}
    </div>
  )
}
