import { useCallback, useRef } from 'react'

/** The key of what a form sends: the same as long as the same is sent again, so that a lost answer or a second Enter adds nothing. */
export const useKeyFor = () => {
  const last = useRef<{ readonly text: string; readonly key: string }>(undefined)
  return useCallback((body: unknown) => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }, [])
}
