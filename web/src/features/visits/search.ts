import { oneOf, readFlag, readId, type Search } from '../../shared/address.ts'

type VisitSearch = {
  patient?: number | undefined
  pane?: 'history' | 'charges' | undefined
  note?: 'anamnesis' | undefined
  order?: 'prescribe' | 'refer' | undefined
  finalize?: true | undefined
  /** Takes the money while it is finalized. */
  pay?: true | undefined
  /** Asks what is open before the visit is handed over. */
  handover?: true | undefined
}

export const readVisitSearch = (search: Search): VisitSearch => ({
  patient: readId(search['patient']),
  pane: oneOf(['history', 'charges'], search['pane']),
  note: oneOf(['anamnesis'], search['note']),
  order: oneOf(['prescribe', 'refer'], search['order']),
  finalize: readFlag(search['finalize']),
  pay: readFlag(search['pay']),
  handover: readFlag(search['handover']),
})
