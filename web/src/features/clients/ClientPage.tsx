import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { clientQuery } from '../../api/client.ts'
import { may, useMe } from '../../api/me.ts'
import { type Client, type Invoice, type Me, nameOfClient, nameOfUser, type Patient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { ErrorState, Skeleton } from '../../shared/states.tsx'
import {
  ageOf,
  calendarDateText,
  countryText,
  dateIn,
  isZero,
  moneyText,
  relativeDateText,
  timeText,
  weightText,
} from '../../format.ts'
import { SpeciesIcon } from '../../shared/SpeciesIcon.tsx'
import { StatusGlyph } from '../../shared/StatusGlyph.tsx'
import forms from '../../shared/edit/edit.module.css'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { ArchiveMenu } from './ArchiveMenu.tsx'
import { VisitState } from '../../shared/VisitState.tsx'
import { Changes } from '../../shared/changes/Changes.tsx'
import { CustomFields } from '../../shared/edit/CustomFields.tsx'
import { EditGroup } from '../../shared/edit/EditGroup.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import { clientGroups } from '../../shared/edit/groups.ts'
import { useCheckIn, useComing } from './check-in.ts'
import { Files } from '../../shared/files/Files.tsx'
import { Messages } from './Messages.tsx'
import { Phones } from './Phones.tsx'
import { balanceQuery, invoicesQuery, payableQuery, visitsQuery } from './queries.ts'
import classes from './ClientPage.module.css'
import record from '../../shared/record.module.css'
import { RecordTabs } from '../../shared/RecordTabs.tsx'

const latest = 10
const all = 200

const namesOf = (patients: readonly { readonly name: string }[] | undefined) =>
  (patients ?? []).map(({ name }) => name).join(', ')

const petFacts = ({ species, gender, date_of_birth, deceased }: Patient, today: string) => {
  const age = date_of_birth === null ? undefined : ageOf(date_of_birth, deceased ?? today)
  return [
    species ?? '',
    gender === 'Unknown' ? '' : gender.toLowerCase(),
    age === undefined || deceased !== null ? '' : text.patient.age(age.years, age.months),
    deceased === null ? '' : text.client.died(calendarDateText(deceased, new Date(0))),
  ]
    .filter(Boolean)
    .join(', ')
}

const Pet = ({ pet, today }: { readonly pet: Patient; readonly today: string }) => (
  <li className={classes['pet']} data-dead={pet.deceased !== null}>
    <span className={classes['tile']}>
      <SpeciesIcon species={pet.species} size={20} />
    </span>
    <span className={classes['about']}>
      <span>
        <Link to="/patients/$id/" params={{ id: String(pet.id) }} className={classes['whole'] ?? ''}>
          {pet.name || '–'}
        </Link>{' '}
        <span className={page['context']}>{petFacts(pet, today)}</span>
      </span>
      {pet.critical_notes !== '' && (
        <span className={classes['alert']}>
          <IconAlertTriangle size={16} aria-hidden="true" /> {pet.critical_notes.split('\n', 1)[0]}
        </span>
      )}
    </span>
    <span className={page['figure']}>
      {pet.weight === null ? '' : `${weightText(pet.weight)} ${text.patient.kilograms}`}
    </span>
  </li>
)

type OfClient = { readonly client: Client; readonly mayAdd: boolean; readonly timeZone: string }

const Pets = ({ client, mayAdd, timeZone }: OfClient) => {
  const today = dateIn(new Date(), timeZone)
  const pets = (client.patients_data ?? []).filter(({ archived }) => !archived)
  const [living, dead] = [pets.filter(({ deceased }) => deceased === null), pets.filter((pet) => pet.deceased !== null)]
  return (
    <section aria-labelledby="pets">
      <div className={forms['groupHead']}>
        <h2 id="pets">{text.client.pets}</h2>
        {mayAdd && (
          <Link className={forms['ghost']} to="/clients/new/" search={{ client: client.id, patient: 'new' }}>
            <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {text.records.actions.addPet}
            <KeyCap keys="p" />
          </Link>
        )}
      </div>
      {pets.length === 0 && <p className={page['none']}>{text.client.noPets}</p>}
      <ul className={classes['pets']}>
        {[...living, ...dead].map((pet) => (
          <Pet key={pet.id} pet={pet} today={today} />
        ))}
      </ul>
    </section>
  )
}

/** Rows that are not there yet keep their place, so that what stands below does not move far. */
const Waiting = () =>
  [56, 48, 64].map((width) => (
    <li key={width} aria-hidden="true">
      <Skeleton width={`${width}%`} />
    </li>
  ))

type Listed = { readonly id: number; readonly me: Me; readonly most: number }

const Visits = ({ id, me, most }: Listed) => {
  const { data, error, refetch } = useQuery(visitsQuery(id, most))
  return (
    <section aria-labelledby="visits">
      <h2 id="visits">{most === latest ? text.client.visits : text.records.tabs.visits}</h2>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.tabs.visits} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && <p className={page['none']}>{text.client.noVisits}</p>}
      <ul className={page['rows']}>
        {data === undefined && error === null && <Waiting />}
        {data?.results.map((visit) => (
          <li key={visit.id}>
            <span className={page['when']}>{relativeDateText(visit.started, me.organisation.time_zone)}</span>
            <span className={page['what']}>
              <strong>{namesOf(visit.patients_data)}</strong>{' '}
              <Link to="/visits/$id/" params={{ id: String(visit.id) }}>
                {visit.reason_data?.name ?? (visit.complaint.split('\n', 1)[0] || text.patient.titles.visit)}
              </Link>{' '}
              <span className={page['context']}>
                {visit.supervising_veterinarian_data == null ? '' : nameOfUser(visit.supervising_veterinarian_data)}
              </span>
            </span>
            <span className={page['state']}>
              <VisitState status={visit.status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const numberOf = ({ invoice_number, invoice_prefix }: Invoice) =>
  invoice_number === null ? text.client.draft : [invoice_prefix, invoice_number].filter(Boolean).join('-')

const Invoices = ({ id, me, most }: Listed) => {
  const { data, error, refetch } = useQuery(invoicesQuery(id, most))
  const mayPay = may(me, 'Financial: Invoices', 'write')
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices">{most === latest ? text.client.invoices : text.records.tabs.invoices}</h2>
      {error !== null && data === undefined && (
        <ErrorState error={error} what={text.records.tabs.invoices} onRetry={() => void refetch()} />
      )}
      {data?.count === 0 && <p className={page['none']}>{text.client.noInvoices}</p>}
      <ul className={`${page['rows']} ${classes['invoices']}`}>
        {data === undefined && error === null && <Waiting />}
        {data?.results.map((invoice) => (
          <li key={invoice.id}>
            <span className={page['when']}>{calendarDateText(invoice.invoice_date)}</span>
            <span className={page['what']}>
              <Link to="/invoices/$id/" params={{ id: String(invoice.id) }}>
                {numberOf(invoice)}
              </Link>{' '}
              <span className={page['context']}>
                {invoice.credit_note ? text.client.credit : namesOf(invoice.patients_data)}
              </span>
            </span>
            <span className={page['figure']}>{moneyText(invoice.total_with_vat, me.organisation.currency)}</span>
            <span className={`${page['state']} ${classes['owed']}`}>
              {invoice.status === 0 ? (
                <>
                  <StatusGlyph name="expected" /> {text.client.draft}
                </>
              ) : isZero(invoice.due_sum) ? (
                <>
                  <StatusGlyph name="paid" /> {text.client.paid}
                </>
              ) : (
                <>
                  <StatusGlyph name="pay" /> {text.client.due(moneyText(invoice.due_sum, me.organisation.currency))}
                </>
              )}
              {mayPay && invoice.status === 3 && !invoice.credit_note && Number(invoice.due_sum) > 0 && (
                <Link
                  to="/invoices/$id/"
                  params={{ id: String(invoice.id) }}
                  search={{ pay: true }}
                  className="button small"
                >
                  {text.client.pay} <span className="unseen">{numberOf(invoice)}</span>
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One unpaid invoice is paid at once; several are listed first, each with its own button. From the list, the oldest is. */
const usePayment = (id: number, isAllowed: boolean, isListed: boolean) => {
  const { data } = useQuery({ ...payableQuery(id), enabled: isAllowed })
  return useMemo(() => {
    const first = data?.results[0]
    if (data === undefined || first === undefined) return undefined
    if (data.count > 1 && !isListed)
      return {
        title: text.client.pay,
        link: { to: '/clients/$id/', params: { id: String(id) }, search: { tab: 'invoices' } },
      } as const
    return {
      title: text.client.payInvoice(numberOf(first), moneyText(first.due_sum, first.currency)),
      link: { to: '/invoices/$id/', params: { id: String(first.id) }, search: { pay: true } },
    } as const
  }, [data, id, isListed])
}
type Payment = ReturnType<typeof usePayment>

const Balance = ({
  id,
  currency,
  payment,
}: {
  readonly id: number
  readonly currency: string
  readonly payment: Payment
}) => {
  const { data } = useQuery(balanceQuery(id))
  if (data === undefined) return null
  return (
    <section>
      <dl className={page['sums']}>
        <div>
          <dt>{text.client.owes}</dt>
          <dd data-owed={!isZero(data.owing)}>{moneyText(data.owing, currency)}</dd>
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
      {payment !== undefined && (
        <Link {...payment.link} className={`button ${classes['pay']}`}>
          {payment.title} <KeyCap keys="y" />
        </Link>
      )}
    </section>
  )
}

const Next = ({ id, me }: { readonly id: number; readonly me: Me }) => {
  const coming = useComing(id, me)
  return (
    <section aria-labelledby="next">
      <h2 id="next">{text.client.next}</h2>
      {coming?.length === 0 && <p className={page['none']}>{text.client.noNext}</p>}
      <dl className={page['pairs']}>
        {coming?.map(({ id: appointment, start, patients_data, reason_data }) => (
          <div key={appointment}>
            <dt>
              {relativeDateText(start, me.organisation.time_zone)}, {timeText(start, me.organisation.time_zone)}
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

const shownOf = (client: Client) => (field: Field) => {
  if (field.name === 'email') return <a href={`mailto:${client.email}`}>{client.email}</a>
  return field.name === 'country' ? countryText(client.country) : undefined
}

const Details = ({ client, me, mayEdit }: { readonly client: Client; readonly me: Me; readonly mayEdit: boolean }) => {
  const shared = { record: client, query: ['client', client.id], mayEdit, timeZone: me.organisation.time_zone }
  const { name, contact, address, notes, billing } = clientGroups
  const { groups } = text.records
  return (
    <>
      <EditGroup {...shared} title={groups.contact} fields={contact} keys="e" shown={shownOf(client)}>
        <Phones client={client} mayEdit={mayEdit} />
      </EditGroup>
      {may(me, 'General: Appointments') && <Next id={client.id} me={me} />}
      <EditGroup {...shared} title={groups.notes} fields={notes} />
      <EditGroup {...shared} title={groups.address} fields={address} shown={shownOf(client)} />
      <EditGroup {...shared} title={groups.name} fields={name} />
      <EditGroup {...shared} title={groups.billing} fields={billing} />
    </>
  )
}

type Allowed = {
  readonly edit: boolean
  readonly admit: boolean
  readonly book: boolean
  readonly sell: boolean
  readonly payment: Payment
}

const useClientKeys = (id: number, { edit, admit, book, sell, payment }: Allowed) => {
  const navigate = useNavigate()
  useActions(
    useMemo((): readonly Action[] => {
      const { actions } = text.records
      const here = (name: string, title: string, keys: string, run: () => void): Action => ({
        id: name,
        title,
        group: 'here',
        keys,
        run,
      })
      return [
        ...(payment === undefined ? [] : [here('pay', payment.title, 'y', () => void navigate(payment.link))]),
        ...(sell
          ? [here('sell', actions.sell, 's', () => void navigate({ to: '/till/', search: { client: id } }))]
          : []),
        ...(book
          ? [
              here(
                'book',
                actions.book,
                'b',
                () => void navigate({ to: '/calendar/', search: { book: true, client: id } }),
              ),
            ]
          : []),
        ...(admit
          ? [here('admit', actions.admit, 'a', () => void navigate({ to: '/clients/new/', search: { client: id } }))]
          : []),
        ...(edit
          ? [
              here(
                'add pet',
                actions.addPet,
                'p',
                () => void navigate({ to: '/clients/new/', search: { client: id, patient: 'new' } }),
              ),
            ]
          : []),
      ]
    }, [id, edit, admit, book, sell, payment, navigate]),
  )
}

export const ClientPage = () => {
  const me = useMe()
  const id = Number(useParams({ from: '/clients/$id' }).id)
  const { tab = 'overview' } = useSearch({ from: '/clients/$id' })
  const { data: client, error, refetch } = useQuery(clientQuery(id))
  const mayEdit = may(me, 'General: Patients and clients', 'write')
  const isInUse = client?.archived === false
  const mayAdmit = isInUse && mayEdit && may(me, 'Clinical: Consultations', 'write')
  const mayBook = isInUse && may(me, 'General: Appointments', 'write')
  const maySell = isInUse && may(me, 'Financial: Invoices', 'write')
  const [maySeeVisits, maySeeMoney] = [may(me, 'Clinical: Consultations'), may(me, 'Financial: Invoices')]
  const { data: visits } = useQuery({ ...visitsQuery(id, latest), enabled: maySeeVisits })
  const { data: invoices } = useQuery({ ...invoicesQuery(id, latest), enabled: maySeeMoney })
  const arrival = useCheckIn(id, me, mayAdmit && may(me, 'General: Appointments'))
  const payment = usePayment(id, may(me, 'Financial: Invoices', 'write'), tab === 'invoices')
  useClientKeys(id, { edit: isInUse && mayEdit, admit: mayAdmit, book: mayBook, sell: maySell, payment })
  if (error !== null && client === undefined)
    return <ErrorState isPage error={error} what={text.client.what} onRetry={() => void refetch()} />
  if (client === undefined) return null
  const { time_zone: timeZone, currency } = me.organisation
  return (
    <>
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
            <Link className="button" to="/till/" search={{ client: id }}>
              {text.records.actions.sell} <KeyCap keys="s" />
            </Link>
          )}
          {mayBook && (
            <Link className="button" to="/calendar/" search={{ book: true, client: id }}>
              {text.records.actions.book} <KeyCap keys="b" />
            </Link>
          )}
          {mayAdmit && (
            <Link
              className={arrival === undefined ? 'button primary' : 'button'}
              to="/clients/new/"
              search={{ client: id }}
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
      <RecordTabs
        payer={maySeeMoney ? id : undefined}
        tabs={[
          { name: 'overview' },
          ...(maySeeVisits ? [{ name: 'visits' as const, count: visits?.count }] : []),
          ...(maySeeMoney ? [{ name: 'invoices' as const, count: invoices?.count }] : []),
          { name: 'messages' },
          { name: 'fields' },
          ...(may(me, 'Settings: Users and permissions') ? [{ name: 'changes' as const }] : []),
        ]}
      />
      {client.archived && (
        <div className={record['banner']} role="status">
          <strong>{text.client.archive.banner}</strong>
        </div>
      )}
      <div className={page['body']}>
        <div className={page['main']}>
          {tab === 'overview' && (
            <>
              <Pets client={client} mayAdd={mayEdit && isInUse} timeZone={timeZone} />
              {maySeeVisits && <Visits id={id} me={me} most={latest} />}
              {maySeeMoney && <Invoices id={id} me={me} most={latest} />}
              <Files owner={{ kind: 'client', id, url: client.url }} mayAdd={mayEdit} timeZone={timeZone} />
            </>
          )}
          {tab === 'visits' && <Visits id={id} me={me} most={all} />}
          {tab === 'invoices' && <Invoices id={id} me={me} most={all} />}
          {tab === 'messages' && <Messages client={id} timeZone={timeZone} />}
          {tab === 'fields' && (
            <CustomFields kind="client" record={client} query={['client', id]} mayEdit={mayEdit} timeZone={timeZone} />
          )}
          {tab === 'changes' && <Changes resource="client" id={id} timeZone={timeZone} />}
        </div>
        <div className={page['side']}>
          {maySeeMoney && <Balance id={id} currency={currency} payment={payment} />}
          <Details client={client} me={me} mayEdit={mayEdit} />
        </div>
      </div>
    </>
  )
}
