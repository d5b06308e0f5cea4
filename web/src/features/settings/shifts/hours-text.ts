import { shortTimeText } from '../../../format.ts'
import { settingsText } from '../../../text/en-settings.ts'
import type { Hours } from './week.ts'

export const hoursText = ({ start, end }: Hours) => settingsText.shifts.hours(shortTimeText(start), shortTimeText(end))

/** All shifts of a day in words, or that there is none. */
export const allHoursText = (hours: readonly Hours[]) =>
  hours.length === 0 ? settingsText.shifts.free : settingsText.shifts.list(hours.map(hoursText))
