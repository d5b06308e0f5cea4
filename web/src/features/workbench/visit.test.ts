import { describe, expect, it } from 'vitest'
import type { Patient, StockLevel } from '../../api/records.ts'
import { animalsOf, forOne, packagesOf, plainQuantity, rateText, strengthIn, timesAnimals } from './visit.ts'

const herd = (herd_size: number | null) => ({ herd_size }) as Patient
const level = (item: string, on_hand: string) => ({ item, on_hand }) as StockLevel

describe('quantities', () => {
  it.each([
    ['one animal in the clinic', 1, [null], 1],
    ['two animals in the clinic', 1, [null, null], 1],
    ['two animals on a farm', 3, [null, null], 2],
    ['a herd of forty on a farm', 3, [40], 40],
    ['a herd of forty in the clinic', 1, [40], 40],
    ['a herd of forty and one animal', 1, [40, null], 41],
  ])('are multiplied for %s as the service does', (_what, type, sizes, expected) => {
    expect(animalsOf(type, sizes.map(herd))).toBe(expected)
  })

  it('are counted exactly', () => {
    expect(timesAnimals('0.1', 3)).toBe('0.3')
    expect(timesAnimals('1.5', 40)).toBe('60')
    expect(forOne({ quantity: '0.300', multiplier: 3 })).toBe('0.1')
    expect(plainQuantity('2.500')).toBe('2.5')
    expect(plainQuantity('10.000')).toBe('10')
    expect(rateText('25.50')).toBe('25.5')
    expect(rateText('10.00')).toBe('10')
  })
})

describe('the strength of a medicine', () => {
  it.each([
    ['Methylprednisolone 40 mg/ml', '40 mg/ml'],
    ['Amoxicillin 250mg tablets', '250mg'],
    ['Eye drops 0,5 %', '0,5 %'],
    ['Deworming paste', ''],
  ])('in “%s” is “%s”', (name, strength) => expect(strengthIn(name)).toBe(strength))
})

describe('stock on hand', () => {
  const item = { url: '/item/1/', dosage_units: '10.000' }
  it('is that of all batches, in packages', () => {
    const levels = [level('/item/1/', '65.000'), level('/item/1/', '-5.000'), level('/item/2/', '99.000')]
    expect(packagesOf(levels, item)).toBe(6)
    expect(packagesOf([level('/item/1/', '-20.000')], item)).toBe(-2)
    expect(packagesOf([], item)).toBeUndefined()
  })
})
