import { parseBody } from './body.ts'
import { ApiError, errorsBelow, InvalidParts, InvalidValue, type FieldErrors } from './errors.ts'
import { propertyOf, type CreateInput, type Field, type FieldOptions, type Fields } from './fields.ts'

/** What is wrong with one object of a list; anything else is thrown on. */
const errorsIn = (problem: unknown): FieldErrors => {
  if (problem instanceof ApiError && problem.fields !== undefined && !Array.isArray(problem.fields))
    return problem.fields as FieldErrors
  throw problem
}

/**
 * A list of objects that become records of their own, sent with the record they belong to. Each is parsed like a body, and
 * what is wrong with it is said under its place in the list: `rows.1.name`.
 */
export const nestedRecords = <const F extends Fields, const O extends FieldOptions & { readonly writeOnly: true }>(
  each: F,
  maxItems: number,
  options: O,
): Field<CreateInput<F>[], O> => {
  const { min = 0 } = options
  const written = Object.entries(each).filter(([, field]) => !field.options.readOnly)
  return {
    type: 'list',
    options,
    each,
    schema: {
      type: 'array',
      minItems: min,
      maxItems,
      items: {
        type: 'object',
        properties: Object.fromEntries(
          written.map(([name, field]) => [name, propertyOf(field, field.writeSchema ?? field.schema)]),
        ),
        required: written.filter(([, field]) => !field.options.optional).map(([name]) => name),
      },
    },
    cast: 'jsonb',
    many: true,
    parse: (input, links) => {
      if (!Array.isArray(input)) throw new InvalidValue('Expected a list of items.', 'not_a_list')
      if (input.length < min) throw new InvalidValue('This list may not be empty.', 'empty')
      if (input.length > maxItems)
        throw new InvalidValue(`Ensure this list has no more than ${maxItems} items.`, 'max_items')
      const errors: FieldErrors = {}
      const records = input.map((value, at) => {
        try {
          return parseBody(each, { kind: 'json', value }, 'create', links)
        } catch (problem) {
          Object.assign(errors, errorsBelow(at, errorsIn(problem)))
          return undefined
        }
      })
      if (Object.keys(errors).length > 0) throw new InvalidParts(errors)
      return records as CreateInput<F>[]
    },
    select: (column) => column,
  }
}
