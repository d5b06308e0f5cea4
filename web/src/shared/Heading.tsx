import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { text } from '../text/en.ts'

/** The address at which the app was opened: the browser itself tells about that page. */
let lastPath = window.location.pathname

/** The heading of a page. A new page begins there, also for whoever cannot see that it is a new one. */
export const Heading = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the page is seen: whoever presses a key then has the focus where the key puts it.
  useLayoutEffect(() => {
    const shown = window.location.pathname
    if (shown !== lastPath) heading.current?.focus()
    lastPath = shown
    document.title = `${title} – ${text.app}`
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}
