import { useCallback, useMemo, useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Item } from '../../api/records.ts'
import { keptInTab } from '../../shared/kept-in-tab.ts'

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

/** Rows that wait for somebody, also after a reload of the page. */
export const usePendingRows = (visit: number) => {
  const user = useMe().user.url
  const kept = useMemo(() => keptInTab(user, `pending rows ${visit}`), [user, visit])
  const read = useCallback(() => JSON.parse(kept.read() ?? '[]') as readonly PendingRow[], [kept])
  const [rows, setRows] = useState(read)
  const change = useCallback(
    (next: readonly PendingRow[]) => {
      kept.write(JSON.stringify(next))
      setRows(next)
    },
    [kept],
  )
  const add = useCallback((row: PendingRow) => change([...read(), row]), [read, change])
  const drop = useCallback((key: string) => change(read().filter((row) => row.key !== key)), [read, change])
  return { rows, add, drop }
}
