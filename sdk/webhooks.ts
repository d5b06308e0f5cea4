import type { Schemas } from './contract.ts'

export type WebhookEvent = Schemas['WebhookEvent']

/** A delivery that is not what it claims to be: answer 400, and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type AnyHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>
export type Delivery = {
  readonly headers: AnyHeaders
  /** The bytes of the body as they arrived, before anything parses them. */
  readonly body: Uint8Array | string
}
type VerifyOptions = {
  /** How far the clock of the sender may be off, in seconds. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

const headerOf = (headers: AnyHeaders, name: string) =>
  headers instanceof Headers ? (headers.get(name) ?? '') : String(headers[name] ?? '')

const bytesOf = (body: Uint8Array | string) => (typeof body === 'string' ? new TextEncoder().encode(body) : body)

const decode = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

/**
 * Verifies a delivery, and answers its event. `id` is the same in every attempt: store it with the work that it caused, and
 * drop what you have seen. While a secret is being replaced either of the two verifies.
 */
export const verifyWebhook = async (
  secret: string,
  { headers, body }: Delivery,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<{ readonly id: string; readonly event: WebhookEvent }> => {
  if (secret === '') throw new TypeError('The secret is empty. Is the setting that it comes from there?')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError(timestamp === '' ? 'There is no header webhook-timestamp.' : 'The timestamp is too far off.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])
  const content = bytesOf(body)
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(prefix.length + content.length)
  signed.set(prefix)
  signed.set(content, prefix.length)
  for (const entry of headerOf(headers, 'webhook-signature').split(' ')) {
    const signature = entry.startsWith('v1,') ? decode(entry.slice(3)) : undefined
    // Compared by WebCrypto, in a time that says nothing about where they differ.
    if (signature !== undefined && (await crypto.subtle.verify(algorithm.name, key, signature, signed)))
      return { id, event: JSON.parse(new TextDecoder().decode(content)) as WebhookEvent }
  }
  const isSigned = headerOf(headers, 'webhook-signature') !== ''
  throw new WebhookError(isSigned ? 'The signature is wrong.' : 'There is no header webhook-signature.')
}
