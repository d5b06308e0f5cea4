import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { say } from '../../shared/toasts.ts'
import { moneyKey } from '../../shared/payments/queries.ts'

/** Waits for a write, says what came of it, and reads what it changed. */
export const useWriting = () => {
  const client = useQueryClient()
  return useCallback(
    async <T>(work: Promise<T>, said: (answer: T) => string) => {
      say(said(await work))
      await client.invalidateQueries({ queryKey: [moneyKey] })
    },
    [client],
  )
}
