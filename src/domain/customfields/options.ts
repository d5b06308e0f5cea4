import { invalid, InvalidValue } from '../../kernel/errors.ts'
import type { Field } from '../../kernel/fields.ts'
import { isObject, literalOf } from '../../kernel/json.ts'
import { linksOf } from '../../kernel/links.ts'
import { boolean, text } from '../../kernel/values.ts'

/** An option of a select field. An archived one is no longer offered; values that have it keep it. */
export type Option = { readonly id: number; readonly name: string; readonly archived: boolean }
export type SentOption = { readonly id?: number; readonly name?: string; readonly archived?: boolean }

const maxOptions = 500
const nowhere = linksOf('', 0)
const optionName = text(255)
const isArchived = boolean()

/** An option's `id`, sent as a number or a string. */
export const optionId = (input: unknown): number => {
  const literal = literalOf(input) ?? ''
  if (!/^\d{1,9}$/.test(literal)) throw new InvalidValue('The id of an option is a whole number.')
  return Number(literal)
}

const parseOption = (input: unknown): SentOption => {
  if (typeof input === 'string') return { name: optionName.parse(input, nowhere) }
  if (!isObject(input))
    throw new InvalidValue('Send each option as a name, or as an object with id, name and archived.')
  const { id, name, archived } = input
  return {
    ...(id !== undefined && { id: optionId(id) }),
    ...(name !== undefined && { name: optionName.parse(name, nowhere) }),
    ...(archived !== undefined && { archived: isArchived.parse(archived, nowhere) }),
  }
}

const shown = {
  type: 'object',
  required: ['id', 'name', 'archived'],
  properties: {
    id: { type: 'integer', description: 'Given by the service, and the same for good. Leave it out to add an option.' },
    name: { type: 'string', description: 'What people choose. Unique among the options of the field.' },
    archived: { type: 'boolean', description: 'No longer offered; records that have it keep it.' },
  },
}

/** The options of a select field, read and replaced as a whole. */
export const optionList = (): Field<SentOption[], { optional: true; about: string }> => ({
  type: 'list',
  options: {
    optional: true,
    about:
      'The choices of a field of type 6 (Select) or 7 (Multi-select); other types have none. The list that is sent replaces the old one: known options are named by `id` or `name`, new ones by `name` alone, and those left out become archived.',
  },
  schema: { type: 'array', items: shown },
  writeSchema: {
    type: 'array',
    maxItems: maxOptions,
    items: {
      anyOf: [
        { type: 'string', description: 'The name of an option.' },
        { type: 'object', properties: shown.properties },
      ],
    },
  },
  cast: 'jsonb',
  many: true,
  parse: (input) => {
    if (!Array.isArray(input)) throw new InvalidValue('Expected a list of options.', 'not_a_list')
    if (input.length > maxOptions)
      throw new InvalidValue(`Ensure this list has no more than ${maxOptions} items.`, 'max_items')
    return input.map(parseOption)
  },
  select: (column) => column,
})

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Finds an option by its id, or else by its name. */
export const findOption = (options: readonly Option[], { id, name }: SentOption): Option | undefined =>
  options.find((option) => (id === undefined ? name !== undefined && sameName(option.name, name) : option.id === id))

/**
 * The options as sent. Known ones, by id or name, keep their id; new ones get the next id; those left out are archived,
 * because values may have them.
 */
export const mergeOptions = (before: readonly Option[], sent: readonly SentOption[]): Option[] => {
  let last = Math.max(0, ...before.map(({ id }) => id))
  const wanted = sent.map((option): Option => {
    const known = findOption(before, option)
    if (known === undefined && option.id !== undefined)
      throw invalid('options', `There is no option ${option.id}. Leave the id out to add one.`, 'does_not_exist')
    const name = option.name ?? known?.name
    if (name === undefined) throw invalid('options', 'Give a new option a name.', 'required')
    return { id: known?.id ?? ++last, name, archived: option.archived ?? false }
  })
  const ids = new Set(wanted.map(({ id }) => id))
  const left = before.filter(({ id }) => !ids.has(id)).map((option) => ({ ...option, archived: true }))
  const all = [...wanted, ...left]
  const twice = all.find(({ name }, at) => all.findIndex((other) => sameName(other.name, name)) !== at)
  if (twice !== undefined || ids.size < wanted.length)
    throw invalid('options', `There are two options "${(twice ?? wanted[0]!).name}". Name each once.`, 'unique')
  return all
}
