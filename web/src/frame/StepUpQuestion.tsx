import { IconAlertTriangleFilled, IconFingerprint, IconLock } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ConfirmForm, confirmWith, confirmWithPasskey, readConfirmForm } from '../api/confirm.ts'
import { answerStepUp } from '../shared/step-up.ts'
import { Dialog } from '../shared/Dialog.tsx'
import { KeyCap } from '../shared/KeyCap.tsx'
import { Skeleton } from '../shared/states.tsx'
import { stepUp } from '../text/step-up.ts'
import classes from './StepUpQuestion.module.css'

type Typed = 'password' | 'code'
const hasPasskeys = () => window.PublicKeyCredential !== undefined
const sixDigits = /^\d{6}$/

type Asked = {
  readonly form: ConfirmForm
  readonly isBusy: boolean
  readonly problem: string | undefined
  readonly onPasskey: () => void
  readonly onTyped: (kind: Typed, typed: string) => void
}

const Problem = ({ problem }: { readonly problem: string | undefined }) =>
  problem === undefined ? null : (
    <p id="step-up-problem" className={classes['problem']} role="alert">
      <IconAlertTriangleFilled size={16} aria-hidden="true" /> {problem}
    </p>
  )

const Ways = ({ form: { factors }, isBusy, problem, onPasskey, onTyped }: Asked) => {
  const place = useRef<HTMLInputElement>(null)
  const kind: Typed = factors.includes('password') ? 'password' : 'code'
  const isPasskey = factors.includes('passkey') && hasPasskeys()
  const isApp = factors.includes('code')
  const label = kind === 'password' ? stepUp.password : isApp ? stepUp.code : stepUp.recovery
  // What was wrong is typed anew.
  useEffect(() => {
    if (problem !== undefined && !isBusy) place.current?.select()
  }, [problem, isBusy])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onTyped(kind, place.current?.value ?? '')
  }
  return (
    <>
      {isPasskey && (
        <>
          <button type="button" className="button primary" data-first aria-busy={isBusy} onClick={onPasskey}>
            <IconFingerprint size={18} stroke={1.6} aria-hidden="true" /> {stepUp.passkey} <KeyCap keys="Enter" />
          </button>
          <p className={classes['or']}>{isApp ? stepUp.orCode : stepUp.orRecovery}</p>
        </>
      )}
      <form className={classes['typed']} onSubmit={submit}>
        <label htmlFor="step-up" className={isPasskey ? 'unseen' : undefined}>
          {label}
        </label>
        <input
          ref={place}
          id="step-up"
          type={kind === 'password' ? 'password' : 'text'}
          inputMode={isApp ? 'numeric' : undefined}
          autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
          maxLength={256}
          required
          data-kind={isApp ? 'digits' : kind}
          data-first={isPasskey ? undefined : true}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'step-up-problem'}
          onChange={({ target }) => {
            if (isApp && sixDigits.test(target.value)) onTyped('code', target.value)
          }}
        />
        <Problem problem={problem} />
        <button type="submit" className={`button ${isPasskey ? '' : 'primary'}`} aria-busy={isBusy}>
          {stepUp.confirm}
        </button>
      </form>
    </>
  )
}

/** Asks whoever is signed in to confirm that it is them, over the page whose write waits for it. */
export const StepUpQuestion = () => {
  const [form, setForm] = useState<ConfirmForm>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    // Without anybody to confirm, the write itself finds out why.
    readConfirmForm().then(
      (found) => (found === undefined ? answerStepUp(true) : setForm(found)),
      () => setProblem(stepUp.failed),
    )
  }, [])
  const take = async (kind: Typed | 'passkey', confirm: () => ReturnType<typeof confirmWith>) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const outcome = await confirm().catch(() => 'failed' as const)
    setBusy(false)
    if (outcome === 'right') return answerStepUp(true)
    return setProblem(outcome === 'wrong' ? stepUp.wrong[kind] : stepUp[outcome])
  }
  const isPassword = form?.factors.includes('password') === true
  return (
    <Dialog label={stepUp.title} onClose={() => answerStepUp(false)}>
      <div className={classes['question']}>
        <h2>
          <IconLock size={20} stroke={1.6} aria-hidden="true" /> {stepUp.title}
        </h2>
        <p>{isPassword ? stepUp.explainedPassword : stepUp.explained}</p>
        {form === undefined ? (
          <>
            {problem === undefined && <Skeleton width="100%" height={32} />}
            <Problem problem={problem} />
          </>
        ) : (
          // What can be given is known only now, and takes the focus.
          <FocusFirst>
            <Ways
              form={form}
              isBusy={isBusy}
              problem={problem}
              onPasskey={() => void take('passkey', () => confirmWithPasskey(form))}
              onTyped={(kind, typed) => void take(kind, () => confirmWith(form, kind, typed))}
            />
          </FocusFirst>
        )}
      </div>
      <div className={classes['foot']}>
        <p>{stepUp.kept}</p>
        <button type="button" className={classes['cancel']} onClick={() => answerStepUp(false)}>
          {stepUp.cancel}
        </button>
      </div>
    </Dialog>
  )
}

const FocusFirst = ({ children }: { readonly children: React.ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  return <div ref={place}>{children}</div>
}
