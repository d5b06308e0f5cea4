import type { Operator, Resource } from '../kernel/resource.ts'
import { describeRequirement } from '../kernel/resource.ts'
import type { Operation } from '../kernel/operation.ts'
import { inSentence, pluralOf } from '../kernel/operations.ts'
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

/** What every operation of its kind does, by the last part of its name. */
const conventions: Readonly<Record<string, (operation: Operation, resource: Resource) => readonly string[]>> = {
  list: listing,
  retrieve: (operation, { title, shared }) => [
    `Returns the ${inSentence(title)} with this id${takesIfNoneMatch(operation) ? ' and its version as `ETag`' : ''}.`,
    shared
      ? 'An id that does not exist is answered with 404.'
      : 'An id of another organisation is answered like one that does not exist, with 404.',
  ],
  create: () => [
    'Answers 201 with the new record; `Location` is its URL.',
    'Send an `Idempotency-Key`, so that a request whose answer was lost can be repeated without creating a second record.',
  ],
  patch: (operation) => [
    `Changes the fields that are sent and no others.${takesIfMatch(operation) ? ' With `If-Match` the change is refused (412) if somebody else was faster.' : ''}`,
  ],
  put: () => ['Replaces the record: optional fields that are left out are emptied.'],
  delete: (_operation, { remove, fields }) => [
    remove?.run && !Object.hasOwn(fields, 'archived')
      ? 'Deletes the record. What a reader of changes has to remove is listed at `deleted/`.'
      : 'Archives the record: it is kept and still listed, with `archived` true.',
  ],
}

const access = ({ permission, access: kind, rate, openTo, oauthOnly, userTokenOnly }: Operation) => [
  `Permission: ${describeRequirement(permission, kind)}${openTo ? `, or the scope \`${openTo}\`` : ''}. At most ${rate} requests a minute.`,
  ...(oauthOnly ? ['Legacy keys are refused.'] : []),
  ...(userTokenOnly ? ['Only for people: an application’s own token and legacy keys are refused.'] : []),
]

/** What an operation does, and who may use it how often. */
export const describeOperation = (operation: Operation): string => {
  const convention = operation.resource && conventions[operation.name.slice(operation.name.lastIndexOf('.') + 1)]
  const does = [...(convention?.(operation, operation.resource!) ?? []), ...(operation.about ? [operation.about] : [])]
  return [does.join(' '), access(operation).join(' ')].filter(Boolean).join('\n\n')
}

const comparisons: Readonly<Record<Operator, string>> = {
  is: 'is this value',
  is_not: 'is any other value, or none',
  icontains: 'contains this text, in upper or lower case',
  gt: 'is greater or later than this',
  gte: 'is this, or greater or later',
  lt: 'is less or earlier than this',
  lte: 'is this, or less or earlier',
  in: 'is one of these values, which are separated by commas',
  not_in: 'is none of these values, which are separated by commas',
  range: 'is between these two values, which are separated by a comma, or equal to one of them',
  is_null: 'is null (`true`) or is not (`false`)',
}

/** What a filter such as `client__is` leaves. */
export const describeFilter = (field: string, operator: Operator, isLink: boolean) =>
  `Only records whose \`${field}\` ${comparisons[operator]}.${isLink && operator !== 'is_null' ? ' A record is named by its id or its URL.' : ''}`
