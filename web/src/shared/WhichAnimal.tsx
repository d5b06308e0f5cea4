import { lazy, Suspense } from 'react'
import { useAskedAnimal } from './which-animal.ts'

// Most appointments name their animals, so it is loaded when one does not.
const AnimalQuestion = lazy(async () => ({ default: (await import('./AnimalQuestion.tsx')).AnimalQuestion }))

/** Which animal comes with an appointment that names none, asked over whatever page it is checked in on. */
export const WhichAnimal = () => {
  const asked = useAskedAnimal()
  return asked === undefined ? null : (
    <Suspense>
      <AnimalQuestion key={asked.appointment.id} appointment={asked.appointment} onAnswer={asked.answer} />
    </Suspense>
  )
}
