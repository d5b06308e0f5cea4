import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { accountQuery } from '../../../api/account.ts'
import { useMe } from '../../../api/me.ts'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { accountText } from '../../../text/account.ts'
import classes from './Account.module.css'
import type { Asked } from './asked.ts'
import { Applications, Events, Factors, Sessions, SigningIn } from './Parts.tsx'
import { ProofDialog } from './ProofDialog.tsx'

/** Everything about one's own account: how one signs in, where one is signed in, who acts for one, and what happened to it. */
export const Account = () => {
  const me = useMe()
  const { done } = useSearch({ from: '/settings/account' })
  const { data: account, error, refetch } = useQuery(accountQuery)
  const [asked, setAsked] = useState<Asked>()
  const shown = account && { account, timeZone: me.organisation.time_zone, onAsk: setAsked }
  return (
    <>
      <div className={`${page['head']} ${classes['head']}`}>
        <Heading title={accountText.title} />
        <span className={page['context']}>
          {me.user.first_name} {me.user.last_name}
        </span>
      </div>
      {shown === undefined ? (
        error === null ? (
          <div className={classes['waiting']} aria-hidden="true">
            {[60, 44, 52, 48].map((width) => (
              <Skeleton key={width} width={`${width}%`} />
            ))}
          </div>
        ) : (
          <ErrorState error={error} what={accountText.what} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={page['body']}>
          <div className={`${page['main']} ${classes['main']}`}>
            {done !== undefined && (
              <p className={classes['done']} role="status">
                <IconCircleCheck size={18} stroke={1.8} aria-hidden="true" /> {accountText.done[done]}
              </p>
            )}
            <SigningIn {...shown} />
            <Factors {...shown} />
            <Sessions {...shown} />
            <Applications {...shown} />
          </div>
          <div className={page['side']}>
            <Events {...shown} />
          </div>
          {asked !== undefined && (
            <ProofDialog account={shown.account} asked={asked} onClose={() => setAsked(undefined)} />
          )}
        </div>
      )}
    </>
  )
}
