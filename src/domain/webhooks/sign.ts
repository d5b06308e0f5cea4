import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks: one signature for each secret, so that a receiver may know either of two. */
export const signatureHeaders = (id: string, timestamp: number, body: string, secrets: readonly string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', Buffer.from(secret, 'utf8')).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    .join(' '),
})
