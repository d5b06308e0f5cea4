type Json = Readonly<Record<string, unknown>>
/** As much of an OpenAPI document as is looked at here. */
type Document = {
  readonly paths: Readonly<Record<string, Json>>
  readonly webhooks?: Json
  readonly components: Readonly<Record<string, Json>>
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const without = (object: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** Pages for people and streams, beside which a generator would make every answer "an object or a text". */
const notForClients = ['text/html', 'text/event-stream']

/** Leaves out media types wherever `content` is: in operations and in components. */
const withoutOthers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOthers)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'content' && isObject(inner) ? withoutOthers(without(inner, notForClients)) : withoutOthers(inner),
    ]),
  )
}

const refsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  )
}

const partsOf = (ref: string) => /^#\/components\/([^/]+)\/(.+)$/.exec(ref)?.slice(1) ?? []

/** Everything that paths and webhooks refer to, directly or through another component. */
const usedIn = ({ paths, webhooks, components }: Document): ReadonlySet<string> => {
  const used = new Set(refsIn([paths, webhooks]))
  // A set can grow while it is iterated: what is added is visited too.
  for (const ref of used) {
    const [kind = '', name = ''] = partsOf(ref)
    for (const found of refsIn(components[kind]?.[name])) used.add(found)
  }
  return used
}

const withoutUnused = (document: Document): Document['components'] => {
  const used = usedIn(document)
  return Object.fromEntries(
    Object.entries(document.components).map(([kind, all]) => [
      kind,
      kind === 'securitySchemes'
        ? all
        : Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
    ]),
  )
}

/**
 * The document for generators of clients: without OPTIONS, which describes an address to people, HTML pages and event
 * streams. What only those need is left out too.
 */
export const clientProfile = <D extends object>(document: D): D => {
  const whole = document as unknown as Document
  const paths = Object.fromEntries(
    Object.entries(whole.paths).map(([path, operations]) => [
      path,
      without(operations, ['options', 'x-other-methods']),
    ]),
  )
  const lean = withoutOthers({ ...whole, paths }) as Document
  return { ...lean, components: withoutUnused(lean) } as unknown as D
}
