import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../../kernel/caller.ts'

/** 256 random bits in letters that survive a URL, a header and a copy by hand. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** The stored hash of a secret. Secrets have 256 random bits, so a plain hash cannot be brute-forced. */
export const fingerprint = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** A secret as it is stored. Keeps the stored value if it is of the same secret: sealed anew it would look changed. */
export const sealedAs = (
  actor: Pick<Actor, 'seal' | 'matchesSealed'>,
  before: Buffer | null,
  plain: string,
): Buffer | null => {
  if (plain === '') return null
  return before !== null && actor.matchesSealed(before, plain) ? before : actor.seal(plain)
}
