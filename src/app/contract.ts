import { readFileSync } from 'node:fs'
import { openapi, type Product } from '../contract/openapi.ts'
import { errorCodes } from './error-codes.ts'
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
}

const examples = () =>
  JSON.parse(readFileSync(new URL('../contract/examples.json', import.meta.url), 'utf8')) as NonNullable<
    Product['examples']
  >

/** The OpenAPI document of this product. */
export const contract = (): object => ({
  ...openapi(operations, { ...product, examples: examples(), errorCodes }),
  'x-tagGroups': tagGroups,
})
