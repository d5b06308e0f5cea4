import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { type Account, type AccountFields, accountKey, sendAccountForm } from '../../../api/account.ts'
import { askPasskey } from '../../../api/passkey.ts'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import { Dialog } from '../../../shared/Dialog.tsx'
import { Field, problemOf, SendButton } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import { type Problems, ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { accountText } from '../../../text/account.ts'
import { text } from '../../../text/en.ts'
import classes from './Account.module.css'
import type { Asked } from './asked.ts'

type Name = 'email' | 'password' | 'current_password' | 'code'

const kinds = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254 },
  password: { type: 'password', autoComplete: 'new-password', maxLength: 256 },
  current_password: { type: 'password', autoComplete: 'current-password', maxLength: 256 },
  code: { type: 'text', autoComplete: 'one-time-code', maxLength: 64 },
} as const satisfies Readonly<Record<Name, object>>

/** A space belongs to a password, and to nothing else. */
const sentAs = (name: Name, typed: string) => (name.endsWith('password') ? typed : typed.trim())

/** What was refused, by the field that has it; what belongs to none stands by itself. */
const problemsIn = (error: unknown, names: readonly Name[]): Problems => {
  const found = Object.entries(fieldProblemsOf(error)).flatMap(([name, said]) =>
    names.some((one) => one === name) && said[0] !== undefined ? [[name, said[0].message] as const] : [],
  )
  return found.length > 0 ? Object.fromEntries(found) : { '': messageOf(error) }
}

type Props = { readonly account: Account; readonly asked: Asked; readonly onClose: () => void }

/** Asks for the password, and for a second factor where one decides about it, and sends it with what is to be done. */
export const ProofDialog = ({ account, asked, onClose }: Props) => {
  const id = useId()
  const [typed, setTyped] = useState<AccountFields>({})
  const { problems, attempt, setProblems } = useProblems()
  const has = (kind: 'totp' | 'passkey') => account.factors.some((factor) => factor.kind === kind)
  const needsFactor = asked.needsFactor === true && account.factors.length > 0
  const { proof, email, password } = accountText
  const labels = {
    email: email.field,
    password: password.field,
    current_password: proof.password,
    code: has('totp') ? proof.code : proof.recovery,
  }
  const hints = { email: email.hint, password: password.hint, ...(has('totp') && { code: proof.codeHint }) }
  const names: readonly Name[] = [
    'current_password',
    ...(asked.field === undefined ? [] : [asked.field]),
    ...(needsFactor ? (['code'] as const) : []),
  ]
  const { write, isBusy } = useWrite({
    send: (fields: AccountFields) => sendAccountForm(asked.path, { form: account.form, ...fields }),
    refresh: () => [accountKey, ['me']],
    said: () => accountText.done[asked.done],
    onDone: onClose,
    onProblem: (error) => setProblems(problemsIn(error, names)),
  })
  const send = (needed: readonly Name[], more: AccountFields = {}) => {
    const empty = needed.filter((name) => (typed[name] ?? '') === '')
    setProblems(Object.fromEntries(empty.map((name) => [name, proof.empty[name]])))
    if (empty.length === 0)
      void write({ ...Object.fromEntries(needed.map((name) => [name, sentAs(name, typed[name]!)])), ...more })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(names)
  }
  const showPasskey = async () => {
    const answer = await askPasskey('/account/factors/passkey/', account.form)
    if ('refused' in answer) return setProblems({ code: proof.refused[answer.refused] })
    return send(
      names.filter((name) => name !== 'code'),
      answer,
    )
  }
  return (
    <Dialog label={asked.title} onClose={onClose}>
      <form id={id} className={classes['proof']} noValidate onSubmit={submit}>
        <h2>{asked.title}</h2>
        <p>{needsFactor ? proof.neededWithFactor : proof.needed}</p>
        <ProblemSummary problems={problems} attempt={attempt} />
        {/* For programs that keep passwords. */}
        <input type="text" name="username" autoComplete="username" value={account.email} readOnly hidden />
        {names.map((name, index) => (
          <Field
            key={name}
            id={name}
            label={labels[name]}
            problems={problems}
            {...(name in hints && { hint: hints[name as keyof typeof hints] })}
          >
            <input
              {...kinds[name]}
              id={name}
              className={form['input']}
              data-first={index === 0 || undefined}
              value={typed[name] ?? ''}
              onChange={({ target }) => setTyped((before) => ({ ...before, [name]: target.value }))}
              {...problemOf(name, problems)}
            />
          </Field>
        ))}
        {needsFactor && has('passkey') && window.PublicKeyCredential !== undefined && (
          <button type="button" className="button" onClick={() => void showPasskey()}>
            <IconFingerprint size={18} stroke={1.6} aria-hidden="true" /> {proof.passkey}
          </button>
        )}
      </form>
      <div className={classes['buttons']}>
        <SendButton label={asked.action} state={isBusy ? 'sending' : 'open'} checking="" form={id} />
        <button type="button" className="button" onClick={onClose}>
          {text.records.cancel}
        </button>
      </div>
    </Dialog>
  )
}
