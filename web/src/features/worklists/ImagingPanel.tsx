import { ImagingOrderStatus } from '@fetlock/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { earlierImagesQuery, imagingOneQuery, moveOrder } from '../../api/imaginglist.ts'
import { may, useMe } from '../../api/me.ts'
import { idOf, type ImagingOrder, nameOfClient, nameOfUser } from '../../api/records.ts'
import { dateText, relativeDateText, timeText } from '../../format.ts'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import page from '../../shared/page.module.css'
import { Sheet } from '../../shared/Sheet.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import { showToast } from '../../shared/toasts.ts'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { text } from '../../text/en.ts'
import { imagingText as words, worklistsText } from '../../text/worklists.ts'
import { Images, OrderStatus } from './ImagingRows.tsx'
import { keysOf, nextOf, type Steps } from './use-steps.ts'
import classes from './Worklists.module.css'

type OfOrder = { readonly order: ImagingOrder }

const whatOf = ({ modality, target_areas }: ImagingOrder) => text.visit.hints.images(modality, target_areas)

const Earlier = ({ order }: OfOrder) => {
  const { time_zone: timeZone } = useMe().organisation
  const { data = [] } = useQuery(earlierImagesQuery(order.patient))
  const others = data.filter(({ id }) => id !== order.id)
  if (others.length === 0) return null
  return (
    <section className={classes['part']}>
      <h3>{words.earlier}</h3>
      <ul className={page['rows']}>
        {others.map((one) => (
          <li key={one.id}>
            <span className={page['what']}>{whatOf(one)}</span>
            <span className={page['context']}>{dateText(one.created, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Why it was asked for, by whom and in which visit. */
const Referral = ({ order }: OfOrder) => {
  const me = useMe()
  const { time_zone: timeZone } = me.organisation
  const { referral_data, requesting_user_data: by, created, consultation, accession_number, status } = order
  const when = `${relativeDateText(created, timeZone)} ${timeText(created, timeZone)}`
  const said = [
    [words.remarks, referral_data?.remarks ?? ''],
    [words.notes, referral_data?.internal_notes ?? ''],
  ] as const
  return (
    <>
      <section className={classes['medicine']}>
        <h3>{whatOf(order)}</h3>
        <p className={classes['given']}>{by == null ? when : words.by(nameOfUser(by), when)}</p>
        {said.map(
          ([title, value]) =>
            value !== '' && (
              <div key={title} className={classes['part']}>
                <h3>{title}</h3>
                <p className={classes['given']}>{value}</p>
              </div>
            ),
        )}
      </section>
      <dl className={`${page['pairs']} ${classes['facts']}`}>
        <div>
          <dt>{words.columns.status}</dt>
          <dd>
            <OrderStatus status={status} />
          </dd>
        </div>
        {consultation !== null && may(me, 'Clinical: Consultations') && (
          <div>
            <dt>{worklistsText.visit}</dt>
            <dd>
              <Link to="/visits/$id/" params={{ id: String(idOf(consultation)) }}>
                {worklistsText.openVisit}
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>{words.number}</dt>
          <dd>{accession_number}</dd>
        </div>
        {order.viewer_url !== null && (
          <div>
            <dt>{words.columns.images}</dt>
            <dd>
              <Images order={order} />
            </dd>
          </div>
        )}
      </dl>
      <Earlier order={order} />
    </>
  )
}

type FootProps = OfOrder & { readonly steps: Steps; readonly onClose: () => void }

const Foot = ({ order, steps, onClose }: FootProps) => {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const keyFor = useKeyFor()
  const step = words.next[order.status]
  const said = words.cancelled(whatOf(order))
  const cancel = async () => {
    await moveOrder({ order, status: ImagingOrderStatus.Cancelled }, keyFor(said))
    showToast(said)
    onClose()
    await Promise.all(keysOf(order).map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <div className={classes['ways']}>
      <button type="button" className={`button ${classes['danger']}`} onClick={() => setAsked(true)}>
        {words.cancel}
      </button>
      <button
        type="button"
        className={`button primary ${classes['main']}`}
        aria-busy={steps.isMoving(order)}
        onClick={() => steps.step(order)}
      >
        {step}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={words.cancelTitle}
          explained={words.cancelExplained}
          action={words.cancelAction}
          keep={words.keep}
          onConfirm={cancel}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  )
}

type Props = { readonly id: number; readonly steps: Steps; readonly onClose: () => void }

/** An order beside the list: the referral, and its next step. */
export const ImagingPanel = ({ id, steps, onClose }: Props) => {
  const me = useMe()
  const { data: order, error, refetch } = useQuery(imagingOneQuery(id, me))
  if (order === undefined)
    return (
      <Sheet kind="panel" title={words.whatOne} onClose={onClose}>
        {error === null ? (
          <Skeleton width={180} />
        ) : (
          <ErrorState error={error} what={words.whatOne} onRetry={() => void refetch()} />
        )}
      </Sheet>
    )
  const isOpen = may(me, 'Clinical: Diagnostic imaging', 'write') && nextOf(order.status) !== undefined
  return (
    <Sheet
      kind="panel"
      title={order.patient_data?.name || '–'}
      subtitle={order.client_data == null ? undefined : nameOfClient(order.client_data)}
      onClose={onClose}
      {...(isOpen && { foot: <Foot order={order} steps={steps} onClose={onClose} /> })}
    >
      <Referral order={order} />
    </Sheet>
  )
}
