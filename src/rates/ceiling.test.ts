import { describe, expect, it } from 'vitest'
import { ceilingOf } from './ceiling.ts'

describe('a ceiling', () => {
  it('[security-7] allows so much in any minute, and says when more fits', () => {
    let now = 5_000
    const { spend } = ceilingOf(10, () => now)
    expect(spend(1, 6)).toBeUndefined()
    now = 20_000
    expect(spend(1, 4)).toBeUndefined()
    expect(spend(1, 1)).toBe(45)
    now = 64_900
    expect(spend(1, 1)).toBe(1)
    now = 65_000
    expect(spend(1, 6)).toBeUndefined()
    expect(spend(1, 1)).toBe(15)
  })

  it('counts each organisation by itself, and starts anew after a quiet minute', () => {
    let now = 0
    const { spend } = ceilingOf(2, () => now)
    expect([spend(1, 2), spend(2, 2)]).toEqual([undefined, undefined])
    expect([spend(1, 1), spend(2, 1)]).toEqual([60, 60])
    now = 600_000
    expect([spend(1, 2), spend(2, 2)]).toEqual([undefined, undefined])
  })

  it('takes back what was spent for a request that was refused elsewhere', () => {
    let now = 0
    const { spend, giveBack } = ceilingOf(10, () => now)
    spend(1, 4)
    now = 1_000
    spend(1, 6)
    giveBack(1, 6)
    expect([spend(1, 7), spend(1, 6), spend(1, 1)]).toEqual([59, undefined, 59])
    giveBack(1, 8)
    expect([spend(1, 9), spend(1, 8)]).toEqual([59, undefined])
    giveBack(2, 5)
    expect(spend(2, 10)).toBeUndefined()
  })

  it('lets one request through that weighs more than all', () => {
    const { spend } = ceilingOf(5, () => 0)
    expect([spend(1, 9), spend(1, 1)]).toEqual([undefined, 60])
  })
})
