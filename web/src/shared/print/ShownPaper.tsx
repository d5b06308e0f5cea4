import { lazy, Suspense } from 'react'
import { useShownPaper } from './shown-paper.ts'

// Loaded when something is printed.
const Papers = lazy(async () => ({ default: (await import('./Papers.tsx')).Papers }))

/** What is being printed, beside whatever page. */
export const ShownPaper = () => {
  const paper = useShownPaper()
  return paper === undefined ? null : (
    <Suspense>
      <Papers paper={paper} />
    </Suspense>
  )
}
