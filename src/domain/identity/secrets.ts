import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in letters that survive a URL, a header and a copy by hand. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is kept of a secret. Every secret made here has 256 random bits, so a plain hash cannot be turned back. */
export const fingerprint = (secret: string) => createHash('sha256').update(secret).digest('base64url')
