type Stroke = { readonly key: string; readonly at: number }

/** A scanner types faster than anybody, evenly, and ends with Enter. */
const [shortest, meanGapMs, longestGapMs] = [4, 40, 150] as const

/** Follows what is typed. Answers the code when Enter ends a burst that no hand could type. */
export const makeBurst = () => {
  let strokes: Stroke[] = []
  return (key: string, at: number): { readonly starts: boolean; readonly code?: string } => {
    const last = strokes.at(-1)
    if (last !== undefined && at - last.at > longestGapMs) strokes = []
    if (key === 'Enter') {
      const [burst, first] = [strokes, strokes[0]]
      strokes = []
      if (first === undefined || burst.length < shortest) return { starts: false }
      const isScan = (at - first.at) / burst.length <= meanGapMs
      return isScan ? { starts: false, code: burst.map((stroke) => stroke.key).join('') } : { starts: false }
    }
    if (key.length === 1) strokes.push({ key, at })
    return { starts: strokes.length === 1 }
  }
}
