import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../proofs/answer-check.ts'
import { resources } from '../../src/app/resources.ts'
import { fieldsOf } from '../../src/kernel/resource.ts'

const document: Json = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const methods = ['get', 'post', 'put', 'patch', 'delete', 'options']

/** Something that needs a description: where it is, what it is called, and what is said of it. */
type Described = { readonly where: string; readonly name: string; readonly description: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const propertiesIn = (where: string, schema: Json): Described[] => {
  if (!isObject(schema)) return []
  const own = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => [
    { where: `${where}.${name}`, name, description: property.description },
    ...propertiesIn(`${where}.${name}`, property),
  ])
  const nested = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => schema[word] ?? [])
  const inner = [...nested, schema.items, schema.additionalProperties].flatMap((one) => propertiesIn(where, one))
  return [...own, ...inner]
}

const operationsIn = ({ paths }: Json) =>
  Object.entries<Json>(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({ where: `${method} ${path}`, operation: item[method] })),
  )

/** Everything that a reader of the document meets by a name. */
const named = (all: Json): Described[] => {
  const { schemas, parameters, headers } = all.components
  return [
    ...operationsIn(all).map(({ where, operation }) => ({
      where,
      name: operation.summary,
      description: operation.description,
    })),
    ...operationsIn(all).flatMap(({ where, operation }) =>
      operation.parameters
        .filter(({ $ref }: Json) => $ref === undefined)
        .map(({ name, description }: Json) => ({ where: `${where}?${name}`, name, description })),
    ),
    ...[parameters, headers].flatMap((components) =>
      Object.entries<Json>(components).map(([name, { description }]) => ({ where: name, name, description })),
    ),
    ...Object.entries<Json>(schemas).flatMap(([name, schema]) => [
      { where: name, name, description: schema.description },
      ...propertiesIn(name, schema),
    ]),
    ...all.tags.map(({ name, description }: Json) => ({ where: `tag ${name}`, name, description })),
  ]
}

const fillers = new Set('a an the of is it its this that in on at to for and or with by which be are was'.split(' '))
const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !fillers.has(word))
    .map((word) => word.replace(/(?:e?s|ed|ing)$/, ''))

/** A description must have words that the name has not. */
const repeatsName = (name: string, description: string) => {
  const known = new Set(wordsOf(name))
  return wordsOf(description).filter((word) => !known.has(word)).length < 2
}

const undescribed = (all: Json) =>
  named(all)
    .filter(({ description }) => typeof description !== 'string' || description.trim() === '')
    .map(({ where }) => where)
const repeating = (all: Json) =>
  named(all)
    .filter(({ name, description }) => typeof description === 'string' && repeatsName(name, description))
    .map(({ where, description }) => `${where}: ${String(description)}`)

const enumsIn = (where: string, value: unknown): { where: string; schema: Json }[] => {
  if (!isObject(value)) return []
  return [
    ...(Array.isArray(value.enum) ? [{ where, schema: value }] : []),
    ...Object.entries(value).flatMap(([name, inner]) => enumsIn(`${where}/${name}`, inner)),
  ]
}

describe('openapi.json', () => {
  it('describes every operation, parameter, header, schema and property', () => {
    expect(named(document).length).toBeGreaterThan(1_500)
    expect(undescribed(document)).toEqual([])
    const silent = structuredClone(document)
    delete silent.components.schemas.Patient.properties.microchip.description
    expect(undescribed(silent)).toEqual(['Patient.microchip'])
  })

  it('says more of each than its name', () => {
    expect(repeating(document)).toEqual([])
    const hollow = structuredClone(document)
    hollow.components.schemas.Patient.properties.microchip_date.description = 'The date of the microchip.'
    expect(repeating(hollow)).toEqual(['Patient.microchip_date: The date of the microchip.'])
  })

  it('does not say of a field that is only read what happens unless it is sent', () => {
    const aboutSending = /unless (?:it (?:is|was) )?sent|sending (?:it|one|another)|is sent for|sent back/i
    const wrong = resources.flatMap((resource) =>
      fieldsOf(resource)
        .filter(([, { options }]) => options.readOnly && aboutSending.test(options.about ?? ''))
        .map(([name, { options }]) => `${resource.name}.${name}: ${options.about}`),
    )
    expect(wrong).toEqual([])
  })

  it('ends every description with a full stop', () => {
    const unfinished = named(document).filter(({ description }) => !/[.`)]$/.test(String(description)))
    expect(unfinished.map(({ where, description }) => `${where}: ${String(description)}`)).toEqual([])
  })

  it('names every value of an enum, each with another identifier', () => {
    const enums = enumsIn('', document)
    expect(enums.length).toBeGreaterThan(50)
    for (const { where, schema } of enums) {
      const names: readonly string[] = schema['x-enum-varnames'] ?? []
      expect({ where, names: new Set(names).size }).toEqual({ where, names: schema.enum.length })
      expect(names.filter((name) => !/^\p{Lu}[\p{L}\p{N}]*$/u.test(name))).toEqual([])
    }
  })

  it('has every closed set of values once, as a component', () => {
    const inline = (all: Json) => enumsIn('', all).filter(({ where }) => !/^\/components\/schemas\/\w+$/.test(where))
    const repeated = (all: Json) => {
      const sets = enumsIn('', all).map(({ schema }) => JSON.stringify([schema.enum, schema['x-enum-varnames']]))
      return sets.filter((set, at) => sets.indexOf(set) !== at)
    }
    expect([inline(document), repeated(document)]).toEqual([[], []])
    const doubled = structuredClone(document)
    doubled.components.schemas.InvoicePayment.properties.payment_type = doubled.components.schemas.PaymentType
    expect([inline(doubled).length, repeated(doubled).length]).toEqual([1, 1])
  })

  it('has summaries that begin with a verb and read as a sentence', () => {
    for (const { operation } of operationsIn(document)) expect(operation.summary).toMatch(/^[A-Z][a-z]+ [^.]+$/)
    const summaries = operationsIn(document).map(({ operation }) => operation.summary)
    expect(summaries).toEqual(
      expect.arrayContaining(['Create an invoice payment', 'List invoice payments', 'List VAT groups']),
    )
  })

  it('writes what several operations share once', () => {
    const inline = operationsIn(document).flatMap(({ operation }) =>
      operation.parameters
        .filter(({ $ref }: Json) => $ref === undefined)
        .map((parameter: Json) => JSON.stringify(parameter)),
    )
    const repeated = [...Map.groupBy(inline, String)]
      .filter(([, alike]) => alike.length > 1)
      .map(([text]) => JSON.parse(text))
    // Of several parameters with one name, the most frequent is shared.
    const known = new Set(Object.values<Json>(document.components.parameters).map(({ name }) => name))
    expect(repeated.filter(({ name }: Json) => !known.has(name))).toEqual([])
    const bodies = operationsIn(document).flatMap(({ operation }) =>
      Object.values<Json>(operation.requestBody?.content ?? {}),
    )
    expect(bodies.filter(({ schema }) => schema.$ref === undefined && schema.type !== 'string')).toEqual([])
  })
})
