import type { Operation } from '../kernel/operation.ts'
import { isVersioned } from '../kernel/versions.ts'

const components = (kind: 'headers' | 'responses', names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))

const described = {
  'x-request-id': [
    'Identifies this request in logs and in the audit trail. Quote it when you ask for support.',
    { type: 'string', format: 'uuid' },
  ],
  RateLimit: [
    'What is left of the window for this action: `r` requests, and all of it is free again in `t` seconds.',
    { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$' },
  ],
  'RateLimit-Policy': [
    'The window for this action: `q` requests in `w` rolling seconds. `q` is lower while the processes cannot share their windows.',
    { type: 'string', pattern: '^"default";q=\\d+;w=60$' },
  ],
  'x-ratelimit-weight': [
    'How many requests this one counts as: a page larger than the default counts as several.',
    { type: 'integer', minimum: 1 },
  ],
  ETag: [
    'The version of the record, to send back as `If-Match` or `If-None-Match`. That of a compressed response ends with its coding.',
    { type: 'string', pattern: '^"\\d+(-(br|gzip))?"$' },
  ],
  'Retry-After': ['Seconds to wait before the request is sent again.', { type: 'integer', minimum: 1 }],
  Allow: ['The methods that this URL supports.', { type: 'string', pattern: '^[A-Z]+(, [A-Z]+)*$' }],
  Location: ['Where the record that was created can be read: its `url`.', { type: 'string', format: 'uri' }],
  'WWW-Authenticate': [
    'The scheme to send credentials with: `Authorization: Bearer <access token>`.',
    { type: 'string', const: 'Bearer' },
  ],
} as const
const occasional = {
  'x-server-time': [
    'The time up to which this list has every change, if it was asked for with a filter of `modified`. Use it as the next `modified__gte`.',
    { type: 'string', format: 'date-time' },
  ],
  'x-generation': [
    'How often the database was restored from a backup, counted from 1, if the list was asked for with a filter of `modified`. When it has changed since your last request, records you have read may be gone or older: read all of them again.',
    { type: 'integer', minimum: 1 },
  ],
  'idempotency-replayed': [
    'This is the stored response to an earlier request with the same `Idempotency-Key`.',
    { type: 'string', const: 'true' },
  ],
  'preference-applied': [
    'Says that this was a dry run and nothing was kept. Without it, the request took effect.',
    { type: 'string', const: 'dry-run' },
  ],
} as const

const budget = ['RateLimit', 'RateLimit-Policy', 'x-ratelimit-weight'] as const
const conditional = {
  ...Object.fromEntries(budget.map((name) => [name, `${described[name][0]} Only if the request was counted.`])),
  ETag: `${described.ETag[0]} Not on a page for a browser.`,
}
const whereApplicable = (name: string) => `${name}-where-applicable`

/** Every response header. Those that a response may lack have a second description. */
export const headerComponents = {
  ...Object.fromEntries(
    Object.entries(described).map(([name, [description, schema]]) => [name, { description, required: true, schema }]),
  ),
  ...Object.fromEntries(
    Object.entries(occasional).map(([name, [description, schema]]) => [name, { description, schema }]),
  ),
  ...Object.fromEntries(
    Object.entries(conditional).map(([name, description]) => [
      whereApplicable(name),
      { description, schema: described[name as keyof typeof described][1] },
    ]),
  ),
}

const headers = (always: readonly string[], sometimes: readonly string[] = []) => ({
  ...components('headers', ['x-request-id', ...always]),
  ...Object.fromEntries(sometimes.map((name) => [name, { $ref: `#/components/headers/${whereApplicable(name)}` }])),
})

type Description = readonly [text: string, headers?: readonly string[], counted?: 'always' | 'sometimes']
const refusals: Readonly<Record<number, Description>> = {
  400: ['The request is invalid. The body says what is wrong with each field.', [], 'sometimes'],
  401: ['The credential is missing, unknown or expired, or of a kind that is not accepted here.', ['WWW-Authenticate']],
  403: ['The credential lacks the scope or the permission, or the record belongs to somebody else.', [], 'sometimes'],
  404: ['There is no such organisation, record or page, or it belongs to another organisation.', [], 'sometimes'],
  405: ['The URL does not support this method. `Allow` lists those that it does.', ['Allow']],
  408: ['The request did not arrive in time. Send it again.'],
  409: [
    'A request with the same `Idempotency-Key` is still being carried out. Send it again later.',
    ['Retry-After'],
    'always',
  ],
  410: ['The events after this position are no longer kept. Read all records again.', [], 'always'],
  412: ['The record has changed: it no longer has the `ETag` in `If-Match`. Read it again.', [], 'always'],
  413: [
    'The body or the answer to a composite is larger than 2 MiB, or the file of an import larger than 32 MiB.',
    [],
    'always',
  ],
  414: ['The URL has more than 8,192 characters, or one part of its path more than 100.'],
  415: [
    'The body is of a media type that this operation does not take: its request body lists those it does.',
    [],
    'always',
  ],
  422: ['The `Idempotency-Key` was used for another request. Use a new key.', [], 'always'],
  429: ['The rate limit is exceeded. Wait for `Retry-After` seconds.', ['Retry-After'], 'sometimes'],
  431: ['The headers are larger than 16 KiB in all.'],
  503: [
    'The service is temporarily unavailable. A write may have taken effect: repeat it with the same `Idempotency-Key`.',
    ['Retry-After'],
    'sometimes',
  ],
}

const schema = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } })

export const refusalResponses = Object.fromEntries(
  Object.entries(refusals).map(([status, [description, own = [], counted]]) => [
    `Refusal${status}`,
    {
      description,
      headers: headers([...own, ...(counted === 'always' ? budget : [])], counted === 'sometimes' ? budget : []),
      content: {
        'application/json': schema(status === '400' ? 'FieldErrors' : 'Detail'),
        'application/problem+json': schema('Problem'),
        'text/html': { schema: { type: 'string' } },
      },
    },
  ]),
)

const refusing = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]))

/** The media type of the file that an operation returns, if it does. */
export const fileTypeOf = ({ answers }: Operation): string | undefined => {
  const answer = answers[200]
  return typeof answer === 'string' && /^(application|image)\//.test(answer) ? answer : undefined
}

/** Whether the response is a record with an ETag. */
const showsVersion = ({ answers, resource }: Operation) =>
  resource !== undefined && isVersioned(resource) && (answers[200] ?? answers[201]) === 'record'
export const takesIfNoneMatch = (operation: Operation) =>
  operation.access === 'read' && (showsVersion(operation) || fileTypeOf(operation) !== undefined)
/** Whether a write puts or removes a file that is no part of a record. */
const replacesFile = ({ method, resource }: Operation) =>
  (method === 'PUT' || method === 'DELETE') && resource === undefined
/** The record of a PATCH without an id in its path is the only one of its kind. */
const changesVersioned = ({ access, method, path, name, resource }: Operation) =>
  access === 'write' &&
  (path.includes('{id}') || method === 'PATCH') &&
  !name.endsWith('.create') &&
  resource !== undefined &&
  isVersioned(resource)
export const takesIfMatch = (operation: Operation) =>
  operation.changesNamed === true || replacesFile(operation) || changesVersioned(operation)

/** The headers of a successful response. */
export const headersOf = (operation: Operation) => {
  const isPage = operation.answers[200] === 'page' && isVersioned(operation.resource!)
  return {
    ...headers(
      [
        ...budget,
        ...(operation.access === 'write' && showsVersion(operation) ? ['ETag'] : []),
        ...(operation.answers[201] === 'record' ? ['Location'] : []),
      ],
      takesIfNoneMatch(operation) ? ['ETag'] : [],
    ),
    ...components('headers', [
      ...(isPage ? ['x-server-time', 'x-generation'] : []),
      ...(operation.access === 'write' ? ['idempotency-replayed', 'preference-applied'] : []),
    ]),
  }
}

const anywhere = [401, 404, 408, 414, 429, 431, 503]

/** Every other response of an operation. */
export const otherResponses = (operation: Operation) => {
  const isWrite = operation.access === 'write'
  return {
    ...(takesIfNoneMatch(operation)
      ? {
          304: {
            description: 'The record still has this `ETag`. There is no body.',
            headers: headers([...budget, 'ETag']),
          },
        }
      : {}),
    ...refusing([
      400,
      403,
      ...anywhere,
      ...(operation.streams ? [410] : []),
      ...(isWrite ? [409, 422] : []),
      ...(takesIfMatch(operation) || operation.entries ? [412] : []),
      ...(isWrite && operation.method !== 'DELETE' ? [413, 415] : []),
    ]),
  }
}

/** `OPTIONS`, which every URL supports for every caller. */
export const optionsObject = (here: Operation, parameters: readonly object[]) => ({
  operationId: `${here.name}.options`,
  summary: 'Describe what may be sent here',
  description:
    'Tells which methods this URL has, with their fields, filters, permission and rate. Any valid token may ask.',
  tags: [here.resource?.title ?? here.title],
  parameters,
  responses: {
    200: {
      description: 'The methods, permissions, rates, fields and parameters of this URL.',
      headers: headers(['Allow']),
      content: { 'application/json': schema('Description') },
    },
    ...refusing([400, ...anywhere]),
  },
})

/** The response to every method that is not described. */
export const otherMethods = { $ref: '#/components/responses/Refusal405' }

const words = (description: string) => ({ type: 'array', items: { type: 'string' }, description })
const text = (description: string) => ({ type: 'string', description })
const flag = (description: string) => ({ type: 'boolean', description })
const count = (description: string) => ({ type: 'integer', description })

const actionSchema = {
  type: 'object',
  required: ['action', 'permission', 'rate'],
  properties: {
    action: text('The name of the action, under which its requests are counted.'),
    permission: text('What the caller must be allowed, and whether to read or to write.'),
    rate: {
      type: 'object',
      description: 'How often the action may be used.',
      required: ['requests', 'seconds'],
      properties: {
        requests: count('How many requests are allowed in the window.'),
        seconds: count('How long the rolling window is.'),
      },
    },
    open_to_scope: text('An OAuth scope that opens the action by itself, without the permission.'),
    oauth_only: flag('Legacy keys are refused.'),
    user_token_only: flag('Only tokens of people are taken: those of applications alone are refused.'),
    step_up: flag('A browser session is refused unless its person has confirmed a moment ago that it is them.'),
  },
}

const fieldSchema = {
  type: 'object',
  required: ['type', 'required', 'read_only'],
  properties: {
    type: text('The kind of value, such as `decimal`, `link` or `choice`.'),
    help_text: text('What the value means.'),
    required: flag('Whether a new record must have it.'),
    read_only: flag('Whether the service sets it; what is sent is refused or ignored.'),
    write_only: flag('Whether it is never shown.'),
    nullable: flag('Whether it may be null.'),
    max_length: count('The most characters it may have.'),
    choices: { description: 'The values it may have, or each value with its meaning.' },
    links_to: text('The resource that a link points to.'),
  },
}

export const descriptionSchema = {
  type: 'object',
  description: 'What may be sent to one URL.',
  required: ['name', 'renders', 'parses', 'actions', 'parameters'],
  properties: {
    name: text('What a record here is called.'),
    renders: words('The media types of answers.'),
    parses: words('The media types of bodies.'),
    actions: { type: 'object', description: 'What each method does, by method.', additionalProperties: actionSchema },
    fields: {
      type: 'object',
      description: 'The fields of a record or of the body, by name.',
      additionalProperties: fieldSchema,
    },
    parameters: words('The query parameters that a GET takes.'),
  },
}
