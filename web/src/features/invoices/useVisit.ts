import { Permission } from '@fetlock/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { may, useMe } from '../../api/me.ts'
import { idOf, type Invoice, nameOfUser } from '../../api/records.ts'
import { shows } from '../../api/shows.ts'
import { dateText, timeText } from '../../format.ts'

/** A visit with its veterinarian. */
const visitQuery = (id: number) =>
  queryOptions({
    queryKey: ['consultation', id, 'with veterinarian'],
    queryFn: ({ signal }) =>
      api.get('/consultation/{id}/', { path: { id }, query: { expose_supervising_veterinarian: true }, signal }),
    meta: shows({ consultation: `/consultation/${id}/` }),
  })

export type Visit = { readonly when: string; readonly vet: string | undefined }

/** The visit that the invoice is for, where there is one that the user may see. */
export const useVisit = (invoice: Invoice | undefined): Visit | undefined => {
  const me = useMe()
  const consultation = invoice?.consultation ?? null
  const isShown = consultation !== null && may(me, Permission.ClinicalConsultations)
  const { data } = useQuery({ ...visitQuery(consultation === null ? 0 : idOf(consultation)), enabled: isShown })
  if (data === undefined) return undefined
  const { time_zone } = me.organisation
  return {
    when: `${dateText(data.started, time_zone)}, ${timeText(data.started, time_zone)}`,
    vet: data.supervising_veterinarian_data == null ? undefined : nameOfUser(data.supervising_veterinarian_data),
  }
}
