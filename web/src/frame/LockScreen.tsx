import { ApiError } from '@fetlock/sdk'
import { IconAlertTriangleFilled, IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { signInAddress } from '../api/home.ts'
import { readMe } from '../api/api.ts'
import { readFormToken, sendForm } from '../api/page-forms.ts'
import { unlocked } from '../api/session.ts'
import { text } from '../text/en.ts'
import { Dialog } from '../shared/Dialog.tsx'
import classes from './LockScreen.module.css'

/** The API may know a session for a second as it was. */
const knownForMs = 1_100

/**
 * Asks who is signed in now. A redirect alone says nothing: it may lead to the sign-in, because the session has ended
 * meanwhile. The page stays covered until the answer, which leads there by itself in that case.
 */
const confirmOpen = async () => {
  try {
    await readMe()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'session_locked') throw error
    await new Promise((resolve) => void setTimeout(resolve, knownForMs))
    await readMe()
  }
  return 'right' as const
}

/** Unlocks the session in which the screen locked. */
const unlock = async (password: string): Promise<'right' | 'wrong' | 'failed'> => {
  // A session that was opened in another tab, or has ended, has nothing to unlock.
  const form = await readFormToken('/unlock/')
  if (form === undefined) return confirmOpen()
  const { isDone, status } = await sendForm('/unlock/', { form, password })
  if (isDone) return confirmOpen()
  return status === 400 ? 'wrong' : 'failed'
}

/** Over the page, so that nothing on it is lost; what is on it cannot be seen meanwhile. */
export const LockScreen = ({ name }: { readonly name: string }) => {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [problem])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget).get('password')
    setBusy(true)
    setProblem(undefined)
    const outcome = await unlock(typeof typed === 'string' ? typed : '').catch(() => 'failed' as const)
    setBusy(false)
    if (outcome !== 'right') return setProblem(text.lock[outcome])
    return unlocked()
  }
  useEffect(
    () => () => {
      // The stream of changes was refused meanwhile, and tries again at once if it is told to.
      window.dispatchEvent(new Event('online'))
      void client.invalidateQueries()
    },
    [client],
  )
  return (
    <Dialog label={text.lock.title} onClose={() => {}}>
      <form className={classes['lock']} onSubmit={(event) => void submit(event)}>
        {problem !== undefined && (
          <div ref={summary} className={classes['problem']} role="alert" tabIndex={-1}>
            <IconAlertTriangleFilled size={18} aria-hidden="true" />
            <a href="#unlock-password">{problem}</a>
          </div>
        )}
        <IconLock className={classes['icon']} size={22} stroke={1.6} aria-hidden="true" />
        <h1>{name}</h1>
        <p>{text.lock.explained}</p>
        <label htmlFor="unlock-password">{text.lock.password}</label>
        <input
          id="unlock-password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={256}
          aria-invalid={problem !== undefined}
        />
        <button type="submit" className="button primary" aria-busy={isBusy}>
          {text.lock.unlock}
        </button>
        <a className={classes['other']} href={`${signInAddress()}&again=1`}>
          {text.lock.other}
        </a>
      </form>
    </Dialog>
  )
}
