import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type Options, useAnswers } from './use-write.ts'
import { makeIntent } from './write-intent.ts'

type OfMany<V, R> = Options<V, R> & {
  /** What a write is about, such as a row: writes about the same follow each other, others go side by side. */
  readonly about: (variables: V) => string | number
}

/**
 * Like `useWrite`, for a list whose records are changed in quick succession: none waits for another's, and none is lost
 * because one is under way. Whoever asks again for what had no answer asks for it under the same key. What is written names the
 * version that it begins with: from another one, the same words mean another write. Returns whether it was done.
 */
export const useWrites = <V, R>(options: OfMany<V, R>): ((variables: V) => Promise<boolean>) => {
  const [intents] = useState(() => new Map<string, ReturnType<typeof makeIntent<V, R>>>())
  const [turns] = useState(() => new Map<string | number, Promise<unknown>>())
  const settle = async (variables: V) => {
    const name = JSON.stringify([options.about(variables), variables])
    const intent = intents.get(name) ?? makeIntent<V, R>()
    intents.set(name, intent)
    try {
      return await intent.settle(options.send, variables)
    } finally {
      if (!intent.isOpen()) intents.delete(name)
    }
  }
  const { mutateAsync } = useMutation({
    mutationFn: settle,
    networkMode: 'always',
    retry: false,
    ...useAnswers(options),
  })
  const about = useRef(options.about)
  return useCallback(
    (variables: V) => {
      const name = about.current(variables)
      const before = turns.get(name) ?? Promise.resolve()
      const mine = before
        .then(() => mutateAsync(variables))
        .then(
          () => true,
          // `onError` has said it.
          () => false,
        )
      turns.set(name, mine)
      return mine
    },
    [mutateAsync, turns],
  )
}
