import { queryOptions } from '@tanstack/react-query'
import type { Diagnosis, Item, ListItem, PageOf } from '../../api/records.ts'
import { get } from '../../api/request.ts'

const mostFound = 8
/** Laboratory work has no route into a visit. */
const chargeable = '1,2,3,4'

const withoutDoubles = <T extends { readonly url: string }>(found: readonly T[]) => [
  ...new Map(found.map((one) => [one.url, one])).values(),
]

const startsWith = (name: string, typed: string) => name.toLowerCase().startsWith(typed.toLowerCase())
const bestFirst = <T extends { readonly name: string }>(found: readonly T[], typed: string) =>
  found.toSorted((one, other) => Number(startsWith(other.name, typed)) - Number(startsWith(one.name, typed)))

/** Items by a part of their name, or by their whole code or barcode. */
export const foundItemsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['item', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly Item[]> => {
      const find = (query: Readonly<Record<string, string>>) =>
        get<PageOf<Item>>(
          '/item/',
          { ...query, type_code__in: chargeable, archived__is: 'false', ordering: 'name', page_size: 30 },
          signal,
        )
      const exact = /\d/.test(typed) ? [find({ barcode__is: typed }), find({ code__is: typed })] : []
      const [byName, ...byCode] = await Promise.all([find({ name__icontains: typed }), ...exact])
      return withoutDoubles([...byCode.flatMap(({ results }) => results), ...bestFirst(byName.results, typed)]).slice(
        0,
        mostFound,
      )
    },
    staleTime: 60_000,
    meta: { resources: ['item'] },
  })

/** A diagnosis of the codelist, or one that the clinic has added. */
export type KnownDiagnosis = Pick<Diagnosis | ListItem, 'url' | 'name' | 'code'> & {
  readonly diagnosis: number | string
}

export const foundDiagnosesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['diagnosis', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly KnownDiagnosis[]> => {
      const asked = { name__icontains: typed, archived__is: 'false', ordering: 'name', page_size: 30 }
      const [common, own] = await Promise.all([
        get<PageOf<Diagnosis>>('/codelist/diagnoses/', asked, signal),
        get<PageOf<ListItem>>('/listitem/', { ...asked, list__is: 'diagnoses' }, signal),
      ])
      const found = [
        ...own.results.map(({ url, name, code }) => ({ url, name, code, diagnosis: url })),
        ...common.results.map(({ id, url, name, code }) => ({ url, name, code, diagnosis: id })),
      ]
      return bestFirst(found, typed).slice(0, mostFound)
    },
    staleTime: 10 * 60_000,
  })
