import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../shared/states.tsx'
import { dateText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { messagesQuery } from './queries.ts'

/** What was written to a client, and what became of it. */
export const Messages = ({ client, timeZone }: { readonly client: number; readonly timeZone: string }) => {
  const { data, error, refetch } = useQuery(messagesQuery(client))
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={text.client.messages.what} onRetry={() => void refetch()} />
  if (data?.count === 0) return <p className={page['none']}>{text.client.messages.none}</p>
  return (
    <ul className={page['rows']}>
      {data?.results.map(({ id, kind, channel, status, subject, recipient, detail, created, sent }) => (
        <li key={id}>
          <span className={page['when']}>
            {dateText(sent ?? created, timeZone)} {timeText(sent ?? created, timeZone)}
          </span>
          <span className={page['what']} title={detail}>
            <strong>{text.client.messages.kinds[kind]}</strong> {subject}{' '}
            <span className={page['context']}>
              {[text.client.messages.channels[channel], recipient].filter(Boolean).join(' to ')}
            </span>
          </span>
          <span className={page['state']}>{text.client.messages.statuses[status]}</span>
        </li>
      ))}
    </ul>
  )
}
