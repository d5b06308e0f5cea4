/** Whoever opens a page is there. */
let lastAt = Date.now()
const idleMs = 30_000

/** Notes that somebody is there, and tells whoever wants to know, at most once in a while. */
export const watchActivity = (onUse: () => void, everyMs: number) => {
  let toldAt = Date.now()
  const note = () => {
    lastAt = Date.now()
    if (lastAt - toldAt < everyMs) return
    toldAt = lastAt
    onUse()
  }
  const kinds = ['pointerdown', 'keydown', 'wheel'] as const
  for (const kind of kinds) window.addEventListener(kind, note, { passive: true, capture: true })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, note, { capture: true })
  }
}

export const isIdle = () => Date.now() - lastAt > idleMs
