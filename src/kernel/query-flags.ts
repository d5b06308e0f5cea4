import { bodyObject, type Body } from './body.ts'
import type { Fields } from './fields.ts'
import type { Call, Operation, Work } from './operation.ts'
import { boolean } from './values.ts'

const flagParameters = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, { options }]) => options.inQuery)
      .map(([name, { options }]) => [
        name,
        boolean({ about: `${options.about} The name alone is enough. It overrides the one in the body.` }),
      ]),
  )

const addFlags = (body: Body, flags: readonly (readonly [name: string, value: string])[]): Body =>
  body.kind === 'form'
    ? { ...body, value: new Map([...body.value, ...flags.map(([name, value]) => [name, [value]] as const)]) }
    : { ...body, kind: 'json', value: { ...bodyObject(body), ...Object.fromEntries(flags) } }

const withFlags = (call: Call, names: readonly string[]): Call => {
  const flags = names.flatMap((name) => {
    const value = call.query.get(name)
    return value === null ? [] : [[name, value === '' ? 'true' : value] as const]
  })
  return flags.length === 0 ? call : { ...call, body: async () => addFlags(await call.body(), flags) }
}

/** Parameters and work of an operation whose body has fields that the query may carry as well (`inQuery`). */
export const flagsInQuery = ({
  parameters = {},
  body = {},
  work,
}: { readonly work: Work } & Partial<Pick<Operation, 'parameters' | 'body'>>): Pick<Operation, 'parameters'> & {
  readonly work: Work
} => {
  const flags = flagParameters(body)
  const names = Object.keys(flags)
  return names.length === 0
    ? { parameters, work }
    : { parameters: { ...parameters, ...flags }, work: (tx, call) => work(tx, withFlags(call, names)) }
}
