import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in letters that survive a URL, a header and a copy by hand. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The stored hash of a secret. Secrets have 256 random bits, so a plain hash cannot be brute-forced. */
export const fingerprint = (secret: string) => createHash('sha256').update(secret).digest('base64url')
