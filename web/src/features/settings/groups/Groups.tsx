import { IconAlertTriangle, IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may, useMe } from '../../../api/me.ts'
import { changeGroups, groupsQuery } from '../../../api/permissiongroup.ts'
import { nameOfUser, type PermissionGroup } from '../../../api/records.ts'
import { everyoneQuery } from '../../../api/user.ts'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { ErrorState, Skeleton, useIsSlow } from '../../../shared/states.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Groups.module.css'
import { accessIn, type Changes, choose, countChanges, leftAfter, listsOf } from './matrix.ts'
import { Matrix } from './Matrix.tsx'
import { NewGroupDialog } from './NewGroupDialog.tsx'

const none: Changes = new Map()
type Sent = { readonly changes: Changes; readonly groups: readonly PermissionGroup[] }

/** A single change in words. */
const onlyChange = (changes: Changes, [group]: readonly PermissionGroup[]) => {
  const [one, another] = group === undefined ? [] : [...(changes.get(group.url) ?? [])]
  if (group === undefined || one === undefined || another !== undefined || changes.size > 1) return undefined
  const [permission, access] = one
  return settingsText.groups.only[access](group.name, settingsText.groups.permissions[permission]![0])
}

type Foot = {
  readonly changes: Changes
  /** What is different, if it is one thing. */
  readonly only: string | undefined
  /** The names of whom it concerns. */
  readonly concerned: readonly string[]
  readonly isLocked: boolean
  readonly isBusy: boolean
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** What will be different, in one sentence, and the button that makes it so. */
const SaveFoot = ({ changes, only, concerned, isLocked, isBusy, onDiscard, onSave }: Foot) => {
  const count = countChanges(changes)
  return (
    <div className={classes['foot']} role="status">
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
      <p>
        <strong>{only ?? settingsText.groups.changes(count)}</strong>{' '}
        {isLocked ? settingsText.groups.lastManager : settingsText.groups.concerns(concerned)}
      </p>
      <button type="button" className={classes['discard']} onClick={onDiscard}>
        {settingsText.groups.discard}
      </button>
      <button type="button" className="button primary" disabled={isLocked} aria-busy={isBusy} onClick={onSave}>
        {settingsText.groups.save(count)}
      </button>
    </div>
  )
}

/** What each group may see and change, and so everybody who is in it. */
export const Groups = () => {
  const me = useMe()
  const queries = useQueryClient()
  const { data: groups, error, refetch } = useQuery(groupsQuery)
  const { data: everyone } = useQuery(everyoneQuery)
  const [changes, setChanges] = useState(none)
  const [isNew, setNew] = useState(false)
  const isSlow = useIsSlow(groups === undefined && error === null)
  const mayWrite = may(me, 'Settings: Users and permissions', 'write')
  const { write, isBusy } = useWrite({
    send: (sent: Sent, key) =>
      changeGroups(
        sent.groups.map((group) => ({ group, lists: listsOf(sent.changes, group) })),
        key,
      ),
    refresh: () => [['permissiongroup'], ['me']],
    said: () => settingsText.groups.saved,
    onDone: ({ variables, result }) => {
      queries.setQueryData(groupsQuery.queryKey, (all) =>
        all?.map((one) => result.find(({ url }) => url === one.url) ?? one),
      )
      setChanges((now) => leftAfter(variables.changes, now, variables.groups))
    },
  })
  const active = (everyone ?? []).filter(({ is_active, is_virtual }) => is_active && !is_virtual)
  const membersOf = ({ url }: PermissionGroup) =>
    active.filter(({ permission_groups }) => permission_groups.includes(url)).length
  const changed = (groups ?? []).filter(({ url }) => changes.has(url))
  const changedUrls = new Set(changed.map(({ url }) => url))
  const concerned = active.filter(({ permission_groups }) => permission_groups.some((url) => changedUrls.has(url)))
  const manages = (group: PermissionGroup) =>
    accessIn(changes, group, 'Settings: Users and permissions') === 'write' && membersOf(group) > 0
  const isLocked = changed.length > 0 && everyone !== undefined && groups?.some(manages) === false
  return (
    <>
      <div className={page['head']}>
        <Heading title={settingsText.groups.title} />
        <span className={page['context']}>{settingsText.groups.subtitle}</span>
        {mayWrite && (
          <button type="button" className={`button ${classes['headEnd']}`} onClick={() => setNew(true)}>
            <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {settingsText.groups.new}
          </button>
        )}
      </div>
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label={settingsText.groups.subtitle}>
        {error !== null && groups === undefined ? (
          <ErrorState error={error} what={settingsText.groups.what} onRetry={() => void refetch()} />
        ) : groups === undefined ? (
          isSlow && <Skeleton width="100%" height={160} />
        ) : (
          <>
            <Matrix
              groups={groups}
              membersOf={membersOf}
              changes={changes}
              mayWrite={mayWrite}
              onChoose={(group, permission, access) =>
                setChanges((before) => choose(before, group, permission, access))
              }
            />
            <p className={classes['legend']}>
              <IconLock size={16} stroke={1.6} aria-hidden="true" /> {settingsText.groups.legend}
            </p>
          </>
        )}
      </div>
      {changes.size > 0 && (
        <SaveFoot
          changes={changes}
          only={onlyChange(changes, changed)}
          concerned={concerned.map(nameOfUser)}
          isLocked={isLocked}
          isBusy={isBusy}
          onDiscard={() => setChanges(none)}
          onSave={() => void write({ changes, groups: changed })}
        />
      )}
      {isNew && <NewGroupDialog onClose={() => setNew(false)} />}
    </>
  )
}
