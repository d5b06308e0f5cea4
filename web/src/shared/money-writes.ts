import { ApiProblem } from '../api/problem.ts'

/** A write that moves money. Its key makes it happen once, however often it is sent. */
export type MoneyWrite = {
  readonly key: string
  readonly path: string
  readonly body: unknown
  /** The `modified` of the record that it is meant for. */
  readonly ifModified?: string | undefined
}
export type NewWrite = Omit<MoneyWrite, 'key'>

type Means = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly send: (write: MoneyWrite) => Promise<unknown>
  /** Waits before a write is sent for the second, third … time. */
  readonly wait: (times: number) => Promise<unknown>
  readonly mintKey: () => string
}

/** Whether it is unknown if the write was carried out: no answer, an error of the server, or another request with the key. */
export const isOpen = (error: unknown) =>
  error instanceof ApiProblem &&
  (error.status === 0 ||
    error.status >= 500 ||
    error.status === 429 ||
    error.code === 'conflict' ||
    error.code === 'session_locked')

const nameIn = (name: string) => `money:${name}`

/**
 * Sends writes that move money. Each is kept under a name until its answer is definite, also when the page is reloaded;
 * meanwhile the same name sends the same write again, and never a second one.
 */
export const makeMoneyWrites = ({ storage, send, wait, mintKey }: Means) => {
  const running = new Map<string, Promise<unknown>>()

  const pending = (name: string) => {
    const kept = storage.getItem(nameIn(name))
    return kept === null ? undefined : (JSON.parse(kept) as MoneyWrite)
  }

  const settle = async (name: string, write: MoneyWrite, onChecking: () => void) => {
    for (let times = 1; ; times++) {
      try {
        const answer = await send(write)
        storage.removeItem(nameIn(name))
        return answer
      } catch (error) {
        if (!isOpen(error)) {
          storage.removeItem(nameIn(name))
          throw error
        }
        onChecking()
        await wait(times)
      }
    }
  }

  const start = (name: string, write: MoneyWrite, onChecking: () => void) => {
    const settled = settle(name, write, onChecking).finally(() => running.delete(name))
    running.set(name, settled)
    return settled
  }

  return {
    /** A write of which it is not known yet whether it was carried out. */
    pending,

    /** Answers once that is definite. `onChecking` is called when it has to be sent again. */
    write: async <T>(name: string, asked: NewWrite, onChecking: () => void = () => {}): Promise<T> => {
      const under = running.get(name)
      if (under !== undefined) return (await under) as T
      const write = pending(name) ?? { key: mintKey(), ...asked }
      storage.setItem(nameIn(name), JSON.stringify(write))
      return (await start(name, write, onChecking)) as T
    },

    /** Goes on with what an earlier page has left open. */
    resume: async <T>(name: string): Promise<T | undefined> => {
      const write = pending(name)
      if (write === undefined) return undefined
      return (await (running.get(name) ?? start(name, write, () => {}))) as T
    },
  }
}
