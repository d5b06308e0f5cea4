import { describe, expect, it } from 'vitest'
import { placesOf, ticksOf } from './chart.ts'

describe('a chart of weights', () => {
  it.each([
    [
      [3.6, 4.35],
      [3.5, 4, 4.5],
    ],
    [[4.2], [4.2, 4.25]],
    [
      [31.4, 28.9],
      [28, 29, 30, 31, 32],
    ],
    [
      [480, 512],
      [480, 500, 520],
    ],
  ])('of %o has lines at %o', (weights, ticks) => {
    expect(ticksOf(weights)).toEqual(ticks)
  })

  it('puts heavier ones higher and later ones further to the right, within the box', () => {
    const box = { width: 340, height: 150, left: 32, bottom: 24 }
    const { points } = placesOf(
      [
        { at: 0, weight: 3.6 },
        { at: 5, weight: 4.4 },
        { at: 10, weight: 4.2 },
      ],
      box,
    )
    expect(points.map(({ x }) => x)).toEqual([32, 182, 332])
    expect(points[1]!.y).toBeLessThan(points[2]!.y)
    expect(points[2]!.y).toBeLessThan(points[0]!.y)
    for (const { y } of points) expect(y).toBeLessThanOrEqual(126)
  })
})
