import { clientKey } from '../../api/client.ts'
import { may } from '../../api/me.ts'
import type { Client, Me } from '../../api/records.ts'
import { countryText, relativeDateText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import { EditGroup } from '../../shared/edit/EditGroup.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import { clientGroups } from '../../shared/edit/groups.ts'
import { useComing } from './check-in.ts'
import { Phones } from './Phones.tsx'
import { namesOf } from './client-lists.tsx'

const Next = ({ id, me }: { readonly id: number; readonly me: Me }) => {
  const coming = useComing(id, me)
  return (
    <section aria-labelledby="next">
      <h2 id="next">{clientText.next}</h2>
      {coming?.length === 0 && <p className={page['none']}>{clientText.noNext}</p>}
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

const shownOf = (client: Client) => (field: Field) => {
  if (field.name === 'email') return <a href={`mailto:${client.email}`}>{client.email}</a>
  return field.name === 'country' ? countryText(client.country) : undefined
}

/** The fields of a client, each group changed where it stands. */
export const ClientDetails = ({
  client,
  me,
  mayEdit,
}: {
  readonly client: Client
  readonly me: Me
  readonly mayEdit: boolean
}) => {
  const shared = { record: client, query: clientKey(client.id), mayEdit, timeZone: me.organisation.time_zone }
  const { name, contact, address, notes, billing } = clientGroups()
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
