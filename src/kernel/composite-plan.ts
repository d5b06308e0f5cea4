import { bodyObject, type Body } from './body.ts'
import { errorsBelow, InvalidValue, nonField, validationError, type FieldError, type FieldErrors } from './errors.ts'
import { isObject } from './json.ts'
import type { Method, Operation } from './operation.ts'
import type { Registry, SentAlone } from './resource.ts'
import {
  parseReference,
  referenceInPath,
  referencesIn,
  requireFitting,
  targetOf,
  type Reference,
} from './composite-references.ts'

export const maxEntries = 50

/** One entry of a composite, as far as it is known before anything is carried out. */
export type PlannedEntry = {
  readonly name: string
  readonly operation: Operation
  /** What stands in the places of ids in the path. */
  readonly ids: readonly (string | Reference)[]
  readonly query: string
  readonly body: unknown
  readonly ifMatch: string | undefined
}

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

const reasons: Readonly<Record<SentAlone | 'reads' | 'file' | 'secret' | 'composite', string>> = {
  reads: 'A composite only writes.',
  file: 'It takes a file.',
  secret: 'Its answer shows a secret once.',
  writes_many: 'It writes many records at once.',
  imports: 'It belongs to an import.',
  short_lived: 'Its answer soon expires and is not stored.',
  other_service: 'It calls another service.',
  composite: 'A composite cannot contain another.',
}

/** Why an operation cannot be an entry of a composite; undefined if it can. */
export const whyNotInComposite = (operation: Operation): keyof typeof reasons | undefined => {
  if (operation.access === 'read') return 'reads'
  if (operation.entries !== undefined) return 'composite'
  if (operation.file !== undefined) return 'file'
  if (operation.reveals?.length) return 'secret'
  return operation.sentAlone
}

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** Finds the operation of a method and a path. */
export const matcherOf = (operations: readonly Operation[]) => {
  const byShape = Map.groupBy(operations, ({ path }) => shapeOf(path))
  return (path: string) => {
    const ids: (string | Reference)[] = []
    const shape = path.split('/').map((segment) => {
      const id = /^\d{1,15}$/.test(segment) ? segment : referenceInPath(segment)
      return id === undefined ? segment : (ids.push(id), '{}')
    })
    return { ids, here: byShape.get(shape.join('/')) ?? [] }
  }
}
type Match = ReturnType<typeof matcherOf>

const refuse = (message: string, code: FieldError['code'] = 'invalid'): never => {
  throw new InvalidValue(message, code)
}

/** Collects what is wrong with one entry, by its members. */
const collector = () => {
  const errors: FieldErrors = {}
  const add = (path: string, { message, code }: InvalidValue) => (errors[path] ??= []).push({ message, code })
  const attempt = <T>(path: string, work: () => T): T | undefined => {
    try {
      return work()
    } catch (problem) {
      if (!(problem instanceof InvalidValue)) throw problem
      add(path, problem)
      return undefined
    }
  }
  return { errors, add, attempt }
}

const parseName = (name: unknown, earlier: ReadonlyMap<string, unknown>): string => {
  if (typeof name !== 'string') return refuse('Give the entry a name.', 'required')
  if (!/^[a-z]\w{0,63}$/i.test(name))
    refuse('Use a letter, then letters, digits and underscores, 64 characters at most.')
  if (earlier.has(name)) refuse('Another entry has this name. Give each its own.', 'repeated')
  return name
}

const parseMethod = (method: unknown): Method => {
  if (method === undefined) return refuse('Send POST, PUT, PATCH or DELETE.', 'required')
  if (readingMethods.includes(method as string)) refuse(`${reasons.reads} Read before or after it.`, 'not_in_composite')
  const known = methods.find((one) => one === method)
  return known ?? refuse('Send POST, PUT, PATCH or DELETE.', 'invalid_choice')
}

const parsePath = (sent: unknown, match: Match) => {
  if (typeof sent !== 'string') return refuse('Send the path of the request, such as /department/.', 'required')
  if (!sent.startsWith('/'))
    refuse('Send the path below the API root, with a slash at its beginning, such as /department/.')
  const [path = '', ...query] = sent.split('?')
  const found = match(path)
  if (found.here.length === 0)
    refuse(
      `There is nothing at ${path}. Paths begin below the API root and end with a slash, and in the place of an id stands a number or a reference such as {name.id}.`,
      'unknown',
    )
  return { ...found, query: query.join('?') }
}

const choose = (here: readonly Operation[], method: Method): Operation => {
  const operation = here.find((one) => one.method === method)
  if (operation === undefined)
    return refuse(
      `Method ${method} is not allowed here. Allowed: ${here.map((one) => one.method).join(', ')}.`,
      'unknown',
    )
  const why = whyNotInComposite(operation)
  return why === undefined ? operation : refuse(`${reasons[why]} Send it as a request of its own.`, 'not_in_composite')
}

const parseIfMatch = (sent: unknown, method: Method | undefined) => {
  if (sent === undefined) return undefined
  if (method === 'POST') refuse('Send if_match with PUT, PATCH and DELETE only.')
  return typeof sent === 'string' ? sent : refuse('Send the ETag as a string, with its quotes.')
}

const members = ['name', 'method', 'path', 'body', 'if_match']

/** Parses one entry and checks its references against the entries before it. */
const parseEntry = (
  sent: unknown,
  earlier: ReadonlyMap<string, Operation>,
  match: Match,
  resources: Registry,
): { readonly entry?: PlannedEntry; readonly errors: FieldErrors } => {
  const { errors, add, attempt } = collector()
  if (!isObject(sent)) {
    add(nonField, new InvalidValue('Expected an object with name, method and path.', 'not_an_object'))
    return { errors }
  }
  for (const member of Object.keys(sent).filter((one) => !members.includes(one)))
    add(
      member,
      new InvalidValue(
        `An entry has ${members.join(', ')}. Idempotency-Key and Prefer are headers of the composite as a whole.`,
        'unknown',
      ),
    )
  const name = attempt('name', () => parseName(sent.name, earlier))
  const method = attempt('method', () => parseMethod(sent.method))
  const found = attempt('path', () => parsePath(sent.path, match))
  const operation = found && method && attempt('path', () => choose(found.here, method))
  const ifMatch = attempt('if_match', () => parseIfMatch(sent.if_match, method))
  const targetIn = (reference: Reference) => {
    const source = earlier.get(reference.entry)
    return source === undefined
      ? refuse(`There is no entry "${reference.entry}" before this one.`, 'does_not_exist')
      : targetOf(reference, source, resources)
  }
  for (const { path, value } of referencesIn(sent.body, 'body')) attempt(path, () => targetIn(parseReference(value)))
  if (operation)
    for (const [place, id] of found.ids.entries())
      if (typeof id !== 'string')
        attempt('path', () => {
          if (id.field === 'url') refuse('In a path, refer to an id or to a link.', 'unknown')
          requireFitting(targetIn(id), operation, place)
        })
  if (name === undefined || operation === undefined || found === undefined) return { errors }
  return { errors, entry: { name, operation, ids: found.ids, query: found.query, body: sent.body, ifMatch } }
}

const listIn = (body: Body): readonly unknown[] => {
  if (body.kind !== 'json') throw validationError({ [nonField]: [{ message: 'Send JSON.', code: 'parse_error' }] })
  const { entries } = bodyObject(body)
  const wrong = (message: string, code: FieldError['code']) => validationError({ entries: [{ message, code }] })
  if (entries === undefined) throw wrong('This field is required.', 'required')
  if (!Array.isArray(entries)) throw wrong('Expected a list of entries.', 'not_a_list')
  if (entries.length === 0) throw wrong('Send at least one entry.', 'empty')
  if (entries.length > maxEntries) throw wrong(`Send at most ${maxEntries} entries at once.`, 'max_items')
  return entries
}

/** Reads a composite, and refuses it with everything that is wrong with its entries. */
export const planOf = (body: Body, match: Match, resources: Registry): readonly PlannedEntry[] => {
  const plan: PlannedEntry[] = []
  const earlier = new Map<string, Operation>()
  const errors: FieldErrors = {}
  for (const [at, sent] of listIn(body).entries()) {
    const parsed = parseEntry(sent, earlier, match, resources)
    Object.assign(errors, errorsBelow(`entries.${at}`, parsed.errors))
    if (parsed.entry === undefined) continue
    plan.push(parsed.entry)
    earlier.set(parsed.entry.name, parsed.entry.operation)
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return plan
}
