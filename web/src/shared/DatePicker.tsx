import { Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { text } from '../text/en.ts'
import classes from './DatePicker.module.css'
import { MonthGrid } from './MonthGrid.tsx'

type Props = {
  readonly date: string
  readonly today: string
  readonly onChoose: (date: string) => void
  /** What the button shows. */
  readonly children: ReactNode
  readonly className: string
}

/** A button that opens a month, in which a day is chosen. */
export const DatePicker = ({ date, today, onChoose, children, className }: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      offset={4}
      middlewares={{ shift: { padding: 8 }, flip: true }}
      closeOnEscape={false}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''}>
        <div
          role="dialog"
          aria-modal="true"
          aria-label={text.dates.chooseDate}
          onKeyDown={(event) => {
            // The letters of the page, and the Escape of a panel that it belongs to, mean something else here.
            event.stopPropagation()
            if (event.key === 'Escape') setOpen(false)
          }}
        >
          <MonthGrid
            date={date}
            today={today}
            onChoose={(chosen) => {
              setOpen(false)
              onChoose(chosen)
            }}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
