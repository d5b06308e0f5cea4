import type { PaymentType } from '@fetlock/sdk'
import { useCallback, useState } from 'react'
import { useMe } from '../../api/me.ts'
import { methodsFor } from './methods.ts'

type Counts = Readonly<Record<number, number>>

/** How often each user takes what. It is kept on the device: no request is sent for the order of tiles. */
const placeOf = (user: string) => `fetlock.methods ${user}`
const readCounts = (user: string) => JSON.parse(localStorage.getItem(placeOf(user)) ?? '{}') as Counts

/** The methods as this user is used to them, in an order that stays while a sheet is open. */
export const useMethods = () => {
  const user = useMe().user.url
  const [methods] = useState(() => methodsFor(readCounts(user)))
  const count = useCallback(
    (taken: readonly PaymentType[]) => {
      const counts: Record<number, number> = { ...readCounts(user) }
      for (const method of taken) counts[method] = (counts[method] ?? 0) + 1
      localStorage.setItem(placeOf(user), JSON.stringify(counts))
    },
    [user],
  )
  return { methods, count }
}
