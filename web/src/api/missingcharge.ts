import { list } from '@fetlock/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { longPages, readInGroups } from './lists.ts'
import { may } from './me.ts'
import { type ChargeHint, type Consultation, idOf, type ImagingOrder, type Item, type Me } from './records.ts'
import { showsAll } from './shows.ts'

/** What looks uncharged over all visits, and how much there is, is read again by this. */
export const missingKey = ['missing charges'] as const

/** Whatever a hint is worked out from. */
const showsHints = showsAll(
  'consultation',
  'consultationitem',
  'diagnosticimaging_worklist',
  'prescription',
  'reason_item',
)

type Asked = { readonly days: number | undefined; readonly department: number | undefined }

const readMissing = ({ days, department }: Asked, signal: AbortSignal) =>
  api.get('/consultation/missing_charges/', { query: { days, department__is: department?.toString() }, signal })

/** How much nobody has decided on. */
export const missingCountQuery = (department: number | undefined) =>
  queryOptions({
    queryKey: [...missingKey, 'count', department],
    queryFn: async ({ signal }) => (await readMissing({ days: undefined, department }, signal)).count,
    placeholderData: keepPreviousData,
    // What was charged meanwhile in a visit of this tab is not told by the event stream.
    staleTime: 0,
    meta: showsHints,
  })

/** What looks uncharged, with the visit, what to add, and the imaging order that tells of it. */
export type MissingCharge = {
  readonly hint: ChargeHint
  readonly visit: Consultation
  readonly item: Item | undefined
  readonly order: ImagingOrder | undefined
}

const idsOf = (urls: readonly (string | null)[]) => [
  ...new Set(urls.flatMap((url) => (url === null ? [] : [idOf(url)]))),
]
const byUrl = <T extends { readonly url: string }>(records: readonly T[]) =>
  new Map(records.map((one) => [one.url, one]))

export const missingChargesOfDaysQuery = ({ me, ...asked }: Asked & { readonly me: Me }) =>
  queryOptions({
    queryKey: [...missingKey, 'list', asked],
    queryFn: async ({ signal }) => {
      const { count, results } = await readMissing(asked, signal)
      const clients = may(me, 'General: Patients and clients') || undefined
      const ordered = may(me, 'Clinical: Diagnostic imaging') ? results.filter(({ kind }) => kind === 'imaging') : []
      const [visits, items, orders] = await Promise.all([
        readInGroups(idsOf(results.map(({ consultation }) => consultation)), (group) =>
          Array.fromAsync(
            list(api, '/consultation/', {
              query: {
                id__in: group,
                expose_client: clients,
                expose_patients: clients,
                expose_supervising_veterinarian: true,
                expose_reason: true,
                ...longPages,
              },
              signal,
            }),
          ),
        ),
        readInGroups(idsOf(results.map(({ item }) => item)), (group) =>
          Array.fromAsync(list(api, '/item/', { query: { id__in: group, ...longPages }, signal })),
        ),
        readInGroups(idsOf(ordered.map(({ source }) => source)), (group) =>
          Array.fromAsync(
            list(api, '/diagnosticimaging_worklist/', { query: { id__in: group, ...longPages }, signal }),
          ),
        ),
      ])
      const [visitAt, itemAt, orderAt] = [byUrl(visits), byUrl(items), byUrl(orders)]
      const charges = results.flatMap(({ consultation, ...hint }): readonly MissingCharge[] => {
        const visit = visitAt.get(consultation)
        // One that was withdrawn between the two requests has nothing to charge.
        return visit === undefined
          ? []
          : [{ hint, visit, item: itemAt.get(hint.item ?? ''), order: orderAt.get(hint.source) }]
      })
      return { count, charges }
    },
    placeholderData: keepPreviousData,
    // What was charged meanwhile in a visit of this tab is not told by the event stream.
    staleTime: 0,
    meta: showsHints,
  })
