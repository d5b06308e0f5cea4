import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { applicationsMadeByQuery } from '../../../api/application.ts'
import { may, useMe } from '../../../api/me.ts'
import { messageOf } from '../../../api/problem.ts'
import type { Application, User } from '../../../api/records.ts'
import { deactivateUser } from '../../../api/user.ts'
import { Dialog } from '../../../shared/Dialog.tsx'
import record from '../../../shared/record.module.css'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './People.module.css'

type Props = { readonly person: User; readonly name: string; readonly onClose: () => void }

type Offered = {
  readonly applications: readonly Application[]
  readonly kept: readonly string[]
  readonly onKeep: (kept: readonly string[]) => void
}

/** All are ended unless somebody unticks them: one that nobody needs is access that nobody looks after. */
const Applications = ({ applications, kept, onKeep }: Offered) =>
  applications.length === 0 ? (
    <p className={classes['quiet']}>{settingsText.people.leaving.noApplications}</p>
  ) : (
    <fieldset className={classes['applications']}>
      <legend>{settingsText.people.leaving.applications}</legend>
      <p className={classes['quiet']}>{settingsText.people.leaving.applicationsExplained}</p>
      <div className={classes['choices']}>
        {applications.map(({ url, name }) => (
          <label key={url}>
            <input
              type="checkbox"
              checked={!kept.includes(url)}
              onChange={({ target }) => onKeep(target.checked ? kept.filter((one) => one !== url) : [...kept, url])}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )

/** Somebody leaves: their account is closed, and what they leave running is offered to be ended with it. */
export const LeaveDialog = ({ person, name, onClose }: Props) => {
  const me = useMe()
  const mayEnd = may(me, 'Settings: Integration settings', 'write')
  const { data, error, refetch } = useQuery({ ...applicationsMadeByQuery(person), enabled: mayEnd })
  const [kept, setKept] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const ended = (data ?? []).filter(({ url }) => !kept.includes(url))
  const { write, isBusy } = useWrite({
    send: (applications: readonly Application[], key) => deactivateUser(person, applications, key),
    refresh: () => [['user'], ['application']],
    said: () => settingsText.people.leaving.done(name),
    onDone: onClose,
    onProblem: (refusal) => setProblem(messageOf(refusal)),
  })
  const isReady = !mayEnd || data !== undefined
  return (
    <Dialog label={settingsText.people.leaving.title(name)} onClose={onClose}>
      <div className={record['dialog']}>
        <h2>{settingsText.people.leaving.title(name)}</h2>
        <p className={classes['quiet']}>{settingsText.people.leaving.explained}</p>
        {!mayEnd ? (
          <p className={classes['quiet']}>{settingsText.people.leaving.unseen}</p>
        ) : error !== null && data === undefined ? (
          <ErrorState error={error} what={settingsText.people.leaving.applications} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton width="60%" />
        ) : (
          <Applications applications={data} kept={kept} onKeep={setKept} />
        )}
        {problem !== undefined && (
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
        )}
        <div className={record['actions']}>
          <button
            type="button"
            className="button primary"
            data-first
            disabled={!isReady}
            aria-busy={isBusy}
            onClick={() => void write(ended)}
          >
            {settingsText.people.leaving.button(ended.length)}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {settingsText.people.leaving.keep}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
