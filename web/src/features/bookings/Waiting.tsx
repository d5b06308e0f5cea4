import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { suggestionsQuery } from '../../api/onlinebooking.ts'
import { idOf, nameOfClient, type OnlineBooking } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { bookings as text } from '../../text/bookings.ts'
import type { UseBooked } from './booked.ts'
import { BookedHead } from './BookedHead.tsx'
import classes from './Bookings.module.css'
import { Comparison } from './Comparison.tsx'
import { isSure } from './compare.ts'
import { DeclineDialog } from './DeclineDialog.tsx'
import { Others } from './Others.tsx'
import { useLinking } from './use-linking.ts'

type Props = {
  readonly booking: OnlineBooking
  /** The client that the address names. */
  readonly compared: number | undefined
  readonly shown: UseBooked
  readonly box: RefObject<HTMLInputElement | null>
  /** It was opened by a key: what is done about it takes the focus. */
  readonly isByKey: boolean
}

/** Enter links where there is no doubt, unless it is meant for something that has the focus. */
const useEnter = (isOffered: boolean, title: string, link: () => void) => {
  const latest = useRef(link)
  useEffect(() => {
    latest.current = link
  })
  useActions(
    useMemo(
      (): readonly Action[] =>
        isOffered ? [{ id: 'link booking', title, group: 'here', keys: 'Enter', run: () => latest.current() }] : [],
      [isOffered, title],
    ),
  )
}

/** One booking about which nobody has decided: who it may be, and what becomes of it. */
export const Waiting = ({ booking, compared, shown, box, isByKey }: Props) => {
  const navigate = useNavigate({ from: '/bookings' })
  const { data: suggestions, error, refetch } = useQuery(suggestionsQuery(booking.id))
  const best = suggestions?.[0]
  const chosen = compared ?? (best === undefined ? undefined : idOf(best.client))
  const { data: client } = useQuery({ ...clientQuery(chosen ?? 0), enabled: chosen !== undefined })
  const shownClient = chosen === undefined ? undefined : client
  const suggestion = suggestions?.find((one) => idOf(one.client) === chosen)
  const linking = useLinking(booking, shownClient, suggestion)
  const [isDeclining, setDeclining] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const isCancelled = shown.booked(booking)?.isCancelled === true
  const isRead = suggestions !== undefined && (chosen === undefined || shownClient !== undefined)
  const isCertain = isRead && isSure(suggestions, shownClient?.url)
  const mayLink = linking.mayWrite && !isCancelled && shownClient?.archived === false
  const name = shownClient === undefined ? '' : nameOfClient(shownClient)
  useEnter(mayLink && isCertain, text.link(name), linking.link)
  useEffect(() => {
    if (isByKey && isRead) first.current?.focus()
  }, [isByKey, isRead])
  const choose = (id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, booking: booking.id, client: id }), replace: true })
  const isBest = chosen !== undefined && best !== undefined && idOf(best.client) === chosen
  return (
    <>
      <BookedHead booking={booking} shown={shown}>
        {linking.mayWrite && isRead && (
          <>
            <button type="button" className={`button ${classes['decline']}`} onClick={() => setDeclining(true)}>
              {text.decline}
            </button>
            {!isCancelled && (
              <button
                type="button"
                ref={mayLink ? undefined : first}
                className={mayLink ? 'button' : 'button primary'}
                title={text.createHint}
                aria-busy={linking.isCreating}
                onClick={linking.create}
              >
                {(booking.patients_data ?? []).length === 0 ? text.create : text.createBoth}
              </button>
            )}
            {mayLink && (
              <button
                type="button"
                ref={first}
                className="button primary"
                aria-busy={linking.isLinking}
                onClick={linking.link}
              >
                {text.link(name)}
                {isCertain && <KeyCap keys="Enter" />}
              </button>
            )}
          </>
        )}
      </BookedHead>
      {isCancelled && (
        <p className={classes['notice']} role="status">
          {text.cancelled}
        </p>
      )}
      {!isCancelled && shown.booked(booking)?.isPast === true && <p className={classes['notice']}>{text.past}</p>}
      {shownClient?.archived === true && <p className={classes['notice']}>{text.archived(name)}</p>}
      {!linking.mayWrite && <p className={classes['notice']}>{text.needsWrite}</p>}
      {error !== null && suggestions === undefined ? (
        <ErrorState error={error} what={text.what} onRetry={() => void refetch()} />
      ) : isRead ? (
        <>
          <Comparison booking={booking} client={shownClient} isBest={isBest} linking={linking} shown={shown} />
          {compared !== undefined && !isBest && best !== undefined && (
            <p className={classes['back']}>
              <button type="button" className="button small" onClick={() => choose(undefined)}>
                {text.backToBest}
              </button>
            </p>
          )}
          <Others suggestions={suggestions} chosen={chosen} box={box} onChoose={choose} />
        </>
      ) : (
        <div className={classes['reading']} aria-hidden="true">
          {[60, 72, 54, 66].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
      {isDeclining && <DeclineDialog booking={booking} onClose={() => setDeclining(false)} />}
    </>
  )
}
