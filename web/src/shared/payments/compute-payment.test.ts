import { PaymentType } from '@fetlock/sdk'
import { describe, expect, it } from 'vitest'
import { cashAsked, computePayment, type Draft, problemsIn, withMethod } from './compute-payment.ts'

const { Card, Cash, InsuranceClaim } = PaymentType
const draft: Draft = { typed: '100.00', method: Card, second: undefined, received: '', isUsed: false, isRounded: true }
/** What the service answers, by the sum that is asked for. */
const coins = (answers: Readonly<Record<string, string>>) => (amount: string) => answers[amount]
const takenIn = (given: Partial<Draft>, due: string, answers: Readonly<Record<string, string>>) =>
  computePayment({ ...draft, ...given }, due, [], coins(answers)).parts.map(({ taken }) => taken)

describe('a payment that is computed', () => {
  it('shows each part of a split in cash by its own amount', () => {
    const both = { typed: '60.00', method: Cash, second: Cash }
    const { parts, inCash } = computePayment({ ...draft, ...both }, '100.00', [], (amount) => amount)
    expect(parts.map(({ amount, taken }) => [amount, taken])).toEqual([
      ['60.00', '60.00'],
      ['40.00', '40.00'],
    ])
    expect(inCash).toBe('100.00')
  })

  it('takes of two parts in cash what each adds to the coins', () => {
    const answers = { '10.02': '10.00', '20.04': '20.05' }
    expect(takenIn({ typed: '10.02', method: Cash, second: Cash }, '20.04', answers)).toEqual(['10.00', '10.05'])
  })

  it('asks for the coins of the part in cash, whichever it is', () => {
    const { parts } = computePayment({ ...draft, typed: '60.00', second: Cash }, '84.23', [], () => undefined)
    expect(cashAsked(parts)).toEqual(['24.23'])
    expect(takenIn({ typed: '60.00', second: Cash }, '84.23', { '24.23': '24.25' })).toEqual(['60.00', '24.25'])
  })

  it('says no amount of cash before the service has', () => {
    const { parts, inCash } = computePayment({ ...draft, typed: '84.23', method: Cash }, '84.23', [], () => undefined)
    expect([parts[0]?.taken, inCash]).toEqual([undefined, undefined])
  })

  it('takes the exact amount where nothing is to be rounded', () => {
    expect(takenIn({ typed: '84.23', method: Cash, isRounded: false }, '84.23', {})).toEqual(['84.23'])
  })

  it.each([
    ['60', '100.67', 'Enter at least €100.65'],
    ['100.64', '100.67', 'Enter at least €100.65'],
    ['sixty', '100.67', 'Enter an amount'],
    ['100,65', '100.67', ''],
    ['200', '100.67', ''],
    ['', '100.67', ''],
  ])('takes %j for %s in cash only if it is enough', (received, typed, problem) => {
    const inCash = { ...draft, typed, method: Cash, received }
    const problems = problemsIn(computePayment(inCash, typed, [], coins({ '100.67': '100.65' })), inCash, 'EUR')
    expect(Object.keys(problems)).toEqual(problem === '' ? [] : ['pay-received'])
    expect(Object.values(problems).join()).toContain(problem)
  })

  it('needs of a split in cash and by card what its cash comes to', () => {
    const split = { ...draft, typed: '60.00', second: Cash, received: '24' }
    const problemsOf = (received: string) =>
      problemsIn(computePayment(split, '84.23', [], coins({ '24.23': '24.25' })), { received }, 'EUR')
    expect(Object.keys(problemsOf('24'))).toEqual(['pay-received'])
    expect(problemsOf('24.25')).toEqual({})
    expect(
      problemsIn(
        computePayment({ ...split, second: Card }, '84.23', [], () => undefined),
        split,
        'EUR',
      ),
    ).toEqual({})
  })

  it('gives the insurer’s part back with the insurer', () => {
    const shares = { due_sum: '100.00', client_due_sum: '20.00', credit_note: false }
    const insured = withMethod({ ...draft, typed: '20.00' }, InsuranceClaim, shares, '20.00')
    expect([insured.method, insured.typed]).toEqual([InsuranceClaim, '80.00'])
    expect(withMethod(insured, Card, shares, '20.00')).toMatchObject({ method: Card, typed: '20.00' })
    expect(withMethod({ ...insured, typed: '50.00' }, Card, shares, '20.00').typed).toBe('50.00')
  })
})
