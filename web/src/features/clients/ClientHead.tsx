import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Client, nameOfClient } from '../../api/records.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { writeTo } from '../../shared/messages/writing.ts'
import page from '../../shared/page.module.css'
import record from '../../shared/record.module.css'
import { clientText } from '../../text/client.ts'
import { writingText } from '../../text/writing.ts'
import { text } from '../../text/en.ts'
import { ArchiveMenu } from './ArchiveMenu.tsx'
import type { Arrival } from './check-in.ts'

const initialsOf = ({ organization_name, firstname, lastname }: Client) =>
  (organization_name.slice(0, 1) || `${firstname.slice(0, 1)}${lastname.slice(0, 1)}`).toUpperCase()

/** What is not to be sent, as a sentence. */
const consentOf = ({ no_sms, no_email }: Client) => {
  if (no_sms && no_email) return clientText.noMessages
  if (no_sms) return clientText.noSms
  return no_email ? clientText.noEmail : ''
}

const factsOf = (client: Client) =>
  [
    client.phone_numbers_data?.[0]?.phone_number ?? '',
    client.email,
    [client.street_address, [client.zip_code, client.city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    consentOf(client),
  ].filter(Boolean)

type Props = {
  readonly client: Client
  readonly currency: string
  readonly arrival: Arrival
  readonly mayEdit: boolean
  readonly mayAdmit: boolean
  readonly mayBook: boolean
  readonly mayWrite: boolean
  readonly maySell: boolean
  readonly maySeeMoney: boolean
}

/** Who the client is, with what can be done for them. */
export const ClientHead = ({ client, currency, arrival, maySeeMoney, ...may }: Props) => (
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
      {may.mayWrite && (
        <button
          type="button"
          className="button"
          onClick={() => writeTo({ client: client.url, name: nameOfClient(client) })}
        >
          {writingText.write} <KeyCap keys="w" />
        </button>
      )}
      {may.maySell && (
        <Link className="button" to="/till/" search={{ client: client.id }}>
          {text.records.actions.sell} <KeyCap keys="s" />
        </Link>
      )}
      {may.mayBook && (
        <Link className="button" to="/calendar/" search={{ book: true, client: client.id }}>
          {text.records.actions.book} <KeyCap keys="b" />
        </Link>
      )}
      {may.mayAdmit && (
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
      {may.mayEdit && <ArchiveMenu client={client} currency={currency} maySeeMoney={maySeeMoney} />}
    </div>
  </div>
)
