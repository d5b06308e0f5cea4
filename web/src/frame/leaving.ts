import { home } from '../api/home.ts'
import { readFormToken, sendForm } from '../api/page-forms.ts'
import { cover, currentSession, lock, unlocked } from '../api/session.ts'
import { forgetDrafts } from '../shared/kept-drafts.ts'
import { forgetInTab } from '../shared/kept-in-tab.ts'
import { text } from '../text/en.ts'
import { forgetRecent } from './recent.ts'
import { showToast } from '../shared/toasts.ts'

/** Both are asked for with the token of the page that has the buttons for them. */
const send = async (path: '/lock/' | '/sign-out/', fields: Readonly<Record<string, string>> = {}) => {
  const form = await readFormToken('/sign-out/')
  // Nobody is signed in any more, or the session is locked.
  if (form === undefined) return
  const { isDone, status } = await sendForm(path, { form, ...fields })
  if (!isDone) throw new Error(`The form was answered with ${status}.`)
}

const sayFailed = () => showToast(text.lock.failed, { isProblem: true })

/** What was typed here. The frame has loaded it by now, and nothing else needs it as early. */
const readTexts = async () => (await import('../shared/visit-texts.ts')).visitTexts

/** Locks the session of all tabs at once. The page is covered before the service has answered. */
export const lockByHand = async () => {
  cover()
  try {
    await (await readTexts()).flush()
    await send('/lock/')
    lock()
  } catch {
    unlocked()
    sayFailed()
  }
}

/** Other tabs of whoever signs out keep texts of their own. */
const tabs = new BroadcastChannel(`fetlock-sign-out${home}`)
const leave = () => window.location.assign(`${home}/sign-in/?done=signed-out`)
tabs.addEventListener('message', ({ data: user }: MessageEvent<string>) => {
  forgetInTab(user)
  if (currentSession().user === user) leave()
})

/** Removes what this device keeps of somebody. What others have typed here and not sent stays for them. */
const forget = async (user: string) => {
  tabs.postMessage(user)
  forgetInTab(user)
  forgetRecent()
  const visitTexts = await readTexts()
  await Promise.all(visitTexts.all().map(({ key }) => visitTexts.discard(key)))
  await forgetDrafts(user)
}

/** Ends the session, once what was typed is saved. */
export const signOut = async (user: string) => {
  try {
    await (await readTexts()).flush()
    await send('/sign-out/', { clears: 'yes' })
  } catch {
    return sayFailed()
  }
  await forget(user).catch(() => {})
  return leave()
}
