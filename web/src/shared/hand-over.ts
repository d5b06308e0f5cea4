import { readHints } from '../api/chargehint.ts'
import { readRows } from '../api/consultationitem.ts'
import type { ChargeHint, ConsultationItem } from '../api/records.ts'

/** Whether an animal must not get what the row is about, and nobody has said why it gets it. */
export const isUnexplained = ({ warnings, warning_reason }: Pick<ConsultationItem, 'warnings' | 'warning_reason'>) =>
  warnings.length > 0 && warning_reason === ''

/** Whether a charge seems to be missing, and nobody has said that it is not. */
export const isOpenHint = ({ declined }: Pick<ChargeHint, 'declined'>) => declined === null

/** Whether something of a visit is to be asked about before it is handed over. What cannot be read asks nothing. */
export const hasOpenWork = async (visit: number): Promise<boolean> => {
  const { stuckTexts, visitTexts } = await import('./visit-texts.ts')
  if (stuckTexts(visitTexts.all(), visit).length > 0) return true
  const [hints, rows] = await Promise.all([
    readHints(visit).catch(() => []),
    readRows(visit).catch((): readonly ConsultationItem[] => []),
  ])
  return hints.some(isOpenHint) || rows.some(isUnexplained)
}
