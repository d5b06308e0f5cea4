import type { Operation } from '../kernel/operation.ts'
import { fieldsOf, describeRequirement } from '../kernel/resource.ts'
import { fileTypeOf } from './responses.ts'

/** The response to `OPTIONS`: everything about one URL that its users need. */
export const describe = (operations: readonly Operation[]): object => {
  const { resource, title, method: first, file } = operations[0]!
  const isOneAction = operations.length === 1 && first === 'POST'
  // The fields of an action, or of a route without records, are those of its body.
  const body = isOneAction || !resource ? operations.find((one) => one.body !== undefined)?.body : undefined
  return {
    name: resource?.title ?? title,
    renders: [fileTypeOf(operations[0]!) ?? ['application/json', 'text/html']].flat(),
    parses: file ? [file.type] : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    actions: Object.fromEntries(
      operations.map(
        ({ method, name, permission, access, rate, openTo, scopeOnly, oauthOnly, userTokenOnly, stepUp }) => [
          method,
          {
            action: name,
            permission: describeRequirement(permission, access),
            rate: { requests: rate, seconds: 60 },
            ...(openTo ? { open_to_scope: openTo } : {}),
            ...(scopeOnly ? { scope_only: true } : {}),
            ...(oauthOnly ? { oauth_only: true } : {}),
            ...(userTokenOnly ? { user_token_only: true } : {}),
            ...(stepUp ? { step_up: true } : {}),
          },
        ],
      ),
    ),
    ...(body ? { fields: Object.entries(body).reduce(describeField, {}) } : {}),
    ...(resource && !body
      ? {
          fields: fieldsOf(resource).reduce(describeField, {
            id: { type: 'integer', required: false, read_only: true },
          }),
        }
      : {}),
    parameters: Object.keys(operations.find(({ method }) => method === 'GET')?.parameters ?? {}),
  }
}

const describeField = (
  all: Record<string, object>,
  [name, { type, options, schema, link }]: ReturnType<typeof fieldsOf>[number],
) => ({
  ...all,
  [name]: {
    type,
    ...(options.about === undefined ? {} : { help_text: options.about }),
    required: !options.optional && !options.readOnly,
    read_only: options.readOnly === true,
    ...(options.writeOnly ? { write_only: true } : {}),
    ...(options.nullable ? { nullable: true } : {}),
    ...('maxLength' in schema ? { max_length: schema.maxLength } : {}),
    ...('enum' in schema ? { choices: schema['x-labels'] ?? schema.enum } : {}),
    ...(link ? { links_to: link.table } : {}),
  },
})
