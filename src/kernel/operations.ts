import type { Access } from './caller.ts'
import type { Field, Fields } from './fields.ts'
import { filtersOf } from './filters.ts'
import { answerWith, weightOne, type Operation } from './operation.ts'
import { largestPage, pageSizeOf, weightOf } from './pages.ts'
import { readPage, readRecord } from './reading.ts'
import { pathOf, type Resource, type AccessRule } from './resource.ts'
import { boolean, integer, oneOf } from './values.ts'
import {
  actOnRecord,
  bodyOf,
  changeRecord,
  changesOf,
  createRecord,
  removeRecord,
  requireParent,
  throwUnreadable,
} from './writing.ts'

const flags = (resource: Resource): Fields =>
  Object.fromEntries((resource.exposes ?? []).map((name) => [`expose_${name}`, boolean()]))

const orderings = (resource: Resource) => ['id', ...(resource.ordering ?? [])].flatMap((name) => [name, `-${name}`])

/** Everything a list's query may carry: pages, order, flags and filters. */
const listParameters = (resource: Resource): Fields => ({
  page: integer({ min: 1 }),
  page_size: {
    ...integer({ min: 1, max: largestPage }),
    schema: { type: 'integer', minimum: 1, maximum: largestPage, default: pageSizeOf(resource) },
  },
  ordering: oneOf(orderings(resource)),
  ...(resource.orFilters ? { filter_type: oneOf(['and', 'or']) } : {}),
  ...flags(resource),
  ...Object.fromEntries(
    filtersOf(resource).map(({ name, field, operator }): [string, Field] => [
      name,
      operator === 'is_null' ? boolean() : field,
    ]),
  ),
})

const inSentence = (title: string) => (/^[A-Z][a-z]/.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title)
const withArticle = (title: string) => {
  if (title.endsWith('settings')) return inSentence(title)
  return `${/^(?:[aeio]|un(?!i))/i.test(title) ? 'an' : 'a'} ${inSentence(title)}`
}

/** The routes a resource answers, as plain data. */
export const operationsOf = (resource: Resource): Operation[] => {
  const { list, retrieve, create, put, patch, remove, detailActions, within, title } = resource
  const one = withArticle(title)
  const collection = within ? `/${within.parent}/{id}/${within.as}/` : `/${pathOf(resource)}/`
  const detail = within?.nestedDetail ? `${collection}{child_id}/` : `/${pathOf(resource)}/{id}/`
  const operation = (
    standing: AccessRule | undefined,
    access: Access,
    rest: Pick<Operation, 'name' | 'method' | 'path' | 'summary' | 'answers' | 'run'> & Partial<Operation>,
  ): Operation[] =>
    standing === undefined
      ? []
      : [
          {
            title,
            resource,
            parameters: {},
            weight: weightOne,
            permission: resource.permission,
            ...standing,
            access,
            ...rest,
            name: `${resource.name}.${rest.name}`,
          },
        ]

  return [
    ...operation(list, 'read', {
      name: 'list',
      method: 'GET',
      path: collection,
      summary: `List ${inSentence(title)} records`,
      parameters: listParameters(resource),
      answers: { 200: 'page' },
      weight: (query) => weightOf(query, resource),
      run: async (call) => {
        const parent = await requireParent(call, resource)
        const path = collection.slice(1).replace('{id}', String(call.id))
        const { body, until } = await readPage(call, resource, call.query, path, parent)
        return { status: 200, body, ...(until === undefined ? {} : { headers: { 'x-server-time': until } }) }
      },
    }),
    ...operation(create, 'write', {
      name: 'create',
      method: 'POST',
      path: collection,
      summary: `Create ${one}`,
      body: bodyOf(resource),
      reveals: create?.reveals ?? [],
      answers: { 201: 'record' },
      run: (call) => createRecord(resource)(call),
    }),
    ...operation(retrieve, 'read', {
      name: 'retrieve',
      method: 'GET',
      path: detail,
      summary: `Retrieve ${one}`,
      parameters: flags(resource),
      answers: { 200: 'record' },
      run: async (call) => {
        const parent = within?.nestedDetail ? await requireParent(call, resource) : undefined
        const shown = await readRecord(call, resource, call.id, call.query, parent)
        if (shown === undefined) return throwUnreadable(call, resource)
        return answerWith(shown, call.query.size > 0 ? {} : call.terms)
      },
    }),
    ...operation(put, 'write', {
      name: 'put',
      method: 'PUT',
      path: detail,
      summary: `Replace ${one}`,
      body: changesOf(resource),
      answers: { 200: 'record' },
      run: (call) => changeRecord(resource, 'put')(call),
    }),
    ...operation(patch, 'write', {
      name: 'patch',
      method: 'PATCH',
      path: detail,
      summary: `Change ${one}`,
      body: changesOf(resource),
      answers: { 200: 'record' },
      run: (call) => changeRecord(resource, 'patch')(call),
    }),
    ...operation(remove, 'write', {
      name: 'delete',
      method: 'DELETE',
      path: detail,
      summary: `${remove?.run ? 'Delete' : 'Archive'} ${one}`,
      answers: { 204: 'nothing' },
      run: removeRecord(resource),
    }),
    ...Object.entries(detailActions ?? {}).flatMap(([name, action]) =>
      operation(action, 'write', {
        name,
        method: 'POST',
        path: `${detail}${name}/`,
        summary: action.summary,
        body: action.body,
        reveals: action.reveals ?? [],
        answers: action.creates ? { 201: 'record' } : { 200: 'record' },
        run: actOnRecord(resource, action),
      }),
    ),
  ]
}
