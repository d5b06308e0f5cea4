import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isAnswering, subscribeAnswers } from '../api/answers.ts'
import { readMe } from '../api/api.ts'
import { departmentsQuery } from '../api/department.ts'
import { changePreferences, may, meQuery, useMe } from '../api/me.ts'
import type { LiveState } from '../api/live.ts'
import { idOf } from '../api/records.ts'
import { text } from '../text/en.ts'
import classes from './Frame.module.css'
import { KeyCap } from '../shared/KeyCap.tsx'
import { lockByHand, signOut } from './leaving.ts'
import { Logo } from './Logo.tsx'
import { showError } from '../shared/toasts.ts'

const askAgainMs = 5_000

/** An open stream alone is not life: a server that answers nothing else is said not to answer. */
const LiveDot = ({ state }: { readonly state: LiveState }) => {
  const answers = useSyncExternalStore(subscribeAnswers, isAnswering)
  const kind = state.kind === 'live' && !answers ? 'failing' : state.kind
  // Nothing else may ask meanwhile, and so nobody would learn that it answers again.
  useEffect(() => {
    if (answers) return undefined
    const timer = setInterval(() => void readMe().catch(() => {}), askAgainMs)
    return () => clearInterval(timer)
  }, [answers])
  return (
    <span className={classes['live']} data-state={kind} role="status">
      <span className={classes['dot']} />
      {text.live[kind]}
    </span>
  )
}

const DepartmentSwitch = () => {
  const { data } = useQuery(departmentsQuery)
  const { department } = useSearch({ strict: false })
  const navigate = useNavigate()
  const client = useQueryClient()
  const departments = data ?? []
  const chosen = departments.find(({ url }) => idOf(url) === department)
  const show = useCallback(
    (id: number | undefined) =>
      void navigate({ to: './', search: (before) => ({ ...before, department: id }), replace: true }),
    [navigate],
  )
  // One that was archived since it was chosen would leave every list empty without saying why.
  const isGone = data !== undefined && department !== undefined && chosen === undefined
  useEffect(() => {
    if (isGone) show(undefined)
  }, [isGone, show])
  if (departments.length < 2) return null
  const choose = (id: number | undefined) => {
    show(id)
    const kept = { 'app.department': id ?? 'all' }
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, preferences: { ...me.preferences, ...kept } })
    changePreferences(kept).catch(showError)
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes['plain']}>
          <span className="unseen">{text.department.label}: </span>
          {chosen?.name ?? text.department.all}
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => choose(undefined)}>{text.department.all}</Menu.Item>
        {departments.map(({ url, name }) => (
          <Menu.Item key={url} onClick={() => choose(idOf(url))}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const initialsOf = ({ initials, first_name, last_name }: { initials: string; first_name: string; last_name: string }) =>
  initials || `${first_name.slice(0, 1)}${last_name.slice(0, 1)}`.toUpperCase()

const UserMenu = () => {
  const { user, preferences } = useMe()
  const client = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = { light: text.user.light, dark: text.user.dark, auto: text.user.system } as const
  const hasSingleKeys = preferences['app.single_keys'] !== false
  const switchKeys = async () => {
    await changePreferences({ 'app.single_keys': !hasSingleKeys })
    await client.invalidateQueries(meQuery)
  }
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={classes['person']}>
          <span className="unseen">
            {user.first_name} {user.last_name}
          </span>
          <span aria-hidden="true">{initialsOf(user)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.first_name} {user.last_name}
        </Menu.Label>
        <Menu.Item component={Link} to="/settings/account/">
          {text.user.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{text.user.theme}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            rightSection={colorScheme === scheme ? '●' : undefined}
            onClick={() => setColorScheme(scheme)}
          >
            {schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={hasSingleKeys}
          rightSection={hasSingleKeys ? '●' : undefined}
          onClick={() => void switchKeys()}
        >
          {text.user.singleKeys}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void lockByHand()}>{text.user.lock}</Menu.Item>
        <Menu.Item onClick={() => void signOut(user.url)}>{text.user.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const NewButton = () => {
  const me = useMe()
  if (!may(me, 'General: Patients and clients', 'write')) return null
  return (
    <Link className="button" to="/clients/new/">
      <IconPlus size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes['long']}>{text.records.actions.new}</span>
      <span className="unseen"> {text.records.actions.newClient}</span>
      <KeyCap keys="c" />
    </Link>
  )
}

type Props = { readonly live: LiveState | undefined; readonly onSearch: () => void }

export const TopBar = ({ live, onSearch }: Props) => (
  <header className={classes['top']}>
    <div className={classes['brand']}>
      <Logo />
      <span>{text.app}</span>
    </div>
    <button type="button" className={classes['search']} onClick={onSearch}>
      <IconSearch size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes['long']}>{text.search.placeholder}</span>
      <span className={classes['short']}>{text.search.short}</span>
      <KeyCap keys="Mod+k" />
    </button>
    <NewButton />
    <div className={classes['end']}>
      {live !== undefined && <LiveDot state={live} />}
      <DepartmentSwitch />
      <UserMenu />
    </div>
  </header>
)
