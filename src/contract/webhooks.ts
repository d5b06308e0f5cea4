import { pascalCase } from '../kernel/enums.ts'
import type { Schema } from '../kernel/fields.ts'
import { refTo } from './names.ts'

/** Something that is posted to webhooks. */
type Body = {
  readonly title: string
  readonly occasion: string
  readonly id: Readonly<Record<string, Schema>>
  readonly trigger: Schema
}

const service = {
  service_id: { type: 'integer', description: 'The organisation that it happened in.' },
  service_url: {
    type: 'string',
    format: 'uri',
    description: 'Where the API of the organisation begins, with a slash.',
  },
}
const envelope = (trigger: Schema) => ({
  event_id: {
    type: 'string',
    format: 'uuid',
    description: 'The same in every attempt, and in the header `webhook-id`.',
  },
  trigger,
  occurred_at: { type: 'string', format: 'date-time', description: 'When it was committed.' },
})

const nameOf = ({ title }: Body) => `${pascalCase(title)}Webhook`
const bodySchema = ({ occasion, id, trigger }: Body): Schema => {
  const properties = { ...id, ...service, ...envelope(trigger) }
  return { type: 'object', description: occasion, required: Object.keys(properties), properties }
}
const formSchema = ({ id }: Body): Schema => {
  const properties = { ...id, ...service }
  return { type: 'object', required: Object.keys(properties), properties }
}

const headers: Readonly<Record<string, [description: string, schema: Schema]>> = {
  'webhook-id': ['The event. A delivery can come twice: drop what you have seen.', { type: 'string', format: 'uuid' }],
  'webhook-timestamp': ['When this attempt was made, in seconds since 1970.', { type: 'integer' }],
  'webhook-signature': [
    'One or two signatures, separated by spaces: `v1,` and the base64 of an HMAC-SHA256 over id, timestamp and body.',
    { type: 'string' },
  ],
}

export const webhookParameters = Object.fromEntries(
  Object.entries(headers).map(([name, [description, schema]]) => [
    name,
    { in: 'header', name, description, required: true, schema },
  ]),
)
const parameters = Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` }))

const responses = {
  '2XX': { description: 'You have received it. Any other answer makes the service try again.' },
  410: { description: 'You want no more: the webhook is switched off.' },
}

/** `webhooks` of the document: what the service posts, for each trigger. */
export const webhooksObject = (bodies: readonly Body[]): object =>
  Object.fromEntries(
    bodies.map((body) => [
      nameOf(body),
      {
        post: {
          operationId: `webhook.${pascalCase(body.title)}`,
          summary: `Receive: ${body.title}`,
          description: body.occasion,
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: refTo(nameOf(body)) },
              'application/x-www-form-urlencoded': { schema: formSchema(body) },
            },
          },
          responses,
          security: [],
        },
      },
    ]),
  )

/** The bodies by their names, and one that is any of them. */
export const webhookSchemas = (bodies: readonly Body[]): Readonly<Record<string, Schema>> =>
  bodies.length === 0
    ? {}
    : {
        ...Object.fromEntries(bodies.map((body) => [nameOf(body), bodySchema(body)])),
        WebhookEvent: {
          description: 'Whatever a webhook is posted as JSON; `trigger` tells which it is.',
          oneOf: bodies.map((body) => refTo(nameOf(body))),
        },
      }
