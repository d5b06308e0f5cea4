import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sameContactQuery } from '../../api/client.ts'
import { livingOf } from '../../api/patient.ts'
import { type Client, nameOfClient } from '../../api/records.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { clientText } from '../../text/client.ts'
import classes from './Duplicates.module.css'

const settleMs = 250

type Props = {
  readonly kind: 'phone' | 'email'
  readonly typed: string
  /** The client who is being changed, who may of course have it. */
  readonly except?: number | undefined
  /** Takes the client who exists instead. Without it, there is a way to open them. */
  readonly onUse?: ((client: Client) => void) | undefined
}

/** Warns that somebody has this phone number or e-mail address already. They may share it, so it is no error. */
export const Duplicates = ({ kind, typed, except, onUse }: Props) => {
  const settled = useSettled(typed, settleMs)
  const { data } = useQuery(sameContactQuery(kind === 'phone' ? { phone: settled } : { email: settled }))
  const found = typed.trim() === '' ? [] : (data?.results ?? []).filter(({ id }) => id !== except)
  return (
    <div role="status">
      {found.map((client) => {
        const pets = livingOf(client)
        return (
          <div key={client.id} className={classes['warning']}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <span>
              {clientText.duplicate[kind](nameOfClient(client))}{' '}
              {pets.length > 0 && clientText.duplicate.pets(pets.map(({ name }) => name).join(', '))}
            </span>
            {onUse === undefined ? (
              <Link className="button small" to="/clients/$id/" params={{ id: String(client.id) }}>
                {clientText.duplicate.open}
                <span className="unseen"> {nameOfClient(client)}</span>
              </Link>
            ) : (
              <button type="button" className="button small" onClick={() => onUse(client)}>
                {clientText.duplicate.use}
                <span className="unseen"> {nameOfClient(client)}</span>
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}
