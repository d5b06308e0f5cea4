import type { Operator, Resource } from '../kernel/resource.ts'
import { describeRequirement } from '../kernel/resource.ts'
import type { Operation } from '../kernel/operation.ts'
import type { Field, Link } from '../kernel/fields.ts'
import { maxValues } from '../kernel/filters.ts'
import { pluralOf, removalOf, singularOf } from '../kernel/operations.ts'
import { takesIfMatch, takesIfNoneMatch } from './responses.ts'

const listing = (operation: Operation, resource: Resource) => [
  `Returns ${pluralOf(resource)}, one page at a time, ordered by \`id\` unless \`ordering\` says otherwise. Filters are combined with AND.`,
  ...(resource.orFilters
    ? [`\`filter_type=or\` combines those of ${resource.orFilters.map((name) => `\`${name}\``).join(', ')} with OR.`]
    : []),
  ...('modified__gte' in operation.parameters
    ? [
        'With `modified__gte` only what changed since is returned, and `x-server-time` is the value for the next request.',
      ]
    : []),
]

const ifUnchanged = (operation: Operation) =>
  takesIfMatch(operation)
    ? ['With `If-Match` the change is refused (412) if the record has changed since you read it.']
    : []

/** What a DELETE does; a resource that revokes says so itself. */
const removals = {
  Archive: ['Archives the record: it is kept and still listed, with `archived` true.'],
  Delete: ['Deletes the record for good. Whoever keeps a copy of it learns of this at `deleted/`.'],
  Revoke: [],
}

/** What every operation of its kind does, by the last part of its name. */
const conventions: Readonly<Record<string, (operation: Operation, resource: Resource) => readonly string[]>> = {
  list: listing,
  retrieve: (operation, resource) => [
    `Returns the ${singularOf(resource)} with this id${takesIfNoneMatch(operation) ? '; the `ETag` is the version' : ''}.`,
    resource.shared
      ? 'An id that does not exist is answered with 404.'
      : 'An id of another organisation is answered like one that does not exist, with 404.',
  ],
  create: () => [
    'Answers 201 with the new record; `Location` is its URL.',
    'Send an `Idempotency-Key`, so that a request whose answer was lost can be repeated without creating a second record.',
  ],
  patch: (operation) => ['Changes the fields that are sent and no others.', ...ifUnchanged(operation)],
  put: (operation) => [
    'Replaces the record: optional fields that are left out are emptied.',
    ...ifUnchanged(operation),
  ],
  delete: (_operation, resource) => removals[removalOf(resource)],
}

const access = ({ permission, access: kind, rate, openTo, scopeOnly, oauthOnly, userTokenOnly, stepUp }: Operation) => [
  scopeOnly
    ? `Only with the scope \`${openTo}\`, which needs no permission.`
    : `Permission: ${describeRequirement(permission, kind)}${openTo ? `, or the scope \`${openTo}\`` : ''}.`,
  `At most ${rate} requests a minute.`,
  ...(oauthOnly ? ['Legacy keys are refused.'] : []),
  ...(userTokenOnly ? ['Only for people: an application’s own token and legacy keys are refused.'] : []),
  ...(stepUp
    ? [
        'In a browser session, its person must have confirmed within the last five minutes that it is them (403 `step_up_required`).',
      ]
    : []),
]

/** What an operation does, and who may use it how often. */
export const describeOperation = (operation: Operation): string => {
  const convention = operation.resource && conventions[operation.name.slice(operation.name.lastIndexOf('.') + 1)]
  const does = [...(convention?.(operation, operation.resource!) ?? []), ...(operation.about ? [operation.about] : [])]
  return [does.join(' '), access(operation).join(' ')].filter(Boolean).join('\n\n')
}

type Ordering = 'gt' | 'gte' | 'lt' | 'lte'

const comparisons: Readonly<Record<Exclude<Operator, Ordering>, string>> = {
  is: 'is this value',
  is_not: 'is any other value',
  icontains: 'contains this text, in upper or lower case',
  in: `is one of these values, at most ${maxValues.toLocaleString('en')}, separated by commas`,
  not_in: `is none of these values, at most ${maxValues.toLocaleString('en')}, separated by commas`,
  range: 'is between these two values, which are separated by a comma, or equal to one of them',
  is_null: 'is null (`true`) or is not (`false`)',
}

const orderings: Readonly<Record<'number' | 'date' | 'date-time', Readonly<Record<Ordering, string>>>> = {
  number: { gt: 'is greater than this', gte: 'is this or more', lt: 'is less than this', lte: 'is this or less' },
  date: {
    gt: 'is after this day',
    gte: 'is this day or later',
    lt: 'is before this day',
    lte: 'is this day or earlier',
  },
  'date-time': {
    gt: 'is after this time',
    gte: 'is this time or later',
    lt: 'is before this time',
    lte: 'is this time or earlier',
  },
}

const isOrdering = (operator: Operator): operator is Ordering => operator in orderings.number

const namedBy: Readonly<Record<Link['by'], string>> = {
  url: 'A record is named by its id or its URL.',
  id: 'An entry is named by its id in the codelist, not by the name that is shown.',
}

/** What a filter such as `client__is` leaves. */
export const describeFilter = (name: string, operator: Operator, { schema, link, options }: Field) => {
  const values = schema.format === 'date' || schema.format === 'date-time' ? schema.format : 'number'
  const comparison = isOrdering(operator) ? orderings[values][operator] : comparisons[operator]
  const keepsNull = options.nullable && (operator === 'is_not' || operator === 'not_in')
  return [
    `Only records whose \`${name}\` ${comparison}${keepsNull ? ', or is null' : ''}.`,
    ...(link && operator !== 'is_null' ? [namedBy[link.by]] : []),
  ].join(' ')
}
