import type { Shift } from '../../api/records.ts'

/**
 * Whose shifts say that they work on a date. The shifts of a single date replace those of its weekday for the same person in
 * the same department; without times they are a day off.
 */
export const onDuty = (weekly: readonly Shift[], dated: readonly Shift[]): ReadonlySet<string> => {
  const place = ({ user, department }: Shift) => `${user} ${department}`
  const replaced = new Set(dated.map(place))
  const valid = [...weekly.filter((shift) => !replaced.has(place(shift))), ...dated]
  return new Set(valid.filter(({ start }) => start !== null).map(({ user }) => user))
}
