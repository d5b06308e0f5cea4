import type { Values } from '../../api/versions.ts'
import type { Appointment, Reason } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import type { Span } from './schedule.ts'

type Time = Span & { readonly user: string; readonly department: string }
type WhoComes = Pick<Appointment, 'client' | 'patients' | 'type'>

/**
 * What two people may change apart from each other. Half of one time and half of another is a time that nobody chose, and so
 * is the animal of one client with another client.
 */
export type Parts = {
  readonly time: Time
  readonly who: WhoComes
  readonly reason: string | null
  readonly complaint: string
  readonly notes: string
}

export const partsOf = (appointment: Appointment): Parts => {
  const { start, end, user, department, client, patients, type, reason, complaint, notes } = appointment
  return {
    time: { start: Date.parse(start), end: Date.parse(end), user, department },
    who: { client, patients: patients.toSorted(), type },
    reason,
    complaint,
    notes,
  }
}

/** The parts that are not as they are stored. */
export const changesIn = (stored: Appointment, wanted: Parts): Partial<Parts> => {
  const before: Values = partsOf(stored)
  const after: Parts = { ...wanted, who: { ...wanted.who, patients: wanted.who.patients.toSorted() } }
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => {
      const stays = before[name]
      return typeof value === 'object' && value !== null
        ? Object.entries(value).some(
            ([key, part]) => JSON.stringify(part) !== JSON.stringify((stays as Record<string, unknown>)[key]),
          )
        : value !== stays
    }),
  )
}

/** The parts as the API takes them. */
export const bodyOf = (changes: Values) => {
  const { time, who, ...rest } = changes as Partial<Parts>
  return {
    ...(time && { ...time, start: new Date(time.start).toISOString(), end: new Date(time.end).toISOString() }),
    ...who,
    ...rest,
  }
}

type Theirs = { readonly now: Appointment; readonly overlapping: readonly string[] }

/** What somebody else made of the parts that were changed here, too. */
export const saidParts = (
  { now, overlapping }: Theirs,
  reasons: readonly Reason[],
  placeOf: (appointment: Appointment) => string,
): readonly string[] => {
  const { panel } = text.calendar
  const said: Readonly<Record<string, readonly [label: string, value: string]>> = {
    time: [panel.theirs.time, placeOf(now)],
    who: [panel.theirs.client, text.calendar.panel.theirs.changed],
    reason: [panel.reason, reasons.find(({ url }) => url === now.reason)?.name ?? ''],
    complaint: [panel.complaint, now.complaint],
    notes: [panel.notes, now.notes],
  }
  return overlapping.flatMap((name) => {
    const one = said[name]
    return one === undefined ? [] : [panel.theirs.value(one[0], one[1] || panel.theirs.nothing)]
  })
}
