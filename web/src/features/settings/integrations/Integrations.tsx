import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Webhooks } from './Webhooks.tsx'

const Applications = lazy(async () => ({ default: (await import('./Applications.tsx')).Applications }))

/** The programs that work with the clinic’s data. */
export const Integrations = () => {
  const { view } = useSearch({ from: '/settings/integrations' })
  return view === 'applications' ? (
    <Suspense>
      <Applications />
    </Suspense>
  ) : (
    <Webhooks />
  )
}
