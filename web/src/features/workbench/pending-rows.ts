import { useCallback, useState } from 'react'
import type { Item } from '../../api/records.ts'

/** Something to be charged that cannot be saved yet: its batch is not known, or how many animals got it. */
export type PendingRow = {
  /** Makes the row be added once. */
  readonly key: string
  readonly item: Pick<
    Item,
    'url' | 'name' | 'type_code' | 'unit' | 'batch_number_required' | 'dosage_units' | 'price_with_vat'
  >
  readonly patients: readonly string[] | undefined
  readonly quantity: string
}

const nameOf = (visit: number) => `pending rows ${visit}`

const kept = (visit: number) => JSON.parse(sessionStorage.getItem(nameOf(visit)) ?? '[]') as readonly PendingRow[]

/** Rows that wait for somebody, also after a reload of the page. */
export const usePendingRows = (visit: number) => {
  const [rows, setRows] = useState(() => kept(visit))
  const change = useCallback(
    (next: readonly PendingRow[]) => {
      sessionStorage.setItem(nameOf(visit), JSON.stringify(next))
      setRows(next)
    },
    [visit],
  )
  const add = useCallback((row: PendingRow) => change([...kept(visit), row]), [visit, change])
  const drop = useCallback((key: string) => change(kept(visit).filter((row) => row.key !== key)), [visit, change])
  return { rows, add, drop }
}
