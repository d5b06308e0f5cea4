import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { may } from '../../api/me.ts'
import type { Appointment, Consultation, Invoice, Me, PageOf } from '../../api/records.ts'
import { get } from '../../api/request.ts'
import { nextDate, startOfDay } from '../../format.ts'
import { closedStatuses, openStatuses } from './board.ts'

type Asked = { readonly me: Me; readonly date: string; readonly department: number | undefined }

const mostOfADay = 500

/** What a card shows is read with the list, as far as the person may see it: a board is three requests. */
const seen = (me: Me) => {
  const clients = may(me, 'General: Patients and clients')
  return { expose_client: clients, expose_patients: clients }
}

const bounds = ({ me, date }: Asked) => ({
  from: startOfDay(date, me.organisation.time_zone).toISOString(),
  to: startOfDay(nextDate(date), me.organisation.time_zone).toISOString(),
})

export const appointmentsQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['today', 'appointment', asked.date, asked.department],
    queryFn: ({ signal }) => {
      const { from, to } = bounds(asked)
      return get<PageOf<Appointment>>(
        '/appointment/',
        {
          start__gte: from,
          start__lt: to,
          active__is: 'true',
          department__is: asked.department,
          ...seen(asked.me),
          expose_user: true,
          expose_reason: true,
          expose_consultation: may(asked.me, 'Clinical: Consultations'),
          ordering: 'start',
          page_size: mostOfADay,
        },
        signal,
      )
    },
    meta: { resources: ['appointment', 'consultation', 'client', 'patient'] },
  })

const visitsQuery = (asked: Asked, kind: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['today', kind, asked.date, asked.department],
    queryFn: ({ signal }) =>
      get<PageOf<Consultation>>(
        '/consultation/',
        {
          status__in: (kind === 'open' ? openStatuses : closedStatuses).join(','),
          started__gte: kind === 'open' ? undefined : bounds(asked).from,
          department__is: asked.department,
          ...seen(asked.me),
          expose_supervising_veterinarian: true,
          expose_reason: true,
          expose_invoice: may(asked.me, 'Financial: Invoices'),
          page_size: mostOfADay,
        },
        signal,
      ),
    meta: { resources: ['consultation', 'client', 'patient', 'invoice', 'invoicepayment'] },
  })

/** Who is there, whatever day they came. */
export const openVisitsQuery = (asked: Asked) => visitsQuery(asked, 'open')
/** What was finalized of the visits of today. */
export const closedVisitsQuery = (asked: Asked) => visitsQuery(asked, 'closed')

type OpenHints = { readonly results: readonly { readonly consultation: string; readonly open: number }[] }

/** How many charges seem to be missing in the visits that wait for their invoice. */
export const missingChargesQuery = (visits: readonly number[]) =>
  queryOptions({
    queryKey: ['today', 'missing', visits.join(',')],
    queryFn: ({ signal }) =>
      get<OpenHints>('/consultation/charge_hints/', { consultation__in: visits.join(',') }, signal),
    placeholderData: keepPreviousData,
    meta: { resources: ['consultation', 'consultationitem', 'diagnosticimaging_worklist', 'prescription'] },
  })

/** What the clients who are expected owe from before. */
export const owedQuery = (clients: readonly number[]) =>
  queryOptions({
    queryKey: ['today', 'owed', clients.join(',')],
    queryFn: ({ signal }) =>
      get<PageOf<Invoice>>(
        '/invoice/',
        { client__in: clients.join(','), status__in: '1,2,3,4', due_sum__gt: '0', page_size: mostOfADay },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { resources: ['invoice', 'invoicepayment'] },
  })
