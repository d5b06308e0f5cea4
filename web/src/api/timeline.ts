import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from './api.ts'
import { nextPage } from './lists.ts'
import { patientAddress, patientKey } from './patient.ts'
import { shows } from './shows.ts'

/** What happened to a patient, the newest first, all of it or some kinds. */
export const timelineQuery = (patient: number, kinds: string | undefined) => {
  const address = patientAddress(patient)
  return infiniteQueryOptions({
    queryKey: [...patientKey(patient), 'timeline', kinds],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/patient/{id}/timeline/', {
        path: { id: patient },
        query: { kind__in: kinds, page, page_size: 100 },
        signal,
      }),
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: shows({
      patient: address,
      consultation: address,
      consultationnote: address,
      consultationdiagnosis: address,
      consultationitem: address,
      vital: address,
      patientweight: address,
      prescription: address,
      diagnosticimaging_worklist: address,
      appointment: address,
      invoice: address,
    }),
  })
}
