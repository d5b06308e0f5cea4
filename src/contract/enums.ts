import { pascalCase } from '../kernel/enums.ts'
import type { Schema } from '../kernel/fields.ts'
import { refTo } from './names.ts'

/** What the closed sets of values are called, each with one place that has it: `Invoice.status`, `GET /client/?filter_type`. */
export type EnumNames = Readonly<Record<string, string>>

type Json = Readonly<Record<string, unknown>>
type Enum = Schema & { readonly enum: readonly (string | number)[] }
type Found = { readonly schema: Enum; readonly places: Set<string> }
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Json[] }>>>>
  readonly components: Json & { readonly schemas: Readonly<Record<string, Schema>> }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isEnum = (value: Json): value is Enum => Array.isArray(value.enum) && 'x-enum-varnames' in value
const isConstant = ({ enum: values }: Enum) => values.length === 1

/** Sets with the same values and the same names for them are one set, wherever they are used. */
const keyOf = (schema: Schema) => JSON.stringify([schema.type, schema.enum, schema['x-enum-varnames']])

/** Visits every enum in a schema, with the place that it has there. */
const visit = (value: unknown, place: string, found: (schema: Enum, place: string) => void): void => {
  if (!isObject(value)) return
  if (isEnum(value)) return isConstant(value) ? undefined : found(value, place)
  for (const [name, inner] of Object.entries(value))
    if (name === 'properties' && isObject(inner))
      for (const [property, schema] of Object.entries(inner)) visit(schema, `${place}.${property}`, found)
    else visit(inner, place, found)
}

const enumsIn = ({ paths, components }: Document): ReadonlyMap<string, Found> => {
  const all = new Map<string, Found>()
  const add = (schema: Enum, place: string) => {
    const key = keyOf(schema)
    if (!all.has(key)) all.set(key, { schema, places: new Set() })
    all.get(key)!.places.add(place)
  }
  for (const [name, schema] of Object.entries(components.schemas)) if (!isEnum(schema)) visit(schema, name, add)
  for (const parameter of Object.values(components.parameters as Json)) visit(parameter, '', add)
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters = [] }] of Object.entries(operations))
      for (const parameter of parameters)
        visit(parameter, `${method.toUpperCase()} ${path}?${String(parameter.name)}`, add)
  return all
}

/** The orders that a list can be in: its fields, each with a minus in front for the other direction. */
const orderingName = (values: readonly (string | number)[]) => {
  const fields = values.filter((value) => values.includes(`-${value}`)).map((value) => pascalCase(String(value)))
  const [id, ...others] = fields
  return values.length === 2 * fields.length && id === 'Id'
    ? `OrderBy${(others.length ? others : [id]).join('Or')}`
    : undefined
}

const nameOf = ({ schema, places }: Found, names: EnumNames) => {
  const chosen = Object.keys(names).filter((name) => places.has(names[name]!))
  const [name = orderingName(schema.enum), ...others] = chosen
  const where = [...places].join(', ')
  if (name === undefined) throw new Error(`Name the enum of ${where} in src/app/enum-names.ts.`)
  if (others.length > 0) throw new Error(`The enum of ${where} has several names: ${chosen.join(', ')}.`)
  return name
}

const describe = ({ enum: values, 'x-labels': labels = {} }: Enum) => {
  const meanings = labels as Readonly<Record<string, string>>
  const listed = values.map((value) => (meanings[value] ? `${value} (${meanings[value]})` : `\`${value}\``)).join(', ')
  return orderingName(values)
    ? `What a list is sorted by; a minus in front is from largest to smallest. Values: ${listed}.`
    : `A closed set of values: ${listed}.`
}

const componentOf = ({ type, enum: values, 'x-enum-varnames': names, 'x-labels': labels, ...rest }: Enum): Schema => ({
  type,
  description: describe({ ...rest, enum: values, 'x-labels': labels }),
  enum: values,
  'x-enum-varnames': names,
  ...(labels === undefined ? {} : { 'x-labels': labels }),
})

const replaced = (value: unknown, nameFor: (schema: Enum) => string): unknown => {
  if (Array.isArray(value)) return value.map((inner) => replaced(inner, nameFor))
  if (!isObject(value)) return value
  if (!isEnum(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, nameFor)]))
  const { type, enum: values, 'x-enum-varnames': _names, 'x-labels': _labels, ...rest } = value
  return isConstant(value) ? { type, const: values[0], ...rest } : { ...refTo(nameFor(value)), ...rest }
}

/** The document with each closed set of values as a component of its own, and references to it wherever it is used. A set of one is a constant. */
export const withNamedEnums = <D extends object>(document: D, names: EnumNames): D => {
  const whole = document as unknown as Document
  const found = enumsIn(whole)
  const named = new Map([...found].map(([key, one]) => [key, nameOf(one, names)]))
  const unused = Object.keys(names).filter((name) => ![...named.values()].includes(name))
  if (unused.length > 0) throw new Error(`src/app/enum-names.ts names places without an enum: ${unused.join(', ')}.`)
  const nameFor = (schema: Enum) => named.get(keyOf(schema))!
  const { schemas, ...components } = whole.components
  const isOwn = ([, schema]: [string, Schema]) => isEnum(schema)
  const taken = [...named.values()].filter((name) => name in schemas)
  if (taken.length > 0) throw new Error(`Schemas have the names of enums: ${taken.join(', ')}.`)
  return {
    ...document,
    paths: replaced(whole.paths, nameFor),
    components: {
      ...(replaced(components, nameFor) as Json),
      schemas: {
        ...Object.fromEntries(
          [...found]
            .map(([key, { schema }]): [string, Schema] => [named.get(key)!, componentOf(schema)])
            .toSorted(([one], [other]) => one.localeCompare(other)),
        ),
        ...Object.fromEntries(
          Object.entries(schemas).map((entry) => (isOwn(entry) ? entry : [entry[0], replaced(entry[1], nameFor)])),
        ),
      },
    },
  }
}
