import { afterEach, describe, expect, it } from 'vitest'
import {
  ageOf,
  amountText,
  countryText,
  dateIn,
  dayText,
  fixedDateText,
  isZero,
  minutesSince,
  moneyText,
  nextDate,
  plainText,
  relativeDateText,
  setCountry,
  startOfDay,
  timeText,
  typedDecimal,
  weightText,
} from './format.ts'
import { figureText } from './shared/figures.ts'

describe('a day in a time zone', () => {
  it.each([
    ['2026-11-16', 'Europe/Helsinki', '2026-11-15T22:00:00.000Z'],
    ['2026-07-01', 'Europe/Helsinki', '2026-06-30T21:00:00.000Z'],
    // The clocks of Helsinki change at 03:00 on these days.
    ['2026-03-29', 'Europe/Helsinki', '2026-03-28T22:00:00.000Z'],
    ['2026-03-30', 'Europe/Helsinki', '2026-03-29T21:00:00.000Z'],
    ['2026-10-25', 'Europe/Helsinki', '2026-10-24T21:00:00.000Z'],
    ['2026-10-26', 'Europe/Helsinki', '2026-10-25T22:00:00.000Z'],
    ['2026-11-16', 'America/Los_Angeles', '2026-11-16T08:00:00.000Z'],
    ['2026-11-16', 'Asia/Kathmandu', '2026-11-15T18:15:00.000Z'],
  ])('%s begins in %s at %s', (date, zone, moment) => {
    expect(startOfDay(date, zone).toISOString()).toBe(moment)
    expect(dateIn(new Date(moment), zone)).toBe(date)
    expect(dateIn(new Date(Date.parse(moment) - 1), zone)).not.toBe(date)
  })

  it('has another after it', () => {
    expect(nextDate('2026-12-31')).toBe('2027-01-01')
    expect(nextDate('2028-02-28')).toBe('2028-02-29')
  })
})

describe('a country', () => {
  const noon = '2026-11-16T14:05:00Z'
  afterEach(() => setCountry(''))

  it.each([
    ['GB', '14:05', 'Mon 16 Nov', '16 Nov 2026'],
    ['FI', '14:05', 'Mon 16 Nov', '16 Nov 2026'],
    ['DE', '14:05', 'Mon 16 Nov', '16 Nov 2026'],
    ['US', '02:05 PM', 'Mon Nov 16', 'Nov 16, 2026'],
    ['XQ', '14:05', 'Mon 16 Nov', '16 Nov 2026'],
  ])('%s says how times and dates are written, whatever the browser is set to', (country, time, day, date) => {
    setCountry(country)
    const shown = [timeText(noon, 'UTC'), dayText('2026-11-16'), fixedDateText('2026-11-16')]
    expect(shown.map((one) => one.replaceAll('\u202f', ' '))).toEqual([time, day, date])
  })
})

describe('an amount', () => {
  it.each(['FI', 'FR', 'DE', 'CH', 'GB', 'US'])('is written alike with and without its currency in %s', (country) => {
    setCountry(country)
    const written = [moneyText('1234.56', 'EUR'), amountText('1234.56'), plainText('1234.56'), figureText('1234.56')]
    setCountry('')
    expect(written).toEqual(['€1,234.56', '1,234.56', '1,234.56', '1,234.56'])
  })

  it('is shown to the last digit, whatever its size', () => {
    expect(moneyText('9007199254740993.07', 'EUR')).toContain('993.07')
    expect(moneyText('-84.20', 'EUR')).toContain('−')
  })
  it('is nothing in any spelling of zero', () => {
    expect(['0.00', '0', '-0.00', '0.01'].map(isZero)).toEqual([true, true, true, false])
  })
})

it('counts whole minutes, and none before the time', () => {
  const now = Date.parse('2026-11-16T10:05:59Z')
  expect(minutesSince('2026-11-16T10:00:00Z', now)).toBe(5)
  expect(minutesSince('2026-11-16T11:00:00Z', now)).toBe(0)
})

describe('a weight', () => {
  it('has two decimals below ten kilograms and one above', () => {
    expect(['4.200', '9.999', '31.400'].map((weight) => weightText(weight))).toEqual(['4.20', '10.00', '31.4'])
  })
  it.each([
    ['12,5', '12.5'],
    [' 12.5 ', '12.5'],
    ['0.004', '0.004'],
    ['12.5.1', undefined],
    ['1e3', undefined],
    ['', undefined],
    ['-1', undefined],
  ])('typed as "%s" is %s', (typed, sent) => {
    expect(typedDecimal(typed)).toBe(sent)
  })
})

it.each([
  ['2022-09-16', '2026-11-16', { years: 4, months: 2 }],
  ['2022-11-17', '2026-11-16', { years: 3, months: 11 }],
  ['2026-11-16', '2026-11-16', { years: 0, months: 0 }],
])('is %s to %s an age of %o', (born, until, age) => {
  expect(ageOf(born, until)).toEqual(age)
})

it('says today, tomorrow and yesterday where the time zone is, and the date of other days', () => {
  const now = new Date('2026-11-16T22:30:00Z')
  const said = (moment: string, zone: string) => relativeDateText(moment, zone, now)
  expect(said('2026-11-16T10:00:00Z', 'UTC')).toBe('Today')
  expect(said('2026-11-16T10:00:00Z', 'Europe/Helsinki')).toBe('Yesterday')
  expect(said('2026-11-17T10:00:00Z', 'UTC')).toBe('Tomorrow')
  expect(said('2026-11-18T10:00:00Z', 'UTC')).toMatch(/18/)
})

it('names a country by its code, and leaves what is no code', () => {
  expect(countryText('FI')).toBe('Finland')
  expect(countryText('Suomi')).toBe('Suomi')
  expect(countryText('')).toBe('')
})
