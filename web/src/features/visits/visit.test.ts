import { describe, expect, it } from 'vitest'
import type { Patient, StockLevel } from '../../api/records.ts'
import { strengthIn } from '../../shared/prescribing/strength.ts'
import {
  animalsOf,
  changeOfDiscount,
  forOne,
  heldBatch,
  packagesOf,
  plainQuantity,
  rateText,
  timesAnimals,
  signedText,
} from './visit.ts'

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
  ] as const)('are multiplied for %s as the service does', (_what, type, sizes, expected) => {
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

describe('a batch', () => {
  const batchLevel = (item: string, batch_number: string, on_hand: string) =>
    ({ item, batch_number, on_hand }) as StockLevel
  const levels = [
    batchLevel('/item/1/', 'B08194', '7.000'),
    batchLevel('/item/1/', 'B0001', '0.000'),
    batchLevel('/item/2/', 'X', '1.000'),
  ]
  it.each([
    ['held', '/item/1/', 'B08194', 'B08194'],
    ['held, typed in small letters', '/item/1/', 'b08194', 'B08194'],
    ['not held', '/item/1/', 'B123', undefined],
    ['used up', '/item/1/', 'B0001', undefined],
    ['of another item', '/item/1/', 'X', undefined],
    ['of an item that was never counted', '/item/3/', 'B123', 'B123'],
    ['left open', '/item/1/', '', ''],
  ])('is %s', (_what, item, typed, held) => {
    expect(heldBatch(levels, item, typed)).toBe(held)
  })
})

describe('a discount', () => {
  it.each([
    ['10', '-10'],
    ['12,5', '-12.5'],
    ['100', '-100'],
    ['', '0'],
    ['0', '0'],
    ['101', undefined],
    ['-5', undefined],
    ['ten', undefined],
  ])('of “%s” changes the price by %s percent', (typed, change) => {
    expect(changeOfDiscount(typed)).toBe(change)
  })
})

describe('a change of the price', () => {
  it.each([
    ['20', '+20'],
    ['-12.5', '−12.5'],
    ['0', '0'],
  ])('of %s percent is written %s', (change, written) => {
    expect(signedText(change)).toBe(written)
  })
})
