import type { Access } from './caller.ts'
import type { Field, Fields } from './fields.ts'
import { filtersOf } from './filters.ts'
import { answerWith, weightOne, type Operation, type Work } from './operation.ts'
import { maxOffset, maxPageSize, pageSizeOf, weightOf } from './pages.ts'
import { readPage, readRecord } from './reading.ts'
import { fieldOf, pathOf, type AccessRule, type Resource } from './resource.ts'
import { flagsInQuery } from './query-flags.ts'
import { boolean, group, integer, oneOf } from './values.ts'
import {
  actOnRecord,
  bodyOf,
  changeRecord,
  changesOf,
  createRecord,
  removeRecord,
  requireParent,
  throwUnreadable,
  writes,
} from './writing.ts'

const whatIsAdded = (name: string, { many, options }: Field) => {
  if (options.exposed) return `Adds \`${name}\`, which is left out otherwise.`
  const [records, them] = many ? ['records', 'them'] : ['record', 'it']
  return `Adds the ${records} behind \`${name}\` as \`${name}_data\`; 403 if you may not read ${them}.`
}

const flags = (resource: Resource): Fields =>
  Object.fromEntries(
    (resource.exposes ?? []).map((name) => [
      `expose_${name}`,
      {
        ...boolean({
          about: `${whatIsAdded(name, fieldOf(resource, name))} The name alone is enough: \`?expose_${name}\`.`,
        }),
        // It is there or it is not: false is refused.
        schema: { type: 'boolean', const: true },
      },
    ]),
  )

const orderings = (resource: Resource) => ['id', ...(resource.ordering ?? [])].flatMap((name) => [name, `-${name}`])

/** Everything a list's query may carry: pages, order, flags and filters. */
const listParameters = (resource: Resource): Fields => ({
  page: integer({
    min: 1,
    about: `Which page to return, from 1. None can start beyond the first ${maxOffset.toLocaleString('en')} records: read a longer list by \`id__gt\` with the last \`id\` you have.`,
  }),
  page_size: {
    ...integer({
      min: 1,
      max: maxPageSize,
      about: `Records on a page, at most ${maxPageSize}. A page larger than the default counts as several requests.`,
    }),
    schema: { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSizeOf(resource) },
  },
  ordering: oneOf(orderings(resource), {
    about: `The field to sort by, \`id\` if it is left out; a minus in front sorts from largest to smallest.${resource.filters.modified ? ' With a filter of `modified` only `id` is taken.' : ''}`,
  }),
  ...(resource.orFilters
    ? {
        filter_type: oneOf(['and', 'or'], {
          about: `With \`or\` one match is enough among the filters of ${resource.orFilters.map((name) => `\`${name}\``).join(', ')}; all others must match as well. \`and\` is the same as leaving it out.`,
        }),
      }
    : {}),
  ...flags(resource),
  ...Object.fromEntries(
    filtersOf(resource).map(({ name, field, operator }): [string, Field] => [
      name,
      operator === 'is_null' ? boolean() : field,
    ]),
  ),
})

/** A title inside a sentence: acronyms keep their capitals. */
export const inSentence = (title: string) =>
  /^[A-Z][a-z]/.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title
const withArticle = (title: string) => {
  if (title.endsWith('settings')) return inSentence(title)
  return `${/^(?:[aeio]|un(?!i))/i.test(title) ? 'an' : 'a'} ${inSentence(title)}`
}

/** One record inside a sentence. */
export const singularOf = ({ title, singular }: Resource) => singular ?? inSentence(title)

export const pluralOf = ({ title, plural }: Resource) => {
  if (plural !== undefined) return plural
  const word = inSentence(title)
  if (word.endsWith('sis')) return `${word.slice(0, -2)}es`
  if (word.endsWith('s')) return word
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

const pathsOf = (resource: Resource) => {
  const { within } = resource
  const own = `/${pathOf(resource)}/`
  const collection = within ? `/${within.parent}/{id}/${within.as}/` : own
  return { collection, detail: within?.nestedDetail ? `${collection}{child_id}/` : `${own}{id}/` }
}

type Runs =
  | { readonly run: Operation['run']; readonly work?: undefined }
  | { readonly work: Work; readonly run?: undefined }

/** A write is run in a transaction of its own, and takes some fields of its body in the query as well. */
const runOf = (resource: Resource, rest: Partial<Pick<Operation, 'parameters' | 'body'>> & Runs) => {
  if (rest.work === undefined) return { run: rest.run }
  const { parameters, work } = flagsInQuery(rest)
  return { parameters, ...writes(resource, work) }
}

/** One operation, or none where the resource has no rule for it. */
const operation = (
  resource: Resource,
  rule: AccessRule | undefined,
  access: Access,
  rest: Pick<Operation, 'name' | 'method' | 'path' | 'summary' | 'answers'> &
    Partial<Omit<Operation, 'run' | 'work'>> &
    Runs,
): Operation[] =>
  rule === undefined
    ? []
    : [
        {
          title: resource.title,
          resource,
          weight: weightOne,
          parameters: {},
          permission: resource.permission,
          ...rule,
          access,
          ...rest,
          ...runOf(resource, rest),
          name: `${resource.name}.${rest.name}`,
        },
      ]

const collectionOperations = (resource: Resource): Operation[] => {
  const { list, create, title } = resource
  const { collection } = pathsOf(resource)
  return [
    ...operation(resource, list, 'read', {
      name: 'list',
      method: 'GET',
      path: collection,
      summary: `List ${pluralOf(resource)}`,
      parameters: listParameters(resource),
      answers: { 200: 'page' },
      weight: (query) => weightOf(query, resource),
      run: async (call) => {
        const parent = await requireParent(call, resource)
        const path = collection.slice(1).replace('{id}', String(call.id))
        const { body, until, generation } = await readPage(call, resource, call.query, path, parent)
        if (until === undefined) return { status: 200, body }
        return { status: 200, body, headers: { 'x-server-time': until, 'x-generation': String(generation) } }
      },
    }),
    ...operation(resource, create, 'write', {
      name: 'create',
      method: 'POST',
      path: collection,
      summary: `Create ${withArticle(title)}`,
      body: bodyOf(resource),
      reveals: create?.reveals ?? [],
      answers: { 201: 'record' },
      work: (tx, call) => createRecord(resource)(tx, call),
    }),
  ]
}

const retrieveOperation = (resource: Resource): Operation[] =>
  operation(resource, resource.retrieve, 'read', {
    name: 'retrieve',
    method: 'GET',
    path: pathsOf(resource).detail,
    summary: `Retrieve ${withArticle(resource.title)}`,
    parameters: flags(resource),
    answers: { 200: 'record' },
    run: async (call) => {
      const parent = resource.within?.nestedDetail ? await requireParent(call, resource) : undefined
      const shown = await readRecord(call, resource, call.id, call.query, parent)
      if (shown === undefined) return throwUnreadable(call, resource)
      return answerWith(shown, call.query.size > 0 ? {} : call.requestHeaders)
    },
  })

/** What a DELETE does: only the last of these ends the record itself. */
export const removalOf = ({ remove, fields }: Resource): 'Revoke' | 'Archive' | 'Delete' => {
  if (remove?.revokes) return 'Revoke'
  return !remove?.run || Object.hasOwn(fields, 'archived') ? 'Archive' : 'Delete'
}

const changeOperations = (resource: Resource): Operation[] => {
  const { put, patch, remove } = resource
  const { detail: path } = pathsOf(resource)
  const one = withArticle(resource.title)
  return [
    ...operation(resource, put, 'write', {
      name: 'put',
      method: 'PUT',
      path,
      summary: `Replace ${one}`,
      body: changesOf(resource),
      answers: { 200: 'record' },
      work: (tx, call) => changeRecord(resource, 'put')(tx, call),
    }),
    ...operation(resource, patch, 'write', {
      name: 'patch',
      method: 'PATCH',
      path,
      summary: `Change ${one}`,
      body: changesOf(resource),
      answers: { 200: 'record' },
      work: (tx, call) => changeRecord(resource, 'patch')(tx, call),
    }),
    ...operation(resource, remove, 'write', {
      name: 'delete',
      method: 'DELETE',
      path,
      summary: `${removalOf(resource)} ${one}`,
      answers: { 204: 'nothing' },
      work: removeRecord(resource),
    }),
  ]
}

const actionOperations = (resource: Resource): Operation[] =>
  Object.entries(resource.detailActions ?? {}).flatMap(([name, action]) =>
    operation(resource, action, 'write', {
      name,
      method: 'POST',
      path: `${pathsOf(resource).detail}${name}/`,
      summary: action.summary,
      body: action.body,
      reveals: action.reveals ?? [],
      answers: action.result
        ? { 200: { ...group(action.result).schema, required: Object.keys(action.result) } }
        : { [action.creates ? 201 : 200]: 'record' },
      work: actOnRecord(resource, action),
    }),
  )

/** The routes of a resource, as plain data. */
export const operationsOf = (resource: Resource): Operation[] => [
  ...collectionOperations(resource),
  ...retrieveOperation(resource),
  ...changeOperations(resource),
  ...actionOperations(resource),
]
