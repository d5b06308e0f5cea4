/** Sleeps until it is woken. One that is woken while it is awake does not sleep the next time. */
export const sleeper = () => {
  let isWoken = false
  let wakeUp = () => {}
  return {
    wake: () => {
      isWoken = true
      wakeUp()
    },
    /** Resolves when it is woken, or after a time; at once if it was woken since the last time. */
    sleep: async (ms?: number) => {
      if (!isWoken)
        await new Promise<void>((resolve) => {
          const timer = ms === undefined ? undefined : setTimeout(resolve, ms)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isWoken = false
    },
  }
}

export type Sleeper = ReturnType<typeof sleeper>
