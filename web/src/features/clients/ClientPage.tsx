import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { clientQuery } from '../../api/client.ts'
import { may, useMe } from '../../api/me.ts'
import { ErrorState } from '../../shared/states.tsx'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { Changes } from '../../shared/changes/Changes.tsx'
import { CustomFields } from '../../shared/edit/CustomFields.tsx'
import { useCheckIn } from './check-in.ts'
import { Files } from '../../shared/files/Files.tsx'
import { Messages } from './Messages.tsx'
import { invoicesQuery, visitsQuery } from './queries.ts'
import record from '../../shared/record.module.css'
import { RecordTabs } from '../../shared/RecordTabs.tsx'
import { Balance } from './Balance.tsx'
import { ClientDetails } from './ClientDetails.tsx'
import { ClientHead } from './ClientHead.tsx'
import { ClientInvoices } from './ClientInvoices.tsx'
import { ClientVisits } from './ClientVisits.tsx'
import { Pets } from './Pets.tsx'
import { all, latest } from './client-lists.tsx'
import { useClientKeys } from './use-client-keys.ts'
import { usePayment } from './use-payment.ts'

/** A client, with animals, visits, invoices, messages and fields. */
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
      <ClientHead
        client={client}
        currency={currency}
        arrival={arrival}
        mayEdit={mayEdit}
        mayAdmit={mayAdmit}
        mayBook={mayBook}
        maySell={maySell}
        maySeeMoney={maySeeMoney}
      />
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
              {maySeeVisits && <ClientVisits id={id} me={me} most={latest} />}
              {maySeeMoney && <ClientInvoices id={id} me={me} most={latest} />}
              <Files owner={{ kind: 'client', id, url: client.url }} mayAdd={mayEdit} timeZone={timeZone} />
            </>
          )}
          {tab === 'visits' && <ClientVisits id={id} me={me} most={all} />}
          {tab === 'invoices' && <ClientInvoices id={id} me={me} most={all} />}
          {tab === 'messages' && <Messages client={id} timeZone={timeZone} />}
          {tab === 'fields' && (
            <CustomFields kind="client" record={client} query={['client', id]} mayEdit={mayEdit} timeZone={timeZone} />
          )}
          {tab === 'changes' && <Changes resource="client" id={id} timeZone={timeZone} />}
        </div>
        <div className={page['side']}>
          {maySeeMoney && <Balance id={id} currency={currency} payment={payment} />}
          <ClientDetails client={client} me={me} mayEdit={mayEdit} />
        </div>
      </div>
    </>
  )
}
