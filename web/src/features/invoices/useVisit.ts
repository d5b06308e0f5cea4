import { useQuery } from '@tanstack/react-query'
import { may, useMe } from '../../api/me.ts'
import { type Invoice, nameOfUser } from '../../api/records.ts'
import { dateText, timeText } from '../../format.ts'
import { visitQuery } from './queries.ts'

export type Visit = { readonly when: string; readonly vet: string | undefined }

/** The visit that the invoice is for, where there is one that the user may see. */
export const useVisit = (invoice: Invoice | undefined): Visit | undefined => {
  const me = useMe()
  const consultation = invoice?.consultation ?? null
  const isShown = consultation !== null && may(me, 'Clinical: Consultations')
  const { data } = useQuery({ ...visitQuery(consultation ?? ''), enabled: isShown })
  if (data === undefined) return undefined
  const { time_zone } = me.organisation
  return {
    when: `${dateText(data.started, time_zone)}, ${timeText(data.started, time_zone)}`,
    vet: data.supervising_veterinarian_data == null ? undefined : nameOfUser(data.supervising_veterinarian_data),
  }
}
