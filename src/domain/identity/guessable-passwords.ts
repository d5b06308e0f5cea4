/** What people write for letters, with the two readings of 1 and !. */
const substitutions: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
  '(': 'c',
}
const readings = ['i', 'l'] as const

/** Words of the trade and of the product that everybody who attacks a clinic tries; those of the clinic come with each check. */
const tradeWords: readonly string[] = [
  'fetlock',
  'veterinarian',
  'veterinary',
  'vet',
  'vets',
  'clinic',
  'hospital',
  'practice',
  'animal',
  'animals',
  'pets',
  'surgery',
  'reception',
  'receptionist',
  'doctor',
  'nurse',
  'admin',
  'manager',
  'staff',
  'welcome',
]

/** The parts of names and addresses shorter than this are found in any text. */
const shortestWord = 3
/** Letters that must remain beside words that are easily guessed. */
const fewestOwnLetters = 4
/** What is repeated must be long enough to be a password of its own. */
const shortestPart = 12
/** Characters that do not follow from the one before. */
const fewestFresh = 4

/** Lower case without accents, so that a word is found however it is written. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const withoutSubstitutions = (text: string, one: string) =>
  [...text].map((character) => ('1!|'.includes(character) ? one : (substitutions[character] ?? character))).join('')

/** The text as it is, and as it reads with digits and signs taken for letters. */
const spellings = (text: string) => [text, ...readings.map((one) => withoutSubstitutions(text, one))]

/** What is put around a word is seldom longer. */
const maxDecoration = 12

const runLength = (text: string, pattern: RegExp) => Math.min(pattern.exec(text)?.[0].length ?? 0, maxDecoration)

/** A password without some of the digits and signs before and after it, where these are not most of it. */
const undecorated = (text: string) => {
  const [before, after] = [runLength(text, /^[^\p{L}]+/u), runLength(text, /[^\p{L}]+$/u)]
  const cores = Array.from({ length: before + 1 }, (_, start) =>
    Array.from({ length: after + 1 }, (_end, end) => text.slice(start, text.length - end)),
  ).flat()
  const isWord = (core: string) =>
    core.length >= fewestOwnLetters && core.length * 3 >= text.length && /\p{L}/u.test(core)
  return [text, ...cores.filter(isWord)]
}

type Known = { readonly common: ReadonlySet<string>; readonly commonest: ReadonlySet<string> }

/** Of these also two in a row are refused. */
const manyCommonest = 10_000
const maxPair = 40

let loading: Promise<Known> | undefined

/** Some 50,000 passwords that leaked most often, the most frequent first. Loaded with the first password that is chosen. */
const knownPasswords = () =>
  (loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const passwords = dictionary['passwords-common'].map(plain)
    return { common: new Set(passwords), commonest: new Set(passwords.slice(0, manyCommonest)) }
  }))

const isPair = (commonest: ReadonlySet<string>, text: string) => {
  const joined = text.replace(/[^\p{L}\p{N}]/gu, '')
  if (joined.length > maxPair) return false
  for (let at = shortestWord; at <= joined.length - shortestWord; at++)
    if (commonest.has(joined.slice(0, at)) && commonest.has(joined.slice(at))) return true
  return false
}

const isListed = ({ common, commonest }: Known, text: string) =>
  undecorated(text).some((core) =>
    spellings(core).some((spelling) => common.has(spelling) || isPair(commonest, spelling)),
  )

/** The shortest beginning that, repeated, makes up the text. */
const repeatedPart = (text: string) => {
  for (let length = 1; length * 2 <= text.length; length++) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return part
  }
  return text
}

const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const neighbours = new Set(
  rows.flatMap((row) => [...row].flatMap((key, at) => (at === 0 ? [] : [row[at - 1]! + key, key + row[at - 1]!]))),
).union(new Set(['90', '09']))

/** How many characters do not follow from the one before, as they do in 1234, abcd, qwerty and 1111. */
const freshCharacters = (text: string) =>
  [...text].filter((key, at, all) => at === 0 || (key !== all[at - 1] && !neighbours.has(all[at - 1]! + key))).length

/** Every spelling of a word that is looked for, the longest first, so that a part does not leave the rest of a whole. */
const wordsOf = (texts: readonly string[]) => {
  const words = texts
    .flatMap((text) => [...plain(text).split(/[^\p{L}\p{N}]+/u), ...plain(text).split(/[^\p{L}]+/u)])
    .filter((word) => word.length >= shortestWord)
  return [...new Set([...words, ...tradeWords])].toSorted((one, other) => other.length - one.length)
}

const isOfWords = ({ common }: Known, text: string, words: readonly string[]) =>
  spellings(text).some((spelling) => {
    const letters = spelling.replace(/[^\p{L}\p{N}]/gu, '')
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters)
    const own = rest.replace(/[^\p{L}]/gu, '')
    return rest !== letters && (own.length < fewestOwnLetters || common.has(own))
  })

/** Why a password is among the first that are tried: it is in the list, a pattern, or made of known words. */
export type Guessable = 'listed' | 'pattern' | 'own words'

/** Says why a password is easily guessed, with what is known of the person and the clinic; undefined if it is not. */
export const whyGuessable = async (password: string, about: readonly string[]): Promise<Guessable | undefined> => {
  const known = await knownPasswords()
  const text = plain(password)
  if (isOfWords(known, text, wordsOf(about))) return 'own words'
  if (isListed(known, text)) return 'listed'
  const part = repeatedPart(text)
  return (part !== text && part.length < shortestPart) || freshCharacters(text) < fewestFresh ? 'pattern' : undefined
}
