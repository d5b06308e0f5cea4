import type { Example } from '../../src/contract/openapi.ts'
import type { Operation } from '../../src/kernel/operation.ts'
import type { Answer, Json, Request } from './sending.ts'

const maxItems = 3
const signedParts = ['policy', 'x-amz-signature', 'x-amz-credential', 'key']

/** Hosts, secrets and long lists say nothing: documented hosts, a placeholder and the first few replace them. */
const tidyText = (text: string, secrets: readonly string[], name: string) => {
  if (secrets.includes(name)) return 'shown only once'
  if (signedParts.includes(name.toLowerCase())) return 'made for each upload'
  if (/^https?:\/\/[^/]+\/[^?]*\?.*(?:Signature|X-Amz)/.test(text)) return 'https://files.example/signed-address'
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+(?=\/\d+\/)/g, 'https://fetlock.example')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://files.example')
    .replaceAll('127.0.0.1', '203.0.113.7')
}

const tidyValue = (value: Json, secrets: readonly string[], name = ''): Json => {
  if (typeof value === 'string') return tidyText(value, secrets, name)
  if (Array.isArray(value)) return value.slice(0, maxItems).map((one) => tidyValue(one, secrets, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, tidyValue(inner, secrets, key)]))
}

export const tidy = (operation: Operation, request: Request, { body }: Answer): Example => {
  const secrets = operation.reveals ?? []
  const sent = request.file ?? request.body
  return {
    ...(sent === undefined ? {} : { request: tidyValue(sent, []) }),
    ...(body === undefined ? {} : { response: tidyValue(body, secrets) }),
  }
}
