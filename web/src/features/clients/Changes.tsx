import { useQuery } from '@tanstack/react-query'
import { staffQuery } from '../../api/me.ts'
import { type AuditEvent, nameOfUser } from '../../api/records.ts'
import { ErrorState } from '../../frame/states.tsx'
import { dateText, timeText } from '../../format.ts'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { changesQuery } from './queries.ts'
import classes from './Records.module.css'

type Pair = { readonly from?: unknown; readonly to?: unknown }

/** What moves by itself with every change. */
const unsaid = new Set(['modified', 'created', 'id', 'organisation'])

const sayValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return text.records.nothing
  if (value === true) return text.records.yes
  if (value === false) return text.records.no
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const pairsOf = ({ changes }: AuditEvent) =>
  Object.entries((changes ?? {}) as Readonly<Record<string, Pair | string>>).filter(([name]) => !unsaid.has(name))

const Change = ({ name, pair }: { readonly name: string; readonly pair: Pair | string }) => (
  <p className={classes['note']}>
    {text.records.labels[name] ?? name}:{' '}
    {typeof pair === 'string' ? (
      text.records.changes.hidden
    ) : (
      <>
        <span className={classes['before']}>{sayValue(pair.from)}</span> → {sayValue(pair.to)}
      </>
    )}
  </p>
)

/** Who changed what, and when: the newest first. */
export const Changes = ({
  kind,
  id,
  timeZone,
}: {
  readonly kind: 'client' | 'patient'
  readonly id: number
  readonly timeZone: string
}) => {
  const { data, error, refetch } = useQuery(changesQuery(kind, id))
  const { data: staff } = useQuery(staffQuery)
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={text.records.changes.what} onRetry={() => void refetch()} />
  if (data?.count === 0) return <p className={page['none']}>{text.records.changes.none}</p>
  const whoDid = ({ user, application }: AuditEvent) => {
    const person = staff?.results.find(({ url }) => url === user)
    if (person !== undefined) return nameOfUser(person)
    return application === null && user === null ? text.records.changes.service : text.records.changes.app
  }
  return (
    <table className={page['table']}>
      <thead>
        <tr>
          <th scope="col">{text.records.changes.when}</th>
          <th scope="col">{text.records.changes.who}</th>
          <th scope="col">{text.records.changes.column}</th>
        </tr>
      </thead>
      <tbody>
        {data?.results.map((event) => (
          <tr key={event.id}>
            <td>
              <time dateTime={event.occurred}>
                {dateText(event.occurred, timeZone)} {timeText(event.occurred, timeZone)}
              </time>
            </td>
            <td>{whoDid(event)}</td>
            <td>
              {text.records.changes.actions[event.action]}
              {event.action === 'change' &&
                pairsOf(event).map(([name, pair]) => <Change key={name} name={name} pair={pair} />)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
