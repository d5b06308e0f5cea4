import { ItemType } from '@fetlock/sdk'
import { readFlag, readId, readWord, type Search } from '../../../shared/address.ts'

type ItemsSearch = {
  q?: string | undefined
  type?: ItemType | undefined
  group?: number | undefined
  vat?: number | undefined
  archived?: true | undefined
  /** The item whose panel is open. */
  item?: number | undefined
  new?: true | undefined
}

export const readItemsSearch = (search: Search): ItemsSearch => ({
  q: readWord(search['q']),
  type: Object.values(ItemType).find((type) => type === readId(search['type'])),
  group: readId(search['group']),
  vat: readId(search['vat']),
  archived: readFlag(search['archived']),
  item: readId(search['item']),
  new: readFlag(search['new']),
})
