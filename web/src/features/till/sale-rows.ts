import type { Countersale, CountersaleItem, Item } from '../../api/records.ts'
import { isZero } from '../../format.ts'

export type Sellable = Pick<Item, 'url' | 'name' | 'batch_number_required'>

/** An item that is sold once its batch is known. */
export type WaitingRow = {
  readonly key: string
  readonly item: Sellable
  readonly quantity: string
  /** The sale that it waits in, undefined for one that is not opened yet, and the one that takes the place of that. */
  readonly sales: readonly (number | undefined)[]
  readonly isSending: boolean
}

/** A scan that the service does not have yet: by its code until its item is known, and then by the name of that. */
export type AddingRow = { readonly key: string; readonly name: string; readonly item: string | undefined }

export const rowsOf = (sale: Countersale | undefined) => sale?.countersale_items_data ?? []
export const isSettled = ({ finalized, invoice_data }: Countersale) =>
  finalized && invoice_data != null && isZero(invoice_data.due_sum)

/** A row that one more of the same item can be added to. */
export const isPlain = ({ percentage_change, usage_size, patient, batch_number }: CountersaleItem, batch: string) =>
  isZero(percentage_change) && usage_size === null && patient === null && batch_number === batch
