import { expect } from 'vitest'

export const median = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!

/** What is allowed: the budget on a quiet machine, and on a busy one as many times what was measured beside it. */
export const budgetOf = (milliseconds: number, beside: number, times = 20) => Math.max(milliseconds, times * beside)

/** Judges how long something took where nothing else runs, which `npm run nightly` says; anywhere else the machine would decide. */
export const expectWithin = (taken: number, most: number) => {
  if (process.env['FETLOCK_DURATIONS'] === 'judged') expect(taken).toBeLessThan(most)
}
