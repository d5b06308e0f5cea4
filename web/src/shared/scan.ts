type Stroke = { readonly key: string; readonly at: number }

/** A scanner types faster than anybody, evenly, and ends with Enter. */
const [shortest, meanGapMs, maxGapMs] = [4, 40, 150] as const

/** Follows what is typed. Answers the code when Enter ends a burst that no hand could type. */
export const makeBurst = () => {
  let strokes: Stroke[] = []
  return (key: string, at: number): { readonly starts: boolean; readonly code?: string } => {
    const last = strokes.at(-1)
    if (last !== undefined && at - last.at > maxGapMs) strokes = []
    if (key === 'Enter') {
      const [burst, first] = [strokes, strokes[0]]
      strokes = []
      if (first === undefined || burst.length < shortest) return { starts: false }
      const isScan = (at - first.at) / burst.length <= meanGapMs
      return isScan ? { starts: false, code: burst.map((stroke) => stroke.key).join('') } : { starts: false }
    }
    // Shift and the like type nothing.
    if (key.length !== 1) return { starts: false }
    strokes.push({ key, at })
    return { starts: strokes.length === 1 }
  }
}

/** Follows what is typed into fields, of which each key comes with what its field has then: once a scan ends, what it had before. */
export const makeCatch = () => {
  const burst = makeBurst()
  let before = ''
  return (key: string, at: number, value: string) => {
    const { starts, code } = burst(key, at)
    if (starts) before = value
    return code === undefined ? undefined : { code, before }
  }
}
