import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Dialog.module.css'

type Props = {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly kind?: 'palette' | 'middle' | 'wide'
}

/** The browser's own dialog: it keeps the focus, gives it back, and the page behind it is inert. */
export const Dialog = ({ label, onClose, children, kind = 'middle' }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const { current } = dialog
    current?.showModal()
    // What is not shown yet cannot have the focus, so that an `autoFocus` within comes too early.
    current?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      if (current?.isConnected === true) current.close()
      // What appeared when it closed may have taken the focus, such as a field that somebody asked for in it.
      if (document.activeElement !== document.body || !(before instanceof HTMLElement)) return
      // What opened it may be gone, such as the button of a row that was deleted.
      if (before.isConnected) before.focus()
      else document.getElementById('content')?.focus()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click beside it is Escape
    <dialog
      ref={dialog}
      className={classes['dialog']}
      data-kind={kind}
      aria-label={label}
      onCancel={(event) => {
        // React lets it bubble: Escape closes the dialog that it is pressed in, and not the one around it.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
