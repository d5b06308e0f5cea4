import { isStepUp, NotDone } from '../api/problem.ts'
import { text } from '../text/en.ts'

/** Somebody is asked to confirm that it is them; several writes that wait are answered by one confirmation. */
type Asking = { readonly answer: PromiseWithResolvers<boolean> }

let asking: Asking | undefined
const listeners = new Set<() => void>()
const change = (next: Asking | undefined) => {
  asking = next
  for (const listener of listeners) listener()
}

export const currentStepUp = () => asking
export const subscribeStepUp = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const ask = () => {
  if (asking === undefined) change({ answer: Promise.withResolvers<boolean>() })
  return asking!.answer.promise
}

/** Ends the question: the writes that wait for it are sent again, or are not done. */
export const answerStepUp = (isConfirmed: boolean) => {
  const ended = asking
  change(undefined)
  ended?.answer.resolve(isConfirmed)
}

/** Sends a write. Where the service wants to know that the person is there, asks them and sends the same again. */
export const confirmed = async <T>(send: () => Promise<T>): Promise<T> => {
  try {
    return await send()
  } catch (error) {
    if (!isStepUp(error)) throw error
    if (!(await ask())) throw new NotDone(text.notConfirmed)
    return send()
  }
}
