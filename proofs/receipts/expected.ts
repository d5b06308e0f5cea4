import type { Product } from './clinics.ts'

/** What is known of a line from the answers to what was done with it. Quantities are in thousandths of a package. */
export type Line = {
  readonly id: number
  readonly quantity: number
  readonly batch: string
  readonly expiry: string | null
  product: Product | undefined
  isOfOrder: boolean
  status: 'staged' | 'approved' | 'dismissed'
}

/** An order with the lines of its wholesaler. */
export type History = {
  readonly order: number
  /** Packages ordered of each product. */
  readonly ordered: Map<Product, number>
  readonly lines: Line[]
  isDelivered: boolean
}

/** Thousandths of a dosage unit, rounded half up; both factors are in thousandths and never negative. */
const unitsOf = (packages: number, { dosageUnits }: Product) =>
  Number((BigInt(packages) * BigInt(dosageUnits) + 500n) / 1000n)

export const levelOf = (item: number, batch: string, expiry: string | null) => `${item} ${batch} ${expiry ?? ''}`

const add = (levels: Map<string, number>, key: string, units: number) => levels.set(key, (levels.get(key) ?? 0) + units)

/**
 * What must be in stock, worked out without any order of events: a named batch has what was approved of it; an item as a whole
 * has what no order asked for, and of the order what was approved or, once it is delivered, at least what was ordered. What is
 * not in a named batch is without one.
 */
export const expectedLevels = ({ ordered, lines, isDelivered }: History): Map<string, number> => {
  const levels = new Map<string, number>()
  const approved = lines.filter(({ status }) => status === 'approved')
  const products = new Set([...ordered.keys(), ...approved.map(({ product }) => product!)])
  for (const product of products) {
    const ofProduct = approved.filter((line) => line.product === product)
    const sum = (some: readonly Line[]) => some.reduce((total, { quantity }) => total + unitsOf(quantity, product), 0)
    const ofOrder = sum(ofProduct.filter(({ isOfOrder }) => isOfOrder))
    const asked = isDelivered ? unitsOf(ordered.get(product) ?? 0, product) : 0
    const total = sum(ofProduct.filter(({ isOfOrder }) => !isOfOrder)) + Math.max(asked, ofOrder)
    const named = ofProduct.filter(({ batch, expiry }) => batch !== '' || expiry !== null)
    for (const line of named) add(levels, levelOf(product.id, line.batch, line.expiry), unitsOf(line.quantity, product))
    add(levels, levelOf(product.id, '', null), total - sum(named))
  }
  return new Map([...levels].filter(([, units]) => units !== 0))
}
