import { IconBellRinging, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { may, useMe } from '../../api/me.ts'
import { phonesQuery, reasonsByItemQuery, recallCountsQuery, recallsQuery } from '../../api/recall.ts'
import { addDays, calendarDateText, dateIn } from '../../format.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import listPage from '../../shared/list-page.module.css'
import page from '../../shared/page.module.css'
import { type RecallsSearch, usualDays } from '../../shared/recalls-search.ts'
import sheet from '../../shared/Sheet.module.css'
import { ShowMore } from '../../shared/ShowMore.tsx'
import { EmptyState, ErrorState } from '../../shared/states.tsx'
import { useRowKeys } from '../../shared/useRowKeys.ts'
import { recallsText as words } from '../../text/recalls.ts'
import { CallSheet } from './CallSheet.tsx'
import { RecallFilters } from './RecallFilters.tsx'
import { RecallTable } from './RecallTable.tsx'
import classes from './Recalls.module.css'
import { useCallPrint } from './use-call-print.tsx'

const none = new Map<string, never>()

/** Whoever comes back from the calendar goes on with the row that they left. */
const useReturn = (at: number | undefined, list: RefObject<HTMLElement | null>, isRead: boolean) => {
  const done = useRef<number>(undefined)
  useEffect(() => {
    if (at === undefined || !isRead || done.current === at) return
    done.current = at
    list.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)?.focus()
  }, [at, list, isRead])
}

/** `b` books for the row that has the focus. */
const useBookKey = (list: RefObject<HTMLElement | null>, mayBook: boolean) => {
  const actions = useMemo(
    (): readonly Action[] =>
      mayBook
        ? [
            {
              id: 'book row',
              title: words.bookRow,
              group: 'here',
              keys: 'b',
              onlyKey: true,
              run: () => {
                const row = (document.activeElement as HTMLElement | null)?.closest('tr')
                const button = (row ?? list.current)?.querySelector<HTMLElement>('[data-book]')
                button?.click()
              },
            },
          ]
        : [],
    [list, mayBook],
  )
  useActions(actions)
}

/** Who is due, whether they were written to, and who is to be called. */
export const Recalls = () => {
  const me = useMe()
  const search = useSearch({ from: '/recalls' })
  const { view = 'due', days = usualDays, item, department, call, at } = search
  const navigate = useNavigate({ from: '/recalls' })
  const { list } = useRowKeys()
  const { time_zone: timeZone, name: clinic } = me.organisation
  const today = dateIn(new Date(), timeZone)
  const until = addDays(today, days)
  const [mayCall, mayBook] = [
    may(me, 'General: Patients and clients', 'write'),
    may(me, 'General: Appointments', 'write'),
  ]
  const maySeeBooked = may(me, 'General: Appointments')
  const asked = useMemo(
    () => ({ view, until, item, department, booked: maySeeBooked }),
    [view, until, item, department, maySeeBooked],
  )
  const change = (changes: RecallsSearch) =>
    void navigate({ search: (before) => ({ ...before, at: undefined, call: undefined, ...changes }), replace: true })
  const { data, error, refetch, ...pages } = useInfiniteQuery(recallsQuery(asked))
  const recalls = data?.pages.flatMap(({ results }) => results)
  const { data: counts } = useQuery(recallCountsQuery(asked))
  const { data: reasons = none, isPending } = useQuery({ ...reasonsByItemQuery, enabled: mayBook })
  const isCallList = view === 'call'
  const { data: phones = none } = useQuery(phonesQuery(isCallList ? (recalls ?? []).map(({ client }) => client) : []))
  const { print, paper } = useCallPrint(asked, { clinic, today, timeZone })
  const called = recalls?.find(({ id }) => id === call)
  useReturn(at, list, recalls !== undefined && !pages.isPlaceholderData)
  useBookKey(list, mayBook)
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={words.title} />
          <span className={page['context']}>{words.dueUntil(calendarDateText(until))}</span>
          {isCallList && (
            <button type="button" className={`button ${classes['headEnd']}`} onClick={print}>
              <IconPrinter size={18} stroke={1.6} aria-hidden="true" /> {words.print}
            </button>
          )}
        </div>
        <RecallFilters search={search} counts={counts} onChange={change} />
        <div className={`${listPage['scroll']} ${classes['scroll']}`} ref={list} tabIndex={-1}>
          {error !== null && recalls === undefined ? (
            <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
          ) : recalls?.length === 0 ? (
            <EmptyState
              title={words.empty[view]}
              hint={words.emptyHint}
              icon={<IconBellRinging size={22} stroke={1.6} aria-hidden="true" />}
            />
          ) : (
            recalls !== undefined && (
              <>
                <RecallTable
                  recalls={recalls}
                  search={search}
                  today={today}
                  timeZone={timeZone}
                  reasons={reasons}
                  phones={isCallList ? phones : undefined}
                  // Booked before the reason is known, it would have none.
                  mayBook={mayBook && !isPending}
                  mayCall={mayCall}
                  onCall={(id) => change({ call: id })}
                />
                <div className={classes['foot']}>
                  <span>{words.shown(recalls.length, data?.pages[0]?.count ?? 0)}</span>
                  <ShowMore of={pages} />
                </div>
              </>
            )
          )}
        </div>
      </div>
      {called !== undefined && mayCall && (
        <CallSheet key={called.id} recall={called} timeZone={timeZone} onClose={() => change({})} />
      )}
      {paper}
    </div>
  )
}
