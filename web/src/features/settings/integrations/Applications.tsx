import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { applicationsQuery, type MadeApplication } from '../../../api/application.ts'
import { may, useMe } from '../../../api/me.ts'
import sheet from '../../../shared/Sheet.module.css'
import { ErrorState } from '../../../shared/states.tsx'
import { integrationsText } from '../../../text/integrations.ts'
import { ApplicationDetail } from './ApplicationDetail.tsx'
import { ApplicationList } from './ApplicationList.tsx'
import { ApplicationSheet } from './ApplicationSheet.tsx'
import { DeskHead } from './DeskHead.tsx'
import classes from './Integrations.module.css'
import type { IntegrationsSearch } from './search.ts'
import { SecretOnce } from './SecretOnce.tsx'

const words = integrationsText.applications

/** Which programs may work with the clinic's data, what each may do, and when it last did. */
export const Applications = () => {
  const me = useMe()
  const search = useSearch({ from: '/settings/integrations' })
  const navigate = useNavigate({ from: '/settings/integrations' })
  const { data: all, error, refetch } = useQuery(applicationsQuery)
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string }>()
  const mayWrite = may(me, 'Settings: Integration settings', 'write')
  const change = (changes: IntegrationsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const application = all?.find(({ id }) => id === search.application)
  const isNew = search.new === true
  const showSecret = ({ name, client_secret: secret }: MadeApplication) =>
    secret !== undefined && setMade({ name, secret })
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <DeskHead
          view="applications"
          add={mayWrite ? { label: words.new, run: () => change({ new: true, edit: undefined }) } : undefined}
        />
        {error !== null && all === undefined ? (
          <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
        ) : (
          <div className={classes['parts']}>
            <ApplicationList applications={all} open={application} isArchived={search.archived === true} />
            <div className={classes['detail']}>
              {application !== undefined ? (
                <ApplicationDetail
                  key={application.id}
                  application={application}
                  mayWrite={mayWrite}
                  onEdit={() => change({ edit: true, new: undefined })}
                />
              ) : (
                all !== undefined && all.length > 0 && <p className={classes['choose']}>{words.choose}</p>
              )}
            </div>
          </div>
        )}
      </div>
      {mayWrite && (isNew || (search.edit === true && application !== undefined)) && (
        <ApplicationSheet
          key={isNew ? 'new' : application?.id}
          application={isNew ? undefined : application}
          onClose={() => change({ edit: undefined, new: undefined })}
          onSecret={showSecret}
          onDone={(done) => {
            const shown = isNew && done !== undefined ? { application: done.id, archived: undefined } : {}
            change({ edit: undefined, new: undefined, ...shown })
            if (isNew && done !== undefined) showSecret(done)
          }}
        />
      )}
      {made !== undefined && <SecretOnce {...made} onClose={() => setMade(undefined)} />}
    </div>
  )
}
