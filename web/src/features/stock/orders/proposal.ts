import type { Proposed } from '../../../api/order.ts'
import type { Item } from '../../../api/records.ts'
import { plainText, typedDecimal } from '../../../format.ts'
import { compare } from '../../../shared/packages.ts'
import { ordersText } from '../../../text/stock-orders.ts'
import { lineTotal, sumOfAmounts } from './amounts.ts'

/** What somebody has made of a proposed line. */
export type Edit = { readonly isTicked?: boolean; readonly typed?: string }

/** A line of a proposed order: one that the service proposes, or one that somebody has added. */
export type Row = {
  readonly item: Item
  readonly proposed: Proposed | undefined
  readonly isTicked: boolean
  readonly typed: string
  /** What was typed, as the service takes it. */
  readonly quantity: string | undefined
  /** What the line costs; undefined where that is not known. */
  readonly total: string | undefined
}

const isAbove0 = (decimal: string) => compare(decimal, '0') > 0

const rowOf = (item: Item, proposed: Proposed | undefined, edit: Edit): Row => {
  const wanted = proposed === undefined ? '1' : proposed.quantity
  const typed = edit.typed ?? (isAbove0(wanted) ? String(Number(wanted)) : '')
  const read = typedDecimal(typed)
  const quantity = read !== undefined && isAbove0(read) ? read : undefined
  const price = item.wholesale_price
  return {
    item,
    proposed,
    typed,
    quantity,
    isTicked: edit.isTicked ?? isAbove0(wanted),
    total: quantity === undefined || price === null ? undefined : lineTotal(quantity, price),
  }
}

/** What is to be ordered comes first, then what is on its way, then what was added. */
export const rowsOf = (
  proposals: readonly Proposed[],
  added: readonly Item[],
  edits: Readonly<Record<string, Edit>>,
): readonly Row[] => {
  const editOf = (url: string) => edits[url] ?? {}
  const rows = proposals.map((line) => rowOf(line.item_data, line, editOf(line.item)))
  const isWanted = ({ proposed }: Row) => proposed !== undefined && isAbove0(proposed.quantity)
  return [
    ...rows.filter(isWanted),
    ...rows.filter((row) => !isWanted(row)),
    ...added.map((item) => rowOf(item, undefined, editOf(item.url))),
  ]
}

export const tickedOf = (rows: readonly Row[]) => rows.filter(({ isTicked }) => isTicked)

/** What lines cost together, and how many of them have no price. */
export const sumOfRows = (rows: readonly Pick<Row, 'total'>[]) => ({
  total: sumOfAmounts(rows.flatMap(({ total }) => total ?? [])),
  unpriced: rows.filter(({ total }) => total === undefined).length,
})

/** The lines that the service would make of a proposal that nobody has changed. */
export const wantedOf = (proposals: readonly Proposed[]) => tickedOf(rowsOf(proposals, [], {}))

const { proposal: words } = ordersText

/** How long what is on hand lasts at the use of the last weeks; undefined where nothing is used. */
export const lastsText = ({ on_hand, weekly_use }: Pick<Proposed, 'on_hand' | 'weekly_use'>) => {
  if (!isAbove0(on_hand)) return words.noneLeft
  if (!isAbove0(weekly_use)) return undefined
  const weeks = Number(on_hand) / Number(weekly_use)
  return weeks < 1 ? words.days(Math.max(1, Math.floor(weeks * 7))) : words.weeks(Math.floor(weeks))
}

/** A weekly use, to one decimal. */
export const weeklyText = (weekly: string) => plainText(String(Math.round(Number(weekly) * 10) / 10))
