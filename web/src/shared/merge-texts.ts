import { diffIndices } from 'node-diff3'

/** Some lines of a text that others took the place of. */
type Place = { readonly from: number; readonly until: number }
type Change = Place & { readonly lines: readonly string[] }

/** What was changed of a text, in the order of its lines. */
const changesOf = (before: readonly string[], after: readonly string[]): readonly Change[] =>
  diffIndices([...before], [...after]).map(({ buffer1: [from, count], buffer2Content }) => ({
    from,
    until: from + count,
    lines: buffer2Content,
  }))

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at])

/** A part of the text as it was before, and as each of the two has it. */
type Part = {
  readonly before: readonly string[]
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}

/** Whether two changes are about the same lines. Two who add at the same place have changed the same. */
const meets = (one: Place, other: Place) =>
  (one.from === other.from && one.until === other.until) || (one.from < other.until && other.from < one.until)

const isBefore = (one: Place, other: Place) =>
  one.from < other.from || (one.from === other.from && one.until <= other.until)
const nowhere: Place = { from: Infinity, until: Infinity }

/** The lines of a part of the text with those changes that lie within it. */
const applied = (lines: readonly string[], changes: readonly Change[], from: number, until: number) => {
  const made: string[] = []
  let at = from
  for (const change of changes) {
    made.push(...lines.slice(at, change.from))
    for (const line of change.lines) made.push(line)
    at = change.until
  }
  for (const line of lines.slice(at, until)) made.push(line)
  return made
}

/**
 * The text in parts: those that nobody changed, those that one changed, and those that both did. The merge of node-diff3 would
 * call changes of neighbouring lines a conflict, which people would have to settle for nothing.
 */
const partsOf = (before: readonly string[], mine: readonly string[], theirs: readonly string[]): readonly Part[] => {
  const [own, other] = [[...changesOf(before, mine)], [...changesOf(before, theirs)]]
  const parts: Part[] = []
  let at = 0
  while (own.length > 0 || other.length > 0) {
    const first = isBefore(own[0] ?? nowhere, other[0] ?? nowhere) ? own[0]! : other[0]!
    let { from, until } = first
    const [ownHere, otherHere]: [Change[], Change[]] = [[], []]
    const take = (changes: Change[], taken: Change[]) => {
      const [next] = changes
      if (next === undefined || !(next === first || meets({ from, until }, next))) return false
      taken.push(changes.shift()!)
      until = Math.max(until, next.until)
      return true
    }
    while (take(own, ownHere) || take(other, otherHere));
    const untouched = before.slice(at, from)
    parts.push({ before: untouched, mine: untouched, theirs: untouched })
    parts.push({
      before: before.slice(from, until),
      mine: applied(before, ownHere, from, until),
      theirs: applied(before, otherHere, from, until),
    })
    at = until
  }
  const rest = before.slice(at)
  return [...parts, { before: rest, mine: rest, theirs: rest }]
}

/** The part with the changes of both; undefined where they changed it differently. */
const mergedPart = ({ before, mine, theirs }: Part): readonly string[] | undefined => {
  if (isEqual(mine, before) || isEqual(mine, theirs)) return theirs
  return isEqual(theirs, before) ? mine : undefined
}

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
const partsOfTexts = (before: string, mine: string, theirs: string) =>
  partsOf(linesOf(before), linesOf(mine), linesOf(theirs))

/** The text with the changes of both, or undefined where they changed the same lines. */
export const mergeTexts = (before: string, mine: string, theirs: string): string | undefined => {
  const merged = partsOfTexts(before, mine, theirs).map(mergedPart)
  return merged.includes(undefined) ? undefined : merged.flatMap((lines) => lines!).join('\n')
}

/** Their lines and mine, those that both have once. */
const bothOf = ({ mine, theirs }: Part): readonly string[] =>
  applied(
    theirs,
    changesOf(theirs, mine).map((change) => ({
      ...change,
      lines: [...theirs.slice(change.from, change.until), ...change.lines],
    })),
    0,
    theirs.length,
  )

/** The text with the changes of both; where they changed the same lines, it has their version and mine below it. */
export const bothTexts = (before: string, mine: string, theirs: string): string =>
  partsOfTexts(before, mine, theirs)
    .flatMap((part) => mergedPart(part) ?? bothOf(part))
    .join('\n')

/** Where the caret belongs in a text that was changed around it. */
export const movedCaret = (before: string, after: string, caret: number): number => {
  const [lines, newLines] = [before.split('\n'), after.split('\n')]
  const above = before.slice(0, caret).split('\n')
  const [line, column] = [above.length - 1, above.at(-1)!.length]
  let shift = 0
  for (const { from, until, lines: others } of changesOf(lines, newLines)) {
    if (from > line) break
    // A line that is gone has its place among those that stand there now.
    const gone = until > line ? Math.max(0, line - from - Math.max(others.length - 1, 0)) : 0
    shift += until > line ? -gone : others.length - (until - from)
  }
  const to = Math.min(Math.max(line + shift, 0), newLines.length - 1)
  const start = newLines.slice(0, to).reduce((sum, one) => sum + one.length + 1, 0)
  return start + Math.min(column, newLines[to]!.length)
}
