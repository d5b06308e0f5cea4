import { queryOptions } from '@tanstack/react-query'
import type { Client } from './records.ts'
import { get } from './request.ts'

/** A client with their phone numbers and animals. */
export const clientQuery = (id: number) =>
  queryOptions({
    queryKey: ['client', id],
    queryFn: ({ signal }) =>
      get<Client>(`/client/${id}/`, { expose_phone_numbers: true, expose_patients: true }, signal),
    meta: { resources: ['client', 'patient', 'phonenumber'] },
  })
