import { WebhookTrigger } from '@fetlock/sdk'
import { deliveryViews, type DeliveryView } from '../../../api/webhook.ts'
import { integrationsText } from '../../../text/integrations.ts'
import classes from './Deliveries.module.css'
import { type IntegrationsSearch, sinces } from './search.ts'

const words = integrationsText.deliveries
const triggers = Object.values(WebhookTrigger)

type Props = {
  readonly search: IntegrationsSearch
  readonly counts: Readonly<Record<DeliveryView, number>> | undefined
  /** A webhook has one trigger; all of them together have many. */
  readonly hasTriggers: boolean
  readonly onChange: (changes: IntegrationsSearch) => void
}

/** Which deliveries are listed. */
export const DeliveryFilters = ({ search, counts, hasTriggers, onChange }: Props) => {
  const { outcome = 'all', trigger, since } = search
  return (
    <>
      <div className="segments" role="group" aria-label={words.view}>
        {deliveryViews.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={outcome === view}
            onClick={() => onChange({ outcome: view === 'all' ? undefined : view, delivery: undefined })}
          >
            {words.views[view]}{' '}
            {(view === 'failing' || view === 'waiting') && <span className={classes['count']}>{counts?.[view]}</span>}
          </button>
        ))}
      </div>
      {hasTriggers && (
        <select
          className={classes['select']}
          aria-label={words.trigger}
          value={trigger ?? ''}
          onChange={({ target }) => onChange({ trigger: triggers.find((one) => one === Number(target.value)) })}
        >
          <option value="">{words.anyTrigger}</option>
          {triggers.map((one) => (
            <option key={one} value={one}>
              {integrationsText.webhooks.triggers[one]}
            </option>
          ))}
        </select>
      )}
      <select
        className={classes['select']}
        aria-label={words.since}
        value={since ?? 'ever'}
        onChange={({ target }) => {
          const chosen = sinces.find((one) => one === target.value)
          onChange({ since: chosen === 'ever' ? undefined : chosen })
        }}
      >
        {sinces.map((one) => (
          <option key={one} value={one}>
            {words.sinces[one]}
          </option>
        ))}
      </select>
    </>
  )
}
