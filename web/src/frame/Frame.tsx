import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { watchAbsence, watchActivity } from '../api/activity.ts'
import { home } from '../api/home.ts'
import type { LiveState } from '../api/live.ts'
import { may, meQuery, readMe, useMe } from '../api/me.ts'
import { idOf, type Me } from '../api/records.ts'
import { isUnanswered } from '../api/problem.ts'
import { cover, currentSession, subscribeSession, unlocked } from '../api/session.ts'
import { timeText } from '../format.ts'
import { ShownChanges } from '../shared/changes/ShownChanges.tsx'
import { WhichAnimal } from '../shared/WhichAnimal.tsx'
import { onTextMerged, visitTexts } from '../shared/visit-texts.ts'
import { whoChanged } from '../shared/who-changed.ts'
import { resumeWrites } from '../shared/use-confirmed-write.ts'
import { text } from '../text/en.ts'
import { type Action, useActions } from '../shared/actions.ts'
import classes from './Frame.module.css'
import { useKeys } from './keys.ts'
import { KeysHelp } from './KeysHelp.tsx'
import { lockByHand, signOut } from './leaving.ts'
import { useLive } from './live.ts'
import { LockScreen } from './LockScreen.tsx'
import { FrameSkeleton, PageSkeleton } from './FrameSkeleton.tsx'
import { pagesFor } from '../shared/pages.ts'
import { Palette } from './Palette.tsx'
import { Rail } from './Rail.tsx'
import { Toasts } from './Toasts.tsx'
import { say } from '../shared/toasts.ts'
import { TopBar } from './TopBar.tsx'

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

/** Notes that were typed here and not sent, perhaps days ago, are sent. Who changed them too is named. */
const useKeptTexts = (user: string) => {
  const client = useQueryClient()
  useEffect(() => void visitTexts.resume(user), [user])
  useEffect(
    () =>
      onTextMerged(
        (theirs) =>
          void whoChanged(client, theirs).then(
            (who) => say(text.visit.merged(who)),
            () => say(text.visit.merged(text.somebodyElse)),
          ),
      ),
    [client],
  )
}

/** Where somebody works: the department that they chose last, on whatever device, or else their home department. */
const departmentOf = ({ preferences, home_department }: Me) => {
  const kept = preferences['app.department']
  if (typeof kept === 'number') return kept
  return kept === 'all' || home_department === null ? undefined : idOf(home_department)
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
  useKeptTexts(me.user.url)
  useEffect(() => resumeWrites(me.user.url), [me.user.url])
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
      {open === 'keys' && !isLocked && <KeysHelp onClose={close} hasSingleKeys={hasSingleKeys} />}
      {isLocked && <LockScreen name={`${me.user.first_name} ${me.user.last_name}`} />}
      {!isLocked && <ShownChanges />}
      {!isLocked && <WhichAnimal />}
      {!isLocked && <Toasts />}
    </>
  )
}
