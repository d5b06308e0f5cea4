import { IconMail } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { may, useMe } from '../../api/me.ts'
import { messageCountsQuery, messageLogQuery } from '../../api/message.ts'
import { dateIn, nextDate, startOfDay } from '../../format.ts'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import sheet from '../../shared/Sheet.module.css'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { messagesText as words } from '../../text/messages.ts'
import { MessageFilters } from './MessageFilters.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { MessageTable } from './MessageTable.tsx'
import classes from './Messages.module.css'
import type { MessagesSearch } from './search.ts'

/** What was written to clients, and what became of it. */
export const Messages = () => {
  const me = useMe()
  const search = useSearch({ from: '/messages' })
  const { view = 'all', kind, channel, day, message: opened } = search
  const navigate = useNavigate({ from: '/messages' })
  const { list } = useRowKeys()
  const { time_zone: timeZone } = me.organisation
  const asked = {
    view,
    kind,
    channel,
    from: day && startOfDay(day, timeZone).toISOString(),
    before: day && startOfDay(nextDate(day), timeZone).toISOString(),
  }
  const { data, error, refetch, ...pages } = useInfiniteQuery(messageLogQuery(asked))
  const { data: counts } = useQuery(messageCountsQuery(asked))
  const messages = data?.pages.flatMap(({ results }) => results)
  const clients = new Map(data?.pages.flatMap((one) => [...one.clients]))
  const change = (changes: MessagesSearch) =>
    void navigate({ search: (before) => ({ ...before, message: undefined, ...changes }), replace: true })
  const message = messages?.find(({ id }) => id === opened)
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={words.title} />
        </div>
        <MessageFilters search={search} counts={counts} today={dateIn(new Date(), timeZone)} onChange={change} />
        <div className={`${listPage['scroll']} ${classes['scroll']}`} ref={list} tabIndex={-1}>
          {error !== null && messages === undefined ? (
            <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
          ) : messages?.length === 0 ? (
            <EmptyState title={words.empty[view]} icon={<IconMail size={22} stroke={1.6} aria-hidden="true" />} />
          ) : (
            messages !== undefined && (
              <>
                <MessageTable messages={messages} clients={clients} search={search} timeZone={timeZone} />
                <div className={classes['foot']}>
                  <span>{words.shown(messages.length, data?.pages[0]?.count ?? 0)}</span>
                  <ShowMore of={pages} />
                </div>
              </>
            )
          )}
        </div>
      </div>
      {message !== undefined && (
        <MessagePanel
          key={message.id}
          message={message}
          client={clients.get(message.client ?? '')}
          maySeeMoney={may(me, 'Financial: Invoices')}
          timeZone={timeZone}
          onClose={() => change({})}
        />
      )}
    </div>
  )
}
