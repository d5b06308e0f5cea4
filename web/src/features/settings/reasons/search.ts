import { readFlag, readId, readWord, type Search } from '../../../shared/address.ts'

type ReasonsSearch = {
  q?: string | undefined
  archived?: true | undefined
  /** The reason whose sheet is open. */
  reason?: number | undefined
  new?: true | undefined
}

export const readReasonsSearch = (search: Search): ReasonsSearch => ({
  q: readWord(search['q']),
  archived: readFlag(search['archived']),
  reason: readId(search['reason']),
  new: readFlag(search['new']),
})
