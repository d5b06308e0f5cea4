import { useEffect, useState } from 'react'

const settleMs = 120

/** What was typed, once the fingers rest. */
export const useSettled = (value: string) => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
