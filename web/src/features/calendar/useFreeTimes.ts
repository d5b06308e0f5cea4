import { type QueryClient, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { type FreeTime, freeTimesQuery } from '../../api/appointment.ts'

type Asked = {
  readonly departments: readonly number[]
  readonly date: string
  readonly reason: number | undefined
  readonly minutes: number | undefined
  readonly moving: number | undefined
  readonly enabled: boolean
}

/** Free times can be asked for in this length; one that is being typed is not there yet. */
const asLength = (minutes: number | undefined) =>
  minutes !== undefined && minutes >= 5 && minutes <= 1440 ? minutes : undefined

const together = (results: readonly UseQueryResult<readonly FreeTime[]>[]) =>
  results.some(({ data }) => data === undefined)
    ? undefined
    : results.flatMap(({ data }) => data!).toSorted((one, other) => one.start - other.start || one.user - other.user)

/**
 * What was free there on that day in another length, until the answer comes: a form whose time vanishes with every reason
 * cannot be sent. Times of another day or department would be booked by whoever is quick.
 */
const knownBefore = (client: QueryClient, department: number, date: string) =>
  client
    .getQueryCache()
    .findAll({ queryKey: ['calendar', 'free', department, date] })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ state }) => state.data as readonly FreeTime[] | undefined)
    .find((data) => data !== undefined)

/** When somebody is free on a day in one of some departments; undefined until all have answered. */
export const useFreeTimes = ({ departments, enabled, minutes, ...asked }: Asked): readonly FreeTime[] | undefined => {
  const client = useQueryClient()
  return useQueries({
    queries: departments.map((department) => ({
      ...freeTimesQuery({ ...asked, minutes: asLength(minutes), department }),
      placeholderData: () => knownBefore(client, department, asked.date),
      enabled: enabled && department > 0,
    })),
    combine: together,
  })
}

/** A few of each are read at a glance; of one person the whole day is. */
const [maxOffered, maxOfOne, maxOfOnly] = [9, 3, 40]

/** The next free times: those of the person who was asked for, or a few of each, always with those of whoever is chosen. */
export const offeredOf = (times: readonly FreeTime[], only: number | undefined, chosen: number | undefined) => {
  if (only !== undefined) return times.filter(({ user }) => user === only).slice(0, maxOfOnly)
  const counts = new Map<number, number>()
  const few = times.filter(({ user }) => {
    const count = (counts.get(user) ?? 0) + 1
    counts.set(user, count)
    return count <= maxOfOne
  })
  const first = few.slice(0, maxOffered)
  const own = few.filter((time) => time.user === chosen && !first.includes(time))
  return [...first, ...own]
}
