import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, longDayText, monthText, weekdayText } from '../format.ts'
import { text } from '../text/en.ts'
import { addMonths, isDate, weekdayOf, weeksOf } from './dates.ts'
import classes from './DatePicker.module.css'

type Props = { readonly date: string; readonly today: string; readonly onChoose: (date: string) => void }

/** The day to which a key leads: arrows by days and weeks, Home and End in the week, Page keys by months, with Shift by years. */
const stepped = (date: string, key: string, isYear: boolean): string | undefined => {
  const days = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: 1 - weekdayOf(date),
    End: 7 - weekdayOf(date),
  }
  if (key in days) return addDays(date, days[key as keyof typeof days])
  if (key === 'PageUp' || key === 'PageDown') return addMonths(date, (key === 'PageUp' ? -1 : 1) * (isYear ? 12 : 1))
  return undefined
}

/** The days of a month, of which one has the focus. */
export const MonthGrid = ({ date, today, onChoose }: Props) => {
  const [day, setDay] = useState(date)
  const grid = useRef<HTMLTableElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    // The buttons of the month keep the focus; keys in the grid take it along.
    if (follows.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day])
  const go = (to: string, isFollowed: boolean) => {
    if (!isDate(to)) return
    follows.current = isFollowed
    setDay(to)
  }
  const press = (event: KeyboardEvent) => {
    const to = stepped(day, event.key, event.shiftKey)
    if (to === undefined) return
    event.preventDefault()
    go(to, true)
  }
  const weeks = weeksOf(day)
  return (
    <>
      <div className={classes['head']}>
        <button type="button" className="icon-button" onClick={() => go(addMonths(day, -1), false)}>
          <span className="unseen">{text.dates.previousMonth}</span>
          <IconChevronLeft size={16} aria-hidden="true" />
        </button>
        <strong aria-live="polite">{monthText(day)}</strong>
        <button type="button" className="icon-button" onClick={() => go(addMonths(day, 1), false)}>
          <span className="unseen">{text.dates.nextMonth}</span>
          <IconChevronRight size={16} aria-hidden="true" />
        </button>
      </div>
      <table ref={grid} role="grid" className={classes['grid']} aria-label={monthText(day)} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]!.map((one) => (
              <th key={one} scope="col" abbr={weekdayText(one, 'long')}>
                {weekdayText(one, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} aria-selected={one === date}>
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    data-autofocus={one === day ? true : undefined}
                    aria-label={longDayText(one)}
                    aria-current={one === today ? 'date' : undefined}
                    data-outside={one.slice(0, 7) !== day.slice(0, 7)}
                    onClick={() => onChoose(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
