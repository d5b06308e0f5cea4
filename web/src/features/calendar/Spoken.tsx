import { timeText } from '../../format.ts'
import { text } from '../../text/en.ts'
import { clashText } from './clashes.ts'
import type { Lifted } from './Ghost.tsx'

/** What is happening, for whoever cannot see it. */
export const Spoken = ({ held, columns, refusal }: Pick<Lifted, 'held' | 'columns' | 'refusal'>) => {
  const column = columns[held.to.column]!
  const at = (moment: number) => timeText(new Date(moment), column.day.timeZone)
  const place = `${at(held.to.start)}–${at(held.to.end)}, ${column.title}`
  if (held.to === held.from) return text.calendar.moving.started(held.entry?.name ?? '', place)
  if (refusal === undefined) return place
  const message = clashText(refusal, at)
  return text.calendar.moving.clash(
    `${place}: ${message}`,
    refusal.nearest === undefined
      ? text.calendar.clash.none
      : text.calendar.moving.enterTakes(at(refusal.nearest.start)),
  )
}
