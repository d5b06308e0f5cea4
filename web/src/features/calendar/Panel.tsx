import { IconAlertTriangleFilled, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { problemsBy, ProblemSummary } from '../../shared/problems.tsx'
import { text } from '../../text/en.ts'
import type { Refusal } from './clashes.ts'
import { clashText } from './clashes.ts'
import classes from './Panel.module.css'
import type { FieldErrors } from './field-errors.tsx'

type Props = {
  readonly title: string
  readonly onClose: () => void
  readonly onSubmit: () => void
  readonly children: ReactNode
  readonly foot: ReactNode
}

const isField = 'input:not(:disabled), select, textarea'

/**
 * Keeps the focus in the form. It begins in the first field, and where the field that had it is gone, such as the search once
 * somebody is found, it goes on to the next: a focus that nothing has makes every key one of the page.
 */
const useFocusInside = () => {
  const fields = useRef<HTMLDivElement>(null)
  const last = useRef<{ readonly element: Element; readonly section: number }>(undefined)
  useEffect(() => {
    const { current } = fields
    if (current === null || current.contains(document.activeElement)) return
    const first = current.querySelector<HTMLElement>('[data-first]') ?? current.querySelector<HTMLElement>(isField)
    first?.focus()
  }, [])
  // After each render: nothing else tells that an element with the focus was removed.
  useLayoutEffect(() => {
    const { current: lost } = last
    if (lost === undefined || lost.element.isConnected || document.activeElement !== document.body) return
    const sections = [...(fields.current?.children ?? [])].slice(lost.section)
    const next = sections.map((section) => section.querySelector<HTMLElement>(isField)).find(Boolean)
    const submit = fields.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')
    ;(next ?? submit)?.focus()
  })
  const remember = (element: Element) => {
    const section = [...(fields.current?.children ?? [])].findIndex((one) => one.contains(element))
    last.current = section < 0 ? undefined : { element, section }
  }
  return { fields, remember }
}

/** A field that cannot be read stops the form; one whose reading is not chosen yet is waited for. */
const unreadIn = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[data-unread]') ?? undefined

/** A form beside the page. Escape closes it, and the focus goes back to where it was. */
export const Panel = ({ title, onClose, onSubmit, children, foot }: Props) => {
  const before = useRef(document.activeElement)
  const form = useRef<HTMLFormElement>(null)
  const isWaiting = useRef(false)
  const { fields, remember } = useFocusInside()
  useEffect(() => {
    const opener = before.current
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useEffect(() => {
    if (!isWaiting.current || unreadIn(form.current) !== undefined) return
    isWaiting.current = false
    onSubmit()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const unread = unreadIn(form.current)
    isWaiting.current = unread?.dataset['unread'] === 'waiting'
    if (unread === undefined) onSubmit()
    else if (!isWaiting.current) unread.focus()
  }
  return (
    <aside
      className={classes['panel']}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (event.key === 'Escape') onClose()
        // Whoever clicked beside the fields still has the panel before them.
        else if (event.key === 'Enter' && event.target === event.currentTarget) form.current?.requestSubmit()
        else return
        event.preventDefault()
      }}
    >
      <form
        ref={form}
        className={classes['form']}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          // A browser submits from every field but a list, and from a text of several lines with no key at all.
          const isSubmit = event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey
          if (event.key !== 'Enter' || !isSubmit || event.defaultPrevented) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      >
        <div className={classes['head']}>
          <h2>{title}</h2>
          <button type="button" className="icon-button" onClick={onClose}>
            <span className="unseen">{text.calendar.panel.close}</span>
            <IconX size={18} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
        <div ref={fields} className={classes['fields']} onFocus={({ target }) => remember(target)}>
          {children}
        </div>
        <div className={classes['foot']}>{foot}</div>
      </form>
    </aside>
  )
}

export type Failed = { readonly errors: FieldErrors; readonly problem: string | undefined; readonly attempt: number }
export const notFailed: Failed = { errors: {}, problem: undefined, attempt: 0 }

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
        <p>{text.calendar.clash.sentence(clashText(refusal, timeText))}</p>
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

/** What should be known before it is booked, and does not stand in its way. */
export const Remark = ({ children, role = 'status' }: { readonly children: ReactNode; readonly role?: string }) => (
  <div className={classes['remark']} role={role}>
    <IconInfoCircle size={16} aria-hidden="true" />
    <div>{children}</div>
  </div>
)
