import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Client, nameOfClient } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import page from '../../shared/page.module.css'
import record from '../../shared/record.module.css'
import { text } from '../../text/en.ts'
import { ArchiveMenu } from './ArchiveMenu.tsx'
import type { Arrival } from './check-in.ts'

const initialsOf = ({ organization_name, firstname, lastname }: Client) =>
  (organization_name.slice(0, 1) || `${firstname.slice(0, 1)}${lastname.slice(0, 1)}`).toUpperCase()

/** What is not to be sent, as a sentence. */
const consentOf = ({ no_sms, no_email }: Client) => {
  if (no_sms && no_email) return text.client.noMessages
  if (no_sms) return text.client.noSms
  return no_email ? text.client.noEmail : ''
}

const factsOf = (client: Client) =>
  [
    client.phone_numbers_data?.[0]?.phone_number ?? '',
    client.email,
    [client.street_address, [client.zip_code, client.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    consentOf(client),
  ].filter(Boolean)

type Shown = {
  readonly client: Client
  readonly currency: string
  readonly arrival: Arrival
  readonly mayEdit: boolean
  readonly mayAdmit: boolean
  readonly mayBook: boolean
  readonly maySell: boolean
  readonly maySeeMoney: boolean
}

/** Who the client is, with what can be done for them. */
export const ClientHead = ({ client, currency, arrival, mayEdit, mayAdmit, mayBook, maySell, maySeeMoney }: Shown) => (
  <div className={`${page['head']} ${page['big']} ${page['tabbed']}`}>
    <span className={page['portrait']} aria-hidden="true">
      {initialsOf(client)}
    </span>
    <div className={page['titles']}>
      <div>
        <Heading title={nameOfClient(client)} />
        {client.critical_notes !== '' && (
          <span className={page['alert']}>
            <IconAlertTriangle size={16} aria-hidden="true" /> {client.critical_notes.split('\n').join(' · ')}
          </span>
        )}
      </div>
      <ul className={page['facts']}>
        {factsOf(client).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
    <div className={record['actions']}>
      {maySell && (
        <Link className="button" to="/till/" search={{ client: client.id }}>
          {text.records.actions.sell} <KeyCap keys="s" />
        </Link>
      )}
      {mayBook && (
        <Link className="button" to="/calendar/" search={{ book: true, client: client.id }}>
          {text.records.actions.book} <KeyCap keys="b" />
        </Link>
      )}
      {mayAdmit && (
        <Link
          className={arrival === undefined ? 'button primary' : 'button'}
          to="/clients/new/"
          search={{ client: client.id }}
        >
          {text.records.actions.admit} <KeyCap keys="a" />
        </Link>
      )}
      {arrival !== undefined && (
        <button type="button" className="button primary" onClick={() => void arrival.checkIn()}>
          {arrival.title} <KeyCap keys="i" />
        </button>
      )}
      {mayEdit && <ArchiveMenu client={client} currency={currency} maySeeMoney={maySeeMoney} />}
    </div>
  </div>
)
