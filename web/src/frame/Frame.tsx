import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { watchAbsence, watchActivity } from '../api/activity.ts'
import { home } from '../api/home.ts'
import type { LiveState } from '../api/live.ts'
import { readMe } from '../api/api.ts'
import { may, meQuery, useMe } from '../api/me.ts'
import type { Me } from '../api/records.ts'
import { isUnanswered } from '../api/problem.ts'
import { cover, currentSession, subscribeSession, unlocked } from '../api/session.ts'
import { timeText } from '../format.ts'
import { ShownWriter } from '../shared/messages/ShownWriter.tsx'
import { ShownPaper } from '../shared/print/ShownPaper.tsx'
import { ShownChanges } from '../shared/changes/ShownChanges.tsx'
import { WhichAnimal } from '../shared/WhichAnimal.tsx'
import { departmentOf } from '../shared/starting-department.ts'
import { text } from '../text/en.ts'
import { type Action, useActions } from '../shared/actions.ts'
import classes from './Frame.module.css'
import { useKeys } from './keys.ts'
import { lockByHand, signOut } from './leaving.ts'
import { useLive } from './live.ts'
import { LockScreen } from './LockScreen.tsx'
import { FrameSkeleton, PageSkeleton } from './FrameSkeleton.tsx'
import { pagesFor } from '../shared/pages.ts'
import { settingsPagesFor } from '../shared/settings-pages.ts'
import { Palette } from './Palette.tsx'
import { Rail } from './Rail.tsx'
import { StepUp } from './StepUp.tsx'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'

// Loaded when somebody asks for it.
const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }))

const OfflineStrip = ({ state, timeZone }: { readonly state: LiveState; readonly timeZone: string }) =>
  state.kind !== 'off' ? null : (
    <div className={classes['strip']} role="status">
      <IconWifiOff size={18} stroke={1.6} aria-hidden="true" />
      <strong>{text.live.offSince(timeText(state.since, timeZone))}</strong>
      <span>{text.live.offExplained}</span>
      <button type="button" className="button small" onClick={() => window.dispatchEvent(new Event('online'))}>
        {text.live.tryNow}
      </button>
    </div>
  )

/** Somebody who reads and points uses the screen, even if nothing is asked of the server. */
const useStaying = () => {
  const client = useQueryClient()
  useEffect(() => watchActivity(() => void client.invalidateQueries(meQuery), 4 * 60_000), [client])
}

/**
 * Nobody has used this tab for long: either the session is locked, and the answer covers the page, or another tab is used.
 * Whoever comes back, and whoever has no connection, sees nothing until that is known.
 */
const coverAbsence = async (isBack: boolean) => {
  if (currentSession().isLocked) return
  if (isBack) cover()
  try {
    await readMe()
    if (isBack) unlocked()
  } catch (error) {
    if (isUnanswered(error)) cover()
  }
}

/** Nobody waits for what an earlier page has left, so the code for it comes after the screen. */
const useKeptWork = (user: string) => {
  const client = useQueryClient()
  useEffect(() => {
    let end = () => {}
    let isOver = false
    const resume = async () => {
      try {
        const { resumeWork } = await import('./kept-work.ts')
        if (!isOver) end = resumeWork(user, client)
      } catch {
        // Without a connection there is nobody to send it to.
        window.addEventListener('online', again, { once: true })
      }
    }
    const again = () => void resume()
    again()
    return () => {
      isOver = true
      window.removeEventListener('online', again)
      end()
    }
  }, [user, client])
}

/** Begins in the department where the person works, unless the address names one. False until the address has it. */
const useStartingDepartment = (me: Me) => {
  const { department } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [start] = useState(() => (department === undefined ? departmentOf(me) : undefined))
  const [isThere, setThere] = useState(start === undefined)
  useEffect(() => {
    if (start === undefined) return
    void navigate({
      to: './',
      search: (before) => ({ ...before, department: start }),
      replace: true,
    }).then(() => setThere(true))
  }, [start, navigate])
  return isThere
}

export const Frame = () => (
  <Suspense fallback={<FrameSkeleton />}>
    <SignedInFrame />
  </Suspense>
)

const SignedInFrame = () => {
  const me = useMe()
  const isThere = useStartingDepartment(me)
  const live = useLive()
  const router = useRouter()
  const navigate = useNavigate()
  const { isLocked } = useSyncExternalStore(subscribeSession, currentSession)
  const [open, setOpen] = useState<'palette' | 'keys'>()
  // At once: whoever goes on typing means the palette, not the keys of the page behind it.
  const openPalette = useCallback(() => flushSync(() => setOpen('palette')), [])
  const close = useCallback(() => setOpen(undefined), [])
  const hasSingleKeys = me.preferences['app.single_keys'] !== false
  const mayRegister = may(me, 'General: Patients and clients', 'write')
  useKeys(hasSingleKeys)
  useStaying()
  useEffect(() => watchAbsence((isBack) => void coverAbsence(isBack)), [])
  useKeptWork(me.user.url)
  useActions(
    useMemo(
      (): readonly Action[] => [
        {
          id: 'palette',
          title: text.search.label,
          group: 'go',
          keys: 'Mod+k',
          onlyKey: true,
          run: openPalette,
        },
        ...(mayRegister
          ? [
              {
                id: 'new client',
                title: text.registration.title,
                group: 'go' as const,
                keys: 'c',
                run: () => void navigate({ to: '/clients/new/' }),
              },
            ]
          : []),
        { id: 'keys', title: text.keys.title, group: 'settings', keys: '?', run: () => setOpen('keys') },
        {
          id: 'account',
          title: text.user.account,
          group: 'settings',
          run: () => void navigate({ to: '/settings/account/' }),
        },
        { id: 'lock', title: text.user.lock, group: 'settings', run: () => void lockByHand() },
        { id: 'sign out', title: text.user.signOut, group: 'settings', run: () => void signOut(me.user.url) },
        ...pagesFor(me).map(
          ({ to, title, keys }): Action => ({
            id: `go ${to}`,
            title,
            group: 'go',
            keys,
            run: () => void navigate({ to }),
          }),
        ),
        ...settingsPagesFor(me).map(
          ({ to, title }): Action => ({
            id: `go ${to}`,
            title: text.settings.action(title),
            group: 'settings',
            onlyTyped: true,
            run: () => void navigate({ to }),
          }),
        ),
      ],
      [navigate, me, mayRegister, openPalette],
    ),
  )
  const { department } = useSearch({ strict: false })
  /** The address of a page, in the department that is chosen. */
  const addressOf = useCallback(
    (path: string) => {
      const chosen = department === undefined ? '' : `${path.includes('?') ? '&' : '?'}department=${department}`
      return `${home}${path}${chosen}`
    },
    [department],
  )
  const openPage = useCallback((address: string) => router.history.push(address), [router])
  return (
    <>
      <div className={classes['frame']} inert={isLocked} data-locked={isLocked}>
        <a className="skip" href="#content">
          {text.skip}
        </a>
        <TopBar live={isLocked ? undefined : live} onSearch={openPalette} />
        <Rail />
        <main id="content" className={classes['sheet']} tabIndex={-1}>
          <OfflineStrip state={live} timeZone={me.organisation.time_zone} />
          {isThere ? <Outlet /> : <PageSkeleton />}
        </main>
      </div>
      {open === 'palette' && !isLocked && <Palette onClose={close} onOpen={openPage} addressOf={addressOf} />}
      {open === 'keys' && !isLocked && (
        <Suspense>
          <KeysHelp onClose={close} hasSingleKeys={hasSingleKeys} />
        </Suspense>
      )}
      {isLocked && <LockScreen name={`${me.user.first_name} ${me.user.last_name}`} />}
      {!isLocked && <ShownChanges />}
      {!isLocked && <ShownPaper />}
      {!isLocked && <ShownWriter />}
      {!isLocked && <WhichAnimal />}
      {!isLocked && <StepUp />}
      {!isLocked && <Toasts />}
    </>
  )
}
