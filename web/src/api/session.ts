import { home, signInAddress, unlockAddress } from './home.ts'

type Session = {
  readonly csrfToken: string | undefined
  readonly isLocked: boolean
  /** For whom the page was loaded, as their address. */
  readonly user: string | undefined
}

let session: Session = { csrfToken: undefined, isLocked: false, user: undefined }
const listeners = new Set<() => void>()

const change = (changes: Partial<Session>) => {
  session = { ...session, ...changes }
  for (const listener of listeners) listener()
}

export const currentSession = () => session

export const subscribeSession = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One session for all tabs: what locks one of them locks all, and so does what opens it. */
const tabs = new BroadcastChannel(`fetlock-session${home}`)
const hide = () => session.isLocked || change({ isLocked: true })
const reveal = () => session.isLocked && change({ isLocked: false, csrfToken: undefined })

/** Somebody else has signed in in another tab: what is on this page, and what was typed here, is of the person before them. */
const loadAnew = (): Promise<never> => {
  hide()
  window.location.reload()
  return new Promise(() => {})
}
const isOfOther = (user: string | undefined) => session.user !== undefined && session.user !== user

type SignedIn = { readonly user: { readonly url: string }; readonly csrf_token?: string | null }
/**
 * Takes over who is signed in now, and the token that their writes carry. Nothing goes on in the session of somebody else:
 * whatever waits for this waits until the page is gone.
 */
export const rememberSession = ({ user, csrf_token }: SignedIn): void | Promise<never> =>
  isOfOther(user.url) ? loadAnew() : change({ user: user.url, csrfToken: csrf_token ?? undefined })

type Told = 'locked' | { readonly open: string | undefined }
tabs.addEventListener('message', ({ data }: MessageEvent<Told>) => {
  if (data === 'locked') hide()
  else if (isOfOther(data.open)) void loadAnew()
  else reveal()
})

/** Covers this tab alone, as long as it is not known whether the session is locked. */
export const cover = hide
export const lock = () => {
  hide()
  tabs.postMessage('locked' satisfies Told)
}
export const unlocked = () => {
  reveal()
  tabs.postMessage({ open: session.user } satisfies Told)
}

let hasUnsent = () => false
/** Says how to find out whether something that was typed here is kept on this device and not sent yet. */
export const tellUnsent = (answer: () => boolean) => {
  hasUnsent = answer
}

/**
 * Leads away from the page; what waits for an answer waits until it is gone. Signing in leads back here. Whoever was signed in
 * is told that they no longer are; who only comes is not.
 */
export const leaveToSignIn = (): Promise<never> => {
  const wasSignedIn = session.csrfToken !== undefined || session.isLocked
  const told = wasSignedIn ? `&done=${hasUnsent() ? 'ended-note-kept' : 'ended'}` : ''
  window.location.assign(`${signInAddress()}${told}`)
  return new Promise(() => {})
}

/** A page that is loaded while the session is locked is shown once it is unlocked. */
export const leaveToUnlock = (): Promise<never> => {
  window.location.assign(unlockAddress())
  return new Promise(() => {})
}
