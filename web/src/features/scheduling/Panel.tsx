import { IconAlertTriangleFilled, IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
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
          <button type="button" className={classes['close']} onClick={onClose}>
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

type Problems = { readonly errors: FieldErrors; readonly problem: string | undefined; readonly attempt: number }

/** All that is wrong, above the fields, with the focus: each line leads to its field. */
export const ErrorSummary = ({ errors, problem, attempt }: Problems) => {
  const summary = useRef<HTMLDivElement>(null)
  const list = Object.entries(errors)
  const isShown = list.length > 0 || problem !== undefined
  useEffect(() => {
    if (attempt > 0 && isShown) summary.current?.focus()
  }, [attempt, isShown])
  useEffect(() => {
    if (!isShown) return undefined
    const { title } = document
    document.title = text.calendar.panel.errorTitle(title)
    return () => {
      document.title = title
    }
  }, [isShown])
  if (!isShown) return null
  return (
    <div className={classes['summary']} ref={summary} tabIndex={-1} role="alert">
      <strong>{text.calendar.panel.problem}</strong>
      <ul>
        {list.map(([name, message]) => (
          <li key={name}>
            <a
              href={`#field-${name}`}
              onClick={(event) => {
                event.preventDefault()
                document.querySelector<HTMLElement>(`#field-${name}`)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
        {problem !== undefined && <li>{problem}</li>}
      </ul>
    </div>
  )
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
