import { type AuditEvent, nameOfUser, type User } from '../../api/records.ts'
import { dateText, timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import classes from './Changes.module.css'
import { isLinked, LinkedName } from './LinkedName.tsx'

type Pair = { readonly from?: unknown; readonly to?: unknown }

/** What moves by itself with every change. */
const unsaid = new Set(['modified', 'created', 'id', 'organisation', 'sort_name', 'request_hash'])
const ofPeople = new Set(['user', 'supervising_veterinarian'])
/** The names of the statuses of a resource, by their numbers. */
const statusesOf = (resource: string): Readonly<Record<number, string>> => {
  if (resource === 'consultation') return text.visitStatuses
  return resource === 'invoice' ? text.records.changes.invoiceStatuses : {}
}

/** How values of a record are said: people by their names, numbers of a status in text.records.changes, moments in the clinic's time. */
export type Reader = { readonly resource: string; readonly staff: readonly User[]; readonly timeZone: string }

export const sayValue = ({ resource, staff, timeZone }: Reader, name: string, value: unknown): string => {
  if (value === null || value === undefined || value === '') return text.records.nothing
  if (value === true) return text.records.yes
  if (value === false) return text.records.no
  const person = ofPeople.has(name) ? staff.find(({ id }) => id === Number(value)) : undefined
  if (person !== undefined) return nameOfUser(person)
  if (name === 'status') return statusesOf(resource)[Number(value)] ?? JSON.stringify(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^\d{4}-\d\d-\d\dT/.test(value) ? `${dateText(value, timeZone)} ${timeText(value, timeZone)}` : value
}

/** A field that no screen has a label for is named as the API names it. */
export const labelOf = (name: string) =>
  text.records.changes.labels[name] ??
  text.records.labels[name] ??
  name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

const Value = ({ reader, name, value }: { reader: Reader; readonly name: string; readonly value: unknown }) =>
  isLinked(name, value) ? <LinkedName field={name} id={Number(value)} /> : sayValue(reader, name, value)

export const pairsOf = ({ changes }: AuditEvent) =>
  Object.entries((changes ?? {}) as Readonly<Record<string, Pair | string>>).filter(([name]) => !unsaid.has(name))

export const Change = ({
  name,
  pair,
  reader,
}: {
  readonly name: string
  readonly pair: Pair | string
  reader: Reader
}) => (
  <p className={classes['change']}>
    {labelOf(name)}:{' '}
    {typeof pair === 'string' ? (
      text.records.changes.hidden
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

export const whoDid = (
  { user, application }: Pick<AuditEvent, 'user' | 'application'>,
  staff: readonly User[] | undefined,
) => {
  const person = staff?.find(({ url }) => url === user)
  if (person !== undefined) return nameOfUser(person)
  if (application !== null) return text.records.changes.app
  if (user === null) return text.records.changes.service
  return staff === undefined ? '' : text.somebodyElse
}
