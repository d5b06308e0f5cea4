import { IconCalendarEvent, IconUserPlus } from '@tabler/icons-react'
import { Link, Navigate } from '@tanstack/react-router'
import { may, useMe } from '../../api/me.ts'
import type { Me } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { EmptyState, ErrorState, useIsSlow } from '../../shared/states.tsx'
import { FirstPage } from './FirstPage.tsx'
import { Welcome } from './Welcome.tsx'
import { dateIn, dayText } from '../../format.ts'
import { useNow } from '../../shared/useNow.ts'
import { TakingsToday } from '../../shared/TakingsToday.tsx'
import { text } from '../../text/en.ts'
import { columnNames, lateMinutes } from './board.ts'
import classes from './Board.module.css'
import { Columns } from './Columns.tsx'
import { ColumnsSkeleton } from './ColumnsSkeleton.tsx'
import { VetFilter } from './VetFilter.tsx'
import { useBoard } from './useBoard.ts'

const Counted = ({ said: [count, word] }: { readonly said: readonly [string, string] }) => (
  <span>
    <strong>{count}</strong> {word}
  </span>
)

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

/** Where somebody begins for whom the board is not: with the stock if they keep it; others are told what they can open. */
const FirstOf = ({ me }: { readonly me: Me }) =>
  may(me, 'Settings: Stock') ? (
    <Navigate to="/stock/" search={({ department }) => ({ department })} replace />
  ) : (
    <Welcome me={me} />
  )

/** The board, for whom it is. */
export const BoardPage = () => {
  const me = useMe()
  const isTheirs = may(me, 'General: Appointments') || may(me, 'Clinical: Consultations')
  const board = isTheirs ? <TodaysBoard me={me} /> : <FirstOf me={me} />
  return <FirstPage me={me}>{board}</FirstPage>
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
        isSlow && <ColumnsSkeleton />
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
