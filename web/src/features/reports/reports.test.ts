import { describe, expect, it } from 'vitest'
import { placeBars, ticksOf } from './bars.ts'
import { csvText } from '../../shared/csv.ts'
import { daysIn, daysOfMonth, dueDatesOf, stepMonth } from './period.ts'

describe('a month', () => {
  it('has all its days', () => {
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(daysIn(daysOfMonth('2026-11'))).toHaveLength(30)
    expect([stepMonth('2026-12', 1), stepMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  })

  it('knows what was due when', () => {
    expect(dueDatesOf('not_due', '2026-11-16')).toEqual({ from: '2026-11-16' })
    expect(dueDatesOf('late_1_to_30', '2026-11-16')).toEqual({ from: '2026-10-17', to: '2026-11-15' })
    expect(dueDatesOf('late_31_to_60', '2026-11-16')).toEqual({ from: '2026-09-17', to: '2026-10-16' })
    expect(dueDatesOf('late_over_90', '2026-11-16')).toEqual({ to: '2026-08-17' })
  })
})

describe('bars', () => {
  it('stand on round numbers', () => {
    expect(ticksOf(1516.6)).toEqual([0, 500, 1000, 1500, 2000])
    expect(ticksOf(0)).toEqual([0])
  })

  it('are stacked in proportion', () => {
    const box = { width: 200, height: 100, left: 0, top: 0, bottom: 0 }
    const { bars } = placeBars(
      [
        [
          { key: 'card', size: 75 },
          { key: 'cash', size: 25 },
        ],
        [{ key: 'card', size: -5 }],
      ],
      box,
    )
    expect(bars[0]!.parts).toEqual([
      { key: 'card', y: 25, height: 75 },
      { key: 'cash', y: 0, height: 25 },
    ])
    expect(bars[1]!.parts).toEqual([{ key: 'card', y: 100, height: 0 }])
  })
})

describe('a table as CSV', () => {
  it('quotes what needs it, and is no formula', () => {
    expect(csvText([['a,b', 'say "x"', '-4.00', '=1+1', '-x']])).toBe(`"a,b","say ""x""",-4.00,'=1+1,'-x`)
  })
})
