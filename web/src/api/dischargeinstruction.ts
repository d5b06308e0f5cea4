import { walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { visitAddress, visitKey } from './consultation.ts'
import { shows } from './shows.ts'

export const dischargeQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'consultationdischargeinstruction'],
    queryFn: ({ signal }) =>
      Array.fromAsync(
        walk(api, '/consultation/{id}/consultationdischargeinstruction/', { path: { id: visit }, signal }),
      ),
    meta: shows({ consultationdischargeinstruction: visitAddress(visit) }),
  })
