import type { QueryClient } from '@tanstack/react-query'
import { type Consultation, idOf, type Item, type Patient, type Warning } from '../../api/records.ts'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { text } from '../../text/en.ts'
import { type NewRow, tryRow } from '../../api/consultationitem.ts'
import { askWhy, type SetQuestions } from './questions.ts'

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

type Asking = {
  readonly client: QueryClient
  readonly visit: Consultation
  readonly item: Item
  readonly row: NewRow
  readonly ask: SetQuestions
}

/**
 * Asks before a row is added that its animals must not get, and answers with the reason. The service decides what that is,
 * in a dry run; where nothing is recorded of the animals, there is nothing to ask it.
 */
export const askAboutWarnings = async ({ client, visit, item, row, ask }: Asking): Promise<Partial<NewRow>> => {
  const results = await client.fetchQuery({ ...contraindicationsQuery(visit.patients.map(idOf)), staleTime: 0 })
  if (results.length === 0) return {}
  const { warnings } = await tryRow(visit.id, item.type_code, row)
  if (warnings.length === 0) return {}
  return { warning_reason: await askWhy({ name: item.name, warnings }, ask) }
}
