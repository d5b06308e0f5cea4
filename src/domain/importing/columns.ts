import { inOrder, type Tx } from '../../db/tx.ts'
import { invalid, nonField, InvalidValue } from '../../kernel/errors.ts'
import type { Field, Schema } from '../../kernel/fields.ts'
import { countries } from '../../kernel/countries.ts'
import { fieldsOf, type Registry } from '../../kernel/resource.ts'
import { referenceKindOf, type Kind } from './kinds.ts'

/** Cells by the names of their columns; empty ones are left out. */
export type Cells = Readonly<Record<string, string>>

/** A column of a file. Its cells become what the API's field takes. */
export type Column = {
  readonly name: string
  readonly isRequired: boolean
  readonly field?: string
  /** The kind of file whose references it contains. */
  readonly names?: Kind
  readonly read: (text: string, choices: Choices, cells: Cells) => string | readonly string[]
}

/** What people enter by name and the API takes by id. */
export type Choices = {
  readonly departments: readonly { readonly id: number; readonly name: string }[]
  readonly species: readonly Entry[]
  readonly breeds: readonly (Entry & { readonly species: number })[]
  readonly vatGroups: readonly { readonly id: number; readonly title: string; readonly percentage: string }[]
  readonly accounts: readonly { readonly id: number; readonly number: string }[]
  readonly itemLists: readonly { readonly id: number; readonly name: string }[]
  readonly linkTo: (resource: string, id: number) => string
}
type Entry = { readonly id: number; readonly code: string; readonly name: string }

export const readChoices = async (tx: Tx, linkTo: Choices['linkTo']): Promise<Choices> => {
  const [departments, species, breeds, vatGroups, accounts, itemLists] = await inOrder(
    tx,
    () => tx.selectFrom('department').select(['id', 'name']).where('archived', '=', false).execute(),
    () => tx.selectFrom('species').select(['id', 'code', 'name']).execute(),
    () => tx.selectFrom('breed').select(['id', 'code', 'name', 'species']).execute(),
    () => tx.selectFrom('vatgroup').select(['id', 'title', 'percentage']).where('archived', '=', false).execute(),
    () => tx.selectFrom('accountnumber').select(['id', 'number']).where('archived', '=', false).execute(),
    () =>
      tx
        .selectFrom('listitem')
        .select(['id', 'name'])
        .where('list', '=', 'items')
        .where('archived', '=', false)
        .execute(),
  )
  return { departments, species, breeds, vatGroups, accounts, itemLists, linkTo }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isNamed = (typed: string) => (entry: Entry) => isSame(entry.code, typed) || isSame(entry.name, typed)
const unknown = (message: string): never => {
  throw new InvalidValue(message, 'does_not_exist')
}

const readSpecies = (typed: string, { species }: Choices) =>
  species.find(isNamed(typed)) ??
  unknown(`There is no species "${typed}". Use its English name, such as "Dog", or a code of /codelist/species/.`)

const readBreed = (typed: string, choices: Choices, cells: Cells) => {
  if (cells.species === undefined) return unknown('A breed needs its species. Fill in the column species.')
  const { id, name } = readSpecies(cells.species, choices)
  return (
    choices.breeds.filter(({ species }) => species === id).find(isNamed(typed)) ??
    unknown(
      `There is no breed "${typed}" of the species ${name}. /codelist/breeds/?species__is=${id} lists them; use a name or a code, or leave it empty.`,
    )
  )
}

/** The one entry that people mean by what they wrote, or why there is none. */
const readOne = <T extends { readonly id: number }>(
  what: readonly [one: string, several: string],
  found: readonly T[],
  typed: string,
  known: readonly string[],
) => {
  const [entry] = found
  if (found.length > 1) return unknown(`There are several ${what[1]} "${typed}". Rename or archive one of them.`)
  const names = known.map((name) => `"${name}"`).join(', ')
  return entry ?? unknown(`There is no ${what[0]} "${typed}"; ${known.length > 0 ? `use ${names}` : 'add it first'}.`)
}

const sameNumber = (one: string, other: string) =>
  /^\d+([.,]\d+)?$/.test(other) && Number(one) === Number(other.replace(',', '.'))

const readVatGroup: Column['read'] = (typed, { vatGroups, linkTo }) => {
  const rate = typed.replace(/\s*%$/, '')
  const titled = vatGroups.filter(({ title }) => isSame(title, typed))
  const found = titled.length > 0 ? titled : vatGroups.filter(({ percentage }) => sameNumber(percentage, rate))
  const known = vatGroups.map(({ title }) => title)
  return linkTo('vatgroup', readOne(['VAT group', 'VAT groups'], found, typed, known).id)
}

const readAccount: Column['read'] = (typed, { accounts, linkTo }) => {
  const found = accounts.filter(({ number }) => isSame(number, typed))
  const known = accounts.map(({ number }) => number)
  return linkTo('accountnumber', readOne(['account', 'accounts'], found, typed, known).id)
}

const readItemList: Column['read'] = (typed, { itemLists, linkTo }) => {
  const found = itemLists.filter(({ name }) => isSame(name, typed))
  const known = itemLists.map(({ name }) => name)
  return linkTo('listitem', readOne(['list of items', 'lists of items'], found, typed, known).id)
}

const readDepartment: Column['read'] = (typed, { departments, linkTo }) => {
  const found = departments.filter(({ name }) => isSame(name, typed))
  const known = departments.map(({ name }) => name)
  return linkTo('department', readOne(['department', 'departments'], found, typed, known).id)
}

/** What people write instead of the address of a record, by its resource. */
const byTable: Readonly<Record<string, Column['read']>> = {
  department: readDepartment,
  vatgroup: readVatGroup,
  accountnumber: readAccount,
  listitem: readItemList,
}

const inEnglish = new Intl.DisplayNames('en', { type: 'region' })
const countryCodes = new Map([...countries].map((code) => [inEnglish.of(code)!.toLowerCase(), code]))
const readCountry = (typed: string) => countryCodes.get(typed.toLowerCase()) ?? typed.toUpperCase()

/** A word for one of the values of the API, ignoring case. */
const readChoice =
  ({ enum: words, 'x-labels': labels = {} }: Schema) =>
  (typed: string) => {
    const [number] = Object.entries(labels as object).find(([, label]) => isSame(String(label), typed)) ?? []
    return number ?? (words as readonly unknown[]).map(String).find((word) => isSame(word, typed)) ?? typed
  }

const asIs = (text: string) => text
const readers: Readonly<Record<string, Column['read']>> = {
  // In most of Europe it is a comma.
  decimal: (text) => text.replace(/^(-?\d+),(\d+)$/, '$1.$2'),
  // Noon in UTC is the same day nearly everywhere.
  datetime: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T12:00:00Z` : text.replace(' ', 'T')),
  list: (text) => text.split('|').map((part) => part.trim()),
}
const byName: Readonly<Record<string, Column['read']>> = {
  species: (typed, choices) => String(readSpecies(typed, choices).id),
  breed: (typed, choices, cells) => String(readBreed(typed, choices, cells).id),
  country: readCountry,
}

const columnFor = (name: string, { type, schema, link, options }: Field): Column => {
  const isRequired = !options.optional
  const names = link && referenceKindOf(link.table)
  if (names) return { name: `${name}_reference`, field: name, isRequired, names, read: asIs }
  const read =
    byName[name] ?? byTable[link?.table ?? ''] ?? (schema.enum ? readChoice(schema) : (readers[type] ?? asIs))
  return { name, field: name, isRequired, read }
}

/** Objects do not fit into a cell. */
const fitsCell = ({ type, schema, options }: Field) =>
  !options.readOnly && type !== 'object' && (schema.items as Schema | undefined)?.type !== 'object'

/** Columns that a report of refused rows adds. When the report is imported they are ignored. */
export const reportColumns: readonly string[] = ['line', 'reason']

const reference: Column = { name: 'reference', isRequired: true, read: asIs }

/** The columns a file may have: the fields that a POST of its records takes, and the names of the old system. */
export const columnsOf = ({ resource, namedBy, wanted = [], only, adds = {} }: Kind, resources: Registry): Column[] => [
  ...(namedBy === 'reference' ? [reference] : []),
  ...fieldsOf(resources.get(resource)!)
    .filter(([name, field]) => (only?.includes(name) ?? fitsCell(field)) && (field.link?.from ?? 'column') === 'column')
    .map(([name, field]) => columnFor(name, field))
    .map((column) => (wanted.includes(column.name) ? { ...column, isRequired: true } : column)),
  ...Object.keys(adds).map((name) => ({ name, isRequired: false, read: asIs })),
]

/** The column of each cell, by the header. It may name them in any order and leave out those that are not required. */
export const readHeader = (cells: readonly string[], columns: readonly Column[]): readonly string[] => {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const known = columns.map(({ name }) => name)
  const strange = names
    .filter((name) => !known.includes(name) && !reportColumns.includes(name))
    .map((name) => `"${name.slice(0, 40)}"`)
  const doubled = names.filter((name, at) => names.indexOf(name) !== at)
  const missing = columns.filter(({ name, isRequired }) => isRequired && !names.includes(name)).map(({ name }) => name)
  const complaints = [
    ...(strange.length > 0
      ? [
          `The first row names the columns, and there is no ${strange.slice(0, 10).join(', ')}, only ${known.join(', ')}.`,
        ]
      : []),
    ...(doubled.length > 0 ? [`Columns that are there twice: ${doubled.join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Missing columns: ${missing.join(', ')}.`] : []),
  ]
  if (complaints.length > 0) throw invalid(nonField, complaints.join(' '), 'header')
  return names
}
