/** One request may fail by chance; after two in a row the server is taken not to answer. */
const enough = 2
let failures = 0
const listeners = new Set<() => void>()

export const isAnswering = () => failures < enough

/** Notes whether the server answered a request, with whatever; a server that only fails does not. */
export const noteAnswer = (isAnswered: boolean) => {
  const before = isAnswering()
  failures = isAnswered ? 0 : failures + 1
  if (isAnswering() !== before) for (const listener of listeners) listener()
}

export const subscribeAnswers = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
