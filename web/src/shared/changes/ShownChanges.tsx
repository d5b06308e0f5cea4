import { lazy, Suspense } from 'react'
import { useShownChanges } from './shown-changes.ts'

// Few look at it, so it is loaded when somebody does.
const ChangesDialog = lazy(async () => ({ default: (await import('./ChangesDialog.tsx')).ChangesDialog }))

/** The changes that were asked for, over whatever page. */
export const ShownChanges = () => {
  const followed = useShownChanges()
  return followed === undefined ? null : (
    <Suspense>
      <ChangesDialog followed={followed} />
    </Suspense>
  )
}
