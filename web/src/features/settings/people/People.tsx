import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMe } from '../../../api/me.ts'
import { groupsQuery } from '../../../api/permissiongroup.ts'
import type { User } from '../../../api/records.ts'
import { invitedQuery } from '../../../api/securityevent.ts'
import { everyoneQuery } from '../../../api/user.ts'
import { FindBox } from '../../../shared/FindBox.tsx'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import sheet from '../../../shared/Sheet.module.css'
import { EmptyState, ErrorState } from '../../../shared/states.tsx'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { InviteSheet } from './InviteSheet.tsx'
import classes from './People.module.css'
import { PeopleTable } from './PeopleTable.tsx'
import { PersonSheet } from './PersonSheet.tsx'

const views = ['active', 'inactive', 'all'] as const
type View = (typeof views)[number]

const isListed = ({ is_active }: User, view: View) => view === 'all' || is_active === (view === 'active')

const isFound = ({ first_name, last_name, email }: User, typed: string) =>
  `${first_name} ${last_name} ${email}`.toLowerCase().includes(typed.trim().toLowerCase())

const byName = (one: User, other: User) =>
  one.last_name.localeCompare(other.last_name) || one.first_name.localeCompare(other.first_name)

/** Everybody who works here, with their groups and whether they sign in. */
export const People = () => {
  const me = useMe()
  const { q = '', view = 'active', person: openId, invite } = useSearch({ from: '/settings/people' })
  const navigate = useNavigate({ from: '/settings/people' })
  const [typed, setTyped] = useState(q)
  const { box, list } = useRowKeys(settingsText.people.findLabel)
  const { data: all, error, refetch } = useQuery(everyoneQuery)
  const { data: groups, error: groupsError, refetch: refetchGroups } = useQuery(groupsQuery)
  const { data: invited } = useQuery(invitedQuery)
  const mayWrite = may(me, 'Settings: Users and permissions', 'write')
  const change = (changes: Record<string, unknown>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true })
  const everyone = all?.filter(({ is_virtual }) => !is_virtual).toSorted(byName)
  const failed = everyone === undefined ? error : groups === undefined ? groupsError : null
  const close = () => change({ person: undefined, invite: undefined })
  const listed = everyone?.filter((one) => isListed(one, view) && isFound(one, typed))
  const active = everyone?.filter(({ is_active }) => is_active) ?? []
  const waiting = active.filter(({ url }) => invited?.has(url) === true)
  const opened = everyone?.find(({ id }) => id === openId)
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={settingsText.people.title} />
          <span className={page['context']}>
            {everyone !== undefined && settingsText.people.counts(active.length - waiting.length, waiting.length)}
          </span>
          {mayWrite && (
            <button
              type="button"
              className={`button primary ${classes['headEnd']}`}
              onClick={() => change({ invite: true, person: undefined })}
            >
              <IconUserPlus size={18} stroke={1.6} aria-hidden="true" /> {settingsText.people.invite}
            </button>
          )}
        </div>
        <div className={listPage['bar']}>
          <FindBox
            ref={box}
            aria-label={settingsText.people.findLabel}
            placeholder={settingsText.people.find}
            maxLength={127}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              change({ q: target.value || undefined })
            }}
          />
          <select
            className={classes['view']}
            aria-label={settingsText.people.view}
            value={view}
            onChange={({ target }) => change({ view: target.value === 'active' ? undefined : target.value })}
          >
            {views.map((one) => (
              <option key={one} value={one}>
                {settingsText.people.views[one]}
              </option>
            ))}
          </select>
        </div>
        <div className={`${listPage['scroll']} ${classes['list']}`} ref={list} tabIndex={-1}>
          {failed !== null ? (
            <ErrorState
              error={failed}
              what={settingsText.people.what}
              onRetry={() => void (everyone === undefined ? refetch() : refetchGroups())}
            />
          ) : listed?.length === 0 ? (
            <EmptyState
              title={typed.trim() === '' ? settingsText.people.none : settingsText.people.nothing(typed.trim())}
              icon={<IconUsers size={22} stroke={1.6} aria-hidden="true" />}
            />
          ) : (
            <PeopleTable people={listed} groups={groups} invited={invited} openId={openId} mayWrite={mayWrite} />
          )}
        </div>
      </div>
      {mayWrite && invite === true && groups !== undefined && <InviteSheet groups={groups} onClose={close} />}
      {mayWrite && opened !== undefined && everyone !== undefined && groups !== undefined && (
        <PersonSheet key={opened.id} person={opened} everyone={everyone} groups={groups} onClose={close} />
      )}
    </div>
  )
}
