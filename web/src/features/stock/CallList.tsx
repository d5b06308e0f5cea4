import { Link } from '@tanstack/react-router'
import { type Client, idOf, type Item, nameOfClient } from '../../api/records.ts'
import { dateText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { Skeleton } from '../../shared/states.tsx'
import { text } from '../../text/en.ts'
import { stockText } from '../../text/stock.ts'
import { Chip } from './Chip.tsx'
import type { Recipient } from './recipients.ts'
import { packagesText, unitOf } from './stock.ts'
import classes from './BatchPage.module.css'

/** All numbers of a client, each dialled by a click. */
const Phones = ({ client }: { readonly client: Client | undefined }) => {
  if (client === undefined) return <Skeleton width={90} />
  const phones = client.phone_numbers_data ?? []
  if (phones.length === 0) return <span className={page['context']}>{stockText.batch.noPhone}</span>
  return phones.map(({ id, phone_number, e164, description }) => (
    <span key={id} className={classes['phone']}>
      <a href={`tel:${e164 || phone_number}`}>{phone_number}</a>
      {description !== '' && <span className={page['context']}> {description}</span>}
    </span>
  ))
}

const Animals = ({ animals }: Pick<Recipient, 'animals'>) =>
  animals.length === 0
    ? text.records.nothing
    : animals.map(({ id, name, species }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to="/patients/$id/" params={{ id: String(id) }}>
            {name || text.records.nothing}
          </Link>{' '}
          <span className={page['context']}>{species}</span>
        </span>
      ))

const Name = ({ client, name }: { readonly client: string | null; readonly name: string }) => {
  if (client === null) return <span className={page['context']}>{stockText.batch.sale}</span>
  if (name === '') return <>{idOf(client)}</>
  return (
    <Link to="/clients/$id/" params={{ id: String(idOf(client)) }}>
      {name}
    </Link>
  )
}

type Props = {
  readonly item: Item
  readonly recipients: readonly Recipient[]
  /** Undefined while they are being read, or where they may not be. */
  readonly clients: readonly Client[] | undefined
  readonly zone: string
  readonly reached: ReadonlySet<string>
  readonly onReached: (key: string, isReached: boolean) => void
}

/** Whom to call, with a tick for each who was reached. */
export const CallList = ({ item, recipients, clients, zone, reached, onReached }: Props) => (
  <table className={`${page['table']} ${classes['table']}`}>
    <thead>
      <tr>
        <th scope="col">{stockText.batch.columns.reached}</th>
        <th scope="col">{stockText.batch.columns.client}</th>
        <th scope="col">{stockText.batch.columns.phone}</th>
        <th scope="col">{stockText.batch.columns.animals}</th>
        <th scope="col">{stockText.batch.columns.when}</th>
        <th scope="col" className={page['number']}>
          {stockText.batch.columns.got}
        </th>
      </tr>
    </thead>
    <tbody>
      {recipients.map(({ key, client, name, animals, moments, got, isAssumed }) => {
        const contact = clients?.find(({ url }) => url === client)
        const shown = contact === undefined ? name : nameOfClient(contact)
        return (
          <tr key={key} data-reached={reached.has(key)}>
            <td>
              {client !== null && (
                <label className={classes['tick']}>
                  <input
                    type="checkbox"
                    aria-label={stockText.batch.reachedOne(shown || String(idOf(client)))}
                    checked={reached.has(key)}
                    onChange={({ target }) => onReached(key, target.checked)}
                  />
                </label>
              )}
            </td>
            <td className={classes['client']}>
              <Name client={client} name={shown} />
            </td>
            <td>
              {client === null || (clients === undefined && name === '') ? (
                text.records.nothing
              ) : (
                <Phones client={contact} />
              )}
            </td>
            <td>
              <Animals animals={animals} />
            </td>
            <td className={classes['when']}>
              {[...new Set(moments.map((moment) => dateText(moment, zone)))].join(', ')}
            </td>
            <td className={page['number']}>
              {packagesText(got, item)} <span className={page['context']}>{unitOf(item)}</span>
              {isAssumed && (
                <div>
                  <Chip>{stockText.batch.assumed}</Chip>
                </div>
              )}
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
