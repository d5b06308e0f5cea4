import { createClient, session as sessionAuth } from '@fetlock/sdk'
import { isIdle } from './activity.ts'
import { noteAnswer } from './answers.ts'
import { noteWritten } from './echoes.ts'
import { apiBase } from './home.ts'
import { currentSession, leaveToSignIn, leaveToUnlock, lock, rememberSession, subscribeSession } from './session.ts'

const auth = sessionAuth({ readToken: async () => (await readMe()).csrf_token ?? '' })
subscribeSession(() => auth.remember(currentSession().csrfToken))

/** Another answer of the same request would be the same: what a page does then is the same for every request. */
const leaveIfSignedOut = ({ status, code }: { readonly status: number; readonly code: string }) => {
  if (status !== 401) return undefined
  if (code !== 'session_locked') return leaveToSignIn()
  // Before anything was loaded there is nothing to cover.
  return currentSession().user === undefined ? leaveToUnlock() : lock()
}

/** The API of the organisation whose page this is, typed by method and path. */
export const api = createClient({
  base: apiBase,
  auth,
  retries: 2,
  // What the screen asks for by itself, while nobody is there, does not keep the session from locking.
  headers: () => (isIdle() ? { 'x-background': '1' } : {}),
  onAnswer: (status) => noteAnswer(status > 0 && status < 500),
  onWritten: noteWritten,
  onProblem: leaveIfSignedOut,
})

/** Who is signed in now. If that is no longer the person for whom the page was loaded, it is loaded anew. */
export const readMe = async (signal?: AbortSignal) => {
  const me = await api.get('/me/', { signal })
  await rememberSession(me)
  return me
}
