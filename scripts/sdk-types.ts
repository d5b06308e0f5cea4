/** As much of an OpenAPI document as the types of the SDK are derived from. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly (string | number)[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly 'x-enum-varnames'?: readonly string[]
  readonly 'x-items'?: Schema
  readonly 'x-links-to'?: string
}
type Parameter = {
  readonly $ref?: string
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Operation = {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
  /** Why it cannot be part of a composite. */
  readonly 'x-sent-alone'?: string
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const header = '// Derived from openapi.json by scripts/sdk-types.ts: npm run generate.\n'
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

const lastOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const literal = (value: unknown) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))
const keyOf = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name))

/** The first sentence of a description: the rest is in the reference. */
const commentOf = (description: string | undefined) => {
  const [sentence = ''] = /^.*?[.!?](?= [A-Z`]|$)/.exec(description ?? '') ?? []
  return sentence === '' ? '' : `/** ${sentence.replaceAll('*/', '*\\/')} */\n`
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `  ${line}`))
    .join('\n')
const block = (members: readonly string[]) =>
  members.length === 0 ? '{}' : `{\n${members.map((member) => `${lines(member)}\n`).join('')}}`
const optional = (name: string, type: string) => `${keyOf(name)}?: ${type} | undefined`

/** Enums as constants with a type of the same name, so that `PaymentType.Cash` is a value and `PaymentType` what it may be. */
const enumsModule = (schemas: Document['components']['schemas']) => {
  const enums = Object.entries(schemas).filter(([, schema]) => schema.enum !== undefined)
  const declared = enums.map(([name, { enum: values = [], 'x-enum-varnames': names = [] }]) => {
    const members = values.map((value, at) => `${names[at]}: ${literal(value)},`)
    return `export const ${name} = ${block(members)} as const\nexport type ${name} = (typeof ${name})[keyof typeof ${name}]\n`
  })
  return `${header}\n${declared.join('\n')}`
}

/** Writes schemas as types. */
const typeWriter = (schemas: Document['components']['schemas']) => {
  const inUnion = (type: string) => (type.includes(' & ') ? `(${type})` : type)
  const union = (types: readonly string[]) => [...new Set(types.map(inUnion))].join(' | ')
  const simple: Readonly<Record<string, string>> = {
    integer: 'number',
    number: 'number',
    string: 'string',
    boolean: 'boolean',
    null: 'null',
  }
  const objectType = ({ properties: declared, required = [], additionalProperties }: Schema): string => {
    const properties = declared ?? {}
    const members = Object.entries(properties).map(([name, schema]) => {
      const member = required.includes(name) ? `${keyOf(name)}: ${typeOf(schema)}` : optional(name, typeOf(schema))
      return `${commentOf(schema.description)}${member}`
    })
    const others =
      typeof additionalProperties === 'object'
        ? `{ [name: string]: ${typeOf(additionalProperties)} }`
        : '{ [name: string]: unknown }'
    // A body that takes nothing, or an object of whatever.
    if (members.length === 0) return declared !== undefined && !additionalProperties ? 'Record<string, never>' : others
    return typeof additionalProperties === 'object' ? `${block(members)} & ${others}` : block(members)
  }
  const typeOf = (schema: Schema): string => {
    if (schema.$ref !== undefined) {
      const name = lastOf(schema.$ref)
      return schemas[name]?.enum === undefined ? `Schemas[${quoted(name)}]` : `Enums.${name}`
    }
    if (schema.const !== undefined) return literal(schema.const)
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ')
    const either = schema.anyOf ?? schema.oneOf
    if (either !== undefined) return union(either.map(typeOf))
    if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(' & ')
    if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => typeOf({ ...schema, type })))
    if (schema.type === 'array') return `readonly ${itemType(schema.items ?? {})}[]`
    if (schema.type === 'object') return objectType(schema)
    return simple[String(schema.type)] ?? 'unknown'
  }
  const itemType = (schema: Schema) => {
    const isCompound = [schema.anyOf, schema.oneOf, schema.allOf, schema.enum].some((one) => one !== undefined)
    const type = typeOf(schema)
    return isCompound || Array.isArray(schema.type) || /^readonly |\} & \{/.test(type) ? `(${type})` : type
  }
  return typeOf
}

/** The links of a record: its fields that are the address of another one. */
const linksIn = ({ properties = {} }: Schema) =>
  Object.entries(properties)
    .filter(([, { 'x-links-to': link, anyOf = [], type }]) => {
      const target = link ?? anyOf.find((one) => one['x-links-to'] !== undefined)?.['x-links-to']
      return target !== undefined && type !== 'array'
    })
    .map(([name]) => name)

const jsonIn = (content: Content | undefined) => content?.['application/json']?.schema

/** What one operation takes and answers, as a member of `Operations`. */
const operationWriter = ({ components: { schemas, parameters: shared } }: Document) => {
  const typeOf = typeWriter(schemas)
  const resolve = (parameter: Parameter) => (parameter.$ref === undefined ? parameter : shared[lastOf(parameter.$ref)]!)
  const queryType = ({ schema }: Parameter, name: string) => {
    if (schema['x-items'] !== undefined) return `readonly ${typeOf(schema['x-items'])}[]`
    return /__(in|not_in|range)$/.test(name) ? 'Several' : typeOf(schema)
  }
  const membersIn = (place: string, all: readonly Parameter[]) => all.filter((parameter) => parameter.in === place)
  const bodyOf = ({ requestBody }: Operation) => {
    if (requestBody === undefined) return []
    const schema = jsonIn(requestBody.content)
    return [`body${requestBody.required ? '' : '?'}: ${schema === undefined ? 'Blob | string' : typeOf(schema)}`]
  }
  const answerOf = ({ responses }: Operation) => {
    const done = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const types = done.map(([, { content }]) => {
      if (content === undefined) return 'undefined'
      const schema = jsonIn(content)
      return schema === undefined ? 'Blob' : typeOf(schema)
    })
    return [...new Set(types)].join(' | ') || 'never'
  }
  const linksOf = ({ responses }: Operation) => {
    const schema = jsonIn(responses['201']?.content ?? responses['200']?.content)
    return schema?.$ref === undefined ? [] : linksIn(schemas[lastOf(schema.$ref)] ?? {})
  }
  return (method: string, operation: Operation) => {
    const all = operation.parameters.map(resolve)
    const path = membersIn('path', all).map(({ name }) => `${name}: number`)
    const query = membersIn('query', all).map((parameter) =>
      optional(parameter.name, queryType(parameter, parameter.name)),
    )
    const links = method === 'get' ? [] : linksOf(operation)
    return block([
      ...(path.length ? [`path: { ${path.join('; ')} }`] : []),
      ...(query.length ? [`query?: ${block(query)}`] : []),
      ...bodyOf(operation),
      ...(all.some(({ name }) => name === 'If-Match') ? ['versioned: true'] : []),
      ...(operation['x-sent-alone'] === undefined ? [] : ['sentAlone: true']),
      ...(links.length ? [`links: ${links.map(quoted).join(' | ')}`] : []),
      `answer: ${answerOf(operation)}`,
    ])
  }
}

const contractModule = (document: Document) => {
  const { paths, components } = document
  const typeOf = typeWriter(components.schemas)
  const write = operationWriter(document)
  const schemas = Object.entries(components.schemas)
    .filter(([, schema]) => schema.enum === undefined)
    .map(([name, schema]) => `${commentOf(schema.description)}${name}: ${typeOf(schema)}`)
  const operations = methods.map((method) => {
    const here = Object.entries(paths).filter(([, operationsHere]) => operationsHere[method] !== undefined)
    return `${method.toUpperCase()}: ${block(here.map(([path, all]) => `${quoted(path)}: ${write(method, all[method]!)}`))}`
  })
  return [
    header,
    "import type * as Enums from './enums.ts'\n",
    '/** Values of a filter that takes several. */',
    'export type Several = string | readonly (string | number)[]\n',
    '/** Every record, body and answer, by its name in openapi.json. */',
    `export interface Schemas ${block(schemas)}\n`,
    '/** What each operation takes and answers, by its method and path. */',
    `export interface Operations ${block(operations)}\n`,
  ].join('\n')
}

/** The modules of the SDK that are derived from the OpenAPI document, by their paths. */
export const sdkTypes = (text: string): Readonly<Record<string, string>> => {
  const document = JSON.parse(text) as Document
  return { 'sdk/contract.ts': contractModule(document), 'sdk/enums.ts': enumsModule(document.components.schemas) }
}
