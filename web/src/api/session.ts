import { home, signInAddress } from './home.ts'

type Session = { readonly csrfToken: string | undefined; readonly isLocked: boolean }

let session: Session = { csrfToken: undefined, isLocked: false }
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

export const rememberCsrfToken = (csrfToken: string | undefined) => change({ csrfToken })

/** One session for all tabs: what locks one of them locks all, and so does what opens it. */
const tabs = new BroadcastChannel(`fetlock-session${home}`)
const hide = () => session.isLocked || change({ isLocked: true })
const reveal = () => session.isLocked && change({ isLocked: false, csrfToken: undefined })
tabs.addEventListener(
  'message',
  ({ data }: MessageEvent<'locked' | 'open'>) => void (data === 'open' ? reveal() : hide()),
)

/** Covers this tab alone, as long as it is not known whether the session is locked. */
export const cover = hide
export const lock = () => {
  hide()
  tabs.postMessage('locked')
}
export const unlocked = () => {
  reveal()
  tabs.postMessage('open')
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
