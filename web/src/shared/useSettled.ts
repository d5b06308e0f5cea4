import { useEffect, useState } from 'react'

/** What was typed, once nothing has been typed for a moment. */
export const useSettled = <T>(typed: T, pauseMs = 120): T => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return settled
}
