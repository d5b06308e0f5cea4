import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { text } from '../text/en.ts'
import classes from './problems.module.css'

/** What is wrong, by the id of the field; an empty id is about no field. */
export type Problems = Readonly<Record<string, string>>

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
    const prefix = `${text.form.error}: `
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
