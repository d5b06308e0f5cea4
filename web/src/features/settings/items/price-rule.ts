import type { ItemType, PriceBasis, PriceRounding } from '@fetlock/sdk'
import type { PriceRule } from '../../../api/pricechange.ts'
import type { ChangedPrice } from '../../../api/records.ts'

/** A rule as it is typed and chosen. */
export type RuleDraft = {
  readonly type: ItemType | undefined
  readonly group: string
  readonly vat: string
  readonly by: string
  readonly unit: 'percent' | 'amount'
  readonly step: string
  readonly rounding: PriceRounding
  readonly basis: PriceBasis
}

export const emptyRule: RuleDraft = {
  type: undefined,
  group: '',
  vat: '',
  by: '',
  unit: 'percent',
  step: '0.50',
  rounding: 'nearest',
  basis: 'price_with_vat',
}

/** A number with a sign as people type it, with a comma or a point and either minus, as the API takes it. */
export const typedChange = (typed: string): string | undefined => {
  const text = typed.trim().replace(/^[−–]/, '-').replace(/^\+/, '').replace(',', '.')
  return /^-?\d{1,6}(\.\d{1,4})?$/.test(text) ? text : undefined
}

/** The fields that hold no number. */
export const badFields = ({ by, step }: RuleDraft): readonly ('by' | 'step')[] => [
  ...(by.trim() !== '' && typedChange(by) === undefined ? (['by'] as const) : []),
  ...(step.trim() !== '' && !/^\d{1,4}([.,]\d{1,4})?$/.test(step.trim()) ? (['step'] as const) : []),
]

/** The rule as the API takes it; undefined until it says by how much. */
export const ruleOf = (draft: RuleDraft): PriceRule | undefined => {
  const by = typedChange(draft.by)
  if (by === undefined || badFields(draft).length > 0) return undefined
  const step = draft.step.trim().replace(',', '.')
  return {
    item_types: draft.type === undefined ? [] : [draft.type],
    item_list: draft.group || null,
    vat_group: draft.vat || null,
    [draft.unit === 'percent' ? 'percentage_change' : 'amount_change']: by,
    round_to: step === '' ? null : step,
    rounding: draft.rounding,
    basis: draft.basis,
  }
}

/** Which price is shown: the one that the rule changes. */
export const pricesOf = (change: ChangedPrice, basis: PriceBasis) =>
  basis === 'price'
    ? { now: change.old_price, next: change.new_price }
    : { now: change.old_price_with_vat, next: change.new_price_with_vat }

/** By how many percent a price changes, for reading; no price is worked out from it. */
export const percentOf = ({ now, next }: { readonly now: string; readonly next: string }) =>
  Number(now) === 0 ? 0 : ((Number(next) - Number(now)) / Number(now)) * 100

const largeChange = 10
export const isLarge = (percent: number) => Math.abs(percent) > largeChange

export type Row = ChangedPrice & { readonly now: string; readonly next: string; readonly percent: number }
export const rowsOf = (changes: readonly ChangedPrice[], basis: PriceBasis): readonly Row[] =>
  changes.map((change) => {
    const prices = pricesOf(change, basis)
    return { ...change, ...prices, percent: percentOf(prices) }
  })

export const views = ['all', 'dearer', 'cheaper', 'large'] as const
export type View = (typeof views)[number]

const fits: Readonly<Record<View, (row: Row) => boolean>> = {
  all: () => true,
  dearer: ({ percent }) => percent > 0,
  cheaper: ({ percent }) => percent < 0,
  large: ({ percent }) => isLarge(percent),
}
export const rowsIn = (rows: readonly Row[], view: View) => rows.filter(fits[view])

/** By how many percent the prices change on average, each counted alike. */
export const averageOf = (rows: readonly Row[]) =>
  rows.length === 0 ? 0 : rows.reduce((sum, { percent }) => sum + percent, 0) / rows.length
