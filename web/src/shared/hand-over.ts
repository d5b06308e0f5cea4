import type { ChargeHint, ConsultationItem, PageOf } from '../api/records.ts'
import { get } from '../api/request.ts'
import { stuckTexts, visitTexts } from './visit-texts.ts'

/** Whether an animal must not get what the row is about, and nobody has said why it gets it. */
export const isUnexplained = ({ warnings, warning_reason }: Pick<ConsultationItem, 'warnings' | 'warning_reason'>) =>
  warnings.length > 0 && warning_reason === ''

/** Whether a charge seems to be missing, and nobody has said that it is not. */
export const isOpenHint = ({ declined }: Pick<ChargeHint, 'declined'>) => declined === null

/** Whether something of a visit is to be asked about before it is handed over. What cannot be read asks nothing. */
export const hasOpenWork = async (visit: number): Promise<boolean> => {
  if (stuckTexts(visitTexts.all(), visit).length > 0) return true
  const [hints, rows] = await Promise.all([
    get<Pick<PageOf<ChargeHint>, 'results'>>(`/consultation/${visit}/charge_hints/`).catch(() => undefined),
    get<PageOf<ConsultationItem>>('/consultationitem/', { consultation__is: visit, page_size: 500 }).catch(
      () => undefined,
    ),
  ])
  return hints?.results.some(isOpenHint) === true || rows?.results.some(isUnexplained) === true
}
