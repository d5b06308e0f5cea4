import { Menu } from '@mantine/core'
import { IconCalendarEvent, IconChevronDown, IconChevronRight, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { may, staffQuery, useMe } from '../../api/me.ts'
import { type Appointment, type Consultation, idOf, type Me, nameOfUser } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { EmptyState, ErrorState, Skeleton, useIsSlow } from '../../shared/states.tsx'
import { Welcome } from './Welcome.tsx'
import { dateIn, dayText, isZero, minutesSince, moneyText, timeText } from '../../format.ts'
import { contraindicationsQuery, mustNotGet } from '../../shared/contraindications.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { useNow } from '../../shared/useNow.ts'
import { statuses } from '../../shared/visit-stages.ts'
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
  owingByClient,
  visitOf,
} from './board.ts'
import { useMoves } from './moves.ts'
import { appointmentsQuery, closedVisitsQuery, missingChargesQuery, openVisitsQuery, owedQuery } from './queries.ts'
import classes from './Board.module.css'
import { VisitCard } from './VisitCard.tsx'

const none: readonly never[] = []
const waitForInvoice: ReadonlySet<number> = new Set([statuses.ready, statuses.discharged, statuses.invoicing])

/** What is missing on the visits that wait for their invoice, and what those owe who are expected. */
const useMoney = (me: Me, appointments: readonly Appointment[], visits: readonly Consultation[]) => {
  const waiting = visits.filter(({ id, status }) => id > 0 && waitForInvoice.has(status)).map(({ id }) => id)
  const clients = new Set(
    appointments.flatMap(({ client, consultation }) => (client && !consultation ? [idOf(client)] : [])),
  )
  const hints = useQuery({ ...missingChargesQuery(waiting), enabled: waiting.length > 0 })
  const maySeeMoney = may(me, 'Financial: Invoices')
  const owed = useQuery({
    ...owedQuery([...clients].toSorted((one, other) => one - other)),
    enabled: maySeeMoney && clients.size > 0,
  })
  return useMemo(
    () => ({
      missing: new Map((hints.data?.results ?? []).map(({ consultation, open }) => [consultation, open])),
      owing: owingByClient(owed.data?.results ?? []),
    }),
    [hints.data, owed.data],
  )
}

/** What those must not get who are expected or there, by animal: read at once for all. */
const useMustNot = (me: Me, appointments: readonly Appointment[], visits: readonly Consultation[]) => {
  const patients = new Set([...appointments, ...visits].flatMap((one) => one.patients.map(idOf)))
  const { data } = useQuery({
    ...contraindicationsQuery([...patients].toSorted((one, other) => one - other)),
    placeholderData: keepPreviousData,
    enabled: may(me, 'Clinical: Consultations') && patients.size > 0,
  })
  return useMemo(() => {
    const byPatient = Map.groupBy(data?.results ?? [], ({ patient }) => patient)
    return new Map([...byPatient].map(([patient, recorded]) => [patient, recorded.map((one) => mustNotGet(one))]))
  }, [data])
}

const useBoard = (me: Me, date: string) => {
  const { department, vet, mine } = useSearch({ from: '/' })
  const asked = { me, date, department }
  const maySchedule = may(me, 'General: Appointments')
  const maySee = may(me, 'Clinical: Consultations')
  const appointments = useQuery({ ...appointmentsQuery(asked), enabled: maySchedule })
  const open = useQuery({ ...openVisitsQuery(asked), enabled: maySee })
  const closed = useQuery({ ...closedVisitsQuery(asked), enabled: maySee })
  const money = useMoney(me, appointments.data?.results ?? none, open.data?.results ?? none)
  const mustNot = useMustNot(me, appointments.data?.results ?? none, open.data?.results ?? none)
  const wanted = mine === true ? idOf(me.user.url) : vet
  const board = useMemo(() => {
    const visits = [...(open.data?.results ?? []), ...(closed.data?.results ?? [])]
    const isWanted = (url: string | undefined) => wanted === undefined || (url !== undefined && idOf(url) === wanted)
    return boardOf(
      (appointments.data?.results ?? []).filter(({ user }) => isWanted(user)),
      visits.filter((visit) => isWanted(visit.supervising_veterinarian_data?.url ?? visit.supervising_veterinarian)),
      { ...money, mustNot },
      appointments.data?.results,
    )
  }, [appointments.data, open.data, closed.data, wanted, money, mustNot])
  const asking = [appointments, open, closed].filter(({ isEnabled }) => isEnabled)
  const failed = asking.find(({ isError, data }) => isError && data === undefined)
  return {
    board,
    isPending: asking.some(({ isPending }) => isPending),
    error: failed?.error ?? undefined,
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
            <span className="unseen">{text.board.vet}: </span>
            {chosen === undefined ? text.board.allVets : nameOfUser(chosen)}
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes['staff'] ?? ''}>
          <Menu.Item onClick={() => choose({})}>{text.board.allVets}</Menu.Item>
          {staff.map((user) => (
            <Menu.Item key={user.url} onClick={() => choose({ vet: idOf(user.url) })}>
              {nameOfUser(user)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <div className="segments" role="group" aria-label={text.board.vet}>
        <button type="button" aria-pressed={mine !== true} onClick={() => choose({})}>
          {text.board.all}
        </button>
        <button type="button" aria-pressed={mine === true} onClick={() => choose({ mine: true })}>
          {text.board.mine}
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
    return next === undefined ? '' : text.board.next(timeText(next.since, timeZone))
  }
  if (name === 'arrived' || name === 'progress') {
    const [first] = cards
    const minutes = first === undefined ? 0 : minutesSince(first.since, now)
    return minutes === 0 || minutes >= 24 * 60 ? '' : text.board.longest(minutes)
  }
  return name === 'ready' && cards.length > 0 ? text.board.notInvoiced(cards.length) : ''
}

/** The columns where they will be, with cards of their size. */
const Waiting = () => (
  <div className={classes['columns']} aria-busy="true">
    {columnNames.map((name) => (
      <div key={name} className={classes['column']} data-column={name}>
        <div className={classes['head']}>
          <StatusGlyph name={name} />
          <h2>{text.board.columns[name]}</h2>
        </div>
        <div className={classes['list']} data-list>
          {[0, 1, 2].map((row) => (
            <div key={row} className={classes['card']} data-column={name}>
              <div className={classes['who']}>
                <Skeleton width={28} height={28} />
                <Skeleton width="50%" />
              </div>
              <Skeleton width="80%" height={18} />
              <div className={classes['foot']}>
                <Skeleton width="40%" />
              </div>
            </div>
          ))}
        </div>
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
          title: text.board.columnKey(text.board.columns[name]),
          group: 'here',
          keys: String(index + 1),
          onlyKey: true,
          run: () => cardsOn(element.current, index)[0]?.focus(),
        }),
      ),
      {
        id: 'next card',
        title: text.board.nextCard,
        group: 'here',
        keys: 'j',
        onlyKey: true,
        repeats: true,
        run: () => step(1),
      },
      {
        id: 'previous card',
        title: text.board.previousCard,
        group: 'here',
        keys: 'k',
        onlyKey: true,
        repeats: true,
        run: () => step(-1),
      },
      {
        id: 'next step',
        title: text.board.nextStep,
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
        title: text.board.openCard,
        group: 'here',
        keys: 'Enter',
        onlyKey: true,
        run: () => current()?.querySelector<HTMLElement>('[data-open]')?.click(),
      },
      { id: 'my next', title: text.board.myNext, group: 'here', keys: 'n', run: mine },
    ]
  }, [board, vet])
  useActions(actions)
  return element
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
          const open = {
            id: `open ${card.key}`,
            title: `${text.board.open} ${who}`,
            group: 'here' as const,
            onlyTyped: true,
          }
          return [
            { ...open, run: () => void navigate(opened) },
            ...(isAllowed && column === 'ready' && visit !== undefined
              ? [
                  {
                    id: `finalize ${card.key}`,
                    title: `${text.board.finalize} ${who}`,
                    group: 'here' as const,
                    onlyTyped: true,
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
    const steps = { expected: text.board.checkIn, arrived: text.board.start, progress: text.board.ready } as const
    return (['expected', 'arrived', 'progress'] as const).flatMap((column) =>
      board.columns[column].map((card) => ({
        id: `step ${card.key}`,
        title: `${steps[column]} ${card.name}${card.client === '' ? '' : `, ${card.client}`}`,
        group: 'here' as const,
        onlyTyped: true,
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

/** The visits that are over, folded until somebody looks for one. */
const Done = ({ cards }: { readonly cards: readonly Card[] }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes['done']}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={16} aria-hidden="true" />
        <StatusGlyph name="paid" /> {text.board.doneFold(cards.length)}
      </button>
      {isOpen && (
        <ul>
          {cards.map((card) => (
            <li key={card.key}>
              <Link {...openedBy(card)!}>{card.name}</Link> <span>{card.client}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Columns = ({ board, now, me, mayAdmit }: { board: Board; now: number; me: Me; mayAdmit: boolean }) => {
  const moves = useMoves()
  const [mayPay, maySeeMoney] = [may(me, 'Financial: Invoices', 'write'), may(me, 'Financial: Invoices')]
  const timeZone = me.organisation.time_zone
  const element = useBoardKeys(board, idOf(me.user.url))
  useCardActions(board, moves.next, mayAdmit)
  const sizes = columnNames.map((name) => board.columns[name].length) as [number, number, number, number, number]
  const announced = useAnnounced(text.board.counts(...sizes))
  return (
    <div className={classes['columns']} ref={element}>
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
      {columnNames.map((name) => (
        <section key={name} className={classes['column']} data-column={name} aria-label={text.board.columns[name]}>
          <div className={classes['head']}>
            <StatusGlyph name={name} />
            <h2>{text.board.columns[name]}</h2>
            <span className={classes['count']}>{board.columns[name].length}</span>
            <span className={classes['note']} data-kind={name}>
              {noteOf(name, board.columns[name], now, timeZone)}
              {name === 'pay' && maySeeMoney && !isZero(board.owing) && (
                <>
                  {moneyText(board.owing, me.organisation.currency)}{' '}
                  <span className={classes['unit']}>{text.board.owing}</span>
                </>
              )}
            </span>
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
                maySeeMoney={maySeeMoney}
              />
            ))}
          </ul>
          {name === 'pay' && board.done.length > 0 && <Done cards={board.done} />}
        </section>
      ))}
    </div>
  )
}

const Hints = () => (
  <div className={classes['hints']} aria-hidden="true">
    <KeyCap keys="1–5" /> {text.board.keys.column}
    <KeyCap keys="j k" /> {text.board.keys.card}
    <KeyCap keys="Space" /> {text.board.keys.next}
    <KeyCap keys="Enter" /> {text.board.keys.open}
    <KeyCap keys="n" /> {text.board.keys.mine}
    <KeyCap keys="?" /> {text.board.keys.help}
  </div>
)

/** The board, for whom it is; others are told what they can open. */
export const BoardPage = () => {
  const me = useMe()
  const isTheirs = may(me, 'General: Appointments') || may(me, 'Clinical: Consultations')
  return isTheirs ? <TodaysBoard me={me} /> : <Welcome me={me} />
}

/** Where everyone is, with one next step each. */
const TodaysBoard = ({ me }: { readonly me: Me }) => {
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
        <Heading title={text.board.title} />
        <span className={classes['date']}>{dayText(date)}</span>
        <div className={classes['counts']}>
          {!isPending && error === undefined && (
            <>
              <Counted said={text.board.booked(cards.length)} />
              <Counted said={text.board.done(board.done.length)} />
            </>
          )}
          {late > 0 && <Counted said={text.board.late(late)} />}
          <TakingsToday />
        </div>
        <VetFilter />
        {mayRegister && (
          <Link className="button primary" to="/clients/new/" search={({ department }) => ({ department })}>
            <IconUserPlus size={18} stroke={1.6} aria-hidden="true" /> {text.board.walkIn}
          </Link>
        )}
      </div>
      {error !== undefined ? (
        <ErrorState error={error} what={text.board.what} onRetry={retry} />
      ) : isPending ? (
        isSlow && <Waiting />
      ) : cards.length === 0 && board.done.length === 0 ? (
        <EmptyState
          title={text.board.empty}
          hint={text.board.emptyHint}
          icon={<IconCalendarEvent size={22} stroke={1.6} aria-hidden="true" />}
        />
      ) : (
        <Columns board={board} now={now} me={me} mayAdmit={mayAdmit} />
      )}
      <Hints />
    </>
  )
}
