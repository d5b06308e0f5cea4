/** What an animal must not get: a substance by its name, a group of substances by the beginning of their ATC codes, or both. */
export type Contraindicated = { readonly substance: string; readonly atc_prefix: string }

/** A substance of which more is known than its name; the first of its class's names is the one that is said. */
export type Substance = { readonly name: string; readonly classes: readonly string[]; readonly atc_code: string }

/** What is known of an item, or of a medicine on a prescription, which has a name only. */
export type Contents = {
  readonly name: string
  readonly substances: readonly string[]
  /** Those of its substances of which more is known. */
  readonly known: readonly Substance[]
}

/** A code as it is stored and compared: in capitals, without the spaces that some lists put between its groups. */
export const codeOf = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()
/** A whole ATC code, with or without the Q of ATCvet. */
const isWholeCode = (text: string) => /^Q?[A-PR-Z]\d{2}[A-Z]{2}\d{2}$/.test(codeOf(text))
/** The beginning of one: from a main group, such as J01, to a substance. */
export const isCodePrefix = (code: string) => /^Q?[A-PR-Z]\d{2}(?:[A-Z](?:[A-Z](?:\d{2})?)?)?$/.test(code)
/** ATCvet puts a Q before the code that people have; no group of ATC begins with one. */
const withoutQ = (code: string) => code.replace(/^Q/, '')

/** A name as words, between spaces: neither case nor punctuation counts, nor the s at the end of a word. */
export const wordsOf = (name: string) =>
  ` ${name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=...)s$/, ''))
    .filter(Boolean)
    .join(' ')} `

/** Whether one name has all of the other in it, as whole words: amoxicillin is in “Amoxicillin and clavulanic acid”. */
export const isWithin = (inner: string, outer: string) => inner.trim() !== '' && outer.includes(inner)

/** The substances whose names are in one of the texts, the longest names first. */
export const substancesIn = (texts: readonly string[], known: readonly Substance[]): readonly Substance[] => {
  const inWords = texts.map(wordsOf)
  return known
    .filter(({ name }) => inWords.some((words) => isWithin(wordsOf(name), words)))
    .toSorted((one, other) => other.name.length - one.name.length)
}

/** What of the contents has a code that begins with one of these. */
const meetsByCode = (prefixes: readonly string[], { substances, known }: Contents) =>
  [
    ...known.map(({ name, atc_code }) => ({ code: atc_code, said: `${name} (${atc_code})` })),
    ...substances.filter(isWholeCode).map((one) => ({ code: codeOf(one), said: codeOf(one) })),
  ].find(({ code }) => prefixes.some((prefix) => withoutQ(code).startsWith(withoutQ(prefix))))?.said

/** What of the contents has the name of a substance or class in it, or is in it. */
const meetsByName = (substance: string, { name, substances, known }: Contents) => {
  const wanted = wordsOf(substance)
  const names = [
    ...substances.filter((one) => !isWholeCode(one)).map((one) => ({ named: one, said: one })),
    ...known.flatMap((one) => [
      { named: one.name, said: one.name },
      ...one.classes.map((named) => ({ named, said: `${one.name} (${one.classes[0]})` })),
    ]),
  ]
  const found = names.find(({ named }) => isWithin(wanted, wordsOf(named)) || isWithin(wordsOf(named), wanted))
  if (found !== undefined) return found.said
  return isWithin(wanted, wordsOf(name)) ? name : undefined
}

/**
 * What of the contents meets a contraindication, in words; undefined if nothing does. A substance that could be the beginning
 * of a code is compared as one, too: it warns too often rather than too rarely.
 */
export const whatMeets = ({ substance, atc_prefix }: Contraindicated, contents: Contents): string | undefined =>
  meetsByCode([atc_prefix, codeOf(substance)].filter(isCodePrefix), contents) ?? meetsByName(substance, contents)
