import { IconAlertTriangleFilled, IconLoader2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { KeyCap } from './KeyCap.tsx'
import classes from './form.module.css'
import type { Problems } from './problems.tsx'

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
