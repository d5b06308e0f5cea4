import { useCallback, useEffect, useState } from 'react'
import { useMe } from '../api/me.ts'
import { post } from '../api/request.ts'
import { makeMoneyWrites, type NewWrite } from './money-writes.ts'

const [firstWaitMs, longestWaitMs] = [500, 5_000]

export const moneyWrites = makeMoneyWrites({
  storage: sessionStorage,
  send: ({ path, body, key, ifModified }) => post(path, body, { idempotencyKey: key, ifModified }),
  wait: (times) =>
    Promise.race([
      new Promise((resolve) => void setTimeout(resolve, Math.min(firstWaitMs * 2 ** (times - 1), longestWaitMs))),
      new Promise((resolve) => window.addEventListener('online', resolve, { once: true })),
    ]),
  mintKey: () => crypto.randomUUID(),
})

/** `checking`: there was no answer, and the same write is sent until there is one. */
type MoneyState = 'idle' | 'busy' | 'checking'

/**
 * A write that moves money, for a button: busy, then perhaps checking, until the answer is definite. What an earlier page
 * has left open under the name is taken up again; `onSettled` is called for that too.
 */
export const useMoneyWrite = (what: string, onSettled: () => Promise<unknown> | undefined) => {
  // A key is good for the user who sent it: somebody else at this desk must not send it again.
  const name = `${useMe().user.url} ${what}`
  const [state, setState] = useState<MoneyState>('idle')
  const follow = useCallback(
    async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await work()
      } finally {
        await onSettled()
        setState('idle')
      }
    },
    [onSettled],
  )
  useEffect(() => {
    if (moneyWrites.pending(name) === undefined) return
    setState('checking')
    // A refusal is seen in what is owed, which is read again.
    void follow(() => moneyWrites.resume(name)).catch(() => {})
  }, [name, follow])
  const run = useCallback(
    <T>(asked: NewWrite): Promise<T> => {
      setState('busy')
      return follow(() => moneyWrites.write<T>(name, asked, () => setState('checking')))
    },
    [name, follow],
  )
  return { state, run }
}
