import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** One key of FETLOCK_SECRET_KEY. Only the key that a deployment had before keys got ids has none, and then it is ''. */
export type SecretKey = { readonly id: string; readonly secret: string }

const shortestKey = 32
const validId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/
const remedy = 'openssl rand -base64 32 makes a key'

const readKey = (entry: string): SecretKey => {
  const parts = entry.split(':').map((part) => part.trim())
  const [id, secret] = parts.length === 1 ? ['', parts[0]!] : [parts[0]!, parts.slice(1).join(':')]
  // The message must not repeat what may be a key.
  if (parts.length > 1 && !validId.test(id))
    throw new Error(
      'FETLOCK_SECRET_KEY has an invalid key id. Use 1 to 32 letters, digits, dots, dashes and underscores.',
    )
  if (Buffer.from(secret, 'base64').length < shortestKey)
    throw new Error(
      `FETLOCK_SECRET_KEY must be at least ${shortestKey} random bytes in base64${id && `; the key "${id}" is not`}. ${remedy}.`,
    )
  return { id, secret }
}

/** The keys of a setting such as `2026-11:base64,2025-03:base64`; the first one is the current key. */
export const readKeys = (setting: string): readonly SecretKey[] => {
  const keys = setting.split(',').map(readKey)
  const repeated = keys.find(({ id }, at) => keys.findIndex((other) => other.id === id) < at)
  if (repeated !== undefined)
    throw new Error(
      repeated.id === ''
        ? 'FETLOCK_SECRET_KEY has two keys without an id. Write a new key as id:key.'
        : `FETLOCK_SECRET_KEY has two keys with the id "${repeated.id}". Give the new key an id of its own.`,
    )
  return keys
}

/** What a sealed value begins with: a mark, and the id of its key after its length. */
const mark = Buffer.from('fks1')
const headerOf = (id: string) => Buffer.concat([mark, Buffer.from([id.length]), Buffer.from(id, 'ascii')])

const encryptionKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'fetlock sealed values', 32))

const nonceLength = 12
const tagLength = 16

const decrypt = (key: Buffer, header: Buffer, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(header)
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
}

export type Sealer = ReturnType<typeof sealer>

/**
 * Encrypts with AES-256-GCM under a key derived from the current key of the deployment: the key's id, nonce, tag and text in
 * one. What an older key of the ring has sealed can be read as well.
 */
export const sealer = (setting: string) => {
  const ring = readKeys(setting).map(({ id, secret }) => ({ id, header: headerOf(id), key: encryptionKey(secret) }))
  const current = ring[0]!
  const unseal = (sealed: Buffer): string => {
    const found = ring.find(({ header }) => sealed.subarray(0, header.length).equals(header))
    if (found !== undefined) return decrypt(found.key, found.header, sealed.subarray(found.header.length))
    // Before keys had ids, a sealed value had no header.
    const first = ring.find(({ id }) => id === '')
    if (first === undefined || keyIdOf(sealed) !== undefined)
      throw new Error(`FETLOCK_SECRET_KEY lacks the key ${nameOf(keyIdOf(sealed) ?? '')} of a sealed value.`)
    return decrypt(first.key, Buffer.alloc(0), sealed)
  }
  return {
    /** What a value begins with that is sealed under the current key. */
    header: current.header,
    keyIds: ring.map(({ id }) => id),
    seal: (secret: string): Buffer => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      cipher.setAAD(current.header)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([current.header, nonce, cipher.getAuthTag(), text])
    },
    unseal,
    /** Whether this is what was sealed. Nothing matches what cannot be read, so that it can be replaced. */
    matches: (sealed: Buffer, secret: string): boolean => {
      try {
        return unseal(sealed) === secret
      } catch {
        return false
      }
    },
  }
}

/** The id of the key that a value says it is sealed under; undefined if it was sealed before keys had ids. */
export const keyIdOf = (sealed: Buffer): string | undefined => {
  if (!sealed.subarray(0, mark.length).equals(mark)) return undefined
  const length = sealed[mark.length] ?? 0
  return sealed.subarray(mark.length + 1, mark.length + 1 + length).toString('ascii')
}

/** A key as people are told of it. */
export const nameOf = (id: string) => (id === '' ? 'without an id' : `"${id}"`)
