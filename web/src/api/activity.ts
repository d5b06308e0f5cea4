/** Whoever opens a page is there. */
let lastAt = Date.now()
const idleMs = 30_000
/** Without use for so long the service locks the session. */
const lockMs = 15 * 60_000
const lookMs = 15_000

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

/** Tells when nobody has been here for so long that the session is locked, and again until somebody is. */
export const watchAbsence = (onAbsence: (isBack: boolean) => void) => {
  const look = (isBack: boolean) => {
    if (Date.now() - lastAt >= lockMs) onAbsence(isBack)
  }
  const timer = setInterval(() => look(false), lookMs)
  // A tab behind others, or of a machine that slept, has looked seldom or never.
  const comeBack = () => document.visibilityState === 'visible' && look(true)
  document.addEventListener('visibilitychange', comeBack)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', comeBack)
  }
}
