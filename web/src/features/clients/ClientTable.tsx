import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { owingQuery } from '../../api/client.ts'
import { may } from '../../api/me.ts'
import { livingOf } from '../../api/patient.ts'
import { type Client, type Me, nameOfClient, type Patient } from '../../api/records.ts'
import { Skeleton } from '../../shared/states.tsx'
import { isZero, moneyText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'

const phoneOf = ({ phone_numbers_data }: Client) => phone_numbers_data?.[0]?.phone_number ?? '–'

/** Whom to ask for at a company. */
const Contact = ({ client: { organization_name, lastname, firstname } }: { readonly client: Client }) =>
  organization_name === '' || lastname === '' ? null : (
    <span className={page['context']}> {[lastname, firstname].filter(Boolean).join(', ')}</span>
  )

const stateOf = ({ deceased, archived }: Patient) => {
  if (deceased !== null) return text.clients.isDeceased
  return archived ? text.clients.isArchived : ''
}

/** The animals that were searched for, then those that live. */
const Pets = ({ client, found }: { readonly client: Client; readonly found: ReadonlySet<string> }) => {
  const all = client.patients_data ?? []
  const wanted = all.filter(({ url }) => found.has(url))
  const pets = [...wanted, ...livingOf(client).filter((pet) => !wanted.includes(pet))]
  if (pets.length === 0) return '–'
  return pets.map((pet, index) => (
    <span key={pet.id}>
      {index > 0 && ', '}
      <Link to="/patients/$id/" params={{ id: String(pet.id) }}>
        {pet.name || '–'}
      </Link>{' '}
      <span className={page['context']}>{[pet.species, stateOf(pet)].filter(Boolean).join(', ')}</span>
    </span>
  ))
}

type Props = {
  /** Undefined while they are being read. */
  readonly clients: readonly Client[] | undefined
  /** The addresses of the animals that were searched for. */
  readonly found: ReadonlySet<string>
  readonly me: Me
}

const Waiting = ({ columns }: { readonly columns: number }) =>
  [48, 62, 40, 55, 44].map((width) => (
    <tr key={width} aria-hidden="true">
      {Array.from({ length: columns }, (_, at) => (
        <td key={at}>
          <Skeleton width={`${width}%`} />
        </td>
      ))}
    </tr>
  ))

/** Clients in one order of columns, whether all are listed or some were searched for. */
export const ClientTable = ({ clients, found, me }: Props) => {
  const maySeeMoney = may(me, 'Financial: Invoices')
  const { data: owing } = useQuery({
    ...owingQuery((clients ?? []).map(({ id }) => id)),
    enabled: maySeeMoney && (clients?.length ?? 0) > 0,
  })
  const owed = (id: number) => {
    const amount = owing?.get(id)
    return amount === undefined || isZero(amount) ? '–' : moneyText(amount, me.organisation.currency)
  }
  return (
    <table className={page['table']}>
      <thead>
        <tr>
          <th scope="col">{text.clients.columns.name}</th>
          <th scope="col">{text.clients.columns.phone}</th>
          <th scope="col">{text.clients.columns.pets}</th>
          {maySeeMoney && (
            <th scope="col" className={page['number']}>
              {text.clients.columns.owes}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {clients === undefined && <Waiting columns={maySeeMoney ? 4 : 3} />}
        {clients?.map((client) => (
          <tr key={client.id}>
            <td>
              <Link to="/clients/$id/" params={{ id: String(client.id) }} data-row>
                {nameOfClient(client)}
              </Link>
              <Contact client={client} />
              {client.archived && <span className={page['context']}> · {text.clients.isArchived}</span>}
            </td>
            <td>{phoneOf(client)}</td>
            <td>
              <Pets client={client} found={found} />
            </td>
            {maySeeMoney && <td className={page['number']}>{owed(client.id)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
