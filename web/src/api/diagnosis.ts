import { type BodyOf, CodelistName, composite, entry, walk } from '@fetlock/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { bestFirst } from './best-first.ts'
import { visitAddress, visitKey } from './consultation.ts'
import type { ConsultationDiagnosis } from './records.ts'
import { shows } from './shows.ts'

export const diagnosesQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'diagnoses'],
    queryFn: ({ signal }) =>
      Array.fromAsync(walk(api, '/consultation/{id}/consultationdiagnosis/', { path: { id: visit }, signal })),
    meta: shows({ consultationdiagnosis: visitAddress(visit) }),
  })

/** A diagnosis of the codelist, or one that the clinic has added. */
export type KnownDiagnosis = {
  readonly url: string
  readonly name: string
  readonly code: string
  readonly diagnosis: number | string
}

/** Diagnoses by a part of their name, those of the clinic and those of everybody. */
export const foundDiagnosesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['diagnosis', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly KnownDiagnosis[]> => {
      const query = { name__icontains: typed, archived__is: false, ordering: 'name', page_size: 30 } as const
      const [common, own] = await Promise.all([
        api.get('/codelist/diagnoses/', { query, signal }),
        api.get('/listitem/', { query: { ...query, list__is: CodelistName.Diagnoses }, signal }),
      ])
      const found = [
        ...own.results.map(({ url, name, code }) => ({ url, name, code, diagnosis: url })),
        ...common.results.map(({ id, url, name, code }) => ({ url, name, code, diagnosis: id })),
      ]
      return bestFirst(found, typed)
    },
    staleTime: 10 * 60_000,
  })

type Route = '/consultation/{id}/consultationdiagnosis/'
export type NewDiagnosis = Pick<BodyOf<'POST', Route>, 'patient' | 'diagnosis' | 'code' | 'name' | 'category' | 'type'>
const route: Route = '/consultation/{id}/consultationdiagnosis/'
const addDiagnosis = (visit: number, body: NewDiagnosis, key: string) =>
  api.post(route, { path: { id: visit }, body, key })

/** Adds a diagnosis of one animal or several: to all of them or to none. */
export const addDiagnoses = (visit: number, diagnoses: readonly NewDiagnosis[], key: string): Promise<unknown> => {
  const [first, ...others] = diagnoses
  if (first !== undefined && others.length === 0) return addDiagnosis(visit, first, key)
  return composite(
    api,
    diagnoses.map((body, at) => entry(`diagnosis${at}`, 'POST', route, { path: { id: visit }, body })),
    { key },
  )
}

type Changes = Partial<Pick<NewDiagnosis, 'category' | 'type'>>
export const patchDiagnosis = ({ id, modified }: ConsultationDiagnosis, changes: Changes, key?: string) =>
  api.patch('/consultationdiagnosis/{id}/', { path: { id }, body: changes, ifMatch: modified, key })
export const removeDiagnosis = ({ id }: ConsultationDiagnosis, key?: string) =>
  api.delete('/consultationdiagnosis/{id}/', { path: { id }, key })
