import { queryOptions, useQuery } from '@tanstack/react-query'
import { everyoneQuery } from '../../api/me.ts'
import { type AuditEvent, nameOfUser, type PageOf, type User } from '../../api/records.ts'
import { get } from '../../api/request.ts'
import { ErrorState } from '../states.tsx'
import { dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import page from '../page.module.css'
import classes from './Changes.module.css'
import { isLinked, LinkedName } from './LinkedName.tsx'
import type { Followed } from './shown-changes.ts'

const words = text.records.changes

const changesQuery = ({ resource, id }: Followed) =>
  queryOptions({
    queryKey: [resource, id, 'changes'],
    queryFn: ({ signal }) =>
      get<PageOf<AuditEvent>>(
        '/auditevent/',
        { resource__is: resource, record__is: id, ordering: '-id', page_size: 100 },
        signal,
      ),
    meta: { resources: [resource] },
  })

type Pair = { readonly from?: unknown; readonly to?: unknown }

/** What moves by itself with every change. */
const unsaid = new Set(['modified', 'created', 'id', 'organisation', 'sort_name', 'request_hash'])
const ofPeople = new Set(['user', 'supervising_veterinarian'])
const statuses: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  consultation: text.visitStatuses,
  invoice: words.invoiceStatuses,
}

/** How values of a record are said: people by their names, numbers of a status in words, moments in the clinic's time. */
type Reader = { readonly resource: string; readonly staff: readonly User[]; readonly timeZone: string }

const sayValue = ({ resource, staff, timeZone }: Reader, name: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return text.records.nothing
  if (value === true) return text.records.yes
  if (value === false) return text.records.no
  const person = ofPeople.has(name) ? staff.find(({ id }) => id === Number(value)) : undefined
  if (person !== undefined) return nameOfUser(person)
  if (name === 'status') return statuses[resource]?.[Number(value)] ?? JSON.stringify(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT/.test(value) ? `${dateText(value, timeZone)} ${timeText(value, timeZone)}` : value
}

/** A field that no screen has a label for is named as the API names it. */
const labelOf = (name: string) =>
  words.labels[name] ??
  text.records.labels[name] ??
  name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

const Value = ({ reader, name, value }: { reader: Reader; readonly name: string; readonly value: unknown }) =>
  isLinked(name, value) ? <LinkedName field={name} id={Number(value)} /> : sayValue(reader, name, value)

const pairsOf = ({ changes }: AuditEvent) =>
  Object.entries((changes ?? {}) as Readonly<Record<string, Pair | string>>).filter(([name]) => !unsaid.has(name))

const Change = ({ name, pair, reader }: { readonly name: string; readonly pair: Pair | string; reader: Reader }) => (
  <p className={classes['change']}>
    {labelOf(name)}:{' '}
    {typeof pair === 'string' ? (
      words.hidden
    ) : (
      <>
        <span className={classes['before']}>
          <Value reader={reader} name={name} value={pair.from} />
        </span>{' '}
        → <Value reader={reader} name={name} value={pair.to} />
      </>
    )}
  </p>
)

const whoDid = ({ user, application }: AuditEvent, staff: readonly User[] | undefined) => {
  const person = staff?.find(({ url }) => url === user)
  if (person !== undefined) return nameOfUser(person)
  if (application !== null) return words.app
  if (user === null) return words.service
  return staff === undefined ? '' : text.somebodyElse
}

/** Who changed what in a record, and when: the newest first. */
export const Changes = ({ timeZone, ...followed }: Followed & { readonly timeZone: string }) => {
  const { data, error, refetch } = useQuery(changesQuery(followed))
  const { data: people } = useQuery(everyoneQuery)
  if (error !== null && data === undefined)
    return <ErrorState error={error} what={words.what} onRetry={() => void refetch()} />
  if (data?.count === 0) return <p className={page['none']}>{words.none}</p>
  const reader = { resource: followed.resource, staff: people?.results ?? [], timeZone }
  return (
    <table className={page['table']}>
      <thead>
        <tr>
          <th scope="col">{words.when}</th>
          <th scope="col">{words.who}</th>
          <th scope="col">{words.column}</th>
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
            <td>{whoDid(event, people?.results)}</td>
            <td>
              {words.actions[event.action]}
              {event.action === 'change' &&
                pairsOf(event).map(([name, pair]) => <Change key={name} name={name} pair={pair} reader={reader} />)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
