import type { Mode } from '../kernel/body.ts'
import { propertyOf, type Field, type Fields, type Schema } from '../kernel/fields.ts'
import type { Operation } from '../kernel/operation.ts'
import { inSentence, pluralOf, singularOf } from '../kernel/operations.ts'
import { fieldOf, type Registry, type Resource } from '../kernel/resource.ts'
import { answerName, bodyName, pageName, recordName, refTo } from './names.ts'
import { fileTypeOf } from './responses.ts'

type Direction = 'read' | Mode
type Schemas = Record<string, Schema>

const isShown = ({ options }: Field, direction: Direction) => {
  if (direction === 'read') return !options.writeOnly
  return !options.readOnly && !(direction !== 'create' && options.createOnly)
}
const isRequired = ({ options }: Field, direction: Direction) =>
  direction === 'read' ? !options.exposed : direction !== 'patch' && !options.optional

const shape = (fields: Fields, direction: Direction, always: Schemas = {}): Schema => {
  const shown = Object.entries(fields).filter(([, field]) => isShown(field, direction))
  const required = [
    ...Object.keys(always),
    ...shown.filter(([, field]) => isRequired(field, direction)).map(([name]) => name),
  ]
  return {
    type: 'object',
    properties: {
      ...always,
      ...Object.fromEntries(
        shown.map(([name, field]) => [
          name,
          propertyOf(field, direction === 'read' ? field.schema : (field.writeSchema ?? field.schema)),
        ]),
      ),
    },
    ...(required.length > 0 ? { required } : {}),
  }
}

const exposedSchema = (name: string, resource: Resource, resources: Registry): Schema => {
  const { many, link } = fieldOf(resource, name)
  const record = refTo(recordName(resources.get(link!.table)!))
  const linked = many ? { type: 'array', items: record } : { anyOf: [record, { type: 'null' }] }
  const when = resource.retrieve ? `Only there if \`expose_${name}\` asks for it.` : 'Left out if you may not read it.'
  return { ...linked, description: `What \`${name}\` links to, in full. ${when}` }
}

const recordSchema = (resource: Resource, resources: Registry): Schema => {
  const one = singularOf(resource)
  const record = shape(resource.fields, 'read', {
    id: {
      type: 'integer',
      description: `Identifies the ${one} ${resource.shared ? 'and is the same in all organisations of this deployment' : 'among those of the organisation'}; never reused.`,
    },
    url: {
      type: 'string',
      format: 'uri',
      description: `The address of the ${one}; links to it are written like this.`,
    },
  })
  const exposed = (resource.exposes ?? [])
    .filter((name) => !fieldOf(resource, name).options.exposed)
    .map((name) => [`${name}_data`, exposedSchema(name, resource, resources)])
  return {
    title: resource.title,
    description: resource.about,
    ...record,
    properties: { ...(record.properties as object), ...Object.fromEntries(exposed) },
  }
}

const pageLink = (which: string) => ({
  anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }],
  description: `The address of the ${which} page with the same filters, or null if there is none.`,
})

const pageSchema = (resource: Resource): Schema => ({
  type: 'object',
  description: `A page of ${pluralOf(resource)}, and where the pages before and after it are.`,
  required: ['count', 'num_pages', 'next', 'previous', 'results'],
  properties: {
    count: { type: 'integer', description: 'How many records match, on all pages together.' },
    num_pages: { type: 'integer', description: 'How many pages they fill at this `page_size`.' },
    next: pageLink('next'),
    previous: pageLink('previous'),
    results: {
      type: 'array',
      items: refTo(recordName(resource)),
      description: 'The records of this page, in the order that `ordering` asks for. Empty if nothing matches.',
    },
  },
})

const modes: Readonly<Partial<Record<Operation['method'], Mode>>> = { PATCH: 'patch', PUT: 'put' }

const leftOut: Readonly<Partial<Record<Mode, string>>> = {
  patch: ' What is left out stays as it is.',
  put: ' Optional fields that are left out are emptied.',
}

const describeBody = (purpose: string, { properties }: Schema, mode: Mode | undefined) =>
  properties !== undefined && Object.keys(properties as object).length === 0
    ? `Nothing has to be sent to ${purpose}: leave the body out, or send an empty object.`
    : `What to send to ${purpose}.${(mode && leftOut[mode]) ?? ''}`

/** What an operation takes, unless it is a file or nothing. */
export const bodyOf = (operation: Operation): Schema | undefined => {
  const { body, bodySchema, summary, method } = operation
  const schema = bodySchema ?? (body && shape(body, modes[method] ?? 'create'))
  return schema && { description: describeBody(inSentence(summary), schema, modes[method]), ...schema }
}

const revealed = (operation: Operation, names: readonly string[]): Schema => ({
  description: 'The record, with what is shown only this once.',
  allOf: [
    refTo(recordName(operation.resource!)),
    {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [
          name,
          { type: 'string', description: 'Shown in this answer only, never again: keep it where secrets are kept.' },
        ]),
      ),
    },
  ],
})

/** What an operation answers with, by reference. */
export const answerRef = (operation: Operation, answer: Operation['answers'][number], status: string): Schema => {
  if (answer === 'page') return refTo(pageName(operation.resource!))
  if (answer === 'record')
    return operation.reveals?.length ? refTo(revealedName(operation)) : refTo(recordName(operation.resource!))
  return refTo(ownAnswerName(operation, status))
}

const revealedName = ({ resource }: Operation) => `${recordName(resource!)}WithSecret`
const ownAnswerName = (operation: Operation, status: string) =>
  `${answerName(operation)}${status === '207' ? 'Partial' : ''}`

const ownAnswers = (operation: Operation): [string, Schema][] =>
  Object.entries(operation.answers).flatMap(([status, answer]): [string, Schema][] => {
    if (answer === 'record' && operation.reveals?.length)
      return [[revealedName(operation), revealed(operation, operation.reveals)]]
    if (typeof answer === 'string' || fileTypeOf(operation) !== undefined) return []
    return [
      [
        ownAnswerName(operation, status),
        { description: `The answer to: ${inSentence(operation.summary)}.`, ...answer },
      ],
    ]
  })

/** Every schema of records, pages, bodies and answers, by a name that a person would choose. */
export const namedSchemas = (operations: readonly Operation[], resources: Registry): Schemas => {
  const entries = [
    ...[...resources.values()].map((resource): [string, Schema] => [
      recordName(resource),
      recordSchema(resource, resources),
    ]),
    ...operations.flatMap((operation): [string, Schema][] => [
      ...(operation.answers[200] === 'page'
        ? [[pageName(operation.resource!), pageSchema(operation.resource!)] satisfies [string, Schema]]
        : []),
      ...(bodyOf(operation) === undefined
        ? []
        : [[bodyName(operation), bodyOf(operation)!] satisfies [string, Schema]]),
      ...ownAnswers(operation),
    ]),
  ]
  const schemas: Schemas = {}
  for (const [name, schema] of entries) {
    if (schemas[name] !== undefined && JSON.stringify(schemas[name]) !== JSON.stringify(schema))
      throw new Error(`Two schemas would be called ${name}. Give a resource or an action another title.`)
    schemas[name] = schema
  }
  return schemas
}
