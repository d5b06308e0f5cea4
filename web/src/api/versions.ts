export type Values = Readonly<Record<string, unknown>>

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What somebody else has changed in a record since it was read: where they changed what I changed too, differently, and where
 * they changed something else.
 */
export const compareVersions = (before: Values, now: Values, mine: Values) => {
  const theirs = Object.keys(now).filter((name) => !isSame(before[name], now[name]))
  return {
    overlapping: theirs.filter((name) => name in mine && !isSame(mine[name], now[name])),
    others: theirs.filter((name) => !(name in mine)),
  }
}
