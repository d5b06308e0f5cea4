import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../proofs/answer-check.ts'
import { contractWithExamples } from '../../src/app/contract.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
/** As it is served. */
const document: Json = JSON.parse(JSON.stringify(contractWithExamples()))
const methods = ['get', 'post', 'put', 'patch', 'delete']

type Place = { readonly where: string; readonly media: Json }

const isJson = ({ content }: Json) => content?.['application/json'] !== undefined

/** Every JSON body that the document describes as sent or as the first success. */
const placesIn = ({ paths }: Json): Place[] =>
  Object.entries<Json>(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .flatMap((method): Place[] => {
        const { requestBody, responses } = item[method]
        const success = Object.keys(responses).find((status) => Number(status) < 300)
        const at = (place: string, media: Json): Place => ({ where: `${method} ${path} ${place}`, media })
        if (success === undefined) return []
        return [
          ...(requestBody && isJson(requestBody) ? [at('requestBody', requestBody.content['application/json'])] : []),
          ...(isJson(responses[success]) ? [at('responses', responses[success].content['application/json'])] : []),
        ]
      }),
  )

const places = placesIn(document)
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ ...document, $id: 'openapi' })

const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
const validatorOf = ($ref: string) => {
  if (!compiled.has($ref)) compiled.set($ref, ajv.compile({ $ref: `openapi${$ref}` }))
  return compiled.get($ref)!
}

const flawsOf = ({ media }: Place, example: unknown = media.example) => {
  const validate = validatorOf(media.schema.$ref)
  return validate(example)
    ? []
    : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
}

/** Fields that the example has and its schema does not. */
const unknownFields = (schema: Json, example: Json): string[] => {
  const at = schema?.$ref
    ? schema.$ref
        .split('/')
        .slice(1)
        .reduce((inner: Json, name: string) => inner[name], document)
    : schema
  if (Array.isArray(example)) return at?.items ? example.flatMap((one) => unknownFields(at.items, one)) : []
  if (typeof example !== 'object' || example === null || at?.properties === undefined) return []
  return Object.entries(example).flatMap(([name, value]) =>
    at.properties[name] === undefined ? [name] : unknownFields(at.properties[name], value),
  )
}

const operations = Object.values<Json>(document.paths).flatMap((item) =>
  methods.flatMap((method) => item[method] ?? []),
)

/** The example among the media types of a body, or none. */
const exampleIn = (bodies: readonly Json[]) =>
  bodies.flatMap((body) => Object.values<Json>(body?.content ?? {})).find((media) => 'example' in media)?.example

/** What the document shows of each operation, by its name. */
const shown = Object.fromEntries(
  operations.map(({ operationId, requestBody, responses }) => [
    operationId,
    { request: exampleIn([requestBody]), response: exampleIn(Object.values(responses)) },
  ]),
)

describe('the OpenAPI document, as it is served', () => {
  it('has an example of every body and of every answer', () => {
    expect(places.length).toBeGreaterThan(250)
    expect(places.filter(({ media }) => media.example === undefined).map(({ where }) => where)).toEqual([])
  })

  it('shows every example that was recorded, and openapi.json none', () => {
    const recorded: Json = JSON.parse(read('src/contract/examples.json'))
    expect(Object.keys(recorded).length).toBeGreaterThan(300)
    expect(shown).toMatchObject(recorded)
    expect(placesIn(JSON.parse(read('openapi.json'))).filter(({ media }) => 'example' in media)).toEqual([])
  })

  it('has examples that are as it says', () => {
    const flaws = places.flatMap((place) => flawsOf(place).map((flaw) => `${place.where}: ${flaw}`))
    expect(flaws).toEqual([])
    expect(
      places.flatMap(({ where, media }) =>
        unknownFields(media.schema, media.example).map((name) => `${where}: ${name}`),
      ),
    ).toEqual([])
  })

  it('would notice an example that is not', () => {
    const patient = places.find(({ where }) => where === 'get /patient/{id}/ responses')!
    expect(flawsOf(patient, { ...patient.media.example, archived: 'no' })).toEqual(['/archived must be boolean'])
    expect(unknownFields(patient.media.schema, { ...patient.media.example, colour: '' })).toEqual(['colour'])
  })

  it('shows no secret, no address of a machine and no signature', () => {
    const texts = JSON.stringify(places.map(({ media }) => media.example))
    expect(texts.match(/127\.0\.0\.1|eyJ\w+|Signature=\w+|\d{8}\/[\w-]+\/s3\//g)).toBeNull()
  })
})
