import { IconAlertTriangleFilled, IconLoader2 } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { KeyCap } from '../frame/KeyCap.tsx'
import { text } from '../text/en.ts'
import classes from './form.module.css'

/** What is wrong, by the id of the field; an empty id is about no field. */
export type Problems = Readonly<Record<string, string>>

const prefix = `${text.form.error}: `

/** Problems by field; what else is wrong with the same field is said in the same line. */
export const problemsBy = (found: readonly (readonly [id: string, message: string])[]): Problems => {
  const problems: Record<string, string> = {}
  for (const [id, message] of found) problems[id] = id in problems ? `${problems[id]} ${message}` : message
  return problems
}

type Summary = {
  readonly problems: Problems
  /** The number of attempts so far: a new one takes the focus even if the same thing is wrong. */
  readonly attempt?: number
  /** For a place where it is spaced differently. */
  readonly className?: string | undefined
}

/** What is wrong with a form, and the number of attempts so far. */
export const useProblems = () => {
  const [{ problems, attempt }, set] = useState<{ problems: Problems; attempt: number }>({ problems: {}, attempt: 0 })
  const setProblems = (found: Problems) => set((before) => ({ problems: found, attempt: before.attempt + 1 }))
  return { problems, attempt, setProblems }
}

/** Everything that is wrong, in one place that takes the focus. The same words stand at the fields. */
export const ProblemSummary = ({ problems, attempt = 0, className = '' }: Summary) => {
  const title = useId()
  const place = useRef<HTMLDivElement>(null)
  const all = Object.entries(problems)
  const isShown = all.length > 0
  // Only another problem takes the focus: whoever corrects the first one keeps typing.
  const said = all.map(([, message]) => message).join('\n')
  useEffect(() => {
    if (said === '') return undefined
    place.current?.focus()
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title
    return () => void (document.title = document.title.replace(prefix, ''))
  }, [said, attempt])
  if (!isShown) return null
  return (
    <div
      ref={place}
      className={`${classes['summary']} ${className}`}
      role="alert"
      tabIndex={-1}
      aria-labelledby={title}
    >
      <IconAlertTriangleFilled size={18} aria-hidden="true" />
      <div>
        <strong id={title}>{text.form.problems(all.length)}</strong>
        <ul>
          {all.map(([id, message]) => (
            <li key={id}>
              {id === '' ? (
                message
              ) : (
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type Labelled = {
  readonly id: string
  readonly label: string
  readonly problems: Problems
  readonly children: ReactNode
  readonly hint?: ReactNode
  /** Marked as one that must be filled in. */
  readonly isNeeded?: boolean
}

/** A field with its label above, and what is wrong with it between the two. */
export const Field = ({ id, label, problems, children, hint, isNeeded }: Labelled) => (
  <div className={classes['field']} data-wrong={problems[id] !== undefined}>
    <label htmlFor={id} data-needed={isNeeded}>
      {label}
    </label>
    {problems[id] !== undefined && (
      <p id={`${id}-problem`} className={classes['problem']}>
        <IconAlertTriangleFilled size={14} aria-hidden="true" /> {problems[id]}
      </p>
    )}
    {children}
    {hint !== undefined && <div className={classes['hint']}>{hint}</div>}
  </div>
)

/** What a field has to say about its problem to whoever cannot see it. */
export const problemOf = (id: string, problems: Problems) =>
  problems[id] === undefined ? {} : { 'aria-invalid': true as const, 'aria-describedby': `${id}-problem` }

type Send = {
  readonly label: string
  /** While it is sent: busy; while nobody knows whether it was carried out: what is being checked. */
  readonly state: 'open' | 'sending' | 'checking'
  readonly checking: string
  /** The form that it submits. */
  readonly form: string
}

/** The button of a write that is confirmed. It keeps its width, and cannot be pressed twice. */
export const SendButton = ({ label, state, checking, form }: Send) => (
  <button type="submit" form={form} className={`button primary ${classes['send']}`} aria-busy={state !== 'open'}>
    {state === 'open' ? (
      <>
        {label}
        <KeyCap keys="Enter" />
      </>
    ) : (
      <>
        <IconLoader2 size={18} className={classes['turning']} aria-hidden="true" />
        <span>{state === 'checking' ? checking : label}</span>
      </>
    )}
  </button>
)
