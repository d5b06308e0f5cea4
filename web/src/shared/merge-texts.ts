/** What was changed of a text, as one run of lines that others took the place of. */
type Change = { readonly from: number; readonly until: number; readonly lines: readonly string[] }

const changeOf = (before: readonly string[], after: readonly string[]): Change => {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let end = 0
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, until: before.length - end, lines: after.slice(from, after.length - end) }
}

const isNothing = ({ from, until, lines }: Change) => from === until && lines.length === 0

/**
 * The text with the changes of both, or undefined where they changed the same lines. Two who add at the same place have
 * changed the same.
 */
export const mergeTexts = (before: string, mine: string, theirs: string): string | undefined => {
  if (mine === theirs) return mine
  const lines = before.split('\n')
  const [own, other] = [changeOf(lines, mine.split('\n')), changeOf(lines, theirs.split('\n'))]
  if (isNothing(own)) return theirs
  if (isNothing(other)) return mine
  const [first, second] = own.from <= other.from ? [own, other] : [other, own]
  if (first.until > second.from || first.from === second.from) return undefined
  return [
    ...lines.slice(0, first.from),
    ...first.lines,
    ...lines.slice(first.until, second.from),
    ...second.lines,
    ...lines.slice(second.until),
  ].join('\n')
}
