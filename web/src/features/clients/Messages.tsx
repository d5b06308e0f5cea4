import { useInfiniteQuery } from '@tanstack/react-query'
import { messagesQuery } from '../../api/message.ts'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { ErrorState } from '../../shared/states.tsx'
import { dateText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'

/** What was written to a client, and what became of it. */
export const Messages = ({ client, timeZone }: { readonly client: number; readonly timeZone: string }) => {
  const messages = useInfiniteQuery(messagesQuery(client))
  const { data, error, refetch } = messages
  const rows = data?.pages.flatMap(({ results }) => results)
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={clientText.messages.what} onRetry={() => void refetch()} />
  if (rows?.length === 0) return <p className={page['none']}>{clientText.messages.none}</p>
  return (
    <>
      <ul className={page['rows']}>
        {rows?.map(({ id, kind, channel, status, subject, recipient, detail, created, sent }) => (
          <li key={id}>
            <span className={page['when']}>
              {dateText(sent ?? created, timeZone)} {timeText(sent ?? created, timeZone)}
            </span>
            <span className={page['what']} title={detail}>
              <strong>{clientText.messages.kinds[kind]}</strong> {subject}{' '}
              <span className={page['context']}>
                {clientText.messages.sentTo(clientText.messages.channels[channel], recipient)}
              </span>
            </span>
            <span className={page['state']}>{clientText.messages.statuses[status]}</span>
          </li>
        ))}
      </ul>
      <ShowMore of={messages} />
    </>
  )
}
