import { describe, expect, it } from 'vitest'
import { PaymentType } from '@fetlock/sdk'
import { countedIn, differing, faultsIn, isCounted, type Draft, type Taking } from './counting.ts'

const cash = PaymentType.Cash

const counted = (amount: string, explanation = ''): Draft => ({
  amounts: { [cash]: amount },
  explanations: { [cash]: explanation },
})
/** 458.50 is expected in the till, and the books say what is missing. */
const taking = (difference: string | null): Taking => ({
  payment_type: cash,
  total: '458.50',
  counted: null,
  difference,
  explanation: null,
})
const nothingWrong = { isCashUncounted: false, notAmounts: [], unexplained: [] }

describe('a count', () => {
  it.each([
    ['0', '0.00'],
    ['0,00', '0.00'],
    ['458,50', '458.50'],
  ])('of %j is sent as %s', (typed, amount) => {
    expect(isCounted(counted(typed), cash)).toBe(true)
    expect(countedIn(counted(typed))).toEqual([{ payment_type: cash, amount }])
  })

  it.each(['', '  ', 'abc', '-4', '4.505'])('of %j is none', (typed) => {
    expect(isCounted(counted(typed), cash)).toBe(false)
    expect(countedIn(counted(typed))).toEqual([])
    expect(differing([taking('-458.50')], counted(typed))).toEqual([])
  })

  it('of 0 is a shortage that must be explained', () => {
    expect(differing([taking('-458.50')], counted('0'))).toEqual([taking('-458.50')])
    expect(faultsIn(counted('0'), [taking('-458.50')])).toEqual({ ...nothingWrong, unexplained: [cash] })
    expect(faultsIn(counted('0', 'Stolen'), [taking('-458.50')])).toEqual(nothingWrong)
    expect(countedIn(counted('0', ' Stolen '))).toEqual([{ payment_type: cash, amount: '0.00', explanation: 'Stolen' }])
  })

  it('is needed of cash that is expected, and must be an amount', () => {
    expect(faultsIn(counted(''), [taking(null)])).toEqual({ ...nothingWrong, isCashUncounted: true })
    expect(faultsIn(counted(''), [])).toEqual(nothingWrong)
    expect(faultsIn(counted('abc'), [taking(null)])).toEqual({ ...nothingWrong, notAmounts: [cash] })
  })

  it('that agrees needs no sentence', () => {
    expect(faultsIn(counted('458.50'), [taking('0.00')])).toEqual(nothingWrong)
  })
})
