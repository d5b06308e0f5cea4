import { UsageType } from '@fetlock/sdk'
import { useCallback, useMemo, useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Item } from '../../api/records.ts'
import { keptInTab } from '../../shared/kept-in-tab.ts'
import type { NewRow } from '../../api/consultationitem.ts'
import { hasUsage } from './visit.ts'

/** Something to be charged whose batch is not known, or how many animals got it, or whether the service has it already. */
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

/** What of an item a row needs while it waits. */
export const pendingItem = (item: PendingRow['item']): PendingRow['item'] => {
  const { url, name, type_code, unit, batch_number_required, dosage_units, price_with_vat } = item
  return { url, name, type_code, unit, batch_number_required, dosage_units, price_with_vat }
}

type Given = Pick<PendingRow, 'item' | 'patients' | 'quantity'> & {
  readonly usage?: UsageType
  readonly batch?: string
  readonly isMultiplied?: boolean
}

/** What is sent for a row: the same whether it has waited or not, so that its key is good for both. */
export const newRowOf = ({
  item,
  quantity,
  patients,
  usage = UsageType.Administered,
  batch = '',
  isMultiplied = true,
}: Given): NewRow => ({
  item: item.url,
  quantity,
  patients,
  ...(hasUsage(item.type_code) ? { usage_type: usage } : {}),
  ...(batch === '' ? {} : { batch_number: batch }),
  ...(isMultiplied ? {} : { no_multiplier: true }),
})

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
