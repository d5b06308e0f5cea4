import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyFrom = (secretKey: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'base64'), '', 'fetlock sealed values', 32))

/** AES-256-GCM under a key derived from the deployment's secret: nonce, tag and text in one. */
export const sealer = (secretKey: string) => {
  const key = keyFrom(secretKey)
  return {
    seal: (secret: string): Buffer => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    unseal: (sealed: Buffer): string => {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
