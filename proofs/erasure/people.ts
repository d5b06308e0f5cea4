/** What a clinic knows of a client, each with a word that is in nothing else. */
export const fields = [
  'firstname',
  'lastname',
  'former',
  'email',
  'street',
  'city',
  'id_number',
  'remarks',
  'tag',
  'custom',
  'payer',
  'policy',
  'described',
  'noted',
  'booking',
  'reference',
  'file',
  'content',
] as const
export type Field = (typeof fields)[number]
/** Phone numbers are digits, and have a code of their own. */
export type Named = Field | 'phone'

/** What bookkeeping keeps of whoever pays an invoice that has a number. */
export const keptFields: ReadonlySet<string> = new Set(['firstname', 'lastname', 'former', 'street', 'city', 'payer'])

const letters = 'abcdefghijklmnoprstuvwxy'
const codeLength = 7
const codes = letters.length ** codeLength

/** Seven letters that belong to a number. Consecutive numbers have nothing in common, because the factor shares none with 24. */
const codeOf = (number: number) => {
  let left = (number * 1_000_000_007) % codes
  let code = ''
  while (code.length < codeLength) {
    code += letters[left % letters.length]
    left = Math.trunc(left / letters.length)
  }
  return code
}

const numberOf = (seed: number, person: number, at: number) =>
  ((seed % 9) * 10_000 + person) * (fields.length + 1) + at + 1

/** The code twice, so that most of its ends and beginnings have it too: an index of suffixes that keeps some is noticed. */
const wordOf = (code: string) => `Zq${code}zq${code}`

const digitsOf = (seed: number, person: number) =>
  String((((seed % 9) * 10_000 + person) * 7_654_321 + 1_234_567) % 10_000_000).padStart(7, '0')

/** The words of a person: the same for the same seed and number, and those of nobody else. */
export const personOf = (seed: number, number: number) => {
  const codeFor = (field: Field) => codeOf(numberOf(seed, number, fields.indexOf(field)))
  return {
    number,
    word: (field: Field) => wordOf(codeFor(field)),
    email: `${wordOf(codeFor('email'))}@home.example`,
    /** Written as people do; half of the clinics are in Finland. */
    phone: `${number % 2 === 0 ? '0' : '+358 '}45 ${digitsOf(seed, number)}`,
    codes: new Map<string, Named>([
      ...fields.map((field) => [codeFor(field), field] as const),
      [digitsOf(seed, number), 'phone'],
    ]),
  }
}
export type Person = ReturnType<typeof personOf>

/** For PostgreSQL, what every text has in it that names somebody; `codesIn` then looks closer. */
export const naming = 'zq[a-pr-y]{7}|45 ?[0-9]{3} ?[0-9]{4}'

/** The codes of words and numbers in a text, whoever they belong to, also where only the end of a word is left. */
export const codesIn = (text: string): Set<string> => {
  const found = new Set<string>()
  for (const [, code] of text.matchAll(/zq([a-pr-y]{7})/gi)) found.add(code!.toLowerCase())
  for (const [, first, second] of text.matchAll(/(?<![0-9a-z])(?:\+?358 ?|58|8|0)?45 ?(\d{3}) ?(\d{4})(?![0-9a-z])/gi))
    found.add(`${first}${second}`)
  return found
}
