import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { departmentsQuery } from '../../../api/department.ts'
import { useMe } from '../../../api/me.ts'
import type { PermissionGroup, User } from '../../../api/records.ts'
import { inviteAgain } from '../../../api/user.ts'
import { dateText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { Skeleton } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './People.module.css'

type Invited = { readonly person: User; readonly since: string; readonly mayWrite: boolean }

/** The ring is the glyph of what waits. */
const Waiting = ({ person, since, mayWrite }: Invited) => {
  const { organisation } = useMe()
  const { write, isBusy } = useWrite({
    send: (_: null, key) => inviteAgain(person, key),
    refresh: () => [['user', 'invited']],
    said: () => settingsText.people.access.sentAgain(`${person.first_name} ${person.last_name}`.trim()),
  })
  return (
    <span className={classes['access']}>
      <span aria-hidden="true">○</span> {settingsText.people.access.invited(dateText(since, organisation.time_zone))}
      {mayWrite && (
        <button type="button" className={classes['again']} aria-busy={isBusy} onClick={() => void write(null)}>
          {settingsText.people.access.again}
          <span className="unseen">
            {' '}
            {person.first_name} {person.last_name}
          </span>
        </button>
      )}
    </span>
  )
}

type Props = {
  /** Undefined while they are being read. */
  readonly people: readonly User[] | undefined
  readonly groups: readonly PermissionGroup[] | undefined
  /** When those were invited who have not chosen a password yet. */
  readonly invited: ReadonlyMap<string, string> | undefined
  readonly openId: number | undefined
  readonly mayWrite: boolean
}

const rows = [48, 62, 40, 55, 44]

/** The people in a table: a row opens the person. */
export const PeopleTable = ({ people, groups, invited, openId, mayWrite }: Props) => {
  const me = useMe()
  const { data: departments } = useQuery(departmentsQuery)
  const groupNames = new Map(groups?.map(({ url, name }) => [url, name]))
  const departmentNames = new Map(departments?.map(({ url, name }) => [url, name]))
  const groupsOf = ({ permission_groups }: User) =>
    permission_groups.flatMap((url) => groupNames.get(url) ?? []).join(', ') || settingsText.people.noGroup
  const { columns } = settingsText.people
  return (
    <table className={`${page['table']} ${classes['table']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.groups}</th>
          <th scope="col" className={classes['email']}>
            {columns.email}
          </th>
          <th scope="col" className={classes['department']}>
            {columns.department}
          </th>
          <th scope="col">{columns.access}</th>
        </tr>
      </thead>
      <tbody>
        {people === undefined &&
          rows.map((width) => (
            <tr key={width} aria-hidden="true">
              {Array.from({ length: 5 }, (_, at) => (
                <td key={at}>
                  <Skeleton width={`${width}%`} />
                </td>
              ))}
            </tr>
          ))}
        {people?.map((person) => {
          const since = person.is_active ? invited?.get(person.url) : undefined
          const name = `${person.first_name} ${person.last_name}`.trim()
          return (
            <tr key={person.id} data-open={person.id === openId}>
              <td>
                {mayWrite ? (
                  <Link
                    from="/settings/people"
                    to="./"
                    search={(before) => ({ ...before, person: person.id, invite: undefined })}
                    replace
                    data-row
                  >
                    {name}
                  </Link>
                ) : (
                  <strong>{name}</strong>
                )}
                <span className={page['context']}>
                  {' '}
                  {person.title} {person.url === me.user.url && settingsText.people.you}
                </span>
              </td>
              <td>{groupsOf(person)}</td>
              <td className={classes['email']}>{person.email}</td>
              <td className={classes['department']}>{departmentNames.get(person.home_department ?? '') ?? '–'}</td>
              <td>
                {since !== undefined ? (
                  <Waiting person={person} since={since} mayWrite={mayWrite} />
                ) : (
                  <span className={classes['access']}>
                    {person.is_active ? settingsText.people.access.active : settingsText.people.access.inactive}
                  </span>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
