import { useQuery } from '@tanstack/react-query'
import { changesQuery } from '../../api/auditevent.ts'
import { everyoneQuery } from '../../api/user.ts'
import { ErrorState } from '../states.tsx'
import { dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import page from '../page.module.css'
import { Change, pairsOf, whoDid } from './sentences.tsx'
import type { Followed } from './shown-changes.ts'

/** Who changed what in a record, and when: the newest first. */
export const Changes = ({ timeZone, ...followed }: Followed & { readonly timeZone: string }) => {
  const { data, error, refetch } = useQuery(changesQuery(followed.resource, followed.id))
  const { data: people } = useQuery(everyoneQuery)
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={text.records.changes.what} onRetry={() => void refetch()} />
  if (data?.length === 0) return <p className={page['none']}>{text.records.changes.none}</p>
  const reader = { resource: followed.resource, staff: people ?? [], timeZone }
  return (
    <table className={page['table']}>
      <thead>
        <tr>
          <th scope="col">{text.records.changes.when}</th>
          <th scope="col">{text.records.changes.who}</th>
          <th scope="col">{text.records.changes.column}</th>
        </tr>
      </thead>
      <tbody>
        {data?.map((event) => (
          <tr key={event.id}>
            <td>
              <time dateTime={event.occurred}>
                {dateText(event.occurred, timeZone)} {timeText(event.occurred, timeZone)}
              </time>
            </td>
            <td>{whoDid(event, people)}</td>
            <td>
              {text.records.changes.actions[event.action]}
              {event.action === 'change' &&
                pairsOf(event).map(([name, pair]) => <Change key={name} name={name} pair={pair} reader={reader} />)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
