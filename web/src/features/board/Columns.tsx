import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { may } from '../../api/me.ts'
import { idOf, type Me } from '../../api/records.ts'
import { isZero, minutesSince, moneyText, timeText } from '../../format.ts'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import { type Board, type Card, type ColumnName, columnNames, lateMinutes, openedBy } from './board.ts'
import { useMoves } from './moves.ts'
import classes from './Board.module.css'
import { VisitCard } from './VisitCard.tsx'
import { useBoardKeys } from './useBoardKeys.ts'
import { useCardActions } from './useCardActions.ts'

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

/** The five columns with their cards. */
export const Columns = ({ board, now, me, mayAdmit }: { board: Board; now: number; me: Me; mayAdmit: boolean }) => {
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
