import { readFlag, readId, type Search } from '../../../shared/address.ts'

export type OrdersSearch = {
  /** The order that is open. */
  order?: number | undefined
  /** The wholesaler whose proposed order is open. */
  from?: number | undefined
  /** Whether the orders that are in stock are listed, too. */
  past?: true | undefined
}

export const readOrdersSearch = (search: Search): OrdersSearch => ({
  order: readId(search['order']),
  from: readId(search['from']),
  past: readFlag(search['past']),
})
