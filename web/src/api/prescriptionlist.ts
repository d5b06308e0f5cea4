import { entry, PrescriptionStatus, type QueryOf } from '@fetlock/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { nextPage } from './lists.ts'
import { may } from './me.ts'
import { prescriptionsKey } from './worklistkeys.ts'
import type { Me, Prescription } from './records.ts'
import { shows, showsAll } from './shows.ts'

const { Draft, Sending, Sent, Accepted, Rejected, Canceled, Error: Failed, AcceptedWithWarning } = PrescriptionStatus

type Filters = QueryOf<'GET', '/eprescription/prescription/'>

/** How far prescriptions are, and what is to be done about them. The longest waiting draft comes first, the newest of the others. */
const filtersOf = {
  draft: { status__is: Draft, ordering: 'issue_time' },
  problem: { unread__is: true, ordering: '-modified' },
  sending: { status__in: [Sending, Sent], ordering: '-modified' },
  done: {
    status__in: [Accepted, Rejected, Canceled, Failed, AcceptedWithWarning],
    unread__is: false,
    ordering: '-modified',
  },
} as const satisfies Readonly<Record<string, Filters>>
export type PrescriptionGroup = keyof typeof filtersOf
export const prescriptionGroups = Object.keys(filtersOf) as readonly PrescriptionGroup[]

/** What a list shows of a prescription is read with it, as far as the person may see it. */
const shownOf = (me: Me) => {
  const clients = may(me, 'General: Patients and clients') || undefined
  return { expose_items: true, expose_prescriber: true, expose_client: clients, expose_patients: clients } as const
}

type Asked = {
  readonly me: Me
  readonly group: PrescriptionGroup
  /** Whose they are; everybody's without it. */
  readonly prescriber: number | undefined
  readonly department: number | undefined
}

export const prescriptionGroupQuery = ({ me, group, prescriber, department }: Asked) =>
  infiniteQueryOptions({
    queryKey: [...prescriptionsKey, group, prescriber, department],
    queryFn: ({ signal, pageParam: page }) =>
      api.get('/eprescription/prescription/', {
        query: {
          ...filtersOf[group],
          prescriber__is: prescriber?.toString(),
          department__is: department?.toString(),
          ...shownOf(me),
          page,
        },
        signal,
      }),
    ...nextPage,
    placeholderData: keepPreviousData,
    meta: showsAll('prescription'),
  })

export const prescriptionQuery = (id: number, me: Me) =>
  queryOptions({
    queryKey: [...prescriptionsKey, 'one', id],
    queryFn: ({ signal }) =>
      api.get('/eprescription/prescription/{id}/', {
        path: { id },
        query: { ...shownOf(me), expose_created_user: true, expose_message_read_by: true },
        signal,
      }),
    meta: shows({ prescription: `/eprescription/prescription/${id}/` }),
  })

/** What the medicines of a draft meet on the day of its signature, without signing it. */
export const trySigning = ({ id, modified }: Prescription) =>
  api.patch('/eprescription/prescription/{id}/', {
    path: { id },
    body: { status: Sending },
    ifMatch: modified,
    dryRun: true,
  })

type Reason = { readonly item: number; readonly reason: string }

/** Signs a draft, and says why what it meets is prescribed nevertheless. */
export const signEntries = (prescription: Prescription, reasons: readonly Reason[]) => [
  entry('signed', 'PATCH', '/eprescription/prescription/{id}/', {
    path: { id: prescription.id },
    body: { status: Sending },
    ifMatch: prescription,
  }),
  ...reasons.map(({ item, reason }, at) =>
    entry(`reason${at}`, 'PATCH', '/eprescription/prescription_item/{id}/', {
      path: { id: item },
      body: { warning_reason: reason },
    }),
  ),
]

/** What becomes of a prescription in whose place another comes: a draft is cancelled, and what came of it is read. */
export const replacedEntry = (prescription: Prescription) => {
  const path = { id: prescription.id }
  return prescription.status === Draft
    ? entry('replaced', 'PATCH', '/eprescription/prescription/{id}/', {
        path,
        body: { status: Canceled },
        ifMatch: prescription,
      })
    : entry('replaced', 'POST', '/eprescription/prescription/{id}/mark_read/', { path })
}

export const markRead = ({ id }: Prescription, read: boolean, key?: string) =>
  api.post('/eprescription/prescription/{id}/mark_read/', { path: { id }, body: { read }, key })

/** How many wait for somebody: for their prescriber, or for whoever reads what came of them. */
export const openPrescriptionsCountQuery = (department: number | undefined) =>
  queryOptions({
    queryKey: [...prescriptionsKey, 'open', department],
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        (['draft', 'problem'] as const).map(async (group) => {
          const query = { ...filtersOf[group], department__is: department?.toString(), page_size: 1 }
          return (await api.get('/eprescription/prescription/', { query, signal })).count
        }),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
    placeholderData: keepPreviousData,
    meta: showsAll('prescription'),
  })
