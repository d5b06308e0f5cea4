/** What an animal must not get: a substance by its name, a group of substances by the beginning of their ATC codes, or both. */
export type Contraindicated = { readonly substance: string; readonly atc_prefix: string }

/** What is known of an item, or of a medicine on a prescription, which has a name only. */
export type Contents = {
  readonly name: string
  readonly substances: readonly string[]
  readonly antibiotic: { readonly name: string; readonly substance_class: string; readonly atc_code: string } | null
}

/** A whole ATC code, with or without the Q of ATCvet. */
const atcCode = /^Q?[A-PR-Z]\d{2}[A-Z]{2}\d{2}$/i
/** ATCvet puts a Q before the code that people have; no group of ATC begins with one. */
const withoutQ = (code: string) => code.toUpperCase().replace(/^Q/, '')

/** A name as words, between spaces: neither case nor punctuation counts, nor the s at the end of a word. */
const wordsOf = (name: string) =>
  ` ${name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/(?<=...)s$/, ''))
    .filter(Boolean)
    .join(' ')} `

/** Whether one name has all of the other in it, as whole words: amoxicillin is in “Amoxicillin and clavulanic acid”. */
const isWithin = (inner: string, outer: string) => inner.trim() !== '' && outer.includes(inner)

/** Whether a name has another in it, as whole words. */
export const isNamedIn = (inner: string, outer: string) => isWithin(wordsOf(inner), wordsOf(outer))

/** What of the contents meets a contraindication, in words; undefined if nothing does. It warns too often rather than too rarely. */
export const whatMeets = (
  { substance, atc_prefix }: Contraindicated,
  { name, substances, antibiotic }: Contents,
): string | undefined => {
  const codes = [
    ...(antibiotic === null
      ? []
      : [{ code: antibiotic.atc_code, said: `${antibiotic.name} (${antibiotic.atc_code})` }]),
    ...substances.filter((one) => atcCode.test(one)).map((code) => ({ code, said: code.toUpperCase() })),
  ]
  const byCode =
    atc_prefix === '' ? undefined : codes.find(({ code }) => withoutQ(code).startsWith(withoutQ(atc_prefix)))
  if (byCode !== undefined) return byCode.said
  const wanted = wordsOf(substance)
  const names = [
    ...substances.filter((one) => !atcCode.test(one)).map((one) => ({ named: one, said: one })),
    ...(antibiotic === null
      ? []
      : [
          { named: antibiotic.name, said: antibiotic.name },
          { named: antibiotic.substance_class, said: `${antibiotic.name} (${antibiotic.substance_class})` },
        ]),
  ]
  const byName = names.find(({ named }) => isWithin(wanted, wordsOf(named)) || isWithin(wordsOf(named), wanted))
  if (byName !== undefined) return byName.said
  return isWithin(wanted, wordsOf(name)) ? name : undefined
}
