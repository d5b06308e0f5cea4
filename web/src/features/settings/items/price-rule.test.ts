import { describe, expect, it } from 'vitest'
import { averageOf, badFields, emptyRule, rowsIn, rowsOf, ruleOf, typedChange } from './price-rule.ts'

describe('what is typed as a change', () => {
  it.each([
    ['4', '4'],
    ['+4', '4'],
    [' 2,5 ', '2.5'],
    ['−2.5', '-2.5'],
    ['-10', '-10'],
    ['four', undefined],
    ['4 %', undefined],
    ['', undefined],
  ])('reads %j as %j', (typed, read) => expect(typedChange(typed)).toBe(read))
})

describe('a rule', () => {
  it('is none until it says by how much', () => {
    expect(ruleOf(emptyRule)).toBeUndefined()
    expect(badFields(emptyRule)).toEqual([])
    expect(badFields({ ...emptyRule, by: 'x', step: 'y' })).toEqual(['by', 'step'])
    expect(ruleOf({ ...emptyRule, by: '4', step: 'y' })).toBeUndefined()
  })

  it('is sent as the service takes it', () => {
    expect(ruleOf({ ...emptyRule, by: '+4', type: 1, group: 'list' })).toEqual({
      item_types: [1],
      item_list: 'list',
      vat_group: null,
      percentage_change: '4',
      round_to: '0.50',
      rounding: 'nearest',
      basis: 'price_with_vat',
    })
    expect(ruleOf({ ...emptyRule, by: '-0,10', unit: 'amount', step: '' })).toMatchObject({
      amount_change: '-0.10',
      round_to: null,
    })
  })
})

describe('the prices of a preview', () => {
  const change = { item: 'i', old_price: '8', outcome: 'changed', kept_price: null } as const
  const rows = rowsOf(
    [
      { ...change, name: 'Claw', new_price: '9', old_price_with_vat: '2.70', new_price_with_vat: '3.00' },
      { ...change, name: 'Ear smear', new_price: '7', old_price_with_vat: '3.60', new_price_with_vat: '3.50' },
    ],
    'price_with_vat',
  )

  it('are dearer, cheaper, and changed by a lot', () => {
    const namesIn = (view: 'all' | 'dearer' | 'cheaper' | 'large') => rowsIn(rows, view).map(({ name }) => name)
    expect([namesIn('all'), namesIn('dearer'), namesIn('cheaper'), namesIn('large')]).toEqual([
      ['Claw', 'Ear smear'],
      ['Claw'],
      ['Ear smear'],
      ['Claw'],
    ])
    expect(averageOf(rows)).toBeCloseTo((100 / 9 - 100 / 36) / 2)
    expect(averageOf([])).toBe(0)
  })
})
