import { composite, entry } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import type { Organisation, VatGroup } from './records.ts'
import { showsAll } from './shows.ts'

export const setupKey = ['setup'] as const

/** What a new clinic still needs. */
export const setupQuery = queryOptions({
  queryKey: setupKey,
  queryFn: ({ signal }) => api.get('/setup/', { signal }),
  // Whoever comes back has just filled something, of which the event stream does not tell the tab that wrote it.
  staleTime: 0,
  meta: showsAll(
    'client',
    'department',
    'department_settings',
    'import',
    'item',
    'patient',
    'shift',
    'user',
    'vatgroup',
  ),
})

export type ChangedRate = { readonly group: VatGroup; readonly percentage: string }
export type NewRate = { readonly title: string; readonly percentage: string }

/** Confirms the rates of VAT as they are shown: what was corrected and what is new is saved with it, or nothing is. */
export const confirmRates = (
  { id, modified }: Organisation,
  changed: readonly ChangedRate[],
  added: NewRate | undefined,
  key: string,
) =>
  composite(
    api,
    [
      ...changed.map(({ group, percentage }, at) =>
        entry(`rate${at}`, 'PATCH', '/vatgroup/{id}/', {
          path: { id: group.id },
          body: { percentage },
          ifMatch: group.modified,
        }),
      ),
      ...(added === undefined ? [] : [entry('added', 'POST', '/vatgroup/', { body: added })]),
      entry('clinic', 'PATCH', '/organisation/{id}/', {
        path: { id },
        body: { vat_rates_confirmed: true },
        ifMatch: modified,
      }),
    ],
    { key },
  )
