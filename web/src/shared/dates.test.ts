import { afterEach, describe, expect, it } from 'vitest'
import { currentLocale, fixedDateText, setCountry } from '../format.ts'
import { addMonths, isDate, isMoment, isMonth, typedDate, typedTime, weekdayOf, weekNumber, weeksOf } from './dates.ts'

afterEach(() => setCountry(''))

describe('a date', () => {
  it('is one that exists', () => {
    expect(['2026-11-16', '2028-02-29', '1999-12-31'].map(isDate)).toEqual([true, true, true])
    const wrong = ['banana', '2025-99-99', '2027-02-29', '2026-13', '2026-11-16T08:00:00Z', '0001-01-01', '9999-12-31']
    expect([...wrong, 20_261_116, null, undefined].filter(isDate)).toEqual([])
  })

  it('has a month, and moments', () => {
    expect(['2026-11', '2026-13', '2026-00', 'banana', '2026-11-16'].map(isMonth)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(isMoment('2026-11-16T08:30:00.000Z')).toBe(true)
    expect(isMoment('2026-11-16T08:30:00+02:00')).toBe(true)
    expect(['foo', '2026', '2026-99-16T08:30:00Z', '+275760-09-13T00:00:00Z', 2026].filter(isMoment)).toEqual([])
  })

  it('is a month later on the same day, or on the last', () => {
    expect(addMonths('2026-11-16', 1)).toBe('2026-12-16')
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
    expect(addMonths('2027-01-31', -11)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  })

  it('stands in a week from Monday to Sunday', () => {
    const weeks = weeksOf('2027-01-19')
    expect(weeks).toHaveLength(5)
    expect(weeks[0]).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ])
    expect(weeks.at(-1)?.at(-1)).toBe('2027-01-31')
    expect(weeksOf('2027-02')).toHaveLength(4)
  })
})

describe('what is typed', () => {
  const said = (typed: string, locale = 'en-GB') => typedDate(typed, '2026-11-16', locale)

  it('is a date, with its year or the next such day', () => {
    expect(said('2027-01-20')).toBe('2027-01-20')
    expect(said('20.1.2027')).toBe('2027-01-20')
    expect(said('20.1.')).toBe('2027-01-20')
    expect(said('20.12')).toBe('2026-12-20')
    expect(said('3/12/26')).toBe('2026-12-03')
    expect(said('3/12/26', 'en-US')).toBe('2026-03-12')
    expect(said('3.12.26', 'en-US')).toBe('2026-12-03')
    expect(said('16.11')).toBe('2026-11-16')
    expect(said('19 Jan 2027')).toBe('2027-01-19')
    expect(said('19 Sept 2027', 'en-US')).toBe('2027-09-19')
    expect(said('19 jan')).toBe('2027-01-19')
    expect(said('19 janvier 2027', 'fr-FR')).toBe('2027-01-19')
    expect(said('März 19, 2027', 'de-DE')).toBe('2027-03-19')
    for (const typed of ['', 'banana', '31.2.2027', '2026-13-01', '1.1.0001', '1', '19 foo 2027'])
      expect(said(typed)).toBeUndefined()
  })

  it.each(['AU', 'CA', 'DE', 'FI', 'FR', 'GB', 'IE', 'IN', 'JP', 'NL', 'NZ', 'SE', 'US', 'ZA'])(
    'is a date as it is shown in %s',
    (country) => {
      setCountry(country)
      const dates = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-09`)
      expect(dates.map((date) => said(fixedDateText(date), currentLocale()))).toEqual(dates)
    },
  )

  it('is a time of 24 hours', () => {
    for (const typed of ['930', '0930', '9.30', '09:30', '9:30', ' 9,30 ', '9h30'])
      expect(typedTime(typed)).toBe('09:30')
    expect(typedTime('9')).toBe('09:00')
    expect(typedTime('14')).toBe('14:00')
    expect(typedTime('0000')).toBe('00:00')
    for (const typed of ['', 'noon', '24', '2460', '9.60', '9.3', '12345']) expect(typedTime(typed)).toBeUndefined()
  })
})

describe('weeks', () => {
  it.each([
    ['2026-11-16', 1, 47],
    ['2027-01-01', 5, 53],
    ['2027-01-04', 1, 1],
    ['2026-12-31', 4, 53],
    ['2028-01-02', 7, 52],
  ])('%s is weekday %i of week %i', (date, weekday, week) => {
    expect([weekdayOf(date), weekNumber(date)]).toEqual([weekday, week])
  })
})
