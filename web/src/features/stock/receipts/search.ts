import { ReceiptLineStatus } from '@fetlock/sdk'
import { oneOf, readId, type Search } from '../../../shared/address.ts'

export type ReceiptsSearch = {
  /** The order whose lines are reviewed; without it, all lines are. */
  order?: number | undefined
  /** What is listed; without it, what waits. */
  reviewed?: Exclude<ReceiptLineStatus, typeof ReceiptLineStatus.ToBeReviewed> | undefined
}

export const readReceiptsSearch = (search: Search): ReceiptsSearch => ({
  order: readId(search['order']),
  reviewed: oneOf(
    [ReceiptLineStatus.Approved, ReceiptLineStatus.Dismissed, ReceiptLineStatus.Rejected],
    search['reviewed'],
  ),
})
