import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentStepUp, subscribeStepUp } from '../shared/step-up.ts'

const StepUpQuestion = lazy(async () => ({ default: (await import('./StepUpQuestion.tsx')).StepUpQuestion }))

/** The question whether it is them who is signed in, while a write waits for the answer. */
export const StepUp = () => {
  const asking = useSyncExternalStore(subscribeStepUp, currentStepUp)
  return asking === undefined ? null : (
    <Suspense fallback={null}>
      <StepUpQuestion />
    </Suspense>
  )
}
