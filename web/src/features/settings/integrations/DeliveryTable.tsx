import { DeliveryStatus } from '@fetlock/sdk'
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconChevronRight,
  IconCircle,
  IconCircleCheckFilled,
} from '@tabler/icons-react'
import { useMe } from '../../../api/me.ts'
import { idOf } from '../../../api/records.ts'
import { type Delivery, deliveryKey, redeliver, type Webhook, webhookKey } from '../../../api/webhook.ts'
import { dateIn, dateText, timeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { useWrite } from '../../../shared/use-write.ts'
import { integrationsText } from '../../../text/integrations.ts'
import { RowSkeleton } from '../words/RowSkeleton.tsx'
import { Attempts } from './Attempts.tsx'
import { DeliveredRecord } from './DeliveredRecord.tsx'
import classes from './Deliveries.module.css'
import desk from './Integrations.module.css'

const words = integrationsText.deliveries

const isFailing = ({ status, failure }: Delivery) =>
  status === DeliveryStatus.Failed || (status === DeliveryStatus.Waiting && failure !== '')

const State = ({ delivery }: { readonly delivery: Delivery }) => {
  const { status } = delivery
  if (isFailing(delivery))
    return (
      <span className={desk['failing']}>
        <IconAlertTriangleFilled size={14} aria-hidden="true" />
        {status === DeliveryStatus.Failed ? words.statuses[status] : words.failing}
      </span>
    )
  const Icon = status === DeliveryStatus.Delivered ? IconCircleCheckFilled : IconCircle
  return (
    <span className={desk['quiet']} data-on={status === DeliveryStatus.Delivered}>
      <Icon size={16} stroke={1.6} aria-hidden="true" /> {words.statuses[status]}
    </span>
  )
}

/** When it is posted next, if it is. */
const nextText = ({ status, due }: Delivery, zone: string) => {
  if (status !== DeliveryStatus.Waiting) return ''
  if (due === null) return words.held
  if (Date.parse(due) <= Date.now()) return words.soon
  const isToday = dateIn(new Date(due), zone) === dateIn(new Date(), zone)
  return words.next(isToday ? timeText(due, zone) : `${dateText(due, zone)} ${timeText(due, zone)}`)
}

const eventOf = ({ trigger, event }: Delivery) => {
  if (event === 'Test') return words.test
  return trigger === null ? event : integrationsText.webhooks.triggers[trigger]
}

const Redeliver = ({ delivery, name }: { readonly delivery: Delivery; readonly name: string }) => {
  const { write, isBusy } = useWrite({
    send: (one: Delivery, key) => redeliver(one, key),
    refresh: () => [deliveryKey, webhookKey],
    said: () => words.queued,
  })
  return (
    <button
      type="button"
      className="button small"
      aria-label={name}
      aria-busy={isBusy}
      onClick={() => void write(delivery)}
    >
      {words.redeliver}
    </button>
  )
}

type Row = {
  readonly delivery: Delivery
  readonly isOpen: boolean
  /** Whether its receiver takes anything at all. */
  readonly mayRedeliver: boolean
  readonly onOpen: (id: number | undefined) => void
}

const DeliveryRow = ({ delivery, isOpen, mayRedeliver, onOpen }: Row) => {
  const { time_zone: zone } = useMe().organisation
  const { id, created, attempts, last_attempt, last_status_code: code } = delivery
  const time = `${dateText(created, zone)} ${timeText(created, zone)}`
  const [event, Chevron] = [eventOf(delivery), isOpen ? IconChevronDown : IconChevronRight]
  return (
    <>
      <tr data-open={isOpen}>
        <td className={classes['state']}>
          <button
            type="button"
            className={classes['opens']}
            aria-label={words.open(event, time)}
            aria-expanded={isOpen}
            data-row
            onClick={() => onOpen(isOpen ? undefined : id)}
          >
            <Chevron size={16} stroke={1.8} aria-hidden="true" />
          </button>
          <State delivery={delivery} />
        </td>
        <td className={classes['when']}>
          <time dateTime={created}>{time}</time>
        </td>
        <td className={classes['trigger']}>{event}</td>
        <td>
          <DeliveredRecord delivery={delivery} />
        </td>
        <td>
          {code !== null ? (
            <span className={isFailing(delivery) ? classes['code'] : page['context']}>{code}</span>
          ) : (
            last_attempt !== null && <span className={classes['code']}>{words.noAnswer}</span>
          )}
        </td>
        <td className={page['number']}>{attempts}</td>
        <td className={`${page['context']} ${classes['when']}`}>{nextText(delivery, zone)}</td>
        <td className={classes['action']}>
          {mayRedeliver && isFailing(delivery) && (
            <Redeliver delivery={delivery} name={words.redeliverThis(event, time)} />
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={classes['opened']}>
          <td colSpan={8}>
            <Attempts delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  )
}

type Props = {
  /** Undefined while they are being read. */
  readonly deliveries: readonly Delivery[] | undefined
  readonly hooks: readonly Webhook[]
  readonly openId: number | undefined
  readonly mayWrite: boolean
  readonly onOpen: (id: number | undefined) => void
}

/** What was or will be posted, the newest first; a row opens its attempts. */
export const DeliveryTable = ({ deliveries, hooks, openId, mayWrite, onOpen }: Props) => {
  const switchedOn = new Set(hooks.filter(({ active, archived }) => active && !archived).map(({ id }) => id))
  const { columns } = words
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <thead>
        <tr>
          {(['status', 'time', 'trigger', 'record', 'answer'] as const).map((name) => (
            <th key={name} scope="col" className={name === 'trigger' ? classes['trigger'] : undefined}>
              {columns[name]}
            </th>
          ))}
          <th scope="col" className={page['number']}>
            {columns.attempts}
          </th>
          <th scope="col">{columns.next}</th>
          <th scope="col">
            <span className="unseen">{columns.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries === undefined && <RowSkeleton columns={8} />}
        {deliveries?.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isOpen={delivery.id === openId}
            mayRedeliver={mayWrite && (delivery.webhook === null || switchedOn.has(idOf(delivery.webhook)))}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}
