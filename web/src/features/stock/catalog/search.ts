import { CatalogPreviewKind, ItemType } from '@fetlock/sdk'
import { oneOf, readId, readWord, type Search } from '../../../shared/address.ts'

/** The kinds that have a list of their own. */
export const listedKinds = [
  CatalogPreviewKind.New,
  CatalogPreviewKind.PriceUp,
  CatalogPreviewKind.PriceDown,
  CatalogPreviewKind.Discontinued,
] as const

/** The kinds of products that are kept in stock. */
export const productTypes = [ItemType.Medicine, ItemType.Supply, ItemType.Food] as const

export type CatalogSearch = {
  /** Whose catalog, as a set of credentials. */
  wholesaler?: number | undefined
  /** What was looked for. */
  named?: string | undefined
  /** Which products, as their numbers; without it, all. */
  types?: string | undefined
  /** Which changes; without it, all. */
  kind?: (typeof listedKinds)[number] | undefined
}

export const readCatalogSearch = (search: Search): CatalogSearch => ({
  wholesaler: readId(search['wholesaler']),
  named: readWord(search['named']),
  types: readWord(search['types']),
  kind: oneOf(listedKinds, search['kind']),
})

export const typesOf = ({ types = '' }: CatalogSearch) =>
  productTypes.filter((type) => types.split('.').includes(String(type)))
