import { CodelistName } from '@fetlock/sdk'
import { oneOf, readFlag, readId, readWord, type Search } from '../../../shared/address.ts'

type ListsSearch = {
  q?: string | undefined
  /** Which list is shown; without one the groups of items. */
  list?: CodelistName | undefined
  archived?: true | undefined
  /** The entry whose sheet is open. */
  entry?: number | undefined
  new?: true | undefined
}

export const readListsSearch = (search: Search): ListsSearch => ({
  q: readWord(search['q']),
  list: oneOf(Object.values(CodelistName), search['list']),
  archived: readFlag(search['archived']),
  entry: readId(search['entry']),
  new: readFlag(search['new']),
})
