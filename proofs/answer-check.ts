import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, of whatever shape
export type Json = any

export type Got = {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}
/** What was asked: a method and a path as the description writes it, or no path where nothing is described. */
export type AskedFor = { readonly method: string; readonly path: string | undefined }

const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
const pointer = (names: readonly string[]) => `openapi#/${names.map(escaped).join('/')}`

const at = (document: Json, reference: string): Json =>
  reference
    .split('/')
    .slice(1)
    .reduce((inside, name) => inside?.[name.replaceAll('~1', '/')], document)

type Place = { readonly where: readonly string[]; readonly value: Json }

const follow = (document: Json, where: readonly string[], value: Json): Place =>
  value?.$ref === undefined
    ? { where, value }
    : { where: value.$ref.split('/').slice(1), value: at(document, value.$ref) }

const resolved = (document: Json, value: Json): Json => follow(document, [], value).value
const mapValues = (object: Json, change: (value: Json) => Json) =>
  Object.fromEntries(Object.entries(object ?? {}).map(([name, value]) => [name, change(value)]))

/** A schema with the values of its enums in the place of references to them. */
const withEnums = (document: Json, value: Json): Json => {
  if (Array.isArray(value)) return value.map((inner) => withEnums(document, inner))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value
  const target = typeof $ref === 'string' ? at(document, $ref) : undefined
  return target?.enum ? { ...target, ...rest } : mapValues(value, (inner) => withEnums(document, inner))
}

/** An operation as it would be without references: its parameters, its bodies and its answers in full. */
export const describedOperation = (document: Json, method: string, path: string): Json => {
  const operation = document.paths[path][method.toLowerCase()]
  const inFull = ({ content, ...rest }: Json) => ({
    ...rest,
    ...(content && {
      content: mapValues(content, (one) => ({ ...one, schema: withEnums(document, resolved(document, one.schema)) })),
    }),
  })
  return {
    ...operation,
    parameters: operation.parameters.map((parameter: Json) => withEnums(document, resolved(document, parameter))),
    ...(operation.requestBody && { requestBody: inFull(operation.requestBody) }),
    responses: mapValues(operation.responses, (response) => inFull(resolved(document, response))),
  }
}

/** Where the description speaks of an answer with this status. */
const placeOf = (document: Json, { method, path }: AskedFor, status: number): Place => {
  const word = method === 'HEAD' ? 'get' : method.toLowerCase()
  if (path === undefined) {
    const name = `Refusal${status}`
    return { where: ['components', 'responses', name], value: document.components.responses[name] }
  }
  const item = document.paths[path]
  if (item[word] === undefined && status === 405)
    return follow(document, ['paths', path, 'x-other-methods'], item['x-other-methods'])
  const described = item[word] === undefined ? 'options' : word
  const value = described !== word && status < 300 ? undefined : item[described].responses[String(status)]
  return follow(document, ['paths', path, described, 'responses', String(status)], value)
}

const sentencesIn = (value: Json): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesIn) : []
}

/** A refusal says something: a sentence, and no empty one. */
const saysNothing = (body: Json) => {
  const sentences = sentencesIn(body?.title === undefined || body.type === undefined ? body : body.title)
  return sentences.length === 0 || sentences.some((sentence) => sentence.trim() === '')
}

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withinDocument = ({ $ref, ...rest }: Json) => ($ref === undefined ? rest : { $ref: `openapi${$ref}` })

/** Makes the function that says what is wrong with an answer by an OpenAPI document. Names it does not know are wrong too. */
export const checkerOf = (document: Json) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const compiled = new Map<string, ValidateFunction>()

  const validatorOf = (place: string, schema: () => object) => {
    if (!compiled.has(place)) compiled.set(place, ajv.compile(schema()))
    return compiled.get(place)!
  }
  const complaints = (validate: ValidateFunction, value: unknown) =>
    validate(value)
      ? []
      : validate.errors!.map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )

  const headerFlaws = (described: Json, got: Got): string[] =>
    Object.entries<Json>(described.headers ?? {}).flatMap(([name, header]) => {
      const { where, value } = follow(document, [], header)
      const text = got.header(name)
      if (text === undefined) return value.required ? [`the header ${name} is missing`] : []
      const validate = validatorOf(pointer([...where, 'schema']), () => ({ $ref: pointer([...where, 'schema']) }))
      const typed = value.schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
      return complaints(validate, typed).map((flaw) => `the header ${name}: ${flaw}`)
    })

  const closed = (place: string, described: Json, status: number) => {
    const inner = { allOf: [{ $ref: place }] }
    const schema = resolved(document, described)
    if (schema.properties?.results !== undefined) {
      const items = withinDocument(withEnums(document, schema.properties.results.items))
      const each = { allOf: [items], unevaluatedProperties: false }
      return { ...inner, properties: { results: { items: each } } }
    }
    const isOpen = schema.additionalProperties !== undefined || schema.type === 'array' || schema.oneOf !== undefined
    return status < 300 && !isOpen ? { ...inner, unevaluatedProperties: false } : inner
  }

  const bodyFlaws = ({ where, value }: Place, { status, header, text }: Got): string[] => {
    if (value.content === undefined) return text === '' ? [] : ['a body where none is described']
    const [type = ''] = (header('content-type') ?? '').split(';')
    if (value.content[type] === undefined) return [`"${type}" is not described`]
    if (type === 'text/html') return text.startsWith('<!doctype html>') ? [] : ['no page']
    if (type === 'application/pdf') return text.startsWith('%PDF-') ? [] : ['no PDF']
    if (type === 'image/png') return text.slice(1, 4) === 'PNG' ? [] : ['no image']
    const body = parsed(text)
    if (body === undefined) return ['the body is no JSON']
    const place = pointer([...where, 'content', type, 'schema'])
    const { schema } = value.content[type]
    return [
      ...complaints(
        validatorOf(place, () => closed(place, schema, status)),
        body,
      ),
      ...(status >= 400 && saysNothing(body) ? ['the refusal says nothing'] : []),
    ]
  }

  return (asked: AskedFor, got: Got): string[] => {
    const place = placeOf(document, asked, got.status)
    if (place.value === undefined) return [`${got.status} is not described`]
    const isBodiless = asked.method === 'HEAD'
    return [
      ...headerFlaws(place.value, got),
      ...(isBodiless ? (got.text === '' ? [] : ['a body in answer to HEAD']) : bodyFlaws(place, got)),
    ]
  }
}
export type Checker = ReturnType<typeof checkerOf>
