import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { changePreferences, meQuery, useMe } from '../../api/me.ts'
import type { Line } from '../../shared/payments/payment-steps.ts'

/** Counts what this user takes most often, for the order of the tiles. */
export const useCounting = () => {
  const me = useMe()
  const client = useQueryClient()
  return useCallback(
    async (lines: readonly Line[]) => {
      const before = (me.preferences['app.payment_counts'] ?? {}) as Readonly<Record<string, number>>
      const counts = { ...before }
      for (const { method } of lines) counts[method] = (counts[method] ?? 0) + 1
      // A count that is missed changes nothing but the order of the tiles.
      await changePreferences({ 'app.payment_counts': counts }).catch(() => {})
      await client.invalidateQueries(meQuery)
    },
    [me, client],
  )
}
