import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMe } from '../../api/me.ts'
import { type Client, type Invoice, type Me, nameOfClient, nameOfUser } from '../../api/records.ts'
import { Heading } from '../../frame/Heading.tsx'
import { ErrorState } from '../../frame/states.tsx'
import { dateText, isZero, moneyText, timeText, weightText } from '../../format.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { balanceQuery, clientQuery, invoicesQuery, nextAppointmentsQuery, visitsQuery } from './queries.ts'

const namesOf = (patients: readonly { readonly name: string }[] | undefined) =>
  (patients ?? []).map(({ name }) => name).join(', ')

const Pets = ({ client }: { readonly client: Client }) => (
  <section aria-labelledby="pets">
    <h2 id="pets">{text.client.pets}</h2>
    {(client.patients_data ?? []).length === 0 && <p className={page['none']}>{text.client.noPets}</p>}
    <ul className={page['rows']}>
      {(client.patients_data ?? [])
        .filter(({ archived }) => !archived)
        .map(({ id, name, species, gender, weight, deceased, critical_notes }) => (
          <li key={id}>
            <SpeciesIcon species={species} />
            <span className={page['what']}>
              <Link to="/patients/$id/" params={{ id: String(id) }}>
                {name || '–'}
              </Link>{' '}
              <span className={page['context']}>
                {[
                  species,
                  gender === 'Unknown' ? undefined : gender.toLowerCase(),
                  deceased && text.patient.died(deceased),
                ]
                  .filter(Boolean)
                  .join(', ')}
                {critical_notes !== '' && ` · ${critical_notes.split('\n', 1)[0]}`}
              </span>
            </span>
            <span className={page['figure']}>
              {weight === null ? '–' : `${weightText(weight)} ${text.patient.kilograms}`}
            </span>
          </li>
        ))}
    </ul>
  </section>
)

const Visits = ({ id, me }: { readonly id: number; readonly me: Me }) => {
  const { data } = useQuery(visitsQuery(id))
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{text.client.visits}</h2>
      {data?.count === 0 && <p className={page['none']}>{text.client.noVisits}</p>}
      <ul className={page['rows']}>
        {data?.results.map((visit) => (
          <li key={visit.id}>
            <span className={page['when']}>{dateText(visit.started, me.organisation.time_zone)}</span>
            <span className={page['what']}>
              <strong>{namesOf(visit.patients_data)}</strong>{' '}
              {visit.reason_data?.name ?? visit.complaint.split('\n', 1)[0]}{' '}
              <span className={page['context']}>
                {visit.supervising_veterinarian_data == null ? '' : nameOfUser(visit.supervising_veterinarian_data)}
              </span>
            </span>
            <span className={page['state']}>{text.patient.statuses[visit.status]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const numberOf = ({ invoice_number, invoice_prefix }: Invoice) =>
  invoice_number === null ? text.client.draft : [invoice_prefix, invoice_number].filter(Boolean).join('-')

const Invoices = ({ id, me }: { readonly id: number; readonly me: Me }) => {
  const { data } = useQuery(invoicesQuery(id))
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">{text.client.invoices}</h2>
      {data?.count === 0 && <p className={page['none']}>{text.client.noInvoices}</p>}
      <ul className={page['rows']}>
        {data?.results.map((invoice) => (
          <li key={invoice.id}>
            <span className={page['when']}>{dateText(`${invoice.invoice_date}T12:00:00Z`, 'UTC')}</span>
            <span className={page['what']}>
              <strong>{numberOf(invoice)}</strong>{' '}
              <span className={page['context']}>
                {invoice.credit_note ? text.client.credit : namesOf(invoice.patients_data)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(invoice.total_with_vat, me.organisation.currency)}</span>
            <span className={page['state']}>
              {invoice.status === 0 ? (
                text.client.draft
              ) : isZero(invoice.due_sum) ? (
                <>
                  <IconCircleCheckFilled size={16} color="var(--paid-stripe)" aria-hidden="true" /> {text.client.paid}
                </>
              ) : (
                text.client.due(moneyText(invoice.due_sum, me.organisation.currency))
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Balance = ({ id, currency }: { readonly id: number; readonly currency: string }) => {
  const { data } = useQuery(balanceQuery(id))
  if (data === undefined) return null
  return (
    <section>
      <dl className={page['sums']}>
        <div>
          <dt>{text.client.owes}</dt>
          <dd>{moneyText(data.owing, currency)}</dd>
        </div>
        <div>
          <dt>{text.client.prepaid}</dt>
          <dd>{moneyText(data.prepaid, currency)}</dd>
        </div>
        {!isZero(data.owed_to_client) && (
          <div>
            <dt>{text.client.owed}</dt>
            <dd>{moneyText(data.owed_to_client, currency)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const Contact = ({ client }: { readonly client: Client }) => (
  <section aria-labelledby="contact">
    <h2 id="contact">{text.client.contact}</h2>
    <dl className={page['pairs']}>
      {(client.phone_numbers_data ?? []).map(({ id, type_code, phone_number }) => (
        <div key={id}>
          <dt>{text.client.phones[type_code]}</dt>
          <dd>
            <a href={`tel:${phone_number.replace(/\s/g, '')}`}>{phone_number}</a>
          </dd>
        </div>
      ))}
      {client.email !== '' && (
        <div>
          <dt>{text.client.email}</dt>
          <dd>
            <a href={`mailto:${client.email}`}>{client.email}</a>
          </dd>
        </div>
      )}
    </dl>
  </section>
)

const Next = ({ id, me }: { readonly id: number; readonly me: Me }) => {
  const [from] = useState(() => new Date().toISOString())
  const { data } = useQuery(nextAppointmentsQuery(id, from))
  return (
    <section aria-labelledby="next">
      <h2 id="next">{text.client.next}</h2>
      {data?.count === 0 && <p className={page['none']}>{text.client.noNext}</p>}
      <dl className={page['pairs']}>
        {data?.results.map(({ id: appointment, start, patients_data, reason_data }) => (
          <div key={appointment}>
            <dt>
              {dateText(start, me.organisation.time_zone)}, {timeText(start, me.organisation.time_zone)}
            </dt>
            <dd>{[namesOf(patients_data), reason_data?.name].filter(Boolean).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const initialsOf = ({ organization_name, firstname, lastname }: Client) =>
  (organization_name.slice(0, 1) || `${firstname.slice(0, 1)}${lastname.slice(0, 1)}`).toUpperCase()

const factsOf = (client: Client) =>
  [
    [client.street_address, client.zip_code, client.city].filter(Boolean).join(', '),
    client.no_sms ? text.client.noSms : '',
    client.no_email ? text.client.noEmail : '',
    client.archived ? text.client.archived : '',
  ].filter(Boolean)

export const ClientPage = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/clients/$id' }).id)
  const { data: client, error, refetch } = useQuery(clientQuery(id))
  const name = client === undefined ? '' : nameOfClient(client)
  if (error !== null && client === undefined)
    return <ErrorState isPage error={error} what={text.client.what} onRetry={() => void refetch()} />
  if (client === undefined) return null
  return (
    <>
      <div className={`${page['head']} ${page['big']}`}>
        <span className={page['portrait']} aria-hidden="true">
          {initialsOf(client)}
        </span>
        <div className={page['titles']}>
          <div>
            <Heading title={name} />
            {client.critical_notes !== '' && (
              <span className={page['alert']}>
                <IconAlertTriangle size={16} aria-hidden="true" /> {client.critical_notes}
              </span>
            )}
          </div>
          <ul className={page['facts']}>
            {factsOf(client).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      </div>
      <div className={page['body']}>
        <div className={page['main']}>
          <Pets client={client} />
          {may(me, 'Clinical: Consultations') && <Visits id={id} me={me} />}
          {may(me, 'Financial: Invoices') && <Invoices id={id} me={me} />}
        </div>
        <div className={page['side']}>
          {may(me, 'Financial: Invoices') && <Balance id={id} currency={me.organisation.currency} />}
          <Contact client={client} />
          {may(me, 'General: Appointments') && <Next id={id} me={me} />}
        </div>
      </div>
    </>
  )
}
