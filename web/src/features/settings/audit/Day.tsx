import type { ReactNode } from 'react'
import { dateIn, longDayText } from '../../../format.ts'
import classes from './Audit.module.css'

type Occurred = { readonly id: number; readonly occurred: string }

/** The rows of a table under the days on which they happened. */
export const ByDay = <E extends Occurred>({
  events,
  timeZone,
  children,
}: {
  readonly events: readonly E[]
  readonly timeZone: string
  readonly children: (event: E) => ReactNode
}) =>
  events.map((event, at) => {
    const day = dateIn(new Date(event.occurred), timeZone)
    const before = events[at - 1]
    const isNew = before === undefined || dateIn(new Date(before.occurred), timeZone) !== day
    return [
      isNew && (
        <tr key={day} className={classes['day']}>
          <th colSpan={4} scope="colgroup">
            {longDayText(day)}
          </th>
        </tr>
      ),
      children(event),
    ]
  })
