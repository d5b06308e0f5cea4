import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../../api/me.ts'
import { type Attempt, attemptsQuery, type Delivery } from '../../../api/webhook.ts'
import { dateIn, dateText, timeText } from '../../../format.ts'
import { ErrorState, Skeleton } from '../../../shared/states.tsx'
import { integrationsText } from '../../../text/integrations.ts'
import classes from './Deliveries.module.css'
import desk from './Integrations.module.css'

const words = integrationsText.attempts

/** With seconds: the first attempts follow each other within them. */
const exactTime = (moment: string, zone: string) => {
  const time = timeText(moment, zone).replace(/:\d\d/, (minutes) => `${minutes}:${moment.slice(17, 19)}`)
  return dateIn(new Date(moment), zone) === dateIn(new Date(), zone) ? time : `${dateText(moment, zone)} ${time}`
}

const Copy = ({ body }: { readonly body: string }) => {
  const [isCopied, setCopied] = useState(false)
  return (
    <button
      type="button"
      className="button small"
      onClick={() => void navigator.clipboard.writeText(body).then(() => setCopied(true))}
    >
      <IconCopy size={14} stroke={1.6} aria-hidden="true" /> {isCopied ? words.copied : words.copyBody}
    </button>
  )
}

const statusOf = ({ status_code }: Attempt) =>
  status_code === null ? integrationsText.deliveries.noAnswer : String(status_code)

type ListProps = {
  readonly attempts: readonly Attempt[]
  readonly chosen: Attempt
  readonly zone: string
  readonly onChoose: (id: number) => void
}

/** The attempts, the last one on top. */
const AttemptList = ({ attempts, chosen, zone, onChoose }: ListProps) => (
  <ol className={classes['attempts']} aria-label={words.title}>
    {attempts
      .map((attempt, at) => (
        <li key={attempt.id}>
          <button type="button" aria-pressed={attempt.id === chosen.id} onClick={() => onChoose(attempt.id)}>
            <span>{at + 1}</span>
            <time dateTime={attempt.occurred}>{exactTime(attempt.occurred, zone)}</time>
            <span className={attempt.failure === '' ? undefined : classes['code']}>{statusOf(attempt)}</span>
            <span className={classes['duration']}>{words.milliseconds(attempt.milliseconds.toLocaleString('en'))}</span>
          </button>
        </li>
      ))
      .toReversed()}
  </ol>
)

/** How often a delivery was posted, and what was answered. */
export const Attempts = ({ delivery }: { readonly delivery: Delivery }) => {
  const { time_zone: zone } = useMe().organisation
  const { data: attempts, error, refetch } = useQuery(attemptsQuery(delivery))
  const [chosenId, choose] = useState<number>()
  if (error !== null && attempts === undefined)
    return <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
  const chosen = attempts?.find(({ id }) => id === chosenId) ?? attempts?.at(-1)
  return (
    <div className={classes['panel']}>
      <div className={classes['panelHead']}>
        <strong>{words.title}</strong>
        <span>
          {words.sameId} <code>{delivery.event_id}</code>
        </span>
        <Copy body={delivery.body} />
      </div>
      {attempts === undefined ? (
        <Skeleton width="60%" />
      ) : chosen === undefined ? (
        <p className={desk['said']}>{words.none}</p>
      ) : (
        <div className={classes['panes']}>
          <AttemptList attempts={attempts} chosen={chosen} zone={zone} onChoose={choose} />
          <section className={classes['answer']} aria-label={words.answered}>
            {chosen.failure !== '' && <p>{chosen.failure}</p>}
            {chosen.answer === '' ? <p className={desk['said']}>{words.empty}</p> : <pre>{chosen.answer}</pre>}
          </section>
          <section className={classes['answer']} aria-label={words.body}>
            <pre>{delivery.body}</pre>
          </section>
        </div>
      )}
    </div>
  )
}
