import { signInAddress } from './home.ts'

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
export const lock = () => session.isLocked || change({ isLocked: true })
export const unlocked = () => change({ isLocked: false, csrfToken: undefined })

/** Leads away from the page; what waits for an answer waits until it is gone. Signing in leads back here. */
export const leaveToSignIn = (): Promise<never> => {
  window.location.assign(signInAddress())
  return new Promise(() => {})
}
