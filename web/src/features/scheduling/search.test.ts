import { describe, expect, it } from 'vitest'
import { readSearch } from './search.ts'

const kept = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readSearch(search)).filter(([, value]) => value !== undefined))

describe('the address of the calendar', () => {
  it('says what is shown', () => {
    const search = {
      date: '2027-01-19',
      view: 'week',
      by: 'department',
      user: 3,
      at: '2027-01-19T08:00:00Z',
      book: true,
    }
    expect(kept({ ...search, department: '4' })).toEqual({ ...search, department: 4 })
  })

  it('may hold what cannot be read, which is left out', () => {
    expect(
      kept({
        date: 'banana',
        at: 'foo',
        view: 'year',
        by: 'species',
        user: 'x',
        move: -1,
        edit: 1.5,
        department: 'all',
        minutes: 0,
        book: 'yes',
        with: [1],
      }),
    ).toEqual({})
    expect(kept({ date: '2025-99-99' })).toEqual({})
  })
})
