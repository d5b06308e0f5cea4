import { oneOf, readId, readWord, type Search } from '../../shared/address.ts'

export type StockSearch = {
  /** What was looked for, which is looked for in everything. */
  q?: string | undefined
  /** What is listed; without it, what is low. */
  show?: 'expiring' | 'negative' | 'all' | undefined
  /** The item whose panel is open. */
  item?: number | undefined
  /** What is being done with it. */
  act?: 'waste' | 'transfer' | undefined
}

export const readStockSearch = (search: Search): StockSearch => ({
  q: readWord(search['q']),
  show: oneOf(['expiring', 'negative', 'all'], search['show']),
  item: readId(search['item']),
  act: oneOf(['waste', 'transfer'], search['act']),
})

type BatchSearch = { item?: number | undefined; batch?: string | undefined }

export const readBatchSearch = (search: Search): BatchSearch => ({
  item: readId(search['item']),
  batch: readWord(search['batch']),
})

type CountSearch = { item?: number | undefined }

/** The item that is counted next. */
export const readCountSearch = (search: Search): CountSearch => ({ item: readId(search['item']) })
