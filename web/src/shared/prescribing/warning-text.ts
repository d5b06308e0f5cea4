import type { Patient, Warning } from '../../api/records.ts'
import { text } from '../../text/en.ts'

const isIn = (part: string, whole: string) => whole.toLowerCase().includes(part.toLowerCase())

/** A warning about something that is given, in whole sentences. */
export const warningText = (
  { patient, substance, atc_prefix, reaction, contains }: Warning,
  name: string,
  patients: readonly Pick<Patient, 'url' | 'name'>[],
) => {
  const animal = patients.find(({ url }) => url === patient)?.name || text.warnings.animal
  const sentence = text.warnings.must(animal, text.warnings.named(substance, atc_prefix), reaction.replace(/\.$/, ''))
  // What its own name says already is not said again.
  return isIn(contains, name) ? sentence : text.warnings.because(sentence, contains)
}
