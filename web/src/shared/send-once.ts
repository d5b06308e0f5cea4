import { isRefusal } from '../api/problem.ts'

type Means = {
  readonly send: (path: string, body: unknown, idempotencyKey: string) => Promise<unknown>
  /** Waits before a request is sent for the second, third … time. */
  readonly wait: (times: number) => Promise<unknown>
  readonly mintKey: () => string
}

const mostTries = 3

/**
 * Sends what must take effect once, such as an item at the till. If no answer comes it is given up after a few tries, but its
 * key is kept: whoever asks for the same again asks for that one, until there is a definite answer.
 */
export const makeSendOnce = ({ send, wait, mintKey }: Means) => {
  const unanswered = new Map<string, { readonly path: string; readonly body: unknown; readonly key: string }>()
  return {
    send: async <T>(path: string, body: unknown): Promise<T> => {
      const name = JSON.stringify([path, body])
      const { key } = unanswered.get(name) ?? { key: mintKey() }
      unanswered.set(name, { path, body, key })
      for (let tries = 1; ; tries++)
        try {
          const answer = await send(path, body, key)
          unanswered.delete(name)
          return answer as T
        } catch (error) {
          if (isRefusal(error)) unanswered.delete(name)
          if (isRefusal(error) || tries === mostTries) throw error
          await wait(tries)
        }
    },

    /** Forgets what got no answer on a path, once it is known what became of it. */
    forget: (path: string, isKnown: (body: unknown) => boolean) => {
      for (const [name, one] of unanswered) if (one.path === path && isKnown(one.body)) unanswered.delete(name)
    },
  }
}
