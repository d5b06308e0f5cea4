import { type BodyOf, type PrescriptionStatus, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { visitAddress, visitKey } from './consultation.ts'
import type { Prescription } from './records.ts'
import { shows } from './shows.ts'

export const prescriptionsQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'prescriptions'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/eprescription/prescription/', {
          query: { consultation__is: String(visit), expose_items: true, expose_prescriber: true },
          signal,
        }),
      ),
    meta: shows({ prescription: visitAddress(visit) }),
  })

export type NewPrescription = BodyOf<'POST', '/eprescription/prescription/'>
/** What the service would say of a prescription, without writing it. */
export const tryPrescription = (body: NewPrescription) =>
  api.post('/eprescription/prescription/', { body, dryRun: true })

export const movePrescription = ({ id, modified }: Prescription, status: PrescriptionStatus, key?: string) =>
  api.patch('/eprescription/prescription/{id}/', { path: { id }, body: { status }, ifMatch: modified, key })
