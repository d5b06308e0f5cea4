import { IconAlertTriangleFilled, IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { problemsBy, ProblemSummary } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import type { Refusal } from './Grid.tsx'
import classes from './Panel.module.css'
import type { FieldErrors } from './TimeFields.tsx'

type Shown = {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: () => void
  readonly children: ReactNode
  readonly foot: ReactNode
}

/** A form beside the page. Escape closes it, and the focus goes back to where it was. */
export const Panel = ({ title, onClose, onSubmit, children, foot }: Shown) => {
  const before = useRef(document.activeElement)
  useEffect(() => {
    const opener = before.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <aside
      className={classes['panel']}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <form className={classes['form']} noValidate onSubmit={submit}>
        <div className={classes['head']}>
          <h2>{title}</h2>
          <button type="button" className="icon-button" onClick={onClose}>
            <span className="unseen">{text.calendar.panel.close}</span>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
        <div className={classes['fields']}>{children}</div>
        <div className={classes['foot']}>{foot}</div>
      </form>
    </aside>
  )
}

type Failed = { readonly errors: FieldErrors; readonly problem: string | undefined; readonly attempt: number }

/** All that is wrong, above the fields. */
export const PanelProblems = ({ errors, problem, attempt }: Failed) => {
  const ofFields = Object.entries(errors).map(([name, message]) => [`field-${name}`, message] as const)
  const problems = problemsBy([...ofFields, ...(problem === undefined ? [] : [['', problem] as const])])
  return <ProblemSummary problems={problems} attempt={attempt} className={classes['summary']} />
}

type Warned = {
  readonly refusal: Refusal | undefined
  readonly timeText: (moment: number) => string
  readonly onTake: (start: number) => void
}

/** Why the time cannot be had, with the nearest that can. */
export const ClashWarning = ({ refusal, timeText, onTake }: Warned) =>
  refusal === undefined ? null : (
    <div className={classes['warning']} role="status">
      <IconAlertTriangleFilled size={16} aria-hidden="true" />
      <div>
        <p>{text.calendar.clash.title(refusal.person, refusal.other.name, timeText(refusal.other.end))}.</p>
        {refusal.nearest === undefined ? (
          <p>{text.calendar.clash.none}</p>
        ) : (
          <button type="button" className="button small" onClick={() => onTake(refusal.nearest!.start)}>
            {text.calendar.panel.takeNearest(timeText(refusal.nearest.start), refusal.person)}
          </button>
        )}
      </div>
    </div>
  )
