import type { Mode } from '../kernel/body.ts'
import { orNull, type Field, type Fields, type Schema } from '../kernel/fields.ts'
import type { Operation } from '../kernel/operation.ts'
import { describeRequirement, type Resource } from '../kernel/resource.ts'
import {
  descriptionSchema,
  headerComponents,
  fileTypeOf,
  headersOf,
  optionsObject,
  otherMethods,
  otherResponses,
  pathParameters,
  refusalResponses,
  takesIfMatch,
  takesIfNoneMatch,
} from './responses.ts'

const shape = (fields: Fields, direction: 'read' | Mode, always: Readonly<Record<string, Schema>> = {}): Schema => {
  const shown = Object.entries(fields).filter(([, { options }]) =>
    direction === 'read' ? !options.writeOnly : !options.readOnly && !(direction !== 'create' && options.createOnly),
  )
  const required = [
    ...Object.keys(always),
    ...shown
      .filter(([, { options }]) =>
        direction === 'read' ? !options.exposed : direction !== 'patch' && !options.optional,
      )
      .map(([name]) => name),
  ]
  return {
    type: 'object',
    properties: {
      ...always,
      ...Object.fromEntries(
        shown.map(([name, field]) => [
          name,
          orNull(direction === 'read' ? field.schema : (field.writeSchema ?? field.schema), field),
        ]),
      ),
    },
    ...(required.length > 0 ? { required } : {}),
  }
}

const componentName = (resource: string) =>
  resource
    .split(/[^a-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const exposedSchema = ({ many, link }: Field): Schema => {
  const record = to(componentName(link!.table))
  return many ? { type: 'array', items: record } : { anyOf: [record, { type: 'null' }] }
}

const recordSchema = (resource: Resource): Schema => {
  const record = shape(resource.fields, 'read', { id: { type: 'integer' }, url: { type: 'string', format: 'uri' } })
  const exposed = (resource.exposes ?? [])
    .filter((name) => !resource.fields[name].options.exposed)
    .map((name) => [`${name}_data`, exposedSchema(resource.fields[name])])
  return { ...record, properties: { ...(record.properties as object), ...Object.fromEntries(exposed) } }
}

const pageSchema = (record: Schema): Schema => ({
  type: 'object',
  required: ['count', 'num_pages', 'next', 'previous', 'results'],
  properties: {
    count: { type: 'integer' },
    num_pages: { type: 'integer' },
    next: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
    previous: { anyOf: [{ type: 'string', format: 'uri' }, { type: 'null' }] },
    results: { type: 'array', items: record },
  },
})

const answerContent = (operation: Operation, answer: Operation['answers'][number]): object => {
  if (answer === 'nothing') return { description: 'Done; no body', headers: headersOf(operation) }
  const type = fileTypeOf(operation)
  if (type !== undefined)
    return { description: operation.summary, headers: headersOf(operation), content: { [type]: { schema: {} } } }
  const record = operation.resource && to(componentName(operation.resource.name))
  const revealed = operation.reveals?.length
    ? {
        allOf: [
          record,
          {
            type: 'object',
            properties: Object.fromEntries(operation.reveals.map((name) => [name, { type: 'string' }])),
          },
        ],
      }
    : record
  const schema = answer === 'record' ? revealed! : answer === 'page' ? pageSchema(record!) : answer
  return {
    description: operation.summary,
    headers: headersOf(operation),
    content: {
      'application/json': { schema },
      ...(operation.method === 'GET' ? { 'text/html': { schema: { type: 'string' } } } : {}),
      ...(operation.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
    },
  }
}

const modes: Readonly<Partial<Record<Operation['method'], Mode>>> = { PATCH: 'patch', PUT: 'put' }

const requestBody = (operation: Operation): object => {
  if (operation.file)
    return { requestBody: { required: true, content: { [operation.file.type]: { schema: { type: 'string' } } } } }
  const schema = operation.bodySchema ?? (operation.body && shape(operation.body, modes[operation.method] ?? 'create'))
  if (!schema) return {}
  const forms = operation.bodySchema
    ? {}
    : { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } }
  const required = operation.bodySchema !== undefined || 'required' in schema
  return { requestBody: { required, content: { 'application/json': { schema }, ...forms } } }
}

const requestHeaders: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'Makes a repeated request safe: the same key returns the stored response, for 30 days',
  'If-Match': 'Changes the record only if it still has this ETag; a weak one never matches',
  'If-None-Match': 'Answers 304 if the record still has this ETag',
  Prefer: '`dry-run` carries out the request, returns its response, and rolls back every change',
}

const headersFor = (operation: Operation): string[] => [
  ...(operation.access === 'write' ? ['Idempotency-Key', 'Prefer'] : []),
  ...(takesIfMatch(operation) ? ['If-Match'] : []),
  ...(takesIfNoneMatch(operation) ? ['If-None-Match'] : []),
]

const operationObject = (operation: Operation): object => {
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.resource?.title ?? operation.title],
    parameters: [
      ...pathParameters(operation),
      ...headersFor(operation).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...Object.entries(operation.parameters).map(([name, field]) => ({
        in: 'query',
        name,
        schema:
          /__(in|not_in|range)$/.test(name) || field.link ? { type: 'string' } : (field.writeSchema ?? field.schema),
        ...(name.startsWith('expose_') ? { allowEmptyValue: true } : {}),
      })),
    ],
    ...requestBody(operation),
    responses: {
      ...otherResponses(operation),
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [status, answerContent(operation, answer)]),
      ),
    },
    'x-permission': describeRequirement(operation.permission, operation.access),
    'x-rate-per-minute': operation.rate,
    ...(operation.openTo ? { 'x-open-to-scope': operation.openTo } : {}),
    ...(operation.oauthOnly ? { 'x-oauth-only': true } : {}),
    ...(operation.userTokenOnly ? { 'x-user-token-only': true } : {}),
  }
}

const messages: Schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }

type Scopes = Readonly<Record<string, string>>
/** What the document says about the product, with the scopes of each grant type. */
export type Product = {
  readonly title: string
  readonly description: string
  readonly scopes?: { readonly clientCredentials: Scopes; readonly authorizationCode: Scopes }
}

const noScopes = { clientCredentials: {}, authorizationCode: {} }

const pathsObject = (operations: readonly Operation[]) => {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations)
    (paths[operation.path] ??= { options: optionsObject(operation), 'x-other-methods': otherMethods })[
      operation.method.toLowerCase()
    ] = operationObject(operation)
  return paths
}

/** One tag for each resource, and one for each title of operations without a resource. */
const tagsOf = (operations: readonly Operation[], resources: readonly Resource[]) => {
  const titles = new Set(resources.map(({ title }) => title))
  return [
    ...resources.map(({ title, about }) => ({ name: title, description: about })),
    ...operations
      .filter(({ resource, title }) => !resource && !titles.has(title))
      .map(({ title, summary }) => ({ name: title, description: summary })),
  ]
}

const securitySchemes = ({ clientCredentials, authorizationCode }: NonNullable<Product['scopes']>) => ({
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: '/{organisation}/oauth2/token/',
        scopes: clientCredentials,
      },
      authorizationCode: {
        authorizationUrl: '/{organisation}/oauth2/authorize/',
        tokenUrl: '/{organisation}/oauth2/token/',
        scopes: authorizationCode,
      },
    },
  },
  legacyKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <key>`' },
})

const headerParameters = Object.fromEntries(
  Object.entries(requestHeaders).map(([name, description]) => [
    name,
    { in: 'header', name, description, schema: { type: 'string' } },
  ]),
)

const errorSchemas = {
  FieldErrors: { oneOf: [messages, { type: 'array', items: messages }] },
  Detail: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'instance'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code: { type: 'string' },
      instance: { type: 'string' },
      errors: {
        description: 'By field, a message and a code for each error; an array of these for bulk requests',
      },
    },
  },
}

const recordSchemas = (resources: readonly Resource[]) =>
  Object.fromEntries(
    resources.map((resource) => [componentName(resource.name), { title: resource.title, ...recordSchema(resource) }]),
  )

/** The whole API as an OpenAPI 3.1 document. */
export const openapi = (operations: readonly Operation[], { scopes = noScopes, ...product }: Product): object => {
  const resources = [...new Set(operations.flatMap(({ resource }) => (resource ? [resource] : [])))]
  return {
    openapi: '3.1.0',
    info: { ...product, version: '0.1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [
      {
        url: '/{organisation}/api/0.1',
        variables: { organisation: { default: '1', description: 'The organisation’s id' } },
      },
    ],
    security: [{ oauth: ['restapi'] }, { legacyKey: [] }],
    tags: tagsOf(operations, resources),
    paths: pathsObject(operations),
    components: {
      securitySchemes: securitySchemes(scopes),
      parameters: headerParameters,
      headers: headerComponents,
      responses: refusalResponses,
      schemas: { ...recordSchemas(resources), Description: descriptionSchema, ...errorSchemas },
    },
  }
}
