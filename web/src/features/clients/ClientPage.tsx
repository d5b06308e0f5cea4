import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { clientKey, clientQuery } from '../../api/client.ts'
import { canWriteToClients, may, useMe } from '../../api/me.ts'
import { ErrorState } from '../../shared/states.tsx'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
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
  const mayWrite = isInUse && mayEdit && canWriteToClients(me)
  const [maySeeVisits, maySeeMoney] = [may(me, 'Clinical: Consultations'), may(me, 'Financial: Invoices')]
  const { data: visits } = useInfiniteQuery({ ...visitsQuery(id), enabled: maySeeVisits })
  const { data: invoices } = useInfiniteQuery({ ...invoicesQuery(id), enabled: maySeeMoney })
  const arrival = useCheckIn(id, me, mayAdmit && may(me, 'General: Appointments'))
  const payment = usePayment(id, may(me, 'Financial: Invoices', 'write'), tab === 'invoices')
  useClientKeys(client, id, {
    edit: isInUse && mayEdit,
    admit: mayAdmit,
    book: mayBook,
    sell: maySell,
    write: mayWrite,
    payment,
  })
  if (error !== null && client === undefined)
    return <ErrorState isPage error={error} what={clientText.what} onRetry={() => void refetch()} />
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
        mayWrite={mayWrite}
        maySell={maySell}
        maySeeMoney={maySeeMoney}
      />
      <RecordTabs
        payer={maySeeMoney ? id : undefined}
        tabs={[
          { name: 'overview' },
          ...(maySeeVisits ? [{ name: 'visits' as const, count: visits?.pages[0]?.count }] : []),
          ...(maySeeMoney ? [{ name: 'invoices' as const, count: invoices?.pages[0]?.count }] : []),
          { name: 'messages' },
          { name: 'fields' },
          ...(may(me, 'Settings: Users and permissions') ? [{ name: 'changes' as const }] : []),
        ]}
      />
      {client.archived && (
        <div className={record['banner']} role="status">
          <strong>{clientText.archive.banner}</strong>
        </div>
      )}
      <div className={page['body']}>
        <div className={page['main']}>
          {tab === 'overview' && (
            <>
              <Pets client={client} mayAdd={mayEdit && isInUse} timeZone={timeZone} />
              {maySeeVisits && <ClientVisits id={id} me={me} isWhole={false} />}
              {maySeeMoney && <ClientInvoices id={id} me={me} isWhole={false} />}
              <Files owner={{ kind: 'client', id, url: client.url }} mayAdd={mayEdit} timeZone={timeZone} />
            </>
          )}
          {tab === 'visits' && <ClientVisits id={id} me={me} isWhole />}
          {tab === 'invoices' && <ClientInvoices id={id} me={me} isWhole />}
          {tab === 'messages' && <Messages client={id} timeZone={timeZone} />}
          {tab === 'fields' && (
            <CustomFields kind="client" record={client} query={clientKey(id)} mayEdit={mayEdit} timeZone={timeZone} />
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
