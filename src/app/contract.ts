import { readFileSync } from 'node:fs'
import { withNamedEnums } from '../contract/enums.ts'
import { openapi, type Product } from '../contract/openapi.ts'
import { refTo } from '../contract/names.ts'
import { webhookBodies } from '../domain/webhooks/webhook-bodies.ts'
import { errorCodes } from '../http/error-codes.ts'
import { enumNames } from './enum-names.ts'
import { tagGroups } from './presentation.ts'
import { operations } from './resources.ts'

const product = {
  title: 'Fetlock',
  description:
    'Practice management for veterinary clinics. Every address begins with the id of the organisation it belongs to.',
  scopes: {
    clientCredentials: { restapi: 'The API', wholesaler: 'The wholesaler endpoints' },
    authorizationCode: { restapi: 'The API', openid: 'Who signed in' },
  },
  webhooks: webhookBodies(refTo('WebhookTrigger')),
}

const derive = (options: Pick<Product, 'examples'> = {}): object => ({
  ...withNamedEnums(openapi(operations, { ...product, ...options, errorCodes }), enumNames),
  'x-tagGroups': tagGroups,
})

type Examples = NonNullable<Product['examples']>
const readExamples = () =>
  JSON.parse(readFileSync(new URL('../contract/examples.json', import.meta.url), 'utf8')) as Examples

/** The OpenAPI document of this product, as openapi.json has it. */
export const contract = (): object => derive()

/** The document as it is served: with an example of every body and every answer. */
export const contractWithExamples = (): object => derive({ examples: readExamples() })
