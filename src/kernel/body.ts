import { readerIn, type Tx } from '../db/tx.ts'
import type { FieldErrors } from './errors.ts'
import { errorsBelow, InvalidParts, InvalidValue, nonField, validationError } from './errors.ts'
import { emptyOf, type CreateInput, type Field, type Fields, type PatchInput, type Schema } from './fields.ts'
import { isObject, parseJson } from './json.ts'
import { brokenId, brokenLink, type Links } from './links.ts'

/** A body as received: JSON keeps its types, a form has only texts, several under a repeated key, and a file is bytes. */
export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly value: ReadonlyMap<string, readonly string[]> }
  | { readonly kind: 'file'; readonly value: Buffer }
/** The digest tells one body from another, to recognise a repeated request. */
export type Received = Body & { readonly digest?: string }
export type Input = Record<string, unknown>

export const noBody: Body = { kind: 'json', value: undefined }

const mayBeObject = ({ type, anyOf }: Schema): boolean =>
  type === 'object' || ((anyOf ?? []) as readonly Schema[]).some(mayBeObject)

/** A list in a form repeats the key. Objects are their JSON text, and a list of them can be JSON text as a whole. */
const formList = ({ schema, writeSchema = schema }: Field, texts: readonly string[]): unknown => {
  if (texts.length === 1 && texts[0] === '') return []
  if (!mayBeObject((writeSchema.items ?? {}) as Schema)) return texts
  if (texts.length === 1 && /^\s*\[/.test(texts[0]!)) return parseJson(texts[0]!, 'this field')
  return texts.map((text) => (/^\s*\{/.test(text) ? parseJson(text, 'this field') : text))
}

const formValue = (field: Field, texts: readonly string[]): unknown => {
  if (field.many) return formList(field, texts)
  if (texts.length > 1) throw new InvalidValue('Send this field once.', 'repeated')
  const [text = ''] = texts
  if (text === '' && field.options.nullable) return null
  return field.type === 'object' ? parseJson(text, 'this field') : text
}

const errorsOf = (name: string, problem: unknown): FieldErrors => {
  if (problem instanceof InvalidParts) return errorsBelow(name, problem.parts)
  if (problem instanceof InvalidValue) return { [name]: [{ message: problem.message, code: problem.code }] }
  throw problem
}

/** The body as an object of named values, whatever format it came in. */
export const bodyObject = (body: Body): Readonly<Record<string, unknown>> => {
  if (body.kind === 'form') return Object.fromEntries(body.value)
  if (body.value === undefined) return {}
  if (isObject(body.value)) return body.value
  throw validationError({
    [nonField]: [{ message: 'Expected an object with the fields by name.', code: 'not_an_object' }],
  })
}

/** Whether a body makes a record, changes what it names, or replaces the record as a whole. */
export type Mode = 'create' | 'patch' | 'put'

type ParsedBody<F extends Fields, M extends Mode> = M extends 'create' ? CreateInput<F> : PatchInput<F>

/** Parses a body field by field and refuses it with every message at once. Unknown and read-only fields are ignored. */
export const parseBody = <const F extends Fields, const M extends Mode>(
  fields: F,
  body: Body,
  mode: M,
  links: Links,
): ParsedBody<F, M> => {
  const names = bodyObject(body)
  const input: Input = {}
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(fields)) {
    const { readOnly, optional, nullable, createOnly } = field.options
    if (readOnly || (mode !== 'create' && createOnly)) continue
    if (!Object.hasOwn(names, name)) {
      if (mode !== 'patch' && !optional) errors[name] = [{ message: 'This field is required.', code: 'required' }]
      else if (mode === 'put') input[name] = emptyOf(field)
      continue
    }
    try {
      const value = body.kind === 'form' ? formValue(field, names[name] as readonly string[]) : names[name]
      if (value === null && !nullable) throw new InvalidValue('This field may not be null.', 'null')
      input[name] = value === null ? null : field.parse(value, links)
    } catch (problem) {
      Object.assign(errors, errorsOf(name, problem))
    }
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return input as ParsedBody<F, M>
}

const idsIn = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value : value == null ? [] : [value as number]

const brokenMessage = ({ type, link }: Field) => {
  if (type === 'codelist') return `There is no such entry in the ${link!.table} codelist.`
  return link!.by === 'id' ? brokenId(link!.table) : brokenLink(link!.table)
}

/**
 * Which of these ids the table has. One id, which is what most bodies name, is compared with `=`: PostgreSQL plans that once
 * for each connection, and `= any` again for every list.
 */
const idsPresent = async (tx: Tx, table: string, [first, ...others]: readonly number[]) => {
  const rows = await readerIn(tx)<{ id: number }>(
    `select id from "${table}" where id = ${others.length === 0 ? '$1' : 'any($1::bigint[])'}`,
    [others.length === 0 ? first : [first, ...others]],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Links to records that do not exist, as errors in the order of the inputs. One query for each table. */
export const findBrokenLinks = async (tx: Tx, fields: Fields, inputs: readonly Input[]): Promise<FieldErrors[]> => {
  const linked = Object.entries(fields).filter(([, field]) => field.link !== undefined && !field.options.readOnly)
  const known = new Map<string, ReadonlySet<number>>()
  for (const table of new Set(linked.map(([, field]) => field.link!.table))) {
    const wanted = new Set(
      linked
        .filter(([, field]) => field.link!.table === table)
        .flatMap(([name]) => inputs.flatMap((input) => idsIn(input[name]))),
    )
    if (wanted.size > 0) known.set(table, await idsPresent(tx, table, [...wanted]))
  }
  return inputs.map((input) =>
    Object.fromEntries(
      linked.flatMap(([name, field]) => {
        const { table } = field.link!
        if (idsIn(input[name]).every((id) => known.get(table)?.has(id))) return []
        return [[name, [{ message: brokenMessage(field), code: 'does_not_exist' }]]]
      }),
    ),
  )
}

export const requireLinks = async (tx: Tx, fields: Fields, input: Input) => {
  const [errors = {}] = await findBrokenLinks(tx, fields, [input])
  for (const [name, { each }] of Object.entries(fields)) {
    const parts = each && (input[name] as readonly Input[] | undefined)
    if (each === undefined || parts === undefined) continue
    for (const [at, broken] of (await findBrokenLinks(tx, each, parts)).entries())
      Object.assign(errors, errorsBelow(`${name}.${at}`, broken))
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}
