import type { QueryClient } from '@tanstack/react-query'
import { type Consultation, idOf, type Item } from '../../api/records.ts'
import { contraindicationsQuery } from '../../api/contraindication.ts'
import { type NewRow, tryRow } from '../../api/consultationitem.ts'
import { askWhy, type SetQuestions } from '../../shared/prescribing/questions.ts'

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
