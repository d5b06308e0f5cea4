import { useMe } from '../../../api/me.ts'
import { deliveryKey, retireSecret, sendTest, type Webhook, webhookKey } from '../../../api/webhook.ts'
import { dateText, timeText } from '../../../format.ts'
import { useWrite } from '../../../shared/use-write.ts'
import { integrationsText } from '../../../text/integrations.ts'
import { HookState, nameOfHook } from './HookList.tsx'
import classes from './Integrations.module.css'

const words = integrationsText.webhooks

type Props = { readonly hook: Webhook; readonly mayWrite: boolean; readonly onEdit: () => void }

/** A webhook: where it posts, why it does not, and a test of it. */
export const HookHead = ({ hook, mayWrite, onEdit }: Props) => {
  const { time_zone: zone } = useMe().organisation
  const { url, active, archived, disabled_reason, previous_secret_until: until } = hook
  const test = useWrite({
    send: (_: null, key) => sendTest(hook, key),
    refresh: () => [deliveryKey],
    said: () => words.testQueued,
  })
  const retire = useWrite({
    send: (_: null, key) => retireSecret(hook, key),
    refresh: () => [webhookKey],
    said: () => words.retired,
  })
  const isSignedTwice = until !== null && Date.parse(until) > Date.now()
  return (
    <div className={classes['hook']}>
      <div>
        <h2>
          {nameOfHook(hook)} <HookState hook={hook} />
        </h2>
        <p>
          <code>{url}</code>
        </p>
      </div>
      {mayWrite && (
        <div className={classes['ways']}>
          <button type="button" className="button" onClick={onEdit}>
            {words.edit}
          </button>
          {active && !archived && (
            <button type="button" className="button" aria-busy={test.isBusy} onClick={() => void test.write(null)}>
              {words.test}
            </button>
          )}
        </div>
      )}
      {!active && !archived && <p className={classes['notice']}>{disabled_reason || words.offExplained}</p>}
      {isSignedTwice && (
        <p className={classes['said']}>
          {words.signedTwice(`${dateText(until, zone)} ${timeText(until, zone)}`)}{' '}
          {mayWrite && (
            <button
              type="button"
              className="button small"
              aria-busy={retire.isBusy}
              onClick={() => void retire.write(null)}
            >
              {words.retire}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
