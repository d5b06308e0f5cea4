import { describe, expect, it } from 'vitest'
import { compare, differenceOf, inPackages, inUnits, sumOf, thousandthsOf } from './packages.ts'

describe('quantities of stock', () => {
  it('are exact, below zero and however large', () => {
    expect(thousandthsOf('-0.5')).toBe(-500n)
    expect(sumOf(['0.1', '0.2', '-1.000', '900719925474099.123'])).toBe('900719925474098.423')
    expect(sumOf([])).toBe('0.000')
    expect(sumOf(['0.001', '-0.002'])).toBe('-0.001')
    expect(differenceOf('9', '10.000')).toBe('-1.000')
  })

  it('are packages of so many units, rounded half away from zero', () => {
    expect(inPackages('65', '20')).toBe('3.250')
    expect(inPackages('1', '3')).toBe('0.333')
    expect(inPackages('-1', '2000')).toBe('-0.001')
    expect(inPackages('12.5', '12.500')).toBe('1.000')
    expect(inUnits('1.5', '20')).toBe('30.000')
    expect(inUnits('0.333', '3')).toBe('0.999')
  })

  it('are compared by their value', () => {
    expect(compare('10', '9.999')).toBeGreaterThan(0)
    expect(compare('-1', '0')).toBeLessThan(0)
    expect(compare('0', '0.000')).toBe(0)
  })
})
