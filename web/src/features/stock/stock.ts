import type { Stocked } from '../../api/stocklevel.ts'
import { may } from '../../api/me.ts'
import type { Item, Me, StockLevel } from '../../api/records.ts'
import type { MayKnow } from '../../api/stockmovement.ts'
import { addDays, plainText } from '../../format.ts'
import { compare, inPackages, sumOf } from '../../shared/packages.ts'
import { stockText } from '../../text/stock.ts'

/** How far ahead somebody wants to know what expires. */
const daysAhead = 60
export const expiryLimit = (today: string) => addDays(today, daysAhead)

export const onHandOf = ({ levels }: Pick<Stocked, 'levels'>) => sumOf(levels.map(({ on_hand }) => on_hand))

export const unitOf = ({ unit }: Pick<Item, 'unit'>) => unit || stockText.package

/** What a package contains, in the words of the clinic or in dosage units; nothing where it is one of them. */
export const contentsOf = (item: Item) =>
  item.package_description ||
  (compare(item.dosage_units, '1') === 0 ? '' : stockText.perPackage(plainText(item.dosage_units), unitOf(item)))

type Divided = Pick<Item, 'dosage_units'>
/** A quantity of stock for reading, in packages. */
export const packagesText = (units: string, { dosage_units }: Divided) => plainText(inPackages(units, dosage_units))

/** The same with its sign, for what came and went. */
export const changeText = (units: string, item: Divided) =>
  `${compare(units, '0') > 0 ? '+' : ''}${packagesText(units, item)}`

/** What there is something of, or less than nothing. */
export const heldOf = (levels: readonly StockLevel[]) => levels.filter(({ on_hand }) => compare(on_hand, '0') !== 0)

type Expiry = 'expired' | 'soon' | 'later'
/** When a batch expires, compared with today; what there is nothing of does not matter. */
export const expiryOf = ({ expiry_date: date, on_hand }: StockLevel, today: string): Expiry => {
  if (date === null || compare(on_hand, '0') <= 0) return 'later'
  if (date < today) return 'expired'
  return date <= expiryLimit(today) ? 'soon' : 'later'
}

type Fill = { readonly part: number; readonly isLow: boolean }
/** How much there is, where twice the alert level is all; nothing where there is no alert level. */
export const fillOf = (row: Stocked): Fill | undefined => {
  const { alert_level: alert, dosage_units } = row.item
  if (alert === null || compare(alert, '0') <= 0) return undefined
  const part = Number(inPackages(onHandOf(row), dosage_units)) / (2 * Number(alert))
  return { part: Math.min(Math.max(part, 0), 1), isLow: part <= 0.25 }
}

export const mayKnow = (me: Me): MayKnow => ({
  clients: may(me, 'General: Patients and clients'),
  invoices: may(me, 'Financial: Invoices'),
})
