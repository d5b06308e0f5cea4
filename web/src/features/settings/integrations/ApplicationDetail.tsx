import type { Permission } from '@fetlock/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { may, useMe } from '../../../api/me.ts'
import { groupsQuery } from '../../../api/permissiongroup.ts'
import type { Application, PermissionGroup } from '../../../api/records.ts'
import { everyoneQuery } from '../../../api/user.ts'
import { dateText, timeText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { Skeleton } from '../../../shared/states.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import { integrationsText } from '../../../text/integrations.ts'
import { ApplicationGroups } from './ApplicationGroups.tsx'
import classes from './Integrations.module.css'

const words = integrationsText.applications

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What groups together allow: to change includes to see. */
const Allowed = ({ groups }: { readonly groups: readonly PermissionGroup[] }) => {
  const changes = new Set(groups.flatMap(({ write }) => write))
  const sees = new Set(groups.flatMap(({ read }) => read).filter((name) => !changes.has(name)))
  if (changes.size + sees.size === 0) return <p className={classes['said']}>{words.mayNothing}</p>
  const line = (title: string, names: ReadonlySet<Permission>) =>
    names.size > 0 && (
      <div>
        <h4>{title}</h4>
        <ul>
          {[...names].map((name) => (
            <li key={name}>{settingsText.groups.permissions[name]?.[0] ?? name}</li>
          ))}
        </ul>
      </div>
    )
  return (
    <div className={classes['allowed']}>
      {line(words.mayChange, changes)}
      {line(words.maySee, sees)}
    </div>
  )
}

/** The groups of an application, and what they allow. They belong to its virtual user. */
const May = ({ application }: { readonly application: Application }) => {
  const me = useMe()
  const { data: everyone } = useQuery(everyoneQuery)
  const { data: groups } = useQuery(groupsQuery)
  const user = everyone?.find(({ url }) => url === application.user)
  if (user === undefined || groups === undefined) return <Skeleton width="60%" />
  const mayWrite = may(me, 'Settings: Users and permissions', 'write')
  return (
    <>
      <Allowed groups={groups.filter(({ url }) => user.permission_groups.includes(url))} />
      {mayWrite && !application.archived && (
        <ApplicationGroups key={user.permission_groups.join(' ')} user={user} groups={groups} />
      )}
    </>
  )
}

type Props = { readonly application: Application; readonly mayWrite: boolean; readonly onEdit: () => void }

/** One application: how it is known, when it was used, and what it may do. */
export const ApplicationDetail = ({ application, mayWrite, onEdit }: Props) => {
  const me = useMe()
  const { time_zone: zone } = me.organisation
  const { name, client_id, archived, last_used, scopes, redirect_uris, public: isPublic } = application
  return (
    <div className={classes['application']}>
      <div className={classes['hook']}>
        <div>
          <h2>{name}</h2>
          {archived && <p className={classes['said']}>{words.revokedSaid}</p>}
        </div>
        {mayWrite && (
          <button type="button" className="button" onClick={onEdit}>
            {words.edit}
          </button>
        )}
      </div>
      <dl className={`${page['pairs']} ${classes['facts']}`}>
        <Fact name={words.facts.client_id}>
          <code>{client_id}</code>
        </Fact>
        <Fact name={words.facts.used}>
          <span title={words.usedHint}>
            {last_used === null ? words.unused : `${dateText(last_used, zone)} ${timeText(last_used, zone)}`}
          </span>
        </Fact>
        <Fact name={words.facts.kind}>{isPublic ? words.kinds.public : words.kinds.secret}</Fact>
        <Fact name={words.facts.scopes}>{scopes.map((scope) => words.scopes[scope]).join(', ')}</Fact>
        {redirect_uris.length > 0 && <Fact name={words.facts.redirects}>{redirect_uris.join(', ')}</Fact>}
      </dl>
      <section className={classes['may']} aria-labelledby="may">
        <h3 id="may">{words.may}</h3>
        {may(me, 'Settings: Users and permissions') ? (
          <May application={application} />
        ) : (
          <p className={classes['said']}>{words.mayUnknown}</p>
        )}
      </section>
    </div>
  )
}
