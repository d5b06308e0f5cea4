import { csvLine } from '../../csv/write-csv.ts'
import type { Tx } from '../../db/tx.ts'
import type { Registry } from '../../kernel/resource.ts'
import { columnsOf, reportColumns, type Cells } from './columns.ts'
import type { Kind } from './kinds.ts'

export type RefusedRow = {
  readonly kind: string
  readonly line: number
  readonly reason: string
  readonly cells: Cells
}

const reasonOf = (messages: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(messages)
    .map(([column, list]) => (column === 'non_field_errors' ? list.join(' ') : `${column}: ${list.join(' ')}`))
    .join(' ')

/** The rows of a file that were refused, in the order of their lines. */
export const readRefused = async (tx: Tx, id: number, { name }: Kind): Promise<RefusedRow[]> => {
  const rows = await tx
    .selectFrom('import_row')
    .select(['kind', 'line', 'cells', 'messages'])
    .where('import', '=', id)
    .where('kind', '=', name)
    .where('outcome', '=', 'refused')
    .orderBy('line')
    .execute()
  return rows.map(({ kind, line, cells, messages }) => ({
    kind,
    line,
    reason: reasonOf(messages as Record<string, readonly string[]>),
    cells: (cells ?? {}) as Cells,
  }))
}

/** Refused rows as a file that can be corrected and imported: the reasons are in columns that an import ignores. */
export const writeRefused = (kind: Kind, rows: readonly RefusedRow[], resources: Registry): string => {
  const used = columnsOf(kind, resources)
    .filter(({ name, isRequired }) => isRequired || rows.some(({ cells }) => name in cells))
    .map(({ name }) => name)
  const lines = rows.map(({ line, reason, cells }) => [String(line), reason, ...used.map((name) => cells[name] ?? '')])
  return [[...reportColumns, ...used], ...lines].map((cells) => csvLine(cells)).join('')
}
