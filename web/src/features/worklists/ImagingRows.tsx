import { ImagingOrderStatus } from '@fetlock/sdk'
import { IconBan, IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { may, useMe } from '../../api/me.ts'
import { familyNameOf, type ImagingOrder, nameOfUser } from '../../api/records.ts'
import { dateIn, dateText, minutesSince, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import { text } from '../../text/en.ts'
import { imagingText as words } from '../../text/worklists.ts'
import { nextOf, type Steps } from './use-steps.ts'
import classes from './Worklists.module.css'

const { Ordered, Scheduled, InProgress, Completed, Cancelled } = ImagingOrderStatus
const glyphs = {
  [Ordered]: 'expected',
  [Scheduled]: 'arrived',
  [InProgress]: 'progress',
  [Completed]: 'paid',
} as const

export const OrderStatus = ({ status }: { readonly status: ImagingOrderStatus }) => (
  <span className={classes['status']}>
    {status === Cancelled ? (
      <IconBan size={16} stroke={1.8} aria-hidden="true" />
    ) : (
      <StatusGlyph name={glyphs[status]} />
    )}
    {text.visit.orders.imagingStatuses[status]}
  </span>
)

/** Where the images of the animal are shown; nothing where no viewer is configured. */
export const Images = ({ order: { viewer_url, patient_data } }: { readonly order: ImagingOrder }) =>
  viewer_url === null ? null : (
    <a
      className={classes['images']}
      href={viewer_url}
      target="_blank"
      rel="noreferrer"
      aria-label={words.imagesOf(patient_data?.name || '–')}
    >
      {words.images} <IconExternalLink size={14} stroke={1.8} aria-hidden="true" />
    </a>
  )

type Shown = {
  readonly timeZone: string
  readonly now: number
  readonly steps: Steps
  readonly chosen: number | undefined
}

/** How long it goes on, and else when it was ordered or finished. */
const whenOf = ({ status, created, modified }: ImagingOrder, { timeZone, now }: Shown) => {
  if (status === InProgress) return words.minutes(minutesSince(modified, now))
  const moment = status === Completed || status === Cancelled ? modified : created
  const isToday = dateIn(new Date(moment), timeZone) === dateIn(new Date(now), timeZone)
  return isToday ? timeText(moment, timeZone) : dateText(moment, timeZone)
}

const Row = ({ order: loaded, ...shown }: Shown & { readonly order: ImagingOrder }) => {
  const order = shown.steps.shown(loaded)
  const { id, status, modality, target_areas, patient_data, client_data, supervising_veterinarian_data: vet } = order
  const mayWrite = may(useMe(), 'Clinical: Diagnostic imaging', 'write')
  const patient = patient_data?.name || '–'
  const what = text.visit.hints.images(modality, target_areas)
  const step = words.next[status]
  return (
    <tr data-chosen={id === shown.chosen}>
      <td className={classes['patient']}>
        <SpeciesIcon species={patient_data?.species ?? null} /> <strong>{patient}</strong>{' '}
        <span>{client_data == null ? '' : familyNameOf(client_data)}</span>
      </td>
      <td className={classes['cut']} title={what}>
        <Link
          from="/worklists/imaging"
          to="./"
          search={(before) => ({ ...before, order: id })}
          replace
          data-row={id}
          activeProps={{}}
        >
          {what}
        </Link>
      </td>
      <td className={page['context']}>{vet == null ? '' : nameOfUser(vet)}</td>
      <td>
        <OrderStatus status={status} />
      </td>
      <td className={page['number']}>{whenOf(order, shown)}</td>
      <td>
        <Images order={order} />
      </td>
      <td className={classes['next']}>
        {mayWrite && nextOf(status) !== undefined && step !== undefined && (
          <button
            type="button"
            className={`button small ${classes['step']}`}
            aria-label={words.nextFor(step, what, patient)}
            aria-busy={shown.steps.isMoving(order)}
            onClick={() => shown.steps.step(loaded)}
          >
            {step}
          </button>
        )}
      </td>
    </tr>
  )
}

type Props = Shown & { readonly part: string; readonly orders: readonly ImagingOrder[] }

/** The orders of a part of the list. */
export const ImagingRows = ({ part, orders, ...shown }: Props) => (
  <tbody data-part={part}>
    {orders.map((order) => (
      <Row key={order.id} order={order} {...shown} />
    ))}
  </tbody>
)
