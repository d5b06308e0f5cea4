import { Menu } from '@mantine/core'
import { IconCalendarEvent, IconChevronDown, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ApiProblem } from '../../api/problem.ts'
import { may, staffQuery, useMe } from '../../api/me.ts'
import { idOf, type Me, nameOfUser } from '../../api/records.ts'
import { type Action, useActions } from '../../frame/actions.ts'
import { Heading } from '../../frame/Heading.tsx'
import { KeyCap } from '../../frame/KeyCap.tsx'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../frame/states.tsx'
import { dateIn, dayText, minutesSince, timeText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { useNow } from '../../shared/useNow.ts'
import { TakingsToday } from '../../shared/TakingsToday.tsx'
import { text } from '../../text/en.ts'
import {
  type Board,
  boardOf,
  type Card,
  type ColumnName,
  columnNames,
  lateMinutes,
  openedBy,
  visitOf,
} from './board.ts'
import { useMoves } from './moves.ts'
import { appointmentsQuery, closedVisitsQuery, openVisitsQuery } from './queries.ts'
import classes from './Today.module.css'
import { VisitCard } from './VisitCard.tsx'

const useBoard = (me: Me, date: string) => {
  const { department, vet, mine } = useSearch({ from: '/' })
  const asked = { me, date, department }
  const maySchedule = may(me, 'General: Appointments')
  const maySee = may(me, 'Clinical: Consultations')
  const appointments = useQuery({ ...appointmentsQuery(asked), enabled: maySchedule })
  const open = useQuery({ ...openVisitsQuery(asked), enabled: maySee })
  const closed = useQuery({ ...closedVisitsQuery(asked), enabled: maySee })
  const wanted = mine === true ? idOf(me.user.url) : vet
  const board = useMemo(() => {
    const visits = [...(open.data?.results ?? []), ...(closed.data?.results ?? [])]
    const isWanted = (url: string | undefined) => wanted === undefined || (url !== undefined && idOf(url) === wanted)
    return boardOf(
      (appointments.data?.results ?? []).filter(({ user }) => isWanted(user)),
      visits.filter((visit) => isWanted(visit.supervising_veterinarian_data?.url ?? visit.supervising_veterinarian)),
    )
  }, [appointments.data, open.data, closed.data, wanted])
  const asking = [appointments, open, closed].filter(({ isEnabled }) => isEnabled)
  const missing = new ApiProblem({ status: 403, code: 'forbidden', detail: text.today.needs })
  const failed = asking.find(({ isError, data }) => isError && data === undefined)
  return {
    board,
    isPending: asking.some(({ isPending }) => isPending),
    error: asking.length === 0 ? missing : (failed?.error ?? undefined),
    retry: () => void Promise.all(asking.map(({ refetch }) => refetch())),
    mayAdmit: may(me, 'Clinical: Consultations', 'write'),
  }
}

const VetFilter = () => {
  const { vet, mine } = useSearch({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const { data } = useQuery(staffQuery)
  const staff = data?.results ?? []
  const chosen = staff.find(({ url }) => idOf(url) === vet)
  const choose = (next: { vet?: number; mine?: true }) =>
    void navigate({
      search: ({ department }) => ({ ...(department === undefined ? {} : { department }), ...next }),
      replace: true,
    })
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <button type="button" className="button">
            <span className="unseen">{text.today.vet}: </span>
            {chosen === undefined ? text.today.allVets : nameOfUser(chosen)}
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes['staff'] ?? ''}>
          <Menu.Item onClick={() => choose({})}>{text.today.allVets}</Menu.Item>
          {staff.map((user) => (
            <Menu.Item key={user.url} onClick={() => choose({ vet: idOf(user.url) })}>
              {nameOfUser(user)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <div className="segments" role="group" aria-label={text.today.vet}>
        <button type="button" aria-pressed={mine !== true} onClick={() => choose({})}>
          {text.today.all}
        </button>
        <button type="button" aria-pressed={mine === true} onClick={() => choose({ mine: true })}>
          {text.today.mine}
        </button>
      </div>
    </>
  )
}

const Counted = ({ said: [count, word] }: { readonly said: readonly [string, string] }) => (
  <span>
    <strong>{count}</strong> {word}
  </span>
)

const noteOf = (name: ColumnName, cards: readonly Card[], now: number, timeZone: string) => {
  if (name === 'expected') {
    const next = cards.find((card) => lateMinutes(card, now) <= 0)
    return next === undefined ? '' : text.today.next(timeText(next.since, timeZone))
  }
  if (name === 'arrived' || name === 'progress') {
    const [first] = cards
    const minutes = first === undefined ? 0 : minutesSince(first.since, now)
    return minutes === 0 || minutes >= 24 * 60 ? '' : text.today.longest(minutes)
  }
  return name === 'ready' && cards.length > 0 ? text.today.notInvoiced(cards.length) : ''
}

const Waiting = () => (
  <div className={classes['columns']}>
    {columnNames.map((name) => (
      <div key={name} className={classes['column']} data-column={name}>
        <div className={classes['head']}>
          <Skeleton width={90} />
        </div>
        {[0, 1, 2].map((row) => (
          <div key={row} className={classes['card']}>
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </div>
        ))}
      </div>
    ))}
  </div>
)

const cardsOn = (element: HTMLElement | null, column?: number) => {
  const columns = [...(element?.querySelectorAll<HTMLElement>('[data-list]') ?? [])]
  const within = column === undefined ? columns : columns.slice(column, column + 1)
  return within.flatMap((list) => [...list.querySelectorAll<HTMLElement>('[data-card]')])
}

/** Keys move the focus between cards; Space takes the next step of the one that has it. */
const useBoardKeys = (board: Board, vet: number) => {
  const element = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const actions = useMemo((): readonly Action[] => {
    const current = () => document.activeElement?.closest<HTMLElement>('[data-card]') ?? undefined
    const step = (by: number) => {
      const cards = cardsOn(element.current)
      const at = cards.indexOf(current()!)
      cards[at < 0 ? 0 : Math.min(Math.max(at + by, 0), cards.length - 1)]?.focus()
    }
    const mine = () => {
      const card = [...board.columns.arrived, ...board.columns.expected].find(
        ({ vet: of }) => of !== undefined && idOf(of.url) === vet,
      )
      const shown = element.current?.querySelector<HTMLElement>(`[data-card="${card?.key}"]`)
      shown?.focus()
      if (card?.column === 'arrived') shown?.querySelector<HTMLElement>('[data-open]')?.click()
    }
    return [
      ...columnNames.map(
        (name, index): Action => ({
          id: `column ${name}`,
          title: text.today.columnKey(text.today.columns[name]),
          group: 'here',
          keys: String(index + 1),
          onlyKey: true,
          run: () => cardsOn(element.current, index)[0]?.focus(),
        }),
      ),
      { id: 'next card', title: text.today.nextCard, group: 'here', keys: 'j', onlyKey: true, run: () => step(1) },
      {
        id: 'previous card',
        title: text.today.previousCard,
        group: 'here',
        keys: 'k',
        onlyKey: true,
        run: () => step(-1),
      },
      {
        id: 'next step',
        title: text.today.nextStep,
        group: 'here',
        keys: 'Space',
        onlyKey: true,
        run: () => {
          const card = current()
          // The card moves to another column; the focus stays in this one, on the next card.
          const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
          card?.querySelector<HTMLElement>('[data-step]')?.click()
          if (neighbour instanceof HTMLElement) neighbour.focus()
        },
      },
      {
        id: 'open card',
        title: text.today.openCard,
        group: 'here',
        keys: 'Enter',
        onlyKey: true,
        run: () => current()?.querySelector<HTMLElement>('[data-open]')?.click(),
      },
      { id: 'my next', title: text.today.myNext, group: 'here', keys: 'n', run: mine },
    ]
  }, [board, vet])
  useActions(actions)
  const onFocus = () => setFocused(document.activeElement?.closest<HTMLElement>('[data-card]')?.dataset['card'])
  return { element, focused, onFocus, onBlur: () => setFocused(undefined) }
}

/** Opening a card, and its next step, are commands too. */
const useCardActions = (board: Board, next: (card: Card) => void, isAllowed: boolean) => {
  const navigate = useNavigate()
  const openings = useMemo(
    (): readonly Action[] =>
      columnNames.flatMap((column) =>
        board.columns[column].flatMap((card) => {
          const [visit, opened] = [visitOf(card), openedBy(card)]
          if (opened === undefined) return []
          const who = `${card.name}${card.client === '' ? '' : `, ${card.client}`}`
          const open = { id: `open ${card.key}`, title: `${text.today.open} ${who}`, group: 'here' as const }
          return [
            { ...open, run: () => void navigate(opened) },
            ...(isAllowed && column === 'ready' && visit !== undefined
              ? [
                  {
                    id: `finalize ${card.key}`,
                    title: `${text.today.finalize} ${who}`,
                    group: 'here' as const,
                    run: () =>
                      void navigate({ to: '/visits/$id/', params: { id: String(visit) }, search: { finalize: true } }),
                  },
                ]
              : []),
          ]
        }),
      ),
    [board, navigate, isAllowed],
  )
  useActions(openings)
  const actions = useMemo((): readonly Action[] => {
    if (!isAllowed) return []
    const steps = { expected: text.today.checkIn, arrived: text.today.start, progress: text.today.ready } as const
    return (['expected', 'arrived', 'progress'] as const).flatMap((column) =>
      board.columns[column].map((card) => ({
        id: `step ${card.key}`,
        title: `${steps[column]} ${card.name}${card.client === '' ? '' : `, ${card.client}`}`,
        group: 'here' as const,
        run: () => next(card),
      })),
    )
  }, [board, next, isAllowed])
  useActions(actions)
}

/** Says to whoever cannot see the board how it stands, and not more often than one can hear. */
const useAnnounced = (said: string) => {
  const [announced, setAnnounced] = useState(said)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(said), 30_000)
    return () => clearTimeout(timer)
  }, [said])
  return announced
}

const Columns = ({ board, now, me, mayAdmit }: { board: Board; now: number; me: Me; mayAdmit: boolean }) => {
  const moves = useMoves()
  const mayPay = may(me, 'Financial: Invoices', 'write')
  const timeZone = me.organisation.time_zone
  const { element, focused, onFocus, onBlur } = useBoardKeys(board, idOf(me.user.url))
  useCardActions(board, moves.next, mayAdmit)
  const sizes = columnNames.map((name) => board.columns[name].length) as [number, number, number, number, number]
  const announced = useAnnounced(text.today.counts(...sizes))
  return (
    <div className={classes['columns']} ref={element} onFocus={onFocus} onBlur={onBlur}>
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
      {columnNames.map((name) => (
        <section key={name} className={classes['column']} data-column={name} aria-label={text.today.columns[name]}>
          <div className={classes['head']}>
            <StatusGlyph name={name} />
            <h2>{text.today.columns[name]}</h2>
            <span className={classes['count']}>{board.columns[name].length}</span>
            <span className={classes['note']}>{noteOf(name, board.columns[name], now, timeZone)}</span>
          </div>
          <ul className={classes['list']} data-list>
            {board.columns[name].map((card) => (
              <VisitCard
                key={card.key}
                card={card}
                now={now}
                timeZone={timeZone}
                currency={me.organisation.currency}
                moves={moves}
                mayMove={mayAdmit}
                mayPay={mayPay}
                isFocused={focused === card.key}
              />
            ))}
          </ul>
          {name === 'pay' && board.done > 0 && (
            <p className={classes['done']}>
              <StatusGlyph name="paid" /> {text.today.doneFold(board.done)}
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

const Hints = () => (
  <div className={classes['hints']} aria-hidden="true">
    <KeyCap keys="1–5" /> {text.today.keys.column}
    <KeyCap keys="j k" /> {text.today.keys.card}
    <KeyCap keys="Space" /> {text.today.keys.next}
    <KeyCap keys="Enter" /> {text.today.keys.open}
    <KeyCap keys="n" /> {text.today.keys.mine}
    <KeyCap keys="?" /> {text.today.keys.help}
  </div>
)

/** Where everyone is, with one next step each. */
export const Today = () => {
  const me = useMe()
  const now = useNow()
  const date = dateIn(new Date(now), me.organisation.time_zone)
  const { board, isPending, error, retry, mayAdmit } = useBoard(me, date)
  const isSlow = useIsSlow(isPending)
  const cards = columnNames.flatMap((name) => board.columns[name])
  const mayRegister = mayAdmit && may(me, 'General: Patients and clients', 'write')
  const late = board.columns.expected.filter((card) => lateMinutes(card, now) > 0).length
  return (
    <>
      <div className={classes['top']}>
        <Heading title={text.today.title} />
        <span className={classes['date']}>{dayText(date)}</span>
        <div className={classes['counts']}>
          {!isPending && error === undefined && (
            <>
              <Counted said={text.today.booked(cards.length)} />
              <Counted said={text.today.done(board.done)} />
            </>
          )}
          {late > 0 && <Counted said={text.today.late(late)} />}
          <TakingsToday />
        </div>
        <VetFilter />
        {mayRegister && (
          <Link className="button primary" to="/clients/new/" search={({ department }) => ({ department })}>
            <IconUserPlus size={18} stroke={1.6} aria-hidden="true" /> {text.today.walkIn}
          </Link>
        )}
      </div>
      {error !== undefined ? (
        <ErrorState error={error} what={text.today.what} onRetry={retry} />
      ) : isPending ? (
        isSlow && <Waiting />
      ) : cards.length === 0 && board.done === 0 ? (
        <EmptyState
          title={text.today.empty}
          hint={text.today.emptyHint}
          icon={<IconCalendarEvent size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <Columns board={board} now={now} me={me} mayAdmit={mayAdmit} />
      )}
      <Hints />
    </>
  )
}
