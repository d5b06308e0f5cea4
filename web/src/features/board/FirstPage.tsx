import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { home } from '../../api/home.ts'
import type { Me } from '../../api/records.ts'
import { setupQuery } from '../../api/setup.ts'
import { isEssentialMissing, setsUp } from '../../shared/setup-state.ts'

/** Whether the app was opened with the board, and has shown nothing else yet. */
let isFirst = window.location.pathname === `${home}/`

/** The board, unless the app is opened in a clinic that still needs something: then whoever sets it up begins there. */
export const FirstPage = ({ me, children }: { readonly me: Me; readonly children: ReactNode }) => {
  const [asks] = useState(() => isFirst && setsUp(me))
  const { data, isPending } = useQuery({ ...setupQuery, enabled: asks })
  const isDecided = !asks || !isPending
  useEffect(() => {
    if (isDecided) isFirst = false
  }, [isDecided])
  if (!isDecided) return null
  return asks && data !== undefined && isEssentialMissing(data) ? <Navigate to="/settings/setup/" replace /> : children
}
