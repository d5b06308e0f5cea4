import { describe, expect, it } from 'vitest'
import { nextLock } from './period-lock.ts'

const lock = (open: string, monthday: number) => ({ open, monthday, isAutomatic: true })

describe('the next automatic lock', () => {
  it.each([
    ['this month is still to be locked', lock('2026-10-01', 20), '2026-11-16', '2026-11-20', '2026-10-01'],
    ['this month is locked already', lock('2026-11-01', 5), '2026-11-16', '2026-12-05', '2026-11-01'],
    ['its day has come and the lock has not', lock('2026-10-01', 5), '2026-11-16', '2026-11-16', '2026-10-01'],
    ['nothing was ever locked', lock('', 20), '2026-11-16', '2026-11-20', '2026-10-01'],
    ['the month is shorter', lock('2026-02-01', 31), '2026-02-10', '2026-03-31', '2026-02-01'],
    ['the month of the lock is shorter', lock('2026-01-01', 31), '2026-02-10', '2026-02-28', '2026-01-01'],
    ['the year ends', lock('2026-12-01', 1), '2026-12-24', '2027-01-01', '2026-12-01'],
  ])('comes when %s', (_what, now, today, day, closes) => {
    expect(nextLock(now, today)).toEqual({ day, closes })
  })

  it('does not come while the date is set by hand', () => {
    expect(nextLock({ open: '', isAutomatic: false, monthday: 5 }, '2026-11-16')).toBeUndefined()
  })
})
