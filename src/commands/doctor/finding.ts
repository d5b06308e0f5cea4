/** What one check found. A warning is worth a look and leaves the exit code at 0. */
export type Finding = {
  readonly check: string
  readonly state: 'good' | 'warning' | 'bad' | 'skipped'
  readonly found: string
  readonly remedy?: string
}

export const good = (check: string, found: string): Finding => ({ check, state: 'good', found })
export const skipped = (check: string, found: string): Finding => ({ check, state: 'skipped', found })
export const bad = (check: string, found: string, remedy: string): Finding => ({ check, state: 'bad', found, remedy })
export const warning = (check: string, found: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  found,
  remedy,
})

/** A promise that is given up: what does not answer must not keep an operator waiting. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** How long a check waits for a server. */
export const patienceMs = 10_000
