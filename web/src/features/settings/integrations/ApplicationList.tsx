import { IconApps, IconArchive, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../../api/me.ts'
import type { Application } from '../../../api/records.ts'
import { relativeDateText } from '../../../format.ts'
import { Skeleton } from '../../../shared/states.tsx'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { integrationsText } from '../../../text/integrations.ts'
import classes from './Integrations.module.css'
import type { IntegrationsSearch } from './search.ts'

const words = integrationsText.applications

/** When it was last used. */
const Used = ({ application: { archived, last_used } }: { readonly application: Application }) => {
  const { time_zone: zone } = useMe().organisation
  if (archived) return <span className={classes['quiet']}>{words.revoked}</span>
  const Icon = last_used === null ? IconCircle : IconCircleCheckFilled
  return (
    <span className={classes['quiet']} data-on={last_used !== null}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      {last_used === null ? words.unused : words.used(relativeDateText(last_used, zone))}
    </span>
  )
}

type Props = {
  /** Undefined while they are being read. */
  readonly applications: readonly Application[] | undefined
  readonly open: Application | undefined
  readonly isArchived: boolean
}

/** The applications by their names. */
export const ApplicationList = ({ applications, open, isArchived }: Props) => {
  const { list } = useRowKeys()
  const listed = applications
    ?.filter(({ archived }) => archived === isArchived)
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const archived = applications?.filter((one) => one.archived).length ?? 0
  const linkTo = (changes: IntegrationsSearch) => ({
    from: '/settings/integrations' as const,
    to: './' as const,
    search: (before: IntegrationsSearch) => ({ ...before, edit: undefined, new: undefined, ...changes }),
    replace: true,
    activeProps: {},
  })
  return (
    <nav className={classes['list']} aria-label={words.list} ref={list}>
      <ul>
        {applications === undefined &&
          [1, 2, 3].map((row) => (
            <li key={row} className={classes['row']} aria-hidden="true">
              <Skeleton width="60%" />
            </li>
          ))}
        {listed?.map((application) => (
          <li key={application.id}>
            <Link
              {...linkTo({ application: application.id })}
              className={classes['row'] ?? ''}
              data-row
              data-open={application.id === open?.id}
              aria-current={application.id === open?.id ? 'true' : undefined}
            >
              <strong className={classes['whole']}>{application.name}</strong>
              <Used application={application} />
            </Link>
          </li>
        ))}
      </ul>
      {listed?.length === 0 && !isArchived && (
        <div className={classes['nothing']}>
          <IconApps size={22} stroke={1.6} aria-hidden="true" />
          <strong>{words.none}</strong>
          <p>{words.noneHint}</p>
        </div>
      )}
      {(archived > 0 || isArchived) && (
        <Link
          {...linkTo({ application: undefined, archived: isArchived ? undefined : true })}
          className={classes['archived'] ?? ''}
        >
          <IconArchive size={16} stroke={1.6} aria-hidden="true" />
          {isArchived ? words.inUse : words.archived(archived)}
        </Link>
      )}
    </nav>
  )
}
