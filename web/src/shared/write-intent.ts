import { newKey } from '@fetlock/sdk'
import { isKeyReused, isRefusal, NotDone } from '../api/problem.ts'
import { confirmed } from './step-up.ts'

export type Send<V, R> = (variables: V, key: string) => Promise<R>

/** What was carried out: what was asked for now, or what had been asked for before and had no answer yet. */
export type Written<V, R> = { readonly variables: V; readonly result: R }

/** What was asked for under a key before, and is not known to have been refused. */
export type Begun<V> = { readonly key: string; readonly sent: V }

/**
 * What somebody wants to happen once. Its key is kept until there is a definite answer, also for what is changed meanwhile: the
 * service carries out one of the versions at most. If that was an earlier one, it is asked for again, and its answer is what
 * was written.
 */
export const makeIntent = <V, R>(begun?: Begun<V>) => {
  let key = begun?.key ?? newKey()
  /** What was sent under the key and is not known to have been refused. */
  let sent: readonly V[] = begun === undefined ? [] : [begun.sent]
  const close = () => {
    key = newKey()
    sent = []
  }
  const ask = async (send: Send<V, R>, variables: V, isRepeated: boolean): Promise<Written<V, R>> => {
    try {
      const result = await confirmed(() => send(variables, key))
      close()
      return { variables, result }
    } catch (error) {
      if (isRefusal(error, isRepeated) && !isKeyReused(error)) close()
      throw error
    }
  }
  /** Which of the earlier versions got through, if one did. */
  const findEarlier = async (send: Send<V, R>, earlier: readonly V[]): Promise<Written<V, R> | undefined> => {
    for (const variables of earlier) {
      try {
        return await ask(send, variables, true)
      } catch (error) {
        if (!isRefusal(error, true)) throw error
        // It was refused then, as its answer would have said.
        if (!isKeyReused(error)) return undefined
      }
    }
    close()
    return undefined
  }
  return {
    settle: async (send: Send<V, R>, variables: V): Promise<Written<V, R>> => {
      const earlier = sent
      sent = [...earlier, variables]
      try {
        return await ask(send, variables, earlier.length > 0)
      } catch (error) {
        // Nothing was sent of it: what was sent before is as unknown as it was.
        if (isKeyReused(error) || error instanceof NotDone) sent = earlier
        if (!isKeyReused(error)) throw error
        return (await findEarlier(send, earlier)) ?? ask(send, variables, false)
      }
    },
    isOpen: () => sent.length > 0,
  }
}
