import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { onBoard, visitAddress, visitKey } from './consultation.ts'
import { shows } from './shows.ts'

const showsHintsOf = (...visits: readonly number[]) => {
  const addresses = visits.map(visitAddress)
  return shows({
    consultation: addresses,
    consultationitem: addresses,
    diagnosticimaging_worklist: addresses,
    prescription: addresses,
  })
}

export const readHints = async (visit: number, signal?: AbortSignal) =>
  (await api.get('/consultation/{id}/charge_hints/', { path: { id: visit }, ...(signal && { signal }) })).results

/** What seems to be missing among the charges of a visit, with what somebody has said is not. */
export const hintsQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'hints'],
    queryFn: ({ signal }) => readHints(visit, signal),
    meta: showsHintsOf(visit),
  })

/** How many charges seem to be missing in each of some visits. */
export const missingChargesQuery = (visits: readonly number[]) =>
  queryOptions({
    queryKey: [...onBoard.queryKey, 'missing', visits.join()],
    queryFn: async ({ signal }) =>
      (await api.get('/consultation/charge_hints/', { query: { consultation__in: visits }, signal })).results,
    placeholderData: keepPreviousData,
    meta: showsHintsOf(...visits),
  })

export const declineHint = (visit: number, hint: number, reason: string, key: string) =>
  api.post('/consultation/{id}/charge_hints/{child_id}/decline/', {
    path: { id: visit, child_id: hint },
    body: { reason },
    key,
  })
