import { type BodyOf, type Entry, entry, type Reference, ref } from '@fetlock/sdk'
import type { Countersale, CountersaleItem } from '../../api/records.ts'

type Version = Pick<Countersale, 'id' | 'modified'>

/** What is sold in a row. */
export type Sold = Pick<CountersaleItem, 'item' | 'quantity'> &
  Partial<Pick<CountersaleItem, 'usage_size' | 'batch_number' | 'percentage_change'>> &
  Partial<Pick<CountersaleItem, 'price' | 'own_price' | 'vat_percentage' | 'own_vat'>>

export type NewSale = {
  readonly department: string
  readonly client: string | null
  readonly remarks?: string
}

export const openEntry = (sale: NewSale) => entry('sale', 'POST', '/countersale/', { body: sale })

/** Adds a row to a sale, or to the one that an earlier entry opens. */
export const addEntry = <const N extends string>(
  name: N,
  sale: number | Reference,
  { item, quantity, usage_size, batch_number, percentage_change = '0.00', ...found }: Sold,
) =>
  entry(name, 'POST', '/countersale/{id}/add_item/', {
    path: { id: sale },
    body: {
      item,
      quantity,
      ...(usage_size == null ? {} : { usage_size }),
      ...(batch_number ? { batch_number } : {}),
      // A price that was found is found anew, since it may be another for another buyer; what was entered stays.
      ...(found.own_price === true && found.price !== undefined ? { price: found.price } : {}),
      ...(found.own_vat === true && found.vat_percentage !== undefined ? { vat_percentage: found.vat_percentage } : {}),
      // Whoever may give no discounts may send none, not even 0.
      ...(Number(percentage_change) === 0 ? {} : { percentage_change }),
    },
  })

/** Changes a row, as a part of a write that takes effect once. */
export const changeRowEntry = (row: CountersaleItem, body: BodyOf<'PATCH', '/countersaleitem/{id}/'>) =>
  entry('row', 'PATCH', '/countersaleitem/{id}/', { path: { id: row.id }, body, ifMatch: row })

/** Changes nothing, and refuses what follows if anybody has changed the sale since it was shown. */
const unchangedEntry = (sale: Version) =>
  entry('before', 'PATCH', '/countersale/{id}/', { path: { id: sale.id }, body: {}, ifMatch: sale })

/** Closes a sale as it was shown. The last entry has its invoice. */
export const finalizeSaleEntries = (sale: Version) =>
  [
    unchangedEntry(sale),
    entry('sale', 'POST', '/countersale/{id}/finalize/', { path: { id: sale.id } }),
  ] as const satisfies readonly Entry[]

/** The most entries of a composite. */
const maxEntries = 50
/** A move opens one sale, holds the other, and writes each row twice. */
export const maxMovedRows = (maxEntries - 2) / 2

/**
 * Moves rows into a sale of their own, as one composite. The first entry refuses the move if anybody has changed the sale
 * meanwhile, so that no row stays behind.
 */
export const moveEntries = (from: Version, rows: readonly CountersaleItem[], sale: NewSale): readonly Entry[] => {
  const opened = openEntry(sale)
  return [
    unchangedEntry(from),
    opened,
    ...rows.map((row) => addEntry(`add${row.id}`, ref(opened, 'id'), row)),
    ...rows.map(({ id }) => entry(`remove${id}`, 'DELETE', '/countersaleitem/{id}/', { path: { id } })),
  ]
}
