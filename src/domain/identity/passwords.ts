import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid } from '../../kernel/errors.ts'
import { type Guessable, whyGuessable } from './guessable-passwords.ts'

if (typeof argon2 !== 'function') throw new Error('This Node has no crypto.argon2. Install Node 24.11 or newer.')
const derive = promisify(argon2)

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }
/** The least OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const shortest = 12
/** Bounds what one request can make us hash. */
const longest = 256

const hashWith = (
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength = 32,
): Promise<Buffer> =>
  // The same letters typed on two keyboards can be different code points; NFKC makes them one password.
  derive('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength })

const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const written = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`
const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

declare const hashed: unique symbol
/** A password as it is stored. No other string passes for one, least of all the password. */
export type PasswordHash = string & { readonly [hashed]: true }

/** Hashes a password into the PHC string that is stored. */
export const hashPassword = async (password: string) => {
  const nonce = randomBytes(16)
  return written(nonce, await hashWith(password, nonce, cost)) as PasswordHash
}

const nobody = written(randomBytes(16), randomBytes(32))

/** Says whether a password is the stored one. An account without a password, or none at all, takes just as long. */
export const isPassword = async (stored: string | null | undefined, password: string) => {
  const parts = format.exec(stored ?? nobody)
  if (parts === null) throw new Error('A stored password hash is not readable.')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = parts
  const wanted = Buffer.from(tag, 'base64')
  const kept = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const fits = password.length <= longest
  const given = await hashWith(fits ? password : '', Buffer.from(nonce, 'base64'), kept, wanted.length)
  return timingSafeEqual(given, wanted) && fits && stored !== null && stored !== undefined
}

/** What an attacker would know of whoever chooses a password: names, the address to sign in with, and the clinic. */
export type PasswordOwner = {
  readonly email: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly clinic?: string | undefined
}

const advice = 'Four or more unrelated words make a good password; a password manager makes a better one.'
const refusals: Readonly<Record<Guessable, string>> = {
  listed: `This is one of the passwords that are tried first, because they are known from leaks. ${advice}`,
  pattern: `Repeated and neighbouring characters are guessed quickly. ${advice}`,
  'own words': `This is made of your name, your address, your clinic or its trade, which are tried first. ${advice}`,
}

/** Refuses a password that is too short or too easily guessed. Any characters will do: there is no rule about kinds of them. */
export const requireGoodPassword = async (
  password: string,
  { email, first_name = '', last_name = '', clinic = '' }: PasswordOwner,
) => {
  const length = [...password].length
  if (length < shortest)
    throw invalid(
      'password',
      `Use at least ${shortest} characters. A few words in a row make a good password.`,
      'too_short',
    )
  if (password.length > longest) throw invalid('password', `Use at most ${longest} characters.`, 'too_long')
  if (new Set(password).size < 4) throw invalid('password', 'Use more than three different characters.', 'too_common')
  const why = await whyGuessable(password, [first_name, last_name, email, clinic])
  if (why !== undefined) throw invalid('password', refusals[why], 'too_common')
}

/** Validates and hashes a new password. Hashing is slow on purpose: do it outside of a transaction. */
export const hashNewPassword = async (password: string, owner: PasswordOwner) => {
  await requireGoodPassword(password, owner)
  return hashPassword(password)
}
