import { ConsultationStatus } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import type { Consultation, Department } from '../../api/records.ts'
import { shows } from '../../api/shows.ts'

const openStatuses: readonly ConsultationStatus[] = [
  ConsultationStatus.Admitted,
  ConsultationStatus.ReadyForDischarge,
  ConsultationStatus.Discharged,
  ConsultationStatus.Invoicing,
  ConsultationStatus.InProgress,
  ConsultationStatus.Draft,
]
const maxShown = 3

/** How many visits of a department are not finalized, with the first of them. */
export const openVisitsQuery = (department: Department) =>
  queryOptions({
    queryKey: ['consultation', 'open', department.id],
    queryFn: ({ signal }) =>
      api.get('/consultation/', {
        query: {
          status__in: openStatuses,
          department__is: String(department.id),
          expose_patients: true,
          page_size: maxShown,
        },
        signal,
      }),
    meta: shows<{ readonly results: readonly Consultation[] }>({
      consultation: department.url,
      patient: ({ results }) => results.flatMap(({ patients }) => patients),
    }),
  })
