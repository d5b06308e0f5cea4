import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { text } from '../text/en.ts'
import classes from './Sheet.module.css'

type Props = {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  /** What stays at the foot: the button that does it. */
  readonly foot?: ReactNode
  /** A panel that explains stands back; a sheet in which something is done stands out. */
  readonly kind?: 'sheet' | 'panel'
}

/**
 * A panel beside the page, which makes room for it, so that what it is about stays in view; where there is no room it
 * takes the place of the page. It begins with the focus on what asks for it (data-first), and gives it back.
 */
export const Sheet = ({ title, subtitle, onClose, children, foot, kind = 'sheet' }: Props) => {
  const place = useRef<HTMLElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    const { current } = place
    const first = current?.querySelector<HTMLElement>('[data-first]') ?? current?.querySelector<HTMLElement>('h2')
    first?.focus()
    if (first instanceof HTMLInputElement) first.select()
    return () => {
      const isLost = document.activeElement === document.body || current?.contains(document.activeElement) === true
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside
      ref={place}
      className={classes['sheet']}
      data-kind={kind}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes['head']}>
        <div>
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          {subtitle !== undefined && <p>{subtitle}</p>}
        </div>
        <button type="button" className="icon-button" aria-label={text.close} onClick={onClose}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <div className={classes['content']}>{children}</div>
      {foot !== undefined && <div className={classes['foot']}>{foot}</div>}
    </aside>
  )
}
