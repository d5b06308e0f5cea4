/** Wakes somebody who sleeps. One that rings while nobody sleeps is heard by the next who would. */
export const alarm = () => {
  let hasRung = false
  let wake = () => {}
  return {
    ring: () => {
      hasRung = true
      wake()
    },
    /** Resolves when it rings, or after a time; at once if it has rung since the last time. */
    sleep: async (ms?: number) => {
      if (!hasRung)
        await new Promise<void>((resolve) => {
          const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      hasRung = false
    },
  }
}

export type Alarm = ReturnType<typeof alarm>
