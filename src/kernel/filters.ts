import { invalid, validationError, InvalidValue } from './errors.ts'
import type { Field, Id, SqlScope } from './fields.ts'
import { columnAt } from './fields.ts'
import { parseLinkFilter, type Links } from './links.ts'
import { fieldOf, type AddValue, type Operator, type Resource } from './resource.ts'
import { boolean, integer } from './values.ts'

export const maxValues = 1000
const largestId = 999_999_999_999_999
const flag = boolean()
export const idField: Field = { ...integer({ min: 0, max: largestId }), options: { readOnly: true } }

/** The ilike pattern for a substring, with its wildcards escaped. */
export const pattern = (raw: string) => `%${raw.replace(/[\\%_]/g, '\\$&')}%`

const compare =
  (column: string, operator: '=' | '>' | '>=' | '<' | '<=', one: (raw: string) => unknown, field: Field) =>
  (raw: string, add: AddValue) =>
    `${column} ${operator} ${add(one(raw), field.cast)}`

const many = (raw: string, one: (raw: string) => unknown) => {
  const values = raw.split(',')
  if (values.length > maxValues) throw new InvalidValue(`Send at most ${maxValues} values.`, 'max_items')
  return values.map((value) => one(value.trim()))
}

/** Several records of a table, as a parameter of a view that is no list: sent like the values of `__in`. */
export const linksIn = <T extends string>(
  table: T,
  whose: string,
): Field<readonly Id<T>[], { about: string; optional: true }> => ({
  type: 'string',
  options: {
    optional: true,
    about: `The ids of ${whose}, separated by commas: at most ${maxValues}. Without any, nothing is answered.`,
  },
  schema: { type: 'string', pattern: '^\\d+(,\\d+)*$' },
  cast: 'bigint[]',
  parse: (input, links) => many(String(input), (id) => parseLinkFilter(table, id, links)) as readonly Id<T>[],
  select: (column) => column,
})

/** The SQL of one operator on one field. `is_not` and `not_in` keep rows whose field is null. */
const condition = (
  operator: Operator,
  field: Field,
  column: string,
  links: Links,
): ((raw: string, add: AddValue) => string) => {
  const one = (raw: string) =>
    field.link?.by === 'url' ? parseLinkFilter(field.link.table, raw, links) : field.parse(raw, links)
  switch (operator) {
    case 'is':
      return compare(column, '=', one, field)
    case 'gt':
      return compare(column, '>', one, field)
    case 'gte':
      return compare(column, '>=', one, field)
    case 'lt':
      return compare(column, '<', one, field)
    case 'lte':
      return compare(column, '<=', one, field)
    case 'is_not':
      return (raw, add) => `${column} is distinct from ${add(one(raw), field.cast)}`
    case 'icontains':
      return (raw, add) => `${column} ilike ${add(pattern(String(one(raw))), 'text')}`
    case 'in':
      return (raw, add) => `${column} = any(${add(many(raw, one), `${field.cast}[]`)})`
    case 'not_in':
      return (raw, add) => `(${column} is null or ${column} <> all(${add(many(raw, one), `${field.cast}[]`)}))`
    case 'range':
      return (raw, add) => {
        const [from, to, ...more] = many(raw, one)
        if (to === undefined || more.length > 0)
          throw new InvalidValue('Send two values separated by a comma.', 'range')
        return `${column} between ${add(from, field.cast)} and ${add(to, field.cast)}`
      }
    case 'is_null':
      return (raw, _add) => `${column} is ${flag.parse(raw, links) ? '' : 'not '}null`
  }
}

/** Every list can be filtered by id, and so read in steps. */
const idOperators: readonly Operator[] = ['is', 'in', 'gt', 'gte', 'lt', 'lte']

/** A delta read from some time on also has an upper bound, in the links to its next pages. */
const withUpperBound = (name: string, operators: readonly Operator[]): readonly Operator[] =>
  name === 'modified' && !operators.includes('lte') ? [...operators, 'lte'] : operators

export type Filter = { readonly name: string; readonly field: Field; readonly operator?: Operator }

/** The filters a resource's list takes, by their full names. */
export const filtersOf = (resource: Resource): Filter[] => [
  ...idOperators.map((operator): Filter => ({ name: `id__${operator}`, field: idField, operator })),
  ...Object.entries(resource.filters)
    .filter(([name]) => name !== 'id')
    .flatMap(([name, operators = []]) =>
      withUpperBound(name, operators).map(
        (operator): Filter => ({ name: `${name}__${operator}`, field: fieldOf(resource, name), operator }),
      ),
    ),
  ...Object.entries(resource.extraFilters ?? {}).map(([name, { value }]): Filter => ({ name, field: value })),
]

/** Refuses unknown parameters and lists the known ones: ignoring a misspelt filter would return everything. */
export const requireKnown = (query: URLSearchParams, known: readonly string[]) => {
  for (const key of new Set(query.keys())) {
    if (!known.includes(key))
      throw invalid(
        key,
        known.length === 0
          ? 'This route takes no query parameters.'
          : `Unknown parameter. Allowed: ${known.join(', ')}.`,
        'unknown',
      )
    if (query.getAll(key).length > 1) throw invalid(key, 'Give this parameter once.', 'repeated')
  }
}

/** An SQL condition on the record `r`, and where an index knows them, SQL that selects the only ids it can hold for. */
type Condition = { readonly where: string; readonly candidates: string | undefined }

const joined = (conditions: readonly Condition[], by: 'union' | 'intersect') =>
  conditions.flatMap(({ candidates }) => (candidates === undefined ? [] : [`(${candidates})`])).join(` ${by} `) ||
  undefined

const anyOf = (conditions: readonly Condition[]): Condition => ({
  where: `(${conditions.map(({ where }) => where).join(' or ')})`,
  candidates: conditions.every(({ candidates }) => candidates !== undefined) ? joined(conditions, 'union') : undefined,
})

/** A text that equals the term contains it, so both operators use the suffix index. */
const indexed: readonly (Operator | undefined)[] = ['is', 'icontains']

/** Turns `field__operator=value` pairs into SQL. */
export const conditionsFrom = (
  resource: Resource,
  query: URLSearchParams,
  links: Links,
  at: SqlScope,
  add: AddValue,
) => {
  const either: Condition[] = []
  const all: Condition[] = []
  const isOr = query.get('filter_type') === 'or'
  for (const { name, field, operator } of filtersOf(resource)) {
    const raw = query.get(name)
    if (raw === null) continue
    try {
      if (!raw.isWellFormed() || raw.includes('\0')) throw new InvalidValue('Not valid text.')
      const fieldName = operator === undefined ? name : name.slice(0, -operator.length - 2)
      const extra = operator === undefined ? resource.extraFilters![name]! : undefined
      const find = extra ? extra.candidates : indexed.includes(operator) ? resource.findable?.[fieldName] : undefined
      const candidates = find?.(field.parse(raw, links), add)
      const where = operator
        ? condition(operator, field, columnAt(fieldName, field, at), links)(raw, add)
        : candidates === undefined && extra!.condition(field.parse(raw, links), add)
      const found = { where: where || 'true', candidates }
      ;(isOr && resource.orFilters?.includes(fieldName) ? either : all).push(found)
    } catch (problem) {
      if (!(problem instanceof InvalidValue)) throw problem
      throw validationError({ [name]: [{ message: problem.message, code: problem.code }] })
    }
  }
  const conditions = either.length > 0 ? [...all, anyOf(either)] : all
  return { where: conditions.map(({ where }) => where), candidates: joined(conditions, 'intersect') }
}
