/** The Levenshtein distance of two words. */
const editDistance = (one: string, other: string) => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (let at = 1; at <= other.length; at++)
      next.push(Math.min(next[at - 1]! + 1, row[at]! + 1, row[at - 1]! + (letter === other[at - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}

/** What was probably meant, if anything is close enough. */
export const nearest = (typed: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((word) => ({ word, letters: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .toSorted((a, b) => a.letters - b.letters)
  if (best === undefined) return undefined
  if (known.some((word) => word.startsWith(typed) && typed.length > 2))
    return known.find((word) => word.startsWith(typed))
  return best.letters <= Math.max(2, Math.floor(best.word.length / 3)) ? best.word : undefined
}
