import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { patientKey } from '../api/patient.ts'
import { weigh, weightsQuery } from '../api/patientweight.ts'
import { messageOf } from '../api/problem.ts'
import type { Patient } from '../api/records.ts'
import { typedDecimal, weightText } from '../format.ts'
import { text } from '../text/en.ts'
import { useWrite } from './use-write.ts'
import { jumpText } from './weights.ts'

/** A weight that differs by more from the last may be a slip of the finger. */
const plausible = 0.2

/** Weighs an animal. A weight that is far from the last is asked about once. */
export const useWeighing = ({ id, name }: Patient, onDone: () => void) => {
  const queries = useQueryClient()
  const { queryKey } = weightsQuery(id)
  const [problem, setProblem] = useState<string>()
  const asked = useRef<string>(undefined)
  const { write, isBusy } = useWrite({
    send: (weight: string, key) => weigh(id, weight, key),
    refresh: () => [patientKey(id)],
    said: ({ variables }) => text.patient.weighed(name, weightText(variables)),
    onDone: ({ result }) => {
      // The next is compared with it, also before all of them have been read again.
      queries.setQueryData(queryKey, (weights) => weights && [...weights, result])
      onDone()
    },
    onProblem: (error) => setProblem(messageOf(error)),
  })
  const submit = (typed: string) => {
    const weight = typedDecimal(typed)
    const last = queries.getQueryData(queryKey)?.at(-1)?.weight
    if (weight === undefined || Number(weight) === 0) return setProblem(text.patient.notANumber)
    if (last !== undefined && Math.abs(Number(weight) / Number(last) - 1) > plausible && asked.current !== weight) {
      asked.current = weight
      return setProblem(jumpText(weight, last))
    }
    return void write(weight)
  }
  return { submit, problem, isBusy }
}
