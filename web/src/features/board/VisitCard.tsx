import { InvoiceStatus } from '@fetlock/sdk'
import { Menu } from '@mantine/core'
import { IconAlertTriangle, IconAlertTriangleFilled, IconDots, IconFileInvoice, IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { idOf, nameOfUser } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { minutesSince, moneyText, timeText } from '../../format.ts'
import { isSecondClick } from '../../shared/visit-status.ts'
import { numberOf } from '../../shared/invoice-number.ts'
import { text } from '../../text/en.ts'
import { canGoBack, canWithdraw, type Card, lateMinutes, openedBy, visitOf } from './board.ts'
import type { Moves } from './moves.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import classes from './VisitCard.module.css'

const [hour, day] = [60, 24 * 60]

/** How long, in at most two units. */
const lengthOf = (minutes: number): readonly [string, string] => {
  if (minutes < 2 * hour) return [String(minutes), text.board.minutes]
  return minutes < day
    ? text.board.hours(Math.floor(minutes / hour), minutes % hour)
    : text.board.days(Math.floor(minutes / day))
}

/** What the next step of a card is called, if it has one. */
const stepNameOf = (column: Card['column']): string | undefined => {
  if (column === 'expected') return text.board.checkIn
  if (column === 'arrived') return text.board.start
  return column === 'progress' ? text.board.ready : undefined
}

type Props = {
  readonly card: Card
  readonly now: number
  readonly timeZone: string
  readonly currency: string
  readonly moves: Moves
  /** Whether the person may write what the next step needs. */
  readonly mayMove: boolean
  /** Whether the person may take money, and whether they may see any. */
  readonly mayPay: boolean
  readonly maySeeMoney: boolean
}

/** Shown while the card has the focus of the keyboard. It takes no room, so that nothing moves under a pointer. */
const StepKey = () => (
  <span className={classes['stepKey']}>
    <KeyCap keys="Space" />
  </span>
)

const Figure = ({ card, now, timeZone, currency }: Pick<Props, 'card' | 'now' | 'timeZone' | 'currency'>) => {
  if (card.column === 'expected')
    return (
      <time className={classes['figure']} dateTime={card.since} data-late={lateMinutes(card, now) > 0}>
        {timeText(card.since, timeZone)}
      </time>
    )
  if (card.column === 'pay' && card.invoice !== undefined)
    return <span className={classes['figure']}>{moneyText(card.invoice.due_sum, currency)}</span>
  const [length, unit] = lengthOf(minutesSince(card.since, now))
  return (
    <span className={classes['figure']}>
      {length} <span className={classes['unit']}>{unit}</span>
    </span>
  )
}

const More = ({ card, moves }: Pick<Props, 'card' | 'moves'>) => {
  const [goesBack, isWithdrawn] = [canGoBack(card), canWithdraw(card)]
  if (!goesBack && !isWithdrawn && card.appointment === undefined) return null
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <button type="button" className={`button small ${classes['more']}`}>
          <span className="unseen">{text.board.more(card.name)}</span>
          <IconDots size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {goesBack && (
          <Menu.Item onClick={() => moves.back(card)}>
            {card.column === 'progress' ? text.board.backToArrived : text.board.backToProgress}
          </Menu.Item>
        )}
        {isWithdrawn && (
          <Menu.Item onClick={() => moves.withdraw(card)}>
            {card.booking === undefined ? text.board.removeVisit : text.board.backToExpected}
          </Menu.Item>
        )}
        {card.appointment !== undefined && (
          <Menu.Item onClick={() => moves.didNotCome(card)}>{text.didNotCome}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the visit is for, or the invoice that came of it. */
const What = ({ card }: { readonly card: Card }) => {
  const { invoice, what } = card
  if (card.column !== 'pay' || invoice == null || invoice.invoice_number === null)
    return what === '' ? null : (
      <p className={classes['what']} title={what}>
        {what}
      </p>
    )
  return (
    <p className={classes['what']}>
      <Link to="/invoices/$id/" params={{ id: String(invoice.id) }}>
        {text.board.invoice(numberOf(invoice))}
      </Link>
    </p>
  )
}

const Name = ({ card }: { readonly card: Card }) => {
  const opened = openedBy(card)
  if (opened === undefined) return <strong>{card.name}</strong>
  return (
    <Link {...opened} data-open>
      <strong>{card.name}</strong>
    </Link>
  )
}

/** Finalizing shows the invoice first, on the page of the visit. */
const Finalize = ({ card }: Pick<Props, 'card'>) => {
  const visit = visitOf(card)
  if (card.column !== 'ready' || visit === undefined) return null
  return (
    <Link
      to="/visits/$id/"
      params={{ id: String(visit) }}
      search={{ finalize: true }}
      className={`button small ${classes['step']}`}
      data-step
    >
      {text.board.finalize}
      <span className="unseen"> {card.name}</span>
      <StepKey />
    </Link>
  )
}

/** What is owed is taken on the page of the invoice. A draft is finalized there first. */
const Pay = ({ card }: Pick<Props, 'card'>) => {
  if (card.column !== 'pay' || card.invoice === undefined) return null
  const isDraft = card.invoice.status === InvoiceStatus.Draft
  return (
    <Link
      to="/invoices/$id/"
      params={{ id: String(card.invoice.id) }}
      search={isDraft ? {} : { pay: true }}
      className={`button small ${classes['step']}`}
      data-step
    >
      {isDraft ? text.board.finalize : text.board.pay}
      <span className="unseen"> {card.name}</span>
      <StepKey />
    </Link>
  )
}

export const VisitCard = memo(({ card, now, timeZone, currency, moves, mayMove, mayPay, maySeeMoney }: Props) => {
  const late = lateMinutes(card, now)
  const step = mayMove ? stepNameOf(card.column) : undefined
  // Whoever is on no record cannot be checked in before somebody says who it is.
  const isReady = card.column === 'ready' && card.consultation !== undefined
  const byAndAmount = [
    ...(card.vet === undefined ? [] : [nameOfUser(card.vet)]),
    ...(isReady && maySeeMoney ? [moneyText(card.consultation.total_with_vat, currency)] : []),
  ]
  const isForNobody = card.column === 'expected' && card.appointment?.client === null
  return (
    <li className={classes['card']} data-column={late > 0 ? 'late' : card.column} data-card={card.key} tabIndex={-1}>
      <div className={classes['who']}>
        <span className={classes['species']}>
          <SpeciesIcon species={card.species} />
        </span>
        <span className={classes['names']}>
          <Name card={card} />{' '}
          <span className={classes['client']} title={card.fullClient}>
            {card.client}
          </span>
        </span>
        <Figure card={card} now={now} timeZone={timeZone} currency={currency} />
      </div>
      <What card={card} />
      {card.note !== '' && (
        <p className={classes['remark']} title={card.note}>
          {card.note}
        </p>
      )}
      {card.alert !== '' && (
        <p className={classes['alert']} title={card.alert}>
          <IconAlertTriangle size={16} aria-hidden="true" /> <span>{card.alert}</span>
        </p>
      )}
      {late > 0 && (
        <p className={classes['chip']}>
          <IconAlertTriangleFilled size={14} aria-hidden="true" /> {text.board.lateBy(late)}
        </p>
      )}
      {card.missing > 0 && (
        <p className={classes['chip']}>
          <IconAlertTriangleFilled size={14} aria-hidden="true" /> {text.board.missing(card.missing)}
        </p>
      )}
      {card.owes !== '' && (
        <p className={classes['chip']} data-kind="money">
          <StatusGlyph name="pay" /> {text.board.owes(moneyText(card.owes, currency))}
        </p>
      )}
      {card.goneHome && (
        <p className={classes['aside']}>
          <IconHome size={16} stroke={1.6} aria-hidden="true" /> {text.board.goneHome}
        </p>
      )}
      {card.column === 'pay' && card.invoice?.status === InvoiceStatus.Draft && (
        <p className={classes['aside']}>
          <IconFileInvoice size={16} stroke={1.6} aria-hidden="true" /> {text.board.draft}
        </p>
      )}
      <div className={classes['foot']}>
        <span className={classes['vet']}>{byAndAmount.join(' · ')}</span>
        <span className={classes['buttons']}>
          {mayMove && <More card={card} moves={moves} />}
          {mayMove && <Finalize card={card} />}
          {mayPay && <Pay card={card} />}
          {step !== undefined && isForNobody && (
            <Link
              to="/calendar/"
              search={{ who: card.appointment.id, department: idOf(card.appointment.department) }}
              className={`button small ${classes['step']}`}
              data-step
            >
              {text.board.chooseClient}
              <span className="unseen"> {card.note}</span>
              <StepKey />
            </Link>
          )}
          {step !== undefined && !isForNobody && (
            <button
              type="button"
              className={`button small ${classes['step']}`}
              data-step
              onClick={(event) => isSecondClick(event) || moves.next(card)}
            >
              {step}
              <span className="unseen"> {card.name}</span>
              <StepKey />
            </button>
          )}
        </span>
      </div>
    </li>
  )
})
