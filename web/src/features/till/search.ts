import { oneOf, readId, type Search } from '../../shared/address.ts'

type TillSearch = {
  sale?: number | undefined
  /** Who will buy, until the sale is opened. */
  client?: number | undefined
  pay?: 'cash' | 'more' | undefined
}

export const readTillSearch = (search: Search): TillSearch => ({
  sale: readId(search['sale']),
  client: readId(search['client']),
  pay: oneOf(['cash', 'more'], search['pay']),
})
