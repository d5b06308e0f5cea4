import { describe, expect, it } from 'vitest'
import { axisOf, dayIn, hasSameClock, hoursOf, momentAt, momentOfTime, skippedOf, timeOf, topOf } from './days.ts'

const helsinki = 'Europe/Helsinki'
const [ordinary, spring, autumn] = ['2027-01-19', '2027-03-28', '2027-10-31'].map((date) => dayIn(date, helsinki)) as [
  ReturnType<typeof dayIn>,
  ReturnType<typeof dayIn>,
  ReturnType<typeof dayIn>,
]
const at = (iso: string) => Date.parse(iso)
const labels = (day: typeof ordinary) => hoursOf(axisOf([day])).map(({ wall }) => wall / 60)

describe('an ordinary day', () => {
  it('is one stretch of 24 hours, drawn from top to bottom', () => {
    const axis = axisOf([ordinary])
    expect(axis.minutes).toBe(1440)
    expect(topOf(axis, ordinary, at('2027-01-19T06:30:00Z'))).toBe(8 * 60 + 30)
    expect(momentAt(axis, ordinary, 8 * 60 + 30)).toBe(at('2027-01-19T06:30:00Z'))
    expect(labels(ordinary)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
    expect(skippedOf(axis, ordinary)).toBeUndefined()
  })
})

describe('the day on which clocks go forward', () => {
  const axis = axisOf([spring])
  it('has 23 hours and no 3 o’clock', () => {
    expect(axis.minutes).toBe(23 * 60)
    expect(labels(spring)).toEqual([0, 1, 2, ...Array.from({ length: 20 }, (_, hour) => hour + 4)])
  })
  it('draws 09:00 eight hours below midnight, and back', () => {
    const nine = at('2027-03-28T06:00:00Z')
    expect(timeOf(nine, spring)).toBe('09:00')
    expect(topOf(axis, spring, nine)).toBe(8 * 60)
    expect(momentAt(axis, spring, 8 * 60)).toBe(nine)
    expect(momentOfTime(spring, '09:00')).toBe(nine)
  })
  it('takes a time that does not exist for the first after it', () => {
    expect(timeOf(momentOfTime(spring, '03:30'), spring)).toBe('04:00')
  })
  it('stands beside ordinary days with the skipped hour marked', () => {
    const week = axisOf([ordinary, spring])
    expect(week.minutes).toBe(1440)
    expect(topOf(week, spring, at('2027-03-28T06:00:00Z'))).toBe(9 * 60)
    expect(topOf(week, ordinary, at('2027-01-19T07:00:00Z'))).toBe(9 * 60)
    expect(momentAt(week, spring, 9 * 60)).toBe(at('2027-03-28T06:00:00Z'))
    expect(skippedOf(week, spring)).toEqual({ top: 180, bottom: 240 })
  })
})

describe('the day on which clocks go back', () => {
  const axis = axisOf([autumn])
  it('has 25 hours, with 3 o’clock twice', () => {
    expect(axis.minutes).toBe(25 * 60)
    expect(labels(autumn).slice(0, 7)).toEqual([0, 1, 2, 3, 3, 4, 5])
  })
  it('draws both half past three, an hour apart, and back', () => {
    const [first, second] = [at('2027-10-31T00:30:00Z'), at('2027-10-31T01:30:00Z')]
    expect([timeOf(first, autumn), timeOf(second, autumn)]).toEqual(['03:30', '03:30'])
    expect([topOf(axis, autumn, first), topOf(axis, autumn, second)]).toEqual([210, 270])
    expect([momentAt(axis, autumn, 210), momentAt(axis, autumn, 270)]).toEqual([first, second])
    expect(momentOfTime(autumn, '03:30')).toBe(first)
  })
  it('draws 09:00 at the same height as on the other days of its week', () => {
    const week = axisOf([ordinary, autumn])
    const heights = [topOf(week, ordinary, at('2027-01-19T07:00:00Z')), topOf(week, autumn, at('2027-10-31T07:00:00Z'))]
    expect(heights).toEqual([600, 600])
    expect(momentAt(week, ordinary, 600)).toBe(at('2027-01-19T07:00:00Z'))
  })
})

describe('every quarter of an hour', () => {
  it.each([
    ['2027-03-28', helsinki],
    ['2027-10-31', helsinki],
    ['2027-04-04', 'Australia/Lord_Howe'],
    ['2027-10-03', 'Australia/Lord_Howe'],
    ['2027-03-14', 'America/St_Johns'],
    ['2027-01-19', 'Asia/Kathmandu'],
  ])('of %s in %s is drawn lower than the one before, and found there again', (date, zone) => {
    const day = dayIn(date, zone)
    const axis = axisOf([day])
    let before = -1
    for (let moment = day.start; moment < day.end; moment += 15 * 60_000) {
      const top = topOf(axis, day, moment)
      expect(top).toBeGreaterThan(before)
      expect(momentAt(axis, day, top)).toBe(moment)
      before = top
    }
  })
})

describe('clocks', () => {
  it.each([
    ['2026-11-17', 'Etc/GMT', 'UTC', true],
    ['2026-11-17', 'Europe/Helsinki', 'Europe/Tallinn', true],
    ['2026-11-17', 'Europe/Helsinki', 'Europe/Stockholm', false],
    ['2026-11-17', 'Europe/London', 'Atlantic/Reykjavik', true],
    ['2026-07-01', 'Europe/London', 'Atlantic/Reykjavik', false],
  ])('on %s in %s and %s: the same is %s', (date, one, other, isSame) => {
    expect(hasSameClock(date, one, other)).toBe(isSame)
  })
})
