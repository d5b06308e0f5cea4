import type { Field } from '../kernel/fields.ts'
import { filtersOf } from '../kernel/filters.ts'
import type { Operation } from '../kernel/operation.ts'
import { inSentence, singularOf } from '../kernel/operations.ts'
import { pathOf, type Operator, type Resource } from '../kernel/resource.ts'
import { pascalCase } from '../kernel/enums.ts'
import { describeFilter } from './descriptions.ts'
import { takesIfMatch, takesIfNoneMatch } from './responses.ts'

export type Parameter = {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly description?: string
  readonly [more: string]: unknown
}
type Reference = { readonly $ref: string }

const requestHeaders: Readonly<Record<string, string>> = {
  'Idempotency-Key':
    'Makes it safe to repeat the request: the same key with the same request returns the stored response, for 30 days. With another request it is refused (422).',
  'If-Match':
    'Carries out the request only if the record still has this `ETag`, and answers 412 otherwise. A weak one never matches.',
  'If-None-Match': 'Answers 304 without a body if the record still has this `ETag`.',
  Prefer:
    '`dry-run` carries out the request, returns its response and rolls back every change. The response then has `preference-applied: dry-run`: check it.',
}

const headersFor = (operation: Operation): string[] => [
  ...(operation.access === 'write' ? ['Idempotency-Key', 'Prefer'] : []),
  ...(takesIfMatch(operation) ? ['If-Match'] : []),
  ...(takesIfNoneMatch(operation) ? ['If-None-Match'] : []),
]

const headerParameter = (name: string): Parameter => ({
  in: 'header',
  name,
  description: requestHeaders[name]!,
  schema: { type: 'string' },
})

/** What an id in a path belongs to, inside a sentence. */
const ownerOf = ({ path, title }: Operation, name: string, resources: readonly Resource[]) => {
  if (name === 'child_id') return inSentence(title)
  const [, place = ''] = /^\/(.*?)\/\{id\}/.exec(path) ?? []
  const owner = resources.find((resource) => pathOf(resource) === place && !resource.within?.nestedDetail)
  return owner ? singularOf(owner) : inSentence(title)
}

const pathParameters = (operation: Operation, resources: readonly Resource[]): Parameter[] =>
  [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    in: 'path',
    name: name!,
    description: `The \`id\` of the ${ownerOf(operation, name!, resources)}, which is also the last number of its \`url\`.`,
    required: true,
    schema: { type: 'integer' },
  }))

const takesSeveral = (operator: Operator | undefined) =>
  operator === 'in' || operator === 'not_in' || operator === 'range'

/** Several values are one text, with commas between them; `x-items` says which, where they are of a closed set. */
const severalOf = ({ schema }: Field) => ({
  type: 'string',
  ...('enum' in schema ? { 'x-items': schema } : {}),
})

const queryParameter = (name: string, field: Field, operator: Operator | undefined): Parameter => {
  const single = field.link ? { type: 'string' } : (field.writeSchema ?? field.schema)
  const schema = takesSeveral(operator) ? severalOf(field) : single
  const about = operator ? describeFilter(name.slice(0, -operator.length - 2), operator, field) : field.options.about
  return {
    in: 'query',
    name,
    ...(about === undefined ? {} : { description: about }),
    schema,
    ...(name.startsWith('expose_') ? { allowEmptyValue: true } : {}),
  }
}

const queryParameters = ({ parameters, resource, answers }: Operation): Parameter[] => {
  const filters = resource && answers[200] === 'page' ? filtersOf(resource) : []
  const operators = new Map(filters.map(({ name, operator }) => [name, operator]))
  return Object.entries(parameters).map(([name, field]) => queryParameter(name, field, operators.get(name)))
}

const parametersOf = (operation: Operation, resources: readonly Resource[]): Parameter[] => [
  ...pathParameters(operation, resources),
  ...headersFor(operation).map(headerParameter),
  ...queryParameters(operation),
]

const keyOf = (parameter: Parameter) => JSON.stringify(parameter)

/** Ids are called after what they identify, everything else by its own name. */
const componentName = ({ in: place, name, description = '' }: Parameter) =>
  place === 'path' ? `${pascalCase(/the (.*?),/.exec(description)?.[1] ?? '')}Id` : name

/**
 * The parameters of every operation. Those that several operations share are written once, under `components`; of several
 * that share a name, the most frequent.
 */
export const sharedParameters = (operations: readonly Operation[], resources: readonly Resource[]) => {
  const everywhere = operations.map((operation) => parametersOf(operation, resources))
  const alike = Map.groupBy(everywhere.flat(), keyOf)
  const byFrequency = [...alike.values()]
    .filter(({ length }) => length > 1)
    .toSorted((one, other) => other.length - one.length)
  const shared = new Map<string, Parameter>()
  for (const [parameter] of byFrequency) {
    const name = componentName(parameter!)
    if (!shared.has(name)) shared.set(name, parameter!)
  }
  const asReference = (parameter: Parameter): Parameter | Reference => {
    const name = componentName(parameter)
    const found = shared.get(name)
    return found && keyOf(found) === keyOf(parameter) ? { $ref: `#/components/parameters/${name}` } : parameter
  }
  const referenced = new Map(operations.map((operation, at) => [operation, everywhere[at]!.map(asReference)]))
  return {
    components: Object.fromEntries([...shared].toSorted(([one], [other]) => one.localeCompare(other))),
    of: (operation: Operation) => referenced.get(operation)!,
    /** The parameters of the path alone, for `OPTIONS`. */
    ofPath: (operation: Operation) => pathParameters(operation, resources).map(asReference),
  }
}
