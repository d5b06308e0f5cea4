import { whyNotInComposite } from '../kernel/composite-plan.ts'
import type { Operation } from '../kernel/operation.ts'
import { describeRequirement, registry, type Resource } from '../kernel/resource.ts'
import type { CodeRegistry } from '../kernel/error-codes.ts'
import { describeOperation } from './descriptions.ts'
import { errorSchemas } from './error-schemas.ts'
import { bodyName, refTo } from './names.ts'
import { sharedParameters } from './parameters.ts'
import {
  descriptionSchema,
  headerComponents,
  fileTypeOf,
  headersOf,
  optionsObject,
  otherMethods,
  otherResponses,
  refusalResponses,
} from './responses.ts'
import { answerRef, bodyOf, namedSchemas } from './schemas.ts'
import { webhookParameters, webhookSchemas, webhooksObject } from './webhooks.ts'

/** A request and an answer of one operation, as they were in a demo clinic. */
export type Example = { readonly request?: unknown; readonly response?: unknown }

type Scopes = Readonly<Record<string, string>>
/** What the document says about the product: the scopes of each grant type, and examples by operation. */
export type Product = {
  readonly title: string
  readonly description: string
  readonly scopes?: { readonly clientCredentials: Scopes; readonly authorizationCode: Scopes }
  readonly examples?: Readonly<Record<string, Example>>
  readonly errorCodes?: CodeRegistry
  readonly webhooks?: Parameters<typeof webhooksObject>[0]
}

type Context = {
  readonly parameters: ReturnType<typeof sharedParameters>
  readonly examples: NonNullable<Product['examples']>
}

const withExample = (example: unknown) => (example === undefined ? {} : { example })

const successOf = (
  operation: Operation,
  status: string,
  answer: Operation['answers'][number],
  example?: Example,
): object => {
  if (answer === 'nothing') return { description: 'Done; no body.', headers: headersOf(operation) }
  const type = fileTypeOf(operation)
  const described = { description: `Done: ${operation.summary}.`, headers: headersOf(operation) }
  if (type !== undefined) return { ...described, content: { [type]: { schema: {} } } }
  const json = { schema: answerRef(operation, answer, status), ...withExample(example?.response) }
  const isFirst = Object.keys(operation.answers)[0] === status
  return {
    ...described,
    content: {
      'application/json': isFirst ? json : { schema: json.schema },
      ...(operation.method === 'GET' ? { 'text/html': { schema: { type: 'string' } } } : {}),
      ...(operation.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
    },
  }
}

const requestBody = (operation: Operation, example?: Example): object => {
  if (operation.file)
    return {
      requestBody: {
        description: `The file itself, as \`${operation.file.type}\`.`,
        required: true,
        content: { [operation.file.type]: { schema: { type: 'string' }, ...withExample(example?.request) } },
      },
    }
  const body = bodyOf(operation)
  if (body === undefined) return {}
  const schema = refTo(bodyName(operation))
  const forms = operation.bodySchema
    ? {}
    : { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } }
  const required = operation.bodySchema !== undefined || 'required' in body
  const content = { 'application/json': { schema, ...withExample(example?.request) }, ...forms }
  return { requestBody: { required, content } }
}

const operationObject = (operation: Operation, { parameters, examples }: Context): object => {
  const example = examples[operation.name]
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: describeOperation(operation),
    tags: [operation.resource?.title ?? operation.title],
    parameters: parameters.of(operation),
    ...requestBody(operation, example),
    responses: {
      ...otherResponses(operation),
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          successOf(operation, status, answer, example),
        ]),
      ),
    },
    'x-permission': describeRequirement(operation.permission, operation.access),
    'x-rate-per-minute': operation.rate,
    ...(operation.openTo ? { 'x-open-to-scope': operation.openTo } : {}),
    ...(operation.scopeOnly ? { 'x-scope-only': true } : {}),
    ...(operation.oauthOnly ? { 'x-oauth-only': true } : {}),
    ...(operation.userTokenOnly ? { 'x-user-token-only': true } : {}),
    ...(operation.stepUp ? { 'x-step-up': true } : {}),
    ...(operation.access === 'write' && whyNotInComposite(operation)
      ? { 'x-sent-alone': whyNotInComposite(operation) }
      : {}),
  }
}

const pathsObject = (operations: readonly Operation[], context: Context) => {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations)
    (paths[operation.path] ??= {
      options: optionsObject(operation, context.parameters.ofPath(operation)),
      'x-other-methods': otherMethods,
    })[operation.method.toLowerCase()] = operationObject(operation, context)
  return paths
}

/** One tag for each resource, and one for each title of operations without a resource. */
const tagsOf = (operations: readonly Operation[], resources: readonly Resource[]) => {
  const titles = new Set(resources.map(({ title }) => title))
  const others = operations.filter(({ resource, title }) => !resource && !titles.has(title))
  return [
    ...resources.map(({ title, about }) => ({ name: title, description: about })),
    // Several routes of one title are described by the first of them.
    ...others
      .filter(({ title }, at) => others.findIndex((one) => one.title === title) === at)
      .map(({ title, summary, about = `${summary}.` }) => ({ name: title, description: about })),
  ]
}

/** The server and its token URL are those of the first organisation, until one is chosen. */
const server = {
  url: '/{organisation}/api/0.1',
  variables: { organisation: { default: '1', description: 'The id of your organisation.' } },
}
const oauth2 = '/1/oauth2'

const securitySchemes = ({ clientCredentials, authorizationCode }: NonNullable<Product['scopes']>) => ({
  oauth: {
    type: 'oauth2',
    description: 'A token of an application (client credentials) or of a person who allowed it (authorization code).',
    flows: {
      clientCredentials: { tokenUrl: `${oauth2}/token/`, scopes: clientCredentials },
      authorizationCode: {
        authorizationUrl: `${oauth2}/authorize/`,
        tokenUrl: `${oauth2}/token/`,
        refreshUrl: `${oauth2}/token/`,
        scopes: authorizationCode,
      },
    },
  },
  legacyKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The key of an older integration, sent as `Token <key>`.',
  },
})

const noScopes = { clientCredentials: {}, authorizationCode: {} }

/** The whole API as an OpenAPI 3.1 document. */
export const openapi = (
  operations: readonly Operation[],
  { scopes = noScopes, examples = {}, webhooks = [], errorCodes, ...product }: Product,
): object => {
  const resources = [...new Set(operations.flatMap(({ resource }) => (resource ? [resource] : [])))]
  const parameters = sharedParameters(operations, resources)
  return {
    openapi: '3.1.0',
    info: { ...product, version: '0.1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [server],
    security: [{ oauth: ['restapi'] }, { legacyKey: [] }],
    tags: tagsOf(operations, resources),
    paths: pathsObject(operations, { parameters, examples }),
    webhooks: webhooksObject(webhooks),
    components: {
      securitySchemes: securitySchemes(scopes),
      parameters: { ...parameters.components, ...webhookParameters },
      headers: headerComponents,
      responses: refusalResponses,
      schemas: {
        ...namedSchemas(operations, registry(resources)),
        ...webhookSchemas(webhooks),
        Description: descriptionSchema,
        ...errorSchemas(errorCodes),
      },
    },
  }
}
