import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { text } from '../../text/en.ts'
import classes from './edit.module.css'

export type Problem = { readonly id: string; readonly message: string }

/** What is wrong with a form, said once above it. It takes the focus, and leads to each field. */
export const ErrorSummary = ({ problems }: { readonly problems: readonly Problem[] }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problems.length === 0) return undefined
    box.current?.focus()
    const { title } = document
    document.title = text.records.errorTitle(title)
    return () => void (document.title = title)
  }, [problems])
  if (problems.length === 0) return null
  return (
    <div ref={box} className={classes['summary']} role="alert" tabIndex={-1}>
      <IconAlertTriangleFilled size={18} aria-hidden="true" />
      <div>
        <h2>{problems.length === 1 ? text.records.problem : text.records.problems}</h2>
        <ul>
          {problems.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.querySelector<HTMLElement>(`[id="${id}"]`)?.focus()
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
